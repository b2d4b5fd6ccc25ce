/** Collections of an export, in its order: records come after those that they name. */
export const exportedCollections = [
  'customers',
  'carriers',
  'vendors',
  'carrierFactors',
  'users',
  'locations',
  'quotes',
  'documents',
  'billPayments',
  'creditMemos',
  'payments',
  'invoices',
  'bills',
  'services',
  'loads',
  'orders',
  'shipments',
] as const;

export type ExportedCollection = (typeof exportedCollections)[number];
