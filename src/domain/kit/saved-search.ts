/** Records that a saved search may search. The type must match the search that uses it. */
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
