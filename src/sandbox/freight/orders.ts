import type { OrderStatus } from '../../domain/freight/order.ts';
import type { OrderBillingStatus } from '../../domain/money/order-billing.ts';
import { formatDate, formatInstant, formatTime } from '../kit/clock.ts';
import type { TimelineWorld } from '../parties/world.ts';
import type { PlannedHaul } from './equipment-mix.ts';
import type { ChargeDraft } from './pricing.ts';
import type { PlannedStop } from './route.ts';

export interface OrderDraft {
  readonly id: string;
  readonly at: number;
  readonly shipmentId: string | null;
  readonly customerId: string;
  readonly position: number;
  readonly status: OrderStatus;
  readonly statusBeforeCancel: OrderStatus | null;
  readonly billingStatus: OrderBillingStatus;
  readonly haul: PlannedHaul;
  readonly miles: number;
  readonly updatedAt: number | null;
}

export function writeOrder(world: TimelineWorld, draft: OrderDraft): void {
  world.write('freight_order', draft.at, {
    id: draft.id,
    shipment_id: draft.shipmentId,
    customer_id: draft.customerId,
    position: draft.position,
    mode: 'TL',
    status: draft.status,
    status_before_cancel: draft.statusBeforeCancel,
    billing_status: draft.billingStatus,
    currency: 'USD',
    freight: draft.haul.freight,
    equipment_ids: JSON.stringify([draft.haul.equipment.id]),
    special_requirement_ids: JSON.stringify(draft.haul.requirementIds),
    mileage: draft.miles,
    updated_at: draft.updatedAt === null ? null : formatInstant(draft.updatedAt),
  });
}

/** Writes a stop with its arrival and departure up to now. */
export function writeStop(
  world: TimelineWorld,
  at: number,
  stop: PlannedStop & { id: string; orderId: string; isRun: boolean },
): void {
  const { place, dayNumber, window } = stop;
  const arrivedAt = stop.isRun && world.isPast(stop.arrival) ? formatInstant(stop.arrival) : null;
  const departedAt = stop.isRun && world.isPast(stop.departure) ? formatInstant(stop.departure) : null;
  const date = dayNumber === null ? null : formatDate(dayNumber);
  world.write('stop', at, {
    id: stop.id,
    order_id: stop.orderId,
    type: stop.type,
    location_id: place.locationId,
    city_id: place.locationId === null ? place.city.id : null,
    requested_start_date: date,
    requested_end_date: date,
    requested_start_time: window === null ? null : formatTime(window.from),
    requested_end_time: window === null ? null : formatTime(window.to),
    actual_arrival: arrivedAt,
    actual_departure: departedAt,
    drop_trailer: 0,
    notes: stop.notes,
    place_city: place.city.name,
    place_state: place.city.state,
    place_postal_code: place.zipCode,
    updated_at: departedAt ?? arrivedAt,
  });
}

export interface ChargedRecord {
  readonly type: 'ORDER' | 'LOAD_CARRIER' | 'SERVICE';
  readonly id: string;
  /** Number of lines that the record already has. */
  readonly from: number;
}

export function writeCharges(
  world: TimelineWorld,
  at: number,
  owner: ChargedRecord,
  lines: readonly ChargeDraft[],
): void {
  for (const [index, { codeId, amountCents, quantity, rate }] of lines.entries()) {
    const position = owner.from + index;
    world.write('charge', at, {
      id: world.idOf(`charge ${owner.id} ${codeId} ${position}`, at, position),
      owner_type: owner.type,
      owner_id: owner.id,
      charge_code_id: codeId,
      amount_cents: amountCents,
      quantity,
      rate,
      total_cents: amountCents,
      position,
    });
  }
}
