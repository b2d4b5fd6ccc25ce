import * as fc from 'fast-check';
import { recordProof } from '../../support/records/freight.ts';
import type { ApiAnswer } from '../../support/service/service.ts';
import {
  listRefusals,
  cents,
  pickCustomer,
  listRecordRefusals,
  defineOperation,
  pick,
  place,
  repeatByWeight,
  toDollars,
} from './operation.ts';
import { findOrderInvoice, orderBilling, listOrders } from './statuses.ts';
import { listLive, type ModelOrder, type ModelParty, type ModelShipment, sum, type World } from './world.ts';

export const route = (charges: number) => ({
  mode: 'TL',
  stops: [
    { type: 'PICKUP', postalCode: '60608', requestedStartDate: '2026-11-23' },
    { type: 'DELIVERY', postalCode: '75247', requestedStartDate: '2026-11-25' },
  ],
  ...(charges > 0 && { charges: [{ chargeCodeId: 1, amount: toDollars(charges) }] }),
});

/** Loads of a new shipment: with the carrier at that place, or without one. */
const loads = fc.array(fc.option(place, { freq: 4 }), { maxLength: 2 });
const newShipment = fc.record({
  customer: place,
  charges: fc.array(cents, { minLength: 1, maxLength: 2 }),
  loads,
  hasService: fc.boolean(),
});

export const createShipment = defineOperation('create shipment', newShipment, (world, choice) => {
  const customer = pickCustomer(world, choice.customer);
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
    after(answer) {
      const shipment = buildShipment(answer.id, customer, 'PLANNING');
      world.shipments.push(shipment);
      addOrders(world, shipment, answer.orders, choice.charges);
      for (const [index, load] of answer.loads.entries()) {
        world.loads.push({ id: load.id, gone: false, shipmentId: answer.id, replaces: null, isClosed: false });
        addTrucks(world, answer.id, load, payees[index]);
      }
      for (const { id } of answer.services)
        world.services.push({ id, gone: false, shipmentId: answer.id, payee: vendor, isDone: false });
    },
  };
});

const buildShipment = (id: string, customer: ModelParty, base: ModelShipment['base']): ModelShipment => ({
  id,
  gone: false,
  customer,
  base,
  isCanceled: false,
  hasProof: false,
});

function addOrders(
  world: World,
  { id, customer }: ModelShipment,
  answer: ApiAnswer['body'],
  charges: readonly number[],
): void {
  for (const [index, order] of answer.entries()) {
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

export function addTrucks(
  world: World,
  shipmentId: string,
  load: ApiAnswer['body'],
  payee: ModelParty | undefined,
): void {
  const [truck] = load.carriers;
  if (payee && truck)
    world.trucks.push({ id: truck.id, gone: false, loadId: load.id, shipmentId, payee, status: 'ACTIVE' });
}

const which = fc.record({ shipment: place });
const buildAction = ({ id }: ModelShipment, verb: string) => ['POST', `/v1/shipments/${id}/${verb}`] as const;

const cancel = defineOperation('cancel shipment', which, (world, choice) => {
  const shipment = pick(world.shipments, choice.shipment, ({ isCanceled }) => !isCanceled);
  if (!shipment) return undefined;
  return {
    request: buildAction(shipment, 'cancel'),
    refusals: listRecordRefusals(shipment, [shipment.isCanceled, 409]),
    after() {
      shipment.isCanceled = true;
      for (const order of listOrders(world, shipment)) order.isUnpaidSince = false;
    },
  };
});

const uncancel = defineOperation('uncancel shipment', which, (world, choice) => {
  const shipment = pick(world.shipments, choice.shipment, ({ isCanceled }) => isCanceled);
  if (!shipment) return undefined;
  return {
    request: buildAction(shipment, 'uncancel'),
    refusals: listRecordRefusals(shipment, [!shipment.isCanceled, 409]),
    after() {
      shipment.isCanceled = false;
    },
  };
});

const duplicate = defineOperation('duplicate shipment', which, (world, choice) => {
  const shipment = pick(world.shipments, choice.shipment);
  if (!shipment) return undefined;
  return {
    request: buildAction(shipment, 'duplicate'),
    refusals: listRecordRefusals(shipment),
    async after({ newShipmentId }, { caller }) {
      const { body } = await caller.request('GET', `/v1/shipments/${newShipmentId}`);
      const copy = buildShipment(newShipmentId, shipment.customer, 'DRAFT');
      world.shipments.push(copy);
      // Neither loads nor services nor what was agreed are copied.
      addOrders(world, copy, body.orders, []);
    },
  };
});

const remove = defineOperation('delete shipment', which, (world, choice) => {
  const shipment = pick(world.shipments, choice.shipment);
  if (!shipment) return undefined;
  return {
    request: ['DELETE', `/v1/shipments/${shipment.id}`],
    refusals: listRecordRefusals(shipment),
    after() {
      shipment.gone = true;
      for (const child of [...world.orders, ...world.loads, ...world.trucks, ...world.services])
        if (child.shipmentId === shipment.id) child.gone = true;
    },
  };
});

export const uploadProof = defineOperation('upload proof of delivery', which, (world, choice) => {
  const shipment = pick(listLive(world.shipments), choice.shipment, ({ hasProof }) => !hasProof);
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

const isWaiting = ({ release }: ModelOrder): boolean => release !== 'READY_TO_INVOICE';
const listUninvoicedOrders = (world: World, shipment: ModelShipment): ModelOrder[] =>
  listOrders(world, shipment).filter((order) => !findOrderInvoice(world, order));

export const makeReady = defineOperation('ready to invoice', which, (world, choice) => {
  const shipment = pick(world.shipments, choice.shipment, ({ hasProof }) => hasProof);
  if (!shipment) return undefined;
  const waiting = listUninvoicedOrders(world, shipment).filter(isWaiting);
  return {
    request: buildAction(shipment, 'ready-to-invoice'),
    refusals: listRecordRefusals(shipment, [waiting.length === 0, 409], [!shipment.hasProof, 422]),
    after() {
      for (const order of waiting) order.release = 'READY_TO_INVOICE';
    },
  };
});

const hold = defineOperation('not ready to invoice', which, (world, choice) => {
  const shipment = pick(world.shipments, choice.shipment, ({ hasProof }) => hasProof);
  if (!shipment) return undefined;
  const orders = listOrders(world, shipment);
  const released = orders.filter((order) => !isWaiting(order));
  const isInvoiced = orders.some((order) => findOrderInvoice(world, order));
  return {
    request: buildAction(shipment, 'not-ready-to-invoice'),
    refusals: listRecordRefusals(shipment, [isInvoiced || released.length === 0, 409]),
    after() {
      for (const order of released) order.release = 'NOT_READY_TO_INVOICE';
    },
  };
});

const isReady = (world: World, shipment: ModelShipment): boolean =>
  listOrders(world, shipment).every((order) => orderBilling(world, order) === 'READY_TO_INVOICE');

const generate = defineOperation('generate invoice', which, (world, choice) => {
  const shipment = pick(world.shipments, choice.shipment, (candidate) => isReady(world, candidate));
  if (!shipment) return undefined;
  const orders = listOrders(world, shipment);
  const amount = sum(orders.map(({ charges }) => charges));
  return {
    request: buildAction(shipment, 'invoice/generate'),
    refusals: listRecordRefusals(shipment, [!isReady(world, shipment), 409], [amount === 0, 422]),
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

const charge = defineOperation('charge order', fc.record({ order: place, charges: cents }), (world, choice) => {
  const order = pick(world.orders, choice.order, (candidate) => !findOrderInvoice(world, candidate));
  if (!order) return undefined;
  return {
    request: ['PATCH', `/v1/orders/${order.id}`, { charges: [{ chargeCodeId: 1, amount: toDollars(choice.charges) }] }],
    refusals: listRecordRefusals(order, [findOrderInvoice(world, order) !== undefined, 409]),
    after() {
      order.charges = choice.charges;
    },
  };
});

const read = defineOperation('read shipment', which, (world, choice) => {
  const shipment = pick(world.shipments, choice.shipment);
  if (!shipment) return undefined;
  return { request: ['GET', `/v1/shipments/${shipment.id}`], refusals: listRefusals([shipment.gone, 404]), after() {} };
});

export const cancelOperations = repeatByWeight([cancel, 3], [uncancel, 3]);
export const shipmentOperations = repeatByWeight(
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
