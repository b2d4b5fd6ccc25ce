import type { Quote } from '../../contract/types.ts';
import { stateOfPostalCode } from '../../domain/places/postal-state.ts';
import { type CopiedRecord, copiedRecord, recordRow } from '../kit/collection.ts';
import { laneBetween } from '../kit/lane.ts';
import { keptNames, namesOf } from '../kit/values.ts';

type BriefPlace = Quote['order']['origin'];

/** Status that an order has before its quote becomes a shipment. */
const statusBefore = { status: 'DRAFT', billing_status: 'DOCS_NEEDED' } as const;

/** Returns the order of a quote as the quote shows it: its lane, dates and equipment, without charges and stops. */
export function toBriefOrder(quote: Quote): CopiedRecord {
  const { order } = quote;
  const record = { id: order.id, createdAt: quote.createdAt, updatedAt: quote.updatedAt, deletedAt: quote.deletedAt };
  return copiedRecord(record, {
    freight_order: [
      {
        ...recordRow(record),
        friendly_id: order.friendlyId,
        shipment_id: null,
        quote_id: quote.id,
        mode: order.mode,
        ...statusBefore,
        equipment: namesOf(order.equipment.map((name) => ({ name }))),
        equipment_names: keptNames(order.equipment),
        mileage: order.mileage,
        weight: order.weight,
        revenue_cents: null,
        currency: quote.currency,
        pick_up_date: order.pickUpDate,
        ...laneBetween(toPlace(order.origin), toPlace(order.destination)),
      },
    ],
    order_stop: [],
    order_charge: [],
  });
}

function toPlace({ city, stateProvince, postalCode }: BriefPlace) {
  const state = stateProvince ?? (postalCode === null ? null : (stateOfPostalCode(postalCode)?.state ?? null));
  return { city, state, postal_code: postalCode, market: null };
}
