export const currencies = [
  'ARS',
  'AUD',
  'BRL',
  'CAD',
  'CNY',
  'EUR',
  'GBP',
  'IDR',
  'INR',
  'JPY',
  'KRW',
  'MXN',
  'RUB',
  'SAR',
  'TRY',
  'USD',
  'ZAR',
] as const;
export type Currency = (typeof currencies)[number];

export const vendorCurrencies = ['USD', 'CAD', 'MXN', 'EUR', 'GBP'] as const;
export type VendorCurrency = (typeof vendorCurrencies)[number];

/** Digits behind the point that amounts are stored with, whatever more a currency has. */
const storedDigits = 2;

const minorUnits = new Map<string, number>();

/** Returns the cents of a currency's smallest unit: 1 where it has cents, 100 where it has none, as the yen. */
export function getMinorUnit(currency: string): number {
  const unit = minorUnits.get(currency) ?? 10 ** Math.max(0, storedDigits - countDigits(currency));
  minorUnits.set(currency, unit);
  return unit;
}

/** Counts the digits behind the point, as ISO 4217 has them. */
function countDigits(currency: string): number {
  try {
    return (
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ??
      storedDigits
    );
  } catch {
    // What is no code of three letters is refused by a RangeError, and by nothing else.
    return storedDigits;
  }
}
