/** Reads what a tool answered without trusting its form: what is missing is undefined or empty. */
export type ViewRow = Readonly<Record<string, unknown>>;

const isRow = (value: unknown): value is ViewRow =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const toRow = (value: unknown): ViewRow => (isRow(value) ? value : {});
export const toRows = (value: unknown): readonly ViewRow[] => (Array.isArray(value) ? value.filter(isRow) : []);
export const toTexts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];

export const toText = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
export const toNumber = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined;
/** Returns the text or number that names a row, or an empty text. */
export const toName = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

/** Sums the values. Those that are no numbers count as 0. */
export const sumValues = (values: readonly unknown[]): number =>
  values.reduce<number>((sum, value) => sum + (toNumber(value) ?? 0), 0);

/** Groups rows by currency, because amounts of different currencies are never combined. */
export const groupByCurrency = (
  rows: readonly ViewRow[],
): readonly (readonly [currency: string, rows: readonly ViewRow[]])[] => [
  ...Map.groupBy(rows, ({ currency }) => toText(currency) ?? 'USD'),
];
