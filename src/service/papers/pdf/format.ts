import { describeCode } from '../../../domain/text/code-words.ts';

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** Formats a date as `Nov 20, 2026`, with the month in letters, so that it isn't read as a day. */
export const formatDate = (date: string | null): string =>
  date === null ? '–' : dayFormat.format(Date.parse(`${date}T00:00:00Z`));

const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
const rateFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 });

export const formatQuantity = (quantity: number): string => numberFormat.format(quantity);
export const formatRate = (rate: number | null): string => (rate === null ? '–' : rateFormat.format(rate));
/** Formats a code as people write it. */
export const formatCode = (code: string | null): string => (code === null ? '–' : describeCode(code));
