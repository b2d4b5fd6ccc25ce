import { listPlantedProblems } from '../../src/sandbox/planted/index.ts';
import { collectBrokerage } from './collect-brokerage.ts';
import { now } from './world.ts';

export const today = now.slice(0, 10);
export const world = collectBrokerage();
export const problems = listPlantedProblems(Math.floor(Date.parse(now) / 86_400_000));
export const computeHoursFromNow = (instant: string | null) =>
  (Date.parse(instant ?? '') - Date.parse(now)) / 3_600_000;

export const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const ordersByShipment = Map.groupBy(world.rows('freight_order'), (order) => order.shipment_id);
const stopsByOrder = Map.groupBy(world.rows('stop'), (stop) => stop.order_id);
const tagsByValue = Map.groupBy(world.rows('document_tag'), ({ value }) => value);
const documents = new Map(world.rows('document').map((document) => [document.id, document]));
const chargesByOwner = Map.groupBy(world.rows('charge'), (charge) => charge.owner_id);

const getOrders = (shipmentId: string) => ordersByShipment.get(shipmentId) ?? [];
export const listStops = (shipmentId: string) => getOrders(shipmentId).flatMap(({ id }) => stopsByOrder.get(id) ?? []);
export const listPods = (shipmentId: string) =>
  (tagsByValue.get(shipmentId) ?? [])
    .flatMap((tag) => documents.get(tag.document_id) ?? [])
    .filter(({ type }) => type === 'PROOF_OF_DELIVERY');
export const getCharges = (ownerId: string) => chargesByOwner.get(ownerId) ?? [];
export const sumRevenue = (shipmentId: string) =>
  sum(getOrders(shipmentId).flatMap(({ id }) => getCharges(id).map(({ total_cents }) => total_cents)));
export const sumAgreed = (loadCarrierId: string | null) =>
  sum(getCharges(loadCarrierId ?? '').map(({ total_cents }) => total_cents));
