import { isLoading, qualifyTotal, startSentence } from '../../domain/kit/completeness.ts';
import { fromCents, formatMoney, type CurrencyTotal } from '../../domain/money/money.ts';
import { mapTexts } from '../text/mask-accounts.ts';
import { type CsvCell, formatCsv } from './csv.ts';
import { createOrderCheck, type OrderCheck } from '../text/instruction-like.ts';
import { type Flag, joinUnchecked, type MarkedData, markUntrusted } from '../text/untrusted-text.ts';
import type { RowPage } from './page.ts';
import { formatNextActions } from './record-result.ts';
import type { NextAction, ToolResult } from './result.ts';
import { formatMarkdownTable } from './table.ts';
import { quoteText } from '../text/text.ts';
import { formatWarnings } from '../text/warnings.ts';
import { estimateTokens } from './tokens.ts';

export type ListRow = Readonly<Record<string, unknown>>;

export interface ListColumn {
  /** Member of the row. */
  readonly key: string;
  readonly title: string;
  readonly align?: 'left' | 'right';
  /** Text from a record: cleaned, quoted and named in `untrusted`. */
  readonly untrusted?: boolean;
  /** Formats the member for `content`; without it, the value is shown as it is. */
  readonly text?: (row: ListRow) => string;
  /** Formats each code of the member in words, in tables and CSV. */
  readonly words?: (code: string) => string;
  /** Text of an empty cell; a dash without it. */
  readonly none?: string | ((row: ListRow) => string);
}

export interface ListResultInput extends RowPage<ListRow> {
  /** The result in one line, with the count, the totals and the date. */
  readonly summary: string;
  readonly asOf: string;
  /** Number of rows of the complete set; null if unknown. */
  readonly total: number | null;
  readonly totals?: readonly CurrencyTotal[];
  /** Label of the totals, such as `invoiced`. */
  readonly totalsLabel?: string;
  readonly furtherTotals?: readonly { readonly label: string; readonly totals: readonly CurrencyTotal[] }[];
  readonly columns: readonly ListColumn[];
  /** Members of a row that only `structuredContent` carries, such as the currency. */
  readonly hidden?: readonly string[];
  /** Members that are shown only when `fields` names them, such as the uuid. */
  readonly onRequest?: readonly string[];
  /** Sentences about the list that no column says. */
  readonly notes?: readonly string[];
  readonly format?: 'table' | 'csv' | 'json';
  /** Exactly these members, in this order. */
  readonly fields?: readonly string[] | undefined;
  /** Said on the first page only where they are about the whole list; else what follows from so many rows that are shown. */
  readonly nextActions?: readonly NextAction[] | ((shown: number) => readonly NextAction[]);
  /** Returns true if a text inside an untrusted object or array comes from records; without it, all do. */
  readonly isText?: (text: string) => boolean;
  /** Parts that every page has, whatever rows it shows. */
  readonly foot?: ListFoot;
}

/** No text in it is a record's. */
export interface ListFoot {
  /** Below the rows of the page, such as totals of all. */
  readonly rows: readonly ListRow[];
  readonly lines: readonly string[];
  /** Members of `structuredContent` that say the same. */
  readonly data: Readonly<Record<string, unknown>>;
}

export interface ListData {
  readonly summary: string;
  readonly asOf: string;
  readonly total: number | null;
  readonly totals?: readonly { currency: string; count: number; amount: number }[];
  readonly rows: readonly ListRow[];
  readonly notes?: readonly string[];
  readonly nextCursor: string | null;
  readonly nextActions?: readonly NextAction[];
  readonly untrusted?: readonly string[];
  readonly flags?: readonly Flag[];
}

/**
 * Builds the result of a list. It keeps content and structuredContent within the token limit by showing fewer rows,
 * never by cutting one.
 */
export function listResult(input: ListResultInput): ToolResult<ListData> {
  const columns = chooseColumns(input);
  const check = createOrderCheck();
  const rows = markRows(input, columns, check);
  const measure = (count: number): MeasuredList => {
    const result = build(input, columns, rows, count);
    // The warning is added where an answer leaves.
    const textTokens = estimateTokens(`${result.text}\n${formatWarnings(result.data, check)}`);
    return { count, tokens: Math.max(textTokens, estimateTokens(JSON.stringify(result.data))), result };
  };
  return findLargest(rows.length, input.tokensMax, measure).result;
}

/**
 * Marks the texts of the rows, once however often the answer is built anew until it is short enough. Rows behind those
 * that reach the limit by themselves are left out.
 */
function markRows(
  input: ListResultInput,
  columns: readonly ListColumn[],
  check: OrderCheck,
): readonly MarkedData<ListRow>[] {
  const fields = columns.filter(({ untrusted }) => untrusted).flatMap(({ key }) => [`/${key}`, `/${key}/**`]);
  const rows: MarkedData<ListRow>[] = [];
  let tokens = 0;
  for (const row of input.rows) {
    const marked = markUntrusted(pick(row, columns, input), fields, 'list', { isText: input.isText, check });
    tokens += Math.max(0, estimateTokens(JSON.stringify(marked.data)) - joinedTokens);
    if (rows.length > 0 && tokens > input.tokensMax) return rows;
    rows.push(marked);
  }
  return rows;
}

/** Tokens that a row may cost less between other rows than by itself: signs cost less together, and sums are rounded up. */
const joinedTokens = 3;

/** An answer with so many rows, and its size. */
interface MeasuredList {
  readonly count: number;
  readonly tokens: number;
  readonly result: ToolResult<ListData>;
}

/**
 * Finds the answer with the most rows that fits, at least one row where there is any. Rows cost about the same, so the next
 * count to try is where a line between the last two meets the limit; where that gains little, it is the middle.
 */
function findLargest(countMax: number, tokensMax: number, measure: (count: number) => MeasuredList): MeasuredList {
  let fitting: MeasuredList | undefined;
  let over = measure(countMax);
  if (countMax === 0 || over.tokens <= tokensMax) return over;
  let isSlow = false;
  for (;;) {
    const { count, tokens } = fitting ?? { count: 0, tokens: 0 };
    const width = over.count - count;
    if (width <= 1) return fitting ?? over;
    const share = isSlow ? 0.5 : (tokensMax - tokens) / (over.tokens - tokens);
    const step = Math.min(Math.max(Math.floor(share * width), 1), width - 1);
    const measured = measure(count + step);
    if (measured.tokens <= tokensMax) fitting = measured;
    else over = measured;
    isSlow = !isSlow && over.count - (fitting?.count ?? 0) > width / 2;
  }
}

function build(
  input: ListResultInput,
  columns: readonly ListColumn[],
  rows: readonly MarkedData<ListRow>[],
  count: number,
): ToolResult<ListData> {
  const nextCursor = input.getCursorAfter(count);
  const nextActions = listActions(input, count);
  const shownRows = rows.slice(0, count);
  const untrusted = [...new Set(shownRows.flatMap((row) => row.untrusted.map((pointer) => `/rows/*${pointer}`)))];
  const flags = joinUnchecked(
    shownRows.flatMap((row, at) => row.flags.map((flag) => ({ ...flag, pointer: `/rows/${at}${flag.pointer}` }))),
  );
  const data: ListData = {
    summary: startSentence(input.summary),
    asOf: input.asOf,
    // What is still being read may add to it.
    total: isLoading(input.completeness) ? null : input.total,
    ...(input.totals && { totals: input.totals.map(toWireTotal) }),
    rows: shownRows.map(({ data }) => data),
    ...input.foot?.data,
    ...(input.notes?.length && { notes: input.notes }),
    nextCursor,
    ...(nextActions.length > 0 && { nextActions }),
    ...(untrusted.length > 0 && { untrusted }),
    ...(flags.length > 0 && { flags }),
  };
  return { text: formatContent(input, columns, data), data };
}

function listActions({ nextActions = [], isFirst }: ListResultInput, shownCount: number): readonly NextAction[] {
  if (typeof nextActions === 'function') return nextActions(shownCount);
  return isFirst ? nextActions : [];
}

function formatContent(input: ListResultInput, columns: readonly ListColumn[], data: ListData): string {
  const shownCount = data.rows.length;
  const parts = [
    data.summary,
    describeTotals(input),
    shownCount === 0 ? '' : formatRows(input, columns, data.rows),
    (input.foot?.lines ?? []).join('\n'),
    data.nextCursor === null ? '' : formatRest(data, shownCount),
    (data.notes ?? []).join(' '),
    formatNextActions(data.nextActions ?? []),
  ];
  return parts.filter((part) => part !== '').join('\n\n');
}

/** Describes the totals: `Totals invoiced: $1,200.00 (2). Totals open: $200.00 (2).` */
function describeTotals({ totals = [], totalsLabel, furtherTotals = [], completeness }: ListResultInput): string {
  return [{ label: totalsLabel, totals }, ...furtherTotals]
    .filter((sums) => sums.totals.length > 0)
    .map((sums) => {
      const amounts = sums.totals.map(
        ({ count, amountCents, currency }) => `${formatMoney(amountCents, currency)} (${count})`,
      );
      const head = sums.label === undefined ? 'Totals' : `Totals ${sums.label}`;
      return `${head}: ${qualifyTotal(amounts.join('; '), completeness)}.`;
    })
    .join(' ');
}

function formatRest({ total, nextCursor }: ListData, shownCount: number): string {
  const ofTotal = total === null ? '' : ` of ${total}`;
  return `Showing ${shownCount}${ofTotal}; for the rest call again with cursor ${JSON.stringify(nextCursor)}.`;
}

function formatRows(input: ListResultInput, columns: readonly ListColumn[], rows: readonly ListRow[]): string {
  const { format = 'table', isText } = input;
  if (format === 'json') return JSON.stringify(rows.map((row) => quoteRow(columns, row, isText)));
  if (format === 'csv') {
    const cells = rows.map((row) => {
      const quotedMembers = quoteRow(columns, row, isText);
      return columns.map((column) => toCsvCell(toWords(column, quotedMembers[column.key])));
    });
    return formatCsv(
      // The headings of the table: they may say the zone.
      columns.map(({ title }) => title),
      cells,
    ).trimEnd();
  }
  const footColumns = columns.map((column) => ({ ...column, untrusted: false }));
  const cells = [
    // A cell may depend on members that were not asked for, such as the currency of an amount.
    ...rows.map((row, index) => columns.map((column) => formatCell(column, { ...input.rows[index], ...row }))),
    ...(input.foot?.rows ?? []).map((row) => footColumns.map((column) => formatCell(column, row))),
  ];
  return input.fields === undefined ? formatShortTable(columns, cells) : formatMarkdownTable(columns, cells);
}

/**
 * Formats a table without the columns that say nothing: those that are empty, and those with the same words in every row,
 * which a line below the table names once. The first column and amounts stay.
 */
function formatShortTable(columns: readonly ListColumn[], cells: readonly (readonly string[])[]): string {
  const sameCells = columns.map((column, index) => (index === 0 ? undefined : findSameCell(column, cells, index)));
  const isShown = (_: unknown, index: number) => sameCells[index] === undefined;
  const table = formatMarkdownTable(
    columns.filter(isShown),
    cells.map((row) => row.filter(isShown)),
  );
  const texts = columns.flatMap(({ title }, index) => {
    const cell = sameCells[index];
    return cell === undefined || cell === noCell ? [] : [`${title}: ${cell.replace(/\.$/, '')}`];
  });
  return texts.length === 0 ? table : `${table}\n\nIn every row shown: ${texts.join('; ')}.`;
}

/** Finds the cell that a column has in every row; undefined where rows differ and in columns that are always shown. */
function findSameCell({ align }: ListColumn, cells: readonly (readonly string[])[], index: number): string | undefined {
  const [first, ...others] = cells.map((row) => row[index] ?? '');
  if (first === undefined || others.some((cell) => cell !== first)) return undefined;
  return first === noCell || (others.length > 0 && align !== 'right') ? first : undefined;
}

function formatCell(column: ListColumn, row: ListRow): string {
  const value = row[column.key];
  if (value === null || value === undefined || value === '') return formatNone(column, row);
  const text = column.text ? column.text(row) : formatPlain(toWords(column, value));
  return column.untrusted ? quoteText(text) : text;
}

/** Converts the codes of a cell to words. */
function toWords({ words }: ListColumn, value: unknown): unknown {
  if (words === undefined) return value;
  if (Array.isArray(value)) return value.map((item: unknown) => (typeof item === 'string' ? words(item) : item));
  return typeof value === 'string' ? words(value) : value;
}

const noCell = '-';

const formatNone = ({ none = noCell }: ListColumn, row: ListRow): string =>
  typeof none === 'string' ? none : none(row);

function quoteRow(
  columns: readonly ListColumn[],
  row: ListRow,
  isText: ListResultInput['isText'] = () => true,
): ListRow {
  const quoteInside = (text: string) => (text !== '' && isText(text) ? quoteText(text) : text);
  const quoteValue = (value: unknown) => {
    if (typeof value === 'string') return value === '' ? value : quoteText(value);
    return mapTexts(value, quoteInside);
  };
  const marked = columns.filter(({ untrusted }) => untrusted);
  return { ...row, ...Object.fromEntries(marked.map(({ key }) => [key, quoteValue(row[key])])) };
}

const formatPlain = (value: unknown): string => {
  if (Array.isArray(value)) return value.map(formatPlain).join(', ');
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);
};

const toCsvCell = (value: unknown): CsvCell =>
  typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined
    ? value
    : formatPlain(value);

function chooseColumns({ columns, hidden = [], onRequest = [], fields }: ListResultInput): readonly ListColumn[] {
  if (fields === undefined) return columns;
  const columnsByKey = new Map(columns.map((column) => [column.key, column]));
  return fields.flatMap(
    (key) => columnsByKey.get(key) ?? ([...hidden, ...onRequest].includes(key) ? [{ key, title: key }] : []),
  );
}

function pick(row: ListRow, columns: readonly ListColumn[], { hidden = [], fields }: ListResultInput): ListRow {
  const keys = fields === undefined ? [...hidden, ...columns.map(({ key }) => key)] : columns.map(({ key }) => key);
  const members = keys.map((key) => [key, row[key] ?? null] as const);
  // What is not known is left out, unless it was asked for: a null in every row costs more than it says.
  return Object.fromEntries(fields === undefined ? members.filter(([, value]) => value !== null) : members);
}

const toWireTotal = ({ currency, count, amountCents }: CurrencyTotal) => ({
  currency,
  count,
  amount: fromCents(amountCents),
});
