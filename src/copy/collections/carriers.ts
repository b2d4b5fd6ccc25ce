import { collection, recordColumns, recordRow } from '../kit/collection.ts';
import { centsOrNull, flagOrNull, instantOrNull } from '../kit/values.ts';
import type { Carrier } from '../../contract/types.ts';

/** Nothing of how they are paid. */
export const carriers = collection({
  name: 'carrier',
  resource: 'carriers',
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
        /** What it runs, as the API names it, one behind the other. */
        equipments: 'text',
        /** Where it is at home. */
        city: 'text?',
        state: 'text?',
        postal_code: 'text?',
        market: 'text?',
        latitude: 'text?',
        longitude: 'text?',
        operating_ability: 'text?',
        in_fmcsa: 'bool?',
        rating: 'text?',
        auto_liability_cents: 'cents?',
        cargo_liability_cents: 'cents?',
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
        equipments: carrier.equipments.join(', '),
        ...homeOf(carrier.corporateAddress),
        operating_ability: carrier.operatingAbility ?? null,
        in_fmcsa: flagOrNull(carrier.inFmcsa),
        rating: carrier.rating ?? null,
        auto_liability_cents: centsOrNull(carrier.insuranceAutoLiabilityLimit ?? null),
        cargo_liability_cents: centsOrNull(carrier.insuranceCargoLiabilityLimit ?? null),
        currency: carrier.currency,
        payment_term_id: carrier.paymentTerm?.id ?? null,
        insurance_expires_at: instantOrNull(carrier.insuranceExpirationDate),
      },
    ],
  }),
});

const homeOf = (address: Carrier['corporateAddress']) => ({
  city: address?.city ?? null,
  state: address?.state ?? null,
  postal_code: address?.zipCode ?? null,
  market: address?.market ?? null,
  latitude: address?.latitude ?? null,
  longitude: address?.longitude ?? null,
});
