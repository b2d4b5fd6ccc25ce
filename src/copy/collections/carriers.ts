import { collection, recordColumns, recordRow } from '../kit/collection.ts';
import { instantOrNull } from '../kit/values.ts';

/** Nothing of how they are paid. */
export const carriers = collection({
  name: 'carrier',
  list: (api) => api.carriers.filter,
  tables: {
    carrier: {
      columns: {
        ...recordColumns,
        friendly_id: 'text',
        name: 'text',
        type: 'text',
        status: 'text',
        mc_number: 'text?',
        dot_number: 'text?',
        currency: 'text?',
        payment_term_id: 'text?',
        insurance_expires_at: 'instant?',
      },
      primaryKey: ['id'],
      owner: 'id',
      index: [['created_at'], ['insurance_expires_at']],
    },
  },
  rowsOf: (carrier) => ({
    carrier: [
      {
        ...recordRow(carrier),
        friendly_id: carrier.friendlyId,
        name: carrier.name,
        type: carrier.type,
        status: carrier.status,
        mc_number: carrier.mcNumber,
        dot_number: carrier.dotNumber,
        currency: carrier.currency,
        payment_term_id: carrier.paymentTerm?.id ?? null,
        insurance_expires_at: instantOrNull(carrier.insuranceExpirationDate),
      },
    ],
  }),
});
