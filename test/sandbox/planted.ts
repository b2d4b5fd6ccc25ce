import { plantedProblems } from '../../src/sandbox/planted/index.ts';
import { collectBrokerage } from './collect-brokerage.ts';
import { now } from './world.ts';

export const today = now.slice(0, 10);
export const world = collectBrokerage();
export const problems = plantedProblems(Math.floor(Date.parse(now) / 86_400_000));
export const hoursFromNow = (instant: string | null) => (Date.parse(instant ?? '') - Date.parse(now)) / 3_600_000;

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
export const stopsOf = (shipmentId: string) => {
  const orders = new Set(
    world
      .rows('freight_order')
      .filter((order) => order.shipment_id === shipmentId)
      .map(({ id }) => id),
  );
  return world.rows('stop').filter(({ order_id }) => orders.has(order_id));
};
export const podsOf = (shipmentId: string) => {
  const tagged = new Set(
    world
      .rows('document_tag')
      .filter(({ value }) => value === shipmentId)
      .map((tag) => tag.document_id),
  );
  return world.rows('document').filter(({ id, type }) => type === 'PROOF_OF_DELIVERY' && tagged.has(id));
};
export const chargesOf = (ownerId: string) => world.rows('charge').filter(({ owner_id }) => owner_id === ownerId);
export const revenueOf = (shipmentId: string) =>
  sum(
    world
      .rows('freight_order')
      .filter((order) => order.shipment_id === shipmentId)
      .flatMap(({ id }) => chargesOf(id).map(({ total_cents }) => total_cents)),
  );
export const agreedOf = (loadCarrierId: string | null) =>
  sum(chargesOf(loadCarrierId ?? '').map(({ total_cents }) => total_cents));
