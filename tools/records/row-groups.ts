import { fromCents, computePercent } from '../../src/domain/money/money.ts';
import type { ListColumn, ListRow } from '../../src/mcp/results/list-result.ts';
import { createFieldError } from '../../src/errors.ts';
import { countColumn, isSameName, moneyColumn, percentColumn } from './columns.ts';
import type { RowOrder, RowOrders } from './row-order.ts';

/** A grouping by which rows of a list can be counted and summed. */
export interface Grouping<Row> {
  readonly column: ListColumn;
  /** Groups of a row. Null is no group; a row with several counts under each of them. */
  readonly of: (row: Row) => string | null | readonly string[];
  /** Days and steps of age are read in their order, all others by their size. */
  readonly isOrdered?: boolean;
}

export type Groupings<Row> = Readonly<Record<string, Grouping<Row>>>;

/** An amount that is summed for each group. */
export interface SummedAmount<Row> {
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
  /** Number of records that a row stands for. The default is one. */
  readonly countOf?: (row: Row) => number;
  readonly groupings: Groupings<Row>;
  readonly measures: readonly SummedAmount<Row>[];
  readonly ratios?: readonly Ratio<Row>[];
  readonly currencyOf: (row: Row) => string;
}

/** Builds one row for each group and currency, the largest first. Amounts in different currencies are never added. */
export function groupRows<Row>(list: GroupedList<Row>, name: string, rows: readonly Row[]): readonly ListRow[] {
  const grouping = requireGrouping(list, name);
  const members = rows.flatMap((row) => listGroupNames(grouping, row).map((group) => ({ group, row })));
  const groups = Map.groupBy(members, ({ group, row }) => JSON.stringify([group, list.currencyOf(row)]));
  const counted = [...groups.values()].map((members) => groupRow(list, grouping, members));
  return counted.toSorted((first, second) =>
    grouping.isOrdered ? compareNames(grouping, first, second) : compareSizes(list, first, second),
  );
}

/** Finds the grouping that a text names by its name or by the heading of its column. */
export function parseGrouping<Row>({ groupings }: GroupedList<Row>, text: string): string {
  const entries = Object.entries(groupings);
  const [name] =
    entries.find(([grouping]) => isSameName(text, grouping)) ??
    entries.find(([, { column }]) => isSameName(text, column.title)) ??
    [];
  if (name !== undefined) return name;
  const names = entries.map(([grouping]) => grouping).join(', ');
  throw createFieldError('BAD_REQUEST', 'groupBy', `must be one of ${names}`);
}

export function requireGrouping<Row>({ groupings }: GroupedList<Row>, name: string): Grouping<Row> {
  const grouping = groupings[name];
  if (grouping === undefined) throw new Error(`no grouping ${name}`);
  return grouping;
}

/** Lists the columns of a grouped list. */
export const listGroupColumns = <Row>(list: GroupedList<Row>, name: string): readonly ListColumn[] => [
  requireGrouping(list, name).column,
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

function listGroupNames<Row>({ of: getGroups }: Grouping<Row>, row: Row): readonly string[] {
  const groups = getGroups(row);
  const names = typeof groups === 'string' || groups === null ? [groups ?? ''] : [...new Set(groups)];
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
    count: sumAmounts(rows.map(countOf)),
    ...Object.fromEntries(measures.map(({ key, cents }) => [key, sumKnown(rows, cents)])),
    ...Object.fromEntries(ratios.map((ratio) => [ratio.key, computeRatio(rows, ratio)])),
    currency: first === undefined ? null : currencyOf(first.row),
  };
}

/** Sums the known amounts of the rows. Returns null if none is known. */
function sumKnown<Row>(rows: readonly Row[], cents: SummedAmount<Row>['cents']): number | null {
  const knownAmounts = rows.flatMap((row) => cents(row) ?? []);
  return knownAmounts.length === 0 ? null : fromCents(sumAmounts(knownAmounts));
}

function computeRatio<Row>(rows: readonly Row[], { part, whole }: Ratio<Row>): number | null {
  const both = rows
    .map((row) => ({ part: part(row), whole: whole(row) }))
    .filter((pair) => pair.part !== null && pair.whole !== null);
  return computePercent(
    sumAmounts(both.map((pair) => pair.part ?? 0)),
    sumAmounts(both.map((pair) => pair.whole ?? 0)),
  );
}

const sumAmounts = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);

function compareSizes<Row>({ measures }: GroupedList<Row>, first: ListRow, second: ListRow): number {
  const [firstMeasure] = measures;
  const sizes = [first, second].map(
    (row) => [Number(firstMeasure ? (row[firstMeasure.key] ?? 0) : 0), Number(row['count'])] as const,
  );
  const [[sizeOne, countOne] = [0, 0], [sizeOther, countOther] = [0, 0]] = sizes;
  return sizeOther - sizeOne || countOther - countOne;
}

const compareNames = <Row>({ column }: Grouping<Row>, first: ListRow, second: ListRow): number =>
  String(first[column.key]) < String(second[column.key]) ? -1 : 1;
