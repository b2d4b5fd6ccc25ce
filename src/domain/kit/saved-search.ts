/** What a saved search may search; it must match the search it is used with. */
export const preferenceTypes = [
  'SHIPMENT',
  'INVOICE',
  'BILL',
  'USER',
  'CUSTOMER',
  'VENDOR',
  'QUOTE',
  'COMMISSION',
  'CARRIER',
  'INVOICE_PAYMENT',
  'BILL_PAYMENT',
  'LOAD',
  'TRUCK_POSTING',
  'LOCATION',
] as const;
export type PreferenceType = (typeof preferenceTypes)[number];
