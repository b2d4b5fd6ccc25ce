import { fromCents, computePercent } from '../../src/domain/money/money.ts';
import type { ListColumn, ListRow } from '../../src/mcp/results/list-result.ts';
import { countColumn, moneyColumn, percentColumn } from './columns.ts';
import type { RowOrder, RowOrders } from './row-order.ts';

/** What rows of a list can be counted and summed by. */
export interface Grouping<Row> {
  readonly column: ListColumn;
  /** Null: none of any; several: the row counts under each of them. */
  readonly of: (row: Row) => string | null | readonly string[];
  /** Days and steps of age are read in their order, all others by their size. */
  readonly isOrdered?: boolean;
}

export type Groupings<Row> = Readonly<Record<string, Grouping<Row>>>;

/** An amount that is summed for each group. */
export interface Measure<Row> {
  readonly key: string;
  readonly title: string;
  readonly cents: (row: Row) => number | null;
}

/** One amount as a part of another, of the rows where both are known: dollar-weighted. */
export interface Ratio<Row> {
  readonly key: string;
  readonly title: string;
  readonly part: (row: Row) => number | null;
  readonly whole: (row: Row) => number | null;
}

export interface GroupedList<Row> {
  /** How many records a row stands for; one where it is left out. */
  readonly countOf?: (row: Row) => number;
  readonly groupings: Groupings<Row>;
  readonly measures: readonly Measure<Row>[];
  readonly ratios?: readonly Ratio<Row>[];
  readonly currencyOf: (row: Row) => string;
}

/** One row for each group and currency: amounts of two currencies never meet. The largest first. */
export function groupRows<Row>(list: GroupedList<Row>, name: string, rows: readonly Row[]): readonly ListRow[] {
  const grouping = groupingNamed(list, name);
  const members = rows.flatMap((row) => namesOf(grouping, row).map((group) => ({ group, row })));
  const groups = Map.groupBy(members, ({ group, row }) => JSON.stringify([group, list.currencyOf(row)]));
  const counted = [...groups.values()].map((of) => groupRow(list, grouping, of));
  return counted.toSorted((one, other) =>
    grouping.isOrdered ? byName(grouping, one, other) : bySize(list, one, other),
  );
}

export function groupingNamed<Row>({ groupings }: GroupedList<Row>, name: string): Grouping<Row> {
  const grouping = groupings[name];
  if (grouping === undefined) throw new Error(`no grouping ${name}`);
  return grouping;
}

/** Columns of such a list. */
export const groupColumns = <Row>(list: GroupedList<Row>, name: string): readonly ListColumn[] => [
  groupingNamed(list, name).column,
  countColumn('count', 'Count'),
  ...list.measures.map(({ key, title }) => moneyColumn(key, title)),
  ...(list.ratios ?? []).map(({ key, title }) => percentColumn(key, title)),
];

/** Groups are ordered by their count, their sums and their percentages. */
export function groupOrders<Row>({ measures, ratios = [] }: GroupedList<Row>): RowOrders<ListRow> {
  const keys = ['count', ...measures.map(({ key }) => key), ...ratios.map(({ key }) => key)];
  const amounts = new Set(measures.map(({ key }) => key));
  // Such members are numbers or null.
  const orderBy = (key: string): RowOrder<ListRow> => ({
    by: (row) => row[key] as number | null,
    first: 'high',
    ...(amounts.has(key) && { currencyOf: (row) => String(row['currency']) }),
  });
  return Object.fromEntries(keys.map((key) => [key, orderBy(key)]));
}

const noGroup = 'none';

function namesOf<Row>({ of }: Grouping<Row>, row: Row): readonly string[] {
  const found = of(row);
  const names = typeof found === 'string' || found === null ? [found ?? ''] : [...new Set(found)];
  return (names.length > 0 ? names : ['']).map((name) => (name === '' ? noGroup : name));
}

function groupRow<Row>(
  { measures, ratios = [], currencyOf, countOf = () => 1 }: GroupedList<Row>,
  { column }: Grouping<Row>,
  members: readonly { readonly group: string; readonly row: Row }[],
): ListRow {
  const [first] = members;
  const rows = members.map(({ row }) => row);
  return {
    [column.key]: first?.group ?? null,
    count: total(rows.map(countOf)),
    ...Object.fromEntries(measures.map(({ key, cents }) => [key, sumOf(rows, cents)])),
    ...Object.fromEntries(ratios.map((ratio) => [ratio.key, ratioOf(rows, ratio)])),
    currency: first === undefined ? null : currencyOf(first.row),
  };
}

/** Null where it is known of none. */
function sumOf<Row>(rows: readonly Row[], cents: Measure<Row>['cents']): number | null {
  const known = rows.flatMap((row) => cents(row) ?? []);
  return known.length === 0 ? null : fromCents(total(known));
}

function ratioOf<Row>(rows: readonly Row[], { part, whole }: Ratio<Row>): number | null {
  const both = rows
    .map((row) => ({ part: part(row), whole: whole(row) }))
    .filter((one) => one.part !== null && one.whole !== null);
  return computePercent(total(both.map((one) => one.part ?? 0)), total(both.map((one) => one.whole ?? 0)));
}

const total = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

function bySize<Row>({ measures }: GroupedList<Row>, one: ListRow, other: ListRow): number {
  const [first] = measures;
  const sizes = [one, other].map((row) => [Number(first ? (row[first.key] ?? 0) : 0), Number(row['count'])] as const);
  const [[sizeOne, countOne] = [0, 0], [sizeOther, countOther] = [0, 0]] = sizes;
  return sizeOther - sizeOne || countOther - countOne;
}

const byName = <Row>({ column }: Grouping<Row>, one: ListRow, other: ListRow): number =>
  String(one[column.key]) < String(other[column.key]) ? -1 : 1;
