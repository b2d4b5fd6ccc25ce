import { formatMargin } from '../../src/domain/money/margin.ts';
import { formatDate, formatDateTime } from '../../src/domain/places/local-time.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import type { ListColumn } from '../../src/mcp/results/list-result.ts';
import { formatWireAmount } from './amounts.ts';

/** Tests if a text is a name of the API's or its words: "pickupDay", "Pickup day" and "pickup day" are the same. */
export const isSameName = (text: string, name: string): boolean => toNameKey(text) === toNameKey(name);

const toNameKey = (text: string): string => text.toLowerCase().replace(/[^a-z0-9%]+/g, '');

/** Creates a plain column: ids, numbers, our own words. */
export const column = (key: string, title: string): ListColumn => ({ key, title });

/** Creates a column of record text, which is cleaned, quoted and named in `untrusted`. */
export const textColumn = (key: string, title: string): ListColumn => ({ key, title, untrusted: true });

/** Creates a column of the API's codes, such as statuses, which are printed in words. */
export const codeColumn = (key: string, title: string): ListColumn => ({
  key,
  title,
  words: formatCode,
});

/** Creates a column of civil dates or months, which tables print as "Dec 1, 2026" and CSV as `2026-12-01`. */
export const dateColumn = (key: string, title: string): ListColumn => ({
  key,
  title,
  // Rows are built by the tool: a date is a text or null.
  text: (row) => formatDate(row[key] as string),
});

/** Creates a column of instants, which tables print in a zone as "Dec 1, 2026, 8:00 AM CST". */
export const timeColumn = (key: string, title: string, zone: string): ListColumn => ({
  key,
  title,
  // Rows are built by the tool: an instant is a text or null.
  text: (row) => formatDateTime(row[key] as string, zone),
});

interface MoneyColumn extends ListColumn {
  readonly isMoney: true;
}

const isMoney = (listColumn: ListColumn): listColumn is MoneyColumn => 'isMoney' in listColumn;

/** Creates a column of wire amounts, which are printed with the row's `currency`. */
export const moneyColumn = (key: string, title: string): MoneyColumn => ({
  key,
  isMoney: true,
  title,
  align: 'right',
  // Rows are built by the tool: an amount is a number or null, a currency text or null.
  text: (row) => formatWireAmount(row[key] as number | null, row['currency'] as string | null),
});

export const countColumn = (key: string, title: string): ListColumn => ({ key, title, align: 'right' });

/** A column of percentages: `12.4 %`, with a minus below zero. */
export const percentColumn = (key: string, title: string): ListColumn => ({
  key,
  title,
  align: 'right',
  // Rows are built by the tool: a percentage is a number or null.
  text: (row) => formatMargin(row[key] as number | null),
});

interface ColumnChoice {
  readonly columns: readonly ListColumn[];
  readonly fields: readonly string[] | undefined;
  readonly format: 'table' | 'csv' | 'json';
}

/** Amounts never go without their currency: CSV gets it as a column, and chosen fields that hold amounts bring it along. */
export function withCurrency({ columns, fields, format }: ColumnChoice): ColumnChoice {
  const amounts = columns.filter(isMoney).map(({ key }) => key);
  const isChosen = fields?.some((field) => amounts.includes(field)) === true && !fields.includes('currency');
  const needsColumn = amounts.length > 0 && format === 'csv' && !columns.some(({ key }) => key === 'currency');
  return {
    format,
    columns: needsColumn ? [...columns, column('currency', 'Currency')] : columns,
    fields: isChosen ? [...fields, 'currency'] : fields,
  };
}
