import { makeBarList, type BarFill } from './kit/bars.ts';
import { make, type CardPart, makeSection, makeSign } from './kit/elements.ts';
import { makeLongList } from './kit/lists.ts';
import { groupByCurrency, toNumber, type ViewRow, toRows, sumValues, toText, toTexts } from './kit/reading.ts';
import { showView } from './kit/view.ts';
import { formatCount, extractFirstSentence, formatAmount, toTitle, toWords } from './kit/words.ts';

showView({ name: 'bills', makeParts: makeSheetParts });

/** Makes the view of a list of bills. Returns undefined for groups, which are rows of their own form. */
function makeSheetParts(data: ViewRow): readonly CardPart[] | undefined {
  const rows = toRows(data['rows']);
  if (rows.length > 0 && !rows.some(({ friendlyId }) => toText(friendlyId))) return undefined;
  const totals = toRows(data['openTotals']).map(
    ({ currency, count, amount }) =>
      `${formatAmount(toNumber(amount) ?? 0, toText(currency))} open in ${formatCount(toNumber(count) ?? 0, 'bill')}`,
  );
  return [
    make('h1', {}, totals.join('; ') || formatCount(toNumber(data['total']) ?? rows.length, 'bill')),
    make('p', { class: 'lead' }, extractFirstSentence(data['summary'])),
    ...groupByCurrency(rows).flatMap(([currency, currencyRows]) => [
      makeDueSection(currencyRows, currency, toText(data['today'])),
      makePayeeSection(currencyRows, currency),
    ]),
    rows.length > 0 && makeSection('Bills', makeLongList(rows, billItem)),
  ];
}

/** Spans of days until a listed bill is due. */
const spans: readonly { readonly title: string; readonly has: (overdue: number) => boolean; readonly fill: BarFill }[] =
  [
    { title: 'Overdue more than 30 days', has: (overdue) => overdue > 30, fill: 'full' },
    { title: 'Overdue', has: (overdue) => overdue > 0 && overdue <= 30, fill: 'lines' },
    { title: 'Due within 7 days', has: (overdue) => overdue <= 0 && overdue >= -7, fill: 'plain' },
    { title: 'Due later', has: (overdue) => overdue < -7, fill: 'soft' },
  ];

const getOpenAmount = ({ open, amount }: ViewRow): number => toNumber(open) ?? toNumber(amount) ?? 0;

/**
 * Returns the days that a bill is overdue, or a negative number of days until it is due. The answer gives the days of
 * overdue bills only, so the others are computed.
 */
function computeOverdueDays({ daysOverdue, dueDate }: ViewRow, today: string | undefined): number | undefined {
  const [overdue, due] = [toNumber(daysOverdue), toText(dueDate)];
  if (overdue !== undefined || due === undefined || today === undefined) return overdue;
  return Math.min(0, Math.round((Date.parse(today) - Date.parse(due)) / 86_400_000));
}

function makeDueSection(rows: readonly ViewRow[], currency: string, today: string | undefined): HTMLElement | false {
  const dated = rows.flatMap((row) => {
    const overdue = computeOverdueDays(row, today);
    return overdue === undefined ? [] : [{ row, overdue }];
  });
  if (dated.length === 0) return false;
  const lines = spans.map(({ title, has, fill }) => {
    const spanRows = dated.flatMap(({ row, overdue }) => (has(overdue) ? [row] : []));
    const amount = sumValues(spanRows.map(getOpenAmount));
    return {
      label: `${title}: ${spanRows.length}`,
      value: formatAmount(amount, currency),
      parts: [{ value: amount, fill }],
    };
  });
  return makeSection(`When the listed ${formatCount(dated.length, 'bill')} are due, ${currency}`, makeBarList(lines));
}

const payeesShown = 8;

function makePayeeSection(rows: readonly ViewRow[], currency: string): HTMLElement | false {
  const payees = [...Map.groupBy(rows, ({ payee }) => toText(payee) ?? 'not known')]
    .map(([payee, bills]) => ({ payee, count: bills.length, amount: sumValues(bills.map(getOpenAmount)) }))
    .toSorted((payee, other) => other.amount - payee.amount);
  // Below two each row says the same.
  if (payees.length < 2) return false;
  const rest = payees.slice(payeesShown);
  const lines = payees.slice(0, payeesShown).map(({ payee, count, amount }) => ({
    label: `${payee} (${formatCount(count, 'bill')})`,
    value: formatAmount(amount, currency),
    parts: [{ value: amount, fill: 'plain' as const }],
  }));
  const [count, amount] = [sumValues(rest.map((group) => group.count)), sumValues(rest.map((group) => group.amount))];
  // The others together are often more than each: they would make every bar small.
  const othersText = `${formatCount(rest.length, 'other')} (${formatCount(count, 'bill')}): ${formatAmount(amount, currency)}`;
  return makeSection(
    `Who gets it, of the listed bills, ${currency}`,
    makeBarList(lines),
    rest.length > 0 && make('p', { class: 'note' }, othersText),
  );
}

function billItem(row: ViewRow): HTMLElement {
  const [verdict, overdue] = [toText(row['verdict']), toNumber(row['daysOverdue'])];
  const due = toText(row['dueDate']);
  const when =
    due && `due ${due}${overdue !== undefined && overdue > 0 ? `, ${formatCount(overdue, 'day')} overdue` : ''}`;
  const description = [toText(row['payee']), toText(row['shipment']), when].filter(Boolean).join(' · ');
  return make(
    'div',
    { class: 'item' },
    make('strong', { class: 'number' }, toText(row['friendlyId']) ?? ''),
    make('span', { class: 'tag' }, toWords(toText(row['status']) ?? '')),
    make('span', { class: 'value' }, formatAmount(getOpenAmount(row), toText(row['currency']))),
    make('span', { class: 'about' }, description),
    verdict !== undefined && makeVerdictLine(verdict, toTexts(row['reasons'])),
  );
}

const makeVerdictLine = (verdict: string, reasons: readonly string[]): HTMLElement =>
  verdict === 'clean'
    ? make('span', { class: 'about soft' }, makeSign('✓ '), 'Clean')
    : make('span', { class: 'trouble' }, makeSign('! '), [toTitle(verdict), ...reasons].join(': '));
