/** Reasons why a delivered shipment can't be invoiced, in the order in which they are resolved. `ready` means none. */
export const invoiceBlockers = [
  'pod_missing',
  'pod_announced',
  'on_hold',
  'not_released',
  'no_charges',
  'ready',
] as const;
export type InvoiceBlocker = (typeof invoiceBlockers)[number];

export const blockerWords: Readonly<Record<InvoiceBlocker, string>> = {
  pod_missing: 'POD missing',
  pod_announced: 'POD announced only',
  on_hold: 'on hold or not released',
  not_released: 'POD there, not released',
  no_charges: 'no customer charges',
  ready: 'ready to invoice',
};
