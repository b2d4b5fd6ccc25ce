import { makeBarList } from './kit/bars.ts';
import { make, type CardPart, makeSection } from './kit/elements.ts';
import { makeLongList } from './kit/lists.ts';
import { toNumber, type ViewRow, toRows, toText } from './kit/reading.ts';
import { showView } from './kit/view.ts';
import { formatCount, extractFirstSentence, formatAmount, toTitle, toWords } from './kit/words.ts';

showView({ name: 'exceptions', makeParts: makeBoardParts });

/**
 * Makes the view of shipments with exceptions. Returns undefined for groups of shipments, which are rows of their own
 * form.
 */
function makeBoardParts(data: ViewRow): readonly CardPart[] | undefined {
  const [kinds, rows] = [toRows(data['byKind']), toRows(data['rows'])];
  if (rows.length > 0 && !rows.some(({ friendlyId }) => toText(friendlyId))) return undefined;
  const total = toNumber(data['total']) ?? rows.length;
  const isBoard = data['byKind'] !== undefined;
  const heading = isBoard ? `${formatCount(total, 'shipment')} with an exception` : formatCount(total, 'shipment');
  return [
    make('h1', {}, total === 0 && isBoard ? 'No shipment has an exception' : heading),
    !isBoard && make('p', { class: 'lead' }, extractFirstSentence(data['summary'])),
    kinds.length > 1 && makeSection('By kind', makeKindBars(kinds), makeKindNote(kinds, total)),
    rows.length > 0 &&
      makeSection(
        isBoard ? 'Worst first' : 'Shipments',
        rows.some(({ revenue }) => toNumber(revenue) !== undefined) &&
          make('p', { class: 'hint' }, 'Amounts are booked revenue.'),
        makeLongList(rows, makeShipmentItem),
      ),
  ];
}

const makeKindBars = (kinds: readonly ViewRow[]): HTMLElement =>
  makeBarList(
    kinds.map(({ kind, count }) => ({
      label: toTitle(String(kind)),
      value: toNumber(count) ?? 0,
      parts: [{ value: toNumber(count) ?? 0, fill: kind === 'late' ? 'warn' : 'plain' }],
    })),
  );

function makeKindNote(kinds: readonly ViewRow[], total: number): HTMLElement | false {
  const counted = kinds.reduce((sum, { count }) => sum + (toNumber(count) ?? 0), 0);
  return counted > total && make('p', { class: 'hint' }, 'A shipment with several is counted under each.');
}

function makeShipmentItem(row: ViewRow): HTMLElement {
  const revenue = toNumber(row['revenue']);
  const description = [toText(row['customer']), toText(row['lane']), toText(row['carrier'])]
    .filter(Boolean)
    .join(' · ');
  return make(
    'div',
    { class: 'item' },
    make('strong', { class: 'number' }, String(row['friendlyId'])),
    make('span', { class: 'tag' }, toWords(toText(row['status']) ?? '')),
    make('span', { class: 'value' }, revenue !== undefined && formatAmount(revenue, toText(row['currency']))),
    make('span', { class: 'about' }, description),
    makeNextStop(row),
    ...makeExceptions(row),
  );
}

function makeNextStop({ nextStop, window, pickup }: ViewRow): HTMLElement | undefined {
  const text = [toText(nextStop), toText(window) ?? toText(pickup)].filter(Boolean).join(', ');
  return text === '' ? undefined : make('span', { class: 'about soft' }, text);
}

/** Makes an element for each exception of a shipment. Late ones stand out. */
function makeExceptions({ exceptions, minutesLate }: ViewRow): readonly HTMLElement[] {
  const isLate = (toNumber(minutesLate) ?? 0) > 0;
  return (toText(exceptions)?.split('; ') ?? []).map((text) =>
    make('span', { class: isLate && text.startsWith('late') ? 'trouble bad' : 'trouble' }, `! ${text}`),
  );
}
