import { carrierTables } from '../../copy-tables/carriers.ts';
import { defineCollection, toRecordRow } from '../kit/collection.ts';
import { toCentsOrNull, toFlagOrNull, toInstantOrNull } from '../kit/values.ts';
import type { Carrier } from '../../contract/types.ts';

/** Carriers without their payment details. */
export const carriers = defineCollection({
  name: 'carrier',
  isReferredTo: true,
  resource: 'carriers',
  list: (api) => api.carriers.filter,
  tables: carrierTables,
  toRows: (carrier) => ({
    carrier: [
      {
        ...toRecordRow(carrier),
        friendly_id: carrier.friendlyId,
        name: carrier.name,
        type: carrier.type,
        status: carrier.status,
        mc_number: carrier.mcNumber,
        dot_number: carrier.dotNumber,
        phone: carrier.phone,
        email: carrier.email,
        equipments: carrier.equipments.join(', '),
        ...toHome(carrier.corporateAddress),
        operating_ability: carrier.operatingAbility ?? null,
        in_fmcsa: toFlagOrNull(carrier.inFmcsa),
        rating: carrier.rating ?? null,
        auto_liability_cents: toCentsOrNull(carrier.insuranceAutoLiabilityLimit ?? null),
        cargo_liability_cents: toCentsOrNull(carrier.insuranceCargoLiabilityLimit ?? null),
        currency: carrier.currency,
        payment_term_id: carrier.paymentTerm?.id ?? null,
        insurance_expires_at: toInstantOrNull(carrier.insuranceExpirationDate),
      },
    ],
  }),
});

const toHome = (address: Carrier['corporateAddress']) => ({
  city: address?.city ?? null,
  state: address?.state ?? null,
  postal_code: address?.zipCode ?? null,
  market: address?.market ?? null,
  latitude: address?.latitude ?? null,
  longitude: address?.longitude ?? null,
});
