import { barList } from './kit/bars.ts';
import { make, type Part, section } from './kit/elements.ts';
import { longList } from './kit/lists.ts';
import { numberOf, type Row, rowsOf, textOf } from './kit/reading.ts';
import { showView } from './kit/view.ts';
import { countText, firstSentence, moneyText, titleOf, wordsOf } from './kit/words.ts';

showView({ name: 'exceptions', parts: boardParts });

/** Undefined for groups of shipments, which are rows of their own form. */
function boardParts(data: Row): readonly Part[] | undefined {
  const [kinds, rows] = [rowsOf(data['byKind']), rowsOf(data['rows'])];
  if (rows.length > 0 && !rows.some(({ friendlyId }) => textOf(friendlyId))) return undefined;
  const total = numberOf(data['total']) ?? rows.length;
  const isBoard = data['byKind'] !== undefined;
  const what = isBoard ? `${countText(total, 'shipment')} with an exception` : countText(total, 'shipment');
  return [
    make('h1', {}, total === 0 && isBoard ? 'No shipment has an exception' : what),
    !isBoard && make('p', { class: 'lead' }, firstSentence(data['summary'])),
    kinds.length > 1 && section('By kind', kindBars(kinds), kindNote(kinds, total)),
    rows.length > 0 &&
      section(
        isBoard ? 'Worst first' : 'Shipments',
        rows.some(({ revenue }) => numberOf(revenue) !== undefined) &&
          make('p', { class: 'hint' }, 'Amounts are booked revenue.'),
        longList(rows, shipmentItem),
      ),
  ];
}

const kindBars = (kinds: readonly Row[]): HTMLElement =>
  barList(
    kinds.map(({ kind, count }) => ({
      label: titleOf(String(kind)),
      value: numberOf(count) ?? 0,
      parts: [{ value: numberOf(count) ?? 0, fill: kind === 'late' ? 'warn' : 'plain' }],
    })),
  );

function kindNote(kinds: readonly Row[], total: number): HTMLElement | false {
  const counted = kinds.reduce((sum, { count }) => sum + (numberOf(count) ?? 0), 0);
  return counted > total && make('p', { class: 'hint' }, 'A shipment with several is counted under each.');
}

function shipmentItem(row: Row): HTMLElement {
  const revenue = numberOf(row['revenue']);
  const where = [textOf(row['customer']), textOf(row['lane']), textOf(row['carrier'])].filter(Boolean).join(' · ');
  return make(
    'div',
    { class: 'item' },
    make('strong', { class: 'number' }, String(row['friendlyId'])),
    make('span', { class: 'tag' }, wordsOf(textOf(row['status']) ?? '')),
    make('span', { class: 'value' }, revenue !== undefined && moneyText(revenue, textOf(row['currency']))),
    make('span', { class: 'about' }, where),
    nextStop(row),
    ...troublesOf(row),
  );
}

function nextStop({ nextStop, window, pickup }: Row): HTMLElement | undefined {
  const said = [textOf(nextStop), textOf(window) ?? textOf(pickup)].filter(Boolean).join(', ');
  return said === '' ? undefined : make('span', { class: 'about soft' }, said);
}

/** What the answer says of each, apart; late ones stand out by a sign too. */
function troublesOf({ exceptions, minutesLate }: Row): readonly HTMLElement[] {
  const isLate = (numberOf(minutesLate) ?? 0) > 0;
  return (textOf(exceptions)?.split('; ') ?? []).map((said) =>
    make('span', { class: isLate && said.startsWith('late') ? 'trouble bad' : 'trouble' }, `! ${said}`),
  );
}
