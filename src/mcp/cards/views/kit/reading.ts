/** Reads what a tool answered without trusting its form: what is missing is undefined or empty. */
export type Row = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value);

export const rowOf = (value: unknown): Row => (isRow(value) ? value : {});
export const rowsOf = (value: unknown): readonly Row[] => (Array.isArray(value) ? value.filter(isRow) : []);
export const textsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
/** What a row is called by: a text or a number. */
export const nameOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Nothing counts as nothing. */
export const sumOf = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + (numberOf(value) ?? 0), 0);

/** Amounts of one currency never meet those of another. */
export const byCurrency = (rows: readonly Row[]): readonly (readonly [currency: string, rows: readonly Row[]])[] => [
  ...Map.groupBy(rows, ({ currency }) => textOf(currency) ?? 'USD'),
];
