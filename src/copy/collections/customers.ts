import { customerTables } from '../../copy-tables/customers.ts';
import { collection, recordRow } from '../kit/collection.ts';
import { centsOrNull } from '../kit/values.ts';

export const customers = collection({
  name: 'customer',
  isReferredTo: true,
  resource: 'customers',
  list: (api) => api.customers.filter,
  tables: customerTables,
  toRows: (customer) => ({
    customer: [
      {
        ...recordRow(customer),
        friendly_id: customer.friendlyId,
        name: customer.name,
        status: customer.status,
        phone: customer.phoneNumber,
        service_tier: customer.serviceTier,
        industry: customer.industry,
        credit_limit_cents: centsOrNull(customer.creditLimit),
        currency: customer.currency,
        payment_term_id: customer.paymentTerm?.id ?? null,
        team_id: customer.group?.id ?? null,
      },
    ],
  }),
});
