import { type BarPart, makeBarLine, type BarFill, drawSwatch } from './kit/bars.ts';
import { make, type CardPart, makeSection } from './kit/elements.ts';
import { makeLongList } from './kit/lists.ts';
import { groupByCurrency, toNumber, type ViewRow, toRows, sumValues, toText } from './kit/reading.ts';
import { showView } from './kit/view.ts';
import { extractFirstSentence, formatAmount, formatShare } from './kit/words.ts';

showView({ name: 'aging', makeParts: makeAgingParts });

/** The older, the denser. */
const buckets: readonly { readonly key: string; readonly title: string; readonly fill: BarFill }[] = [
  { key: 'current', title: 'Not due', fill: 'soft' },
  { key: 'days1to30', title: '1-30 days', fill: 'lines' },
  { key: 'days31to60', title: '31-60 days', fill: 'dense' },
  { key: 'days61to90', title: '61-90 days', fill: 'cross' },
  { key: 'over90', title: 'Over 90 days', fill: 'full' },
];

const overdueKeys = buckets.map(({ key }) => key).filter((key) => key !== 'current');

/** Makes the view of balances by age. Returns undefined for rows of another form. */
function makeAgingParts(data: ViewRow): readonly CardPart[] | undefined {
  const [totals, rows] = [toRows(data['bucketTotals']), toRows(data['rows'])];
  if (rows.some(({ overBy }) => toNumber(overBy) !== undefined)) return makeOverCreditParts(data, rows);
  if (totals.length === 0 && rows.length > 0) return undefined;
  const date = toText(data['asOfDate']);
  return [
    make('h1', {}, `Open balances by age${date === undefined ? '' : `, ${date}`}`),
    make('p', { class: 'lead' }, extractFirstSentence(data['summary'])),
    ...totals.map(makeCurrencySection),
    ...groupByCurrency(rows).map(([currency, currencyRows]) =>
      makePartySection(currencyRows, currency, totals.length > 1),
    ),
  ];
}

/* Over the credit limit: what the exposure is made of, to one scale. */

const exposures: readonly { readonly key: string; readonly title: string; readonly fill: BarFill }[] = [
  { key: 'open', title: 'Open invoices', fill: 'plain' },
  { key: 'unbilled', title: 'Delivered, not invoiced', fill: 'lines' },
  { key: 'booked', title: 'Booked or under way', fill: 'soft' },
];

const makeOverCreditParts = (data: ViewRow, rows: readonly ViewRow[]): readonly CardPart[] => [
  make('h1', {}, 'Customers over their credit limit'),
  make('p', { class: 'lead' }, extractFirstSentence(data['summary'])),
  ...groupByCurrency(rows).map(([currency, currencyRows]) => makeOverCreditSection(currencyRows, currency)),
];

function makeOverCreditSection(rows: readonly ViewRow[], currency: string): HTMLElement {
  const formatValue = (value: unknown) => formatAmount(toNumber(value) ?? 0, currency);
  const max = Math.max(...rows.map(({ exposure }) => toNumber(exposure) ?? 0));
  const listExposures = (row: ViewRow) =>
    exposures.flatMap(({ key, title }) =>
      toNumber(row[key]) ? [`${title.toLowerCase()} ${formatValue(row[key])}`] : [],
    );
  const list = makeLongList(rows, (row) =>
    makeBarLine(
      {
        label: formatName(row),
        value: `over by ${formatValue(row['overBy'])}`,
        parts: exposures.map(({ key, fill }) => ({ value: toNumber(row[key]) ?? 0, fill })),
        note: `limit ${formatValue(row['limit'])}, exposure ${formatValue(row['exposure'])}: ${listExposures(row).join(', ')}`,
      },
      max,
    ),
  );
  const legend = exposures.map(({ title, fill }) => make('li', {}, make('span', {}, drawSwatch(fill), ` ${title}`)));
  return makeSection(`Exposure, ${currency}`, make('ul', { class: 'lines-legend' }, ...legend), list);
}

const formatName = (row: ViewRow): string =>
  [toText(row['name']), toText(row['friendlyId'])].filter(Boolean).join(' · ');

const toBarParts = (row: ViewRow): readonly BarPart[] =>
  buckets.map(({ key, fill }) => ({ value: toNumber(row[key]) ?? 0, fill }));

const sumOverdue = (row: ViewRow): number => sumValues(overdueKeys.map((key) => row[key]));

function makeCurrencySection(totals: ViewRow): HTMLElement {
  const currency = toText(totals['currency']);
  const total = toNumber(totals['total']) ?? 0;
  const line = {
    label: 'All',
    value: formatAmount(total, currency),
    parts: toBarParts(totals),
    note: describeOverdue(totals),
  };
  const legend = buckets.map(({ key, title, fill }) => {
    const amount = toNumber(totals[key]) ?? 0;
    const share = make('span', { class: 'soft' }, formatShare(amount, total));
    const name = make('span', {}, drawSwatch(fill), ` ${title}`);
    return make('li', {}, name, make('span', { class: 'value' }, formatAmount(amount, currency)), share);
  });
  return makeSection(`Total, ${currency ?? ''}`, makeBarLine(line, total), make('ul', { class: 'legend' }, ...legend));
}

function makePartySection(rows: readonly ViewRow[], currency: string, isOneOfSeveral: boolean): HTMLElement {
  const max = Math.max(...rows.map(({ total }) => toNumber(total) ?? 0));
  const list = makeLongList(rows, (row) =>
    makeBarLine(
      {
        label: formatName(row),
        value: formatAmount(toNumber(row['total']) ?? 0, currency),
        parts: toBarParts(row),
        note: describeOverdue(row),
      },
      max,
    ),
  );
  return makeSection(isOneOfSeveral ? `Who, ${currency}` : 'Who', list);
}

function describeOverdue(row: ViewRow): string {
  const [overdue, old] = [sumOverdue(row), toNumber(row['over90']) ?? 0];
  const currency = toText(row['currency']);
  if (overdue === 0) return 'nothing overdue';
  const text = `${formatAmount(overdue, currency)} overdue`;
  return old === 0 ? text : `${text}, ${formatAmount(old, currency)} of it over 90 days`;
}
