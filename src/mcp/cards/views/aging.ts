import { type BarPart, barLine, type Fill, swatch } from './kit/bars.ts';
import { make, type Part, section } from './kit/elements.ts';
import { longList } from './kit/lists.ts';
import { byCurrency, numberOf, type Row, rowsOf, sumOf, textOf } from './kit/reading.ts';
import { showView } from './kit/view.ts';
import { firstSentence, moneyText, shareText } from './kit/words.ts';

showView({ name: 'aging', parts: agingParts });

/** The older, the denser. */
const buckets: readonly { readonly key: string; readonly title: string; readonly fill: Fill }[] = [
  { key: 'current', title: 'Not due', fill: 'soft' },
  { key: 'days1to30', title: '1-30 days', fill: 'lines' },
  { key: 'days31to60', title: '31-60 days', fill: 'dense' },
  { key: 'days61to90', title: '61-90 days', fill: 'cross' },
  { key: 'over90', title: 'Over 90 days', fill: 'full' },
];

const overdueKeys = buckets.map(({ key }) => key).filter((key) => key !== 'current');

/** Undefined for rows of another form. */
function agingParts(data: Row): readonly Part[] | undefined {
  const [totals, rows] = [rowsOf(data['bucketTotals']), rowsOf(data['rows'])];
  if (rows.some(({ overBy }) => numberOf(overBy) !== undefined)) return overCreditParts(data, rows);
  if (totals.length === 0 && rows.length > 0) return undefined;
  const date = textOf(data['asOfDate']);
  return [
    make('h1', {}, `Open balances by age${date === undefined ? '' : `, ${date}`}`),
    make('p', { class: 'lead' }, firstSentence(data['summary'])),
    ...totals.map(currencySection),
    ...byCurrency(rows).map(([currency, some]) => partySection(some, currency, totals.length > 1)),
  ];
}

/* Over the credit limit: what the exposure is made of, to one scale. */

const exposures: readonly { readonly key: string; readonly title: string; readonly fill: Fill }[] = [
  { key: 'open', title: 'Open invoices', fill: 'plain' },
  { key: 'unbilled', title: 'Delivered, not invoiced', fill: 'lines' },
  { key: 'booked', title: 'Booked or under way', fill: 'soft' },
];

const overCreditParts = (data: Row, rows: readonly Row[]): readonly Part[] => [
  make('h1', {}, 'Customers over their credit limit'),
  make('p', { class: 'lead' }, firstSentence(data['summary'])),
  ...byCurrency(rows).map(([currency, some]) => overCreditSection(some, currency)),
];

function overCreditSection(rows: readonly Row[], currency: string): HTMLElement {
  const money = (value: unknown) => moneyText(numberOf(value) ?? 0, currency);
  const max = Math.max(...rows.map(({ exposure }) => numberOf(exposure) ?? 0));
  const said = (row: Row) =>
    exposures.flatMap(({ key, title }) => (numberOf(row[key]) ? [`${title.toLowerCase()} ${money(row[key])}`] : []));
  const list = longList(rows, (row) =>
    barLine(
      {
        label: nameText(row),
        value: `over by ${money(row['overBy'])}`,
        parts: exposures.map(({ key, fill }) => ({ value: numberOf(row[key]) ?? 0, fill })),
        note: `limit ${money(row['limit'])}, exposure ${money(row['exposure'])}: ${said(row).join(', ')}`,
      },
      max,
    ),
  );
  const legend = exposures.map(({ title, fill }) => make('li', {}, make('span', {}, swatch(fill), ` ${title}`)));
  return section(`Exposure, ${currency}`, make('ul', { class: 'lines-legend' }, ...legend), list);
}

const nameText = (row: Row): string => [textOf(row['name']), textOf(row['friendlyId'])].filter(Boolean).join(' · ');

const partsOf = (row: Row): readonly BarPart[] =>
  buckets.map(({ key, fill }) => ({ value: numberOf(row[key]) ?? 0, fill }));

const overdueOf = (row: Row): number => sumOf(overdueKeys.map((key) => row[key]));

function currencySection(totals: Row): HTMLElement {
  const currency = textOf(totals['currency']);
  const total = numberOf(totals['total']) ?? 0;
  const line = { label: 'All', value: moneyText(total, currency), parts: partsOf(totals), note: overdueNote(totals) };
  const legend = buckets.map(({ key, title, fill }) => {
    const amount = numberOf(totals[key]) ?? 0;
    const share = make('span', { class: 'soft' }, shareText(amount, total));
    const name = make('span', {}, swatch(fill), ` ${title}`);
    return make('li', {}, name, make('span', { class: 'value' }, moneyText(amount, currency)), share);
  });
  return section(`Total, ${currency ?? ''}`, barLine(line, total), make('ul', { class: 'legend' }, ...legend));
}

function partySection(rows: readonly Row[], currency: string, isOneOfSeveral: boolean): HTMLElement {
  const max = Math.max(...rows.map(({ total }) => numberOf(total) ?? 0));
  const list = longList(rows, (row) =>
    barLine(
      {
        label: nameText(row),
        value: moneyText(numberOf(row['total']) ?? 0, currency),
        parts: partsOf(row),
        note: overdueNote(row),
      },
      max,
    ),
  );
  return section(isOneOfSeveral ? `Who, ${currency}` : 'Who', list);
}

function overdueNote(row: Row): string {
  const [overdue, old] = [overdueOf(row), numberOf(row['over90']) ?? 0];
  const currency = textOf(row['currency']);
  if (overdue === 0) return 'nothing overdue';
  const text = `${moneyText(overdue, currency)} overdue`;
  return old === 0 ? text : `${text}, ${moneyText(old, currency)} of it over 90 days`;
}
