import { customerTables } from '../../copy-tables/customers.ts';
import { defineCollection, toRecordRow } from '../kit/collection.ts';
import { toCentsOrNull } from '../kit/values.ts';

export const customers = defineCollection({
  name: 'customer',
  isReferredTo: true,
  resource: 'customers',
  list: (api) => api.customers.filter,
  tables: customerTables,
  toRows: (customer) => ({
    customer: [
      {
        ...toRecordRow(customer),
        friendly_id: customer.friendlyId,
        name: customer.name,
        status: customer.status,
        phone: customer.phoneNumber,
        service_tier: customer.serviceTier,
        industry: customer.industry,
        credit_limit_cents: toCentsOrNull(customer.creditLimit),
        currency: customer.currency,
        payment_term_id: customer.paymentTerm?.id ?? null,
        team_id: customer.group?.id ?? null,
      },
    ],
  }),
});
