import { vendorTables } from '../../copy-tables/vendors.ts';
import { defineCollection, toRecordRow } from '../kit/collection.ts';

/** Vendors without their payment details. */
export const vendors = defineCollection({
  name: 'vendor',
  isReferredTo: true,
  resource: 'vendors',
  list: (api) => api.vendors.filter,
  tables: vendorTables,
  toRows: (vendor) => ({
    vendor: [
      {
        ...toRecordRow(vendor),
        friendly_id: vendor.friendlyId,
        name: vendor.name,
        status: vendor.status,
        currency: vendor.currency,
        payment_term_id: vendor.paymentTerm?.id ?? null,
      },
    ],
  }),
});
