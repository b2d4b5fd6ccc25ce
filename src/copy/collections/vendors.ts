import { vendorTables } from '../../copy-tables/vendors.ts';
import { collection, recordRow } from '../kit/collection.ts';

/** Nothing of how they are paid. */
export const vendors = collection({
  name: 'vendor',
  isReferredTo: true,
  resource: 'vendors',
  list: (api) => api.vendors.filter,
  tables: vendorTables,
  toRows: (vendor) => ({
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
