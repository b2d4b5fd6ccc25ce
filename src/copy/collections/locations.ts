import { locationTables } from '../../copy-tables/locations.ts';
import { defineCollection, toRecordRow } from '../kit/collection.ts';
import { toFlag } from '../kit/values.ts';

export const locations = defineCollection({
  name: 'location',
  isReferredTo: true,
  resource: 'locations',
  list: (api) => api.locations.filter,
  tables: locationTables,
  toRows: (location) => ({
    location: [
      {
        ...toRecordRow(location),
        customer_id: location.customerId,
        name: location.name,
        city: location.address?.city ?? null,
        state: location.address?.state ?? null,
        postal_code: location.address?.zipCode ?? null,
        market: location.address?.market ?? null,
        country: location.address?.country ?? null,
        is_appointment_required: toFlag(location.isAppointmentRequired === true),
      },
    ],
  }),
});
