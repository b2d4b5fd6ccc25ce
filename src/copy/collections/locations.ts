import { locationTables } from '../../copy-tables/locations.ts';
import { collection, recordRow } from '../kit/collection.ts';
import { flag } from '../kit/values.ts';

export const locations = collection({
  name: 'location',
  isReferredTo: true,
  resource: 'locations',
  list: (api) => api.locations.filter,
  tables: locationTables,
  toRows: (location) => ({
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
