/** What keeps a delivered shipment from its invoice, in the order in which it has to be dealt with; `ready` is nothing. */
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
