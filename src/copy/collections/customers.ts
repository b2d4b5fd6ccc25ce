import { collection, recordColumns, recordRow } from '../kit/collection.ts';
import { centsOrNull } from '../kit/values.ts';

export const customers = collection({
  name: 'customer',
  resource: 'customers',
  list: (api) => api.customers.filter,
  tables: {
    customer: {
      columns: {
        ...recordColumns,
        friendly_id: 'text',
        name: 'text',
        status: 'text',
        service_tier: 'text?',
        industry: 'text?',
        credit_limit_cents: 'cents?',
        currency: 'text?',
        payment_term_id: 'text?',
        team_id: 'text?',
      },
      primaryKey: ['id'],
      owner: 'id',
      index: [['created_at']],
    },
  },
  rowsOf: (customer) => ({
    customer: [
      {
        ...recordRow(customer),
        friendly_id: customer.friendlyId,
        name: customer.name,
        status: customer.status,
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
