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
