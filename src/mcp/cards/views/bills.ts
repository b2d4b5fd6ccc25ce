import { barList, type Fill } from './kit/bars.ts';
import { make, type Part, section, sign } from './kit/elements.ts';
import { longList } from './kit/lists.ts';
import { byCurrency, numberOf, type Row, rowsOf, sumOf, textOf, textsOf } from './kit/reading.ts';
import { showView } from './kit/view.ts';
import { countText, firstSentence, moneyText, titleOf, wordsOf } from './kit/words.ts';

showView({ name: 'bills', parts: sheetParts });

/** Undefined for groups, which are rows of their own form. */
function sheetParts(data: Row): readonly Part[] | undefined {
  const rows = rowsOf(data['rows']);
  if (rows.length > 0 && !rows.some(({ friendlyId }) => textOf(friendlyId))) return undefined;
  const totals = rowsOf(data['openTotals']).map(
    ({ currency, count, amount }) =>
      `${moneyText(numberOf(amount) ?? 0, textOf(currency))} open in ${countText(numberOf(count) ?? 0, 'bill')}`,
  );
  return [
    make('h1', {}, totals.join('; ') || countText(numberOf(data['total']) ?? rows.length, 'bill')),
    make('p', { class: 'lead' }, firstSentence(data['summary'])),
    ...byCurrency(rows).flatMap(([currency, some]) => [
      dueSection(some, currency, textOf(data['today'])),
      payeeSection(some, currency),
    ]),
    rows.length > 0 && section('Bills', longList(rows, billItem)),
  ];
}

/** By the days until each is due; only of the bills that are listed. */
const spans: readonly { readonly title: string; readonly has: (overdue: number) => boolean; readonly fill: Fill }[] = [
  { title: 'Overdue more than 30 days', has: (overdue) => overdue > 30, fill: 'full' },
  { title: 'Overdue', has: (overdue) => overdue > 0 && overdue <= 30, fill: 'lines' },
  { title: 'Due within 7 days', has: (overdue) => overdue <= 0 && overdue >= -7, fill: 'plain' },
  { title: 'Due later', has: (overdue) => overdue < -7, fill: 'soft' },
];

const openOf = ({ open, amount }: Row): number => numberOf(open) ?? numberOf(amount) ?? 0;

/** Only of what is overdue the answer tells the days. */
function overdueDays({ daysOverdue, dueDate }: Row, today: string | undefined): number | undefined {
  const [overdue, due] = [numberOf(daysOverdue), textOf(dueDate)];
  if (overdue !== undefined || due === undefined || today === undefined) return overdue;
  return Math.min(0, Math.round((Date.parse(today) - Date.parse(due)) / 86_400_000));
}

function dueSection(rows: readonly Row[], currency: string, today: string | undefined): HTMLElement | false {
  const dated = rows.flatMap((row) => {
    const overdue = overdueDays(row, today);
    return overdue === undefined ? [] : [{ row, overdue }];
  });
  if (dated.length === 0) return false;
  const lines = spans.map(({ title, has, fill }) => {
    const some = dated.flatMap(({ row, overdue }) => (has(overdue) ? [row] : []));
    const amount = sumOf(some.map(openOf));
    return { label: `${title}: ${some.length}`, value: moneyText(amount, currency), parts: [{ value: amount, fill }] };
  });
  return section(`When the listed ${countText(dated.length, 'bill')} are due, ${currency}`, barList(lines));
}

const payeesShown = 8;

function payeeSection(rows: readonly Row[], currency: string): HTMLElement | false {
  const payees = [...Map.groupBy(rows, ({ payee }) => textOf(payee) ?? 'not known')]
    .map(([payee, bills]) => ({ payee, count: bills.length, amount: sumOf(bills.map(openOf)) }))
    .toSorted((one, other) => other.amount - one.amount);
  // Below two each row says the same.
  if (payees.length < 2) return false;
  const rest = payees.slice(payeesShown);
  const lines = payees.slice(0, payeesShown).map(({ payee, count, amount }) => ({
    label: `${payee} (${countText(count, 'bill')})`,
    value: moneyText(amount, currency),
    parts: [{ value: amount, fill: 'plain' as const }],
  }));
  const [count, amount] = [sumOf(rest.map((one) => one.count)), sumOf(rest.map((one) => one.amount))];
  // The others together are often more than each: they would make every bar small.
  const others = `${countText(rest.length, 'other')} (${countText(count, 'bill')}): ${moneyText(amount, currency)}`;
  return section(
    `Who gets it, of the listed bills, ${currency}`,
    barList(lines),
    rest.length > 0 && make('p', { class: 'note' }, others),
  );
}

function billItem(row: Row): HTMLElement {
  const [verdict, overdue] = [textOf(row['verdict']), numberOf(row['daysOverdue'])];
  const due = textOf(row['dueDate']);
  const when =
    due && `due ${due}${overdue !== undefined && overdue > 0 ? `, ${countText(overdue, 'day')} overdue` : ''}`;
  const about = [textOf(row['payee']), textOf(row['shipment']), when].filter(Boolean).join(' · ');
  return make(
    'div',
    { class: 'item' },
    make('strong', { class: 'number' }, textOf(row['friendlyId']) ?? ''),
    make('span', { class: 'tag' }, wordsOf(textOf(row['status']) ?? '')),
    make('span', { class: 'value' }, moneyText(openOf(row), textOf(row['currency']))),
    make('span', { class: 'about' }, about),
    verdict !== undefined && verdictLine(verdict, textsOf(row['reasons'])),
  );
}

const verdictLine = (verdict: string, reasons: readonly string[]): HTMLElement =>
  verdict === 'clean'
    ? make('span', { class: 'about soft' }, sign('✓ '), 'Clean')
    : make('span', { class: 'trouble' }, sign('! '), [titleOf(verdict), ...reasons].join(': '));
