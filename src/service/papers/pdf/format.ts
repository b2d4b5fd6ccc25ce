const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

/** `Nov 20, 2026`: the month in letters, so that it is not read as a day. */
export const formatDate = (date: string | null): string =>
  date === null ? '–' : dayFormat.format(Date.parse(`${date}T00:00:00Z`));

const numberFormat = new Intl.NumberFormat('en-US', { maximumFractionDigits: 6 });
const rateFormat = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 });

export const formatQuantity = (quantity: number): string => numberFormat.format(quantity);
export const formatRate = (rate: number | null): string => (rate === null ? '–' : rateFormat.format(rate));
/** `ACH_WIRE` as people write it. */
export function formatCode(code: string | null): string {
  if (code === null) return '–';
  const words = code.split('_').map((word) => (abbreviations.has(word) ? word : word.toLowerCase()));
  const text = words.join(' ').replace('ACH wire', 'ACH / wire');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const abbreviations = new Set(['ACH', 'AES', 'AMS', 'BOL', 'EFT', 'FIRMS', 'ID', 'IT', 'ITN', 'PO', 'PRO', 'TMS']);

/** Types of references are free text; those that are codes read better as words. */
export const formatReference = (type: string): string => (/^[A-Z]+(_[A-Z]+)+$/.test(type) ? formatCode(type) : type);
