import { collection, recordColumns, recordRow } from '../kit/collection.ts';
import { flag } from '../kit/values.ts';

export const locations = collection({
  name: 'location',
  resource: 'locations',
  list: (api) => api.locations.filter,
  tables: {
    location: {
      columns: {
        ...recordColumns,
        customer_id: 'text',
        name: 'text',
        city: 'text?',
        state: 'text?',
        postal_code: 'text?',
        market: 'text?',
        country: 'text?',
        is_appointment_required: 'bool',
      },
      primaryKey: ['id'],
      owner: 'id',
      index: [['created_at']],
    },
  },
  rowsOf: (location) => ({
    location: [
      {
        ...recordRow(location),
        customer_id: location.customerId,
        name: location.name,
        city: location.address?.city ?? null,
        state: location.address?.state ?? null,
        postal_code: location.address?.zipCode ?? null,
        market: location.address?.market ?? null,
        country: location.address?.country ?? null,
        is_appointment_required: flag(location.isAppointmentRequired === true),
      },
    ],
  }),
});
