import * as fc from 'fast-check';
import { recordProof } from '../../support/records/freight.ts';
import type { ApiAnswer } from '../../support/service/service.ts';
import { broken, cents, customerAt, missing, operation, pick, place, weighted, wire } from './operation.ts';
import { invoiceOfOrder, orderBilling, ordersOf } from './standing.ts';
import { live, type Order, type Party, type Shipment, sum, type World } from './world.ts';

export const route = (charges: number) => ({
  mode: 'TL',
  stops: [
    { type: 'PICKUP', postalCode: '60608', requestedStartDate: '2026-11-23' },
    { type: 'DELIVERY', postalCode: '75247', requestedStartDate: '2026-11-25' },
  ],
  ...(charges > 0 && { charges: [{ chargeCodeId: 1, amount: wire(charges) }] }),
});

/** Loads of a new shipment: with the carrier at that place, or without one. */
const loads = fc.array(fc.option(place, { freq: 4 }), { maxLength: 2 });
const newShipment = fc.record({
  customer: place,
  charges: fc.array(cents, { minLength: 1, maxLength: 2 }),
  loads,
  hasService: fc.boolean(),
});

export const createShipment = operation('create shipment', newShipment, (world, choice) => {
  const customer = customerAt(world, choice.customer);
  const [vendor] = world.vendors;
  if (!customer || !vendor) return undefined;
  const payees = choice.loads.map((at) => (at === null ? undefined : world.carriers[at % world.carriers.length]));
  const body = {
    customer: { id: customer.id },
    orders: choice.charges.map(route),
    loads: payees.map((payee) => ({ mode: 'TL', ...(payee && { carrier: { carrier: { id: payee.id } } }) })),
    services: choice.hasService ? [{ vendor: { id: vendor.id }, serviceType: 'DRAYAGE' }] : [],
  };
  return {
    request: ['POST', '/v1/shipments', body],
    refusals: [],
    after(shown) {
      const shipment = shipmentOf(shown.id, customer, 'PLANNING');
      world.shipments.push(shipment);
      addOrders(world, shipment, shown.orders, choice.charges);
      for (const [index, load] of shown.loads.entries()) {
        world.loads.push({ id: load.id, gone: false, shipmentId: shown.id, replaces: null, isClosed: false });
        addTrucks(world, shown.id, load, payees[index]);
      }
      for (const { id } of shown.services)
        world.services.push({ id, gone: false, shipmentId: shown.id, payee: vendor, isDone: false });
    },
  };
});

const shipmentOf = (id: string, customer: Party, base: Shipment['base']): Shipment => ({
  id,
  gone: false,
  customer,
  base,
  isCanceled: false,
  hasProof: false,
});

function addOrders(
  world: World,
  { id, customer }: Shipment,
  shown: ApiAnswer['body'],
  charges: readonly number[],
): void {
  for (const [index, order] of shown.entries()) {
    world.orders.push({
      id: order.id,
      gone: false,
      customer,
      shipmentId: id,
      charges: charges[index] ?? 0,
      release: 'DOCS_NEEDED',
      isUnpaidSince: false,
    });
  }
}

export function addTrucks(world: World, shipmentId: string, load: ApiAnswer['body'], payee: Party | undefined): void {
  const [truck] = load.carriers;
  if (payee && truck)
    world.trucks.push({ id: truck.id, gone: false, loadId: load.id, shipmentId, payee, status: 'ACTIVE' });
}

const which = fc.record({ shipment: place });
const act = ({ id }: Shipment, verb: string) => ['POST', `/v1/shipments/${id}/${verb}`] as const;

const cancel = operation('cancel shipment', which, (world, choice) => {
  const shipment = pick(world.shipments, choice.shipment, ({ isCanceled }) => !isCanceled);
  if (!shipment) return undefined;
  return {
    request: act(shipment, 'cancel'),
    refusals: missing(shipment, [shipment.isCanceled, 409]),
    after() {
      shipment.isCanceled = true;
      for (const order of ordersOf(world, shipment)) order.isUnpaidSince = false;
    },
  };
});

const uncancel = operation('uncancel shipment', which, (world, choice) => {
  const shipment = pick(world.shipments, choice.shipment, ({ isCanceled }) => isCanceled);
  if (!shipment) return undefined;
  return {
    request: act(shipment, 'uncancel'),
    refusals: missing(shipment, [!shipment.isCanceled, 409]),
    after() {
      shipment.isCanceled = false;
    },
  };
});

const duplicate = operation('duplicate shipment', which, (world, choice) => {
  const shipment = pick(world.shipments, choice.shipment);
  if (!shipment) return undefined;
  return {
    request: act(shipment, 'duplicate'),
    refusals: missing(shipment),
    async after({ newShipmentId }, { caller }) {
      const { body } = await caller.request('GET', `/v1/shipments/${newShipmentId}`);
      const copy = shipmentOf(newShipmentId, shipment.customer, 'DRAFT');
      world.shipments.push(copy);
      // Neither loads nor services nor what was agreed are copied.
      addOrders(world, copy, body.orders, []);
    },
  };
});

const remove = operation('delete shipment', which, (world, choice) => {
  const shipment = pick(world.shipments, choice.shipment);
  if (!shipment) return undefined;
  return {
    request: ['DELETE', `/v1/shipments/${shipment.id}`],
    refusals: missing(shipment),
    after() {
      shipment.gone = true;
      for (const child of [...world.orders, ...world.loads, ...world.trucks, ...world.services])
        if (child.shipmentId === shipment.id) child.gone = true;
    },
  };
});

export const uploadProof = operation('upload proof of delivery', which, (world, choice) => {
  const shipment = pick(live(world.shipments), choice.shipment, ({ hasProof }) => !hasProof);
  if (!shipment) return undefined;
  return {
    request: ['GET', `/v1/shipments/${shipment.id}`],
    refusals: [],
    async after(_shown, { api, caller }) {
      const request: typeof api.request = (...sent) => caller.request(...sent);
      await recordProof({ ...api, request }, { shipmentId: shipment.id });
      shipment.hasProof = true;
    },
  };
});

const isWaiting = ({ release }: Order): boolean => release !== 'READY_TO_INVOICE';
const uninvoiced = (world: World, shipment: Shipment): Order[] =>
  ordersOf(world, shipment).filter((order) => !invoiceOfOrder(world, order));

export const makeReady = operation('ready to invoice', which, (world, choice) => {
  const shipment = pick(world.shipments, choice.shipment, ({ hasProof }) => hasProof);
  if (!shipment) return undefined;
  const waiting = uninvoiced(world, shipment).filter(isWaiting);
  return {
    request: act(shipment, 'ready-to-invoice'),
    refusals: missing(shipment, [waiting.length === 0, 409], [!shipment.hasProof, 422]),
    after() {
      for (const order of waiting) order.release = 'READY_TO_INVOICE';
    },
  };
});

const hold = operation('not ready to invoice', which, (world, choice) => {
  const shipment = pick(world.shipments, choice.shipment, ({ hasProof }) => hasProof);
  if (!shipment) return undefined;
  const orders = ordersOf(world, shipment);
  const released = orders.filter((order) => !isWaiting(order));
  const isInvoiced = orders.some((order) => invoiceOfOrder(world, order));
  return {
    request: act(shipment, 'not-ready-to-invoice'),
    refusals: missing(shipment, [isInvoiced || released.length === 0, 409]),
    after() {
      for (const order of released) order.release = 'NOT_READY_TO_INVOICE';
    },
  };
});

const isReady = (world: World, shipment: Shipment): boolean =>
  ordersOf(world, shipment).every((order) => orderBilling(world, order) === 'READY_TO_INVOICE');

const generate = operation('generate invoice', which, (world, choice) => {
  const shipment = pick(world.shipments, choice.shipment, (one) => isReady(world, one));
  if (!shipment) return undefined;
  const orders = ordersOf(world, shipment);
  const amount = sum(orders.map(({ charges }) => charges));
  return {
    request: act(shipment, 'invoice/generate'),
    refusals: missing(shipment, [!isReady(world, shipment), 409], [amount === 0, 422]),
    after({ invoiceId }) {
      for (const order of orders) order.isUnpaidSince = true;
      world.invoices.push({
        id: invoiceId,
        gone: false,
        shipmentId: shipment.id,
        customer: shipment.customer,
        currency: shipment.customer.currency,
        orderIds: orders.map(({ id }) => id),
        amount,
        date: '2026-11-20',
      });
    },
  };
});

const charge = operation('charge order', fc.record({ order: place, charges: cents }), (world, choice) => {
  const order = pick(world.orders, choice.order, (one) => !invoiceOfOrder(world, one));
  if (!order) return undefined;
  return {
    request: ['PATCH', `/v1/orders/${order.id}`, { charges: [{ chargeCodeId: 1, amount: wire(choice.charges) }] }],
    refusals: missing(order, [invoiceOfOrder(world, order) !== undefined, 409]),
    after() {
      order.charges = choice.charges;
    },
  };
});

const read = operation('read shipment', which, (world, choice) => {
  const shipment = pick(world.shipments, choice.shipment);
  if (!shipment) return undefined;
  return { request: ['GET', `/v1/shipments/${shipment.id}`], refusals: broken([shipment.gone, 404]), after() {} };
});

export const cancelOperations = weighted([cancel, 3], [uncancel, 3]);
export const shipmentOperations = weighted(
  [createShipment, 2],
  [cancel, 2],
  [uncancel, 2],
  [duplicate, 1],
  [remove, 1],
  [read, 1],
  [uploadProof, 2],
  [makeReady, 2],
  [hold, 1],
  [generate, 2],
  [charge, 1],
);
