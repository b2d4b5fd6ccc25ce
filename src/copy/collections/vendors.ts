import { collection, recordColumns, recordRow } from '../kit/collection.ts';

/** Nothing of how they are paid. */
export const vendors = collection({
  name: 'vendor',
  resource: 'vendors',
  list: (api) => api.vendors.filter,
  tables: {
    vendor: {
      columns: {
        ...recordColumns,
        friendly_id: 'text',
        name: 'text',
        status: 'text?',
        currency: 'text?',
        payment_term_id: 'text?',
      },
      primaryKey: ['id'],
      owner: 'id',
      index: [['created_at']],
    },
  },
  rowsOf: (vendor) => ({
    vendor: [
      {
        ...recordRow(vendor),
        friendly_id: vendor.friendlyId,
        name: vendor.name,
        status: vendor.status,
        currency: vendor.currency,
        payment_term_id: vendor.paymentTerm?.id ?? null,
      },
    ],
  }),
});
