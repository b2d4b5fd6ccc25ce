import { afterAll, beforeAll, expect, test } from 'vitest';
import { chicagoToDallas } from '../support/records/freight.ts';
import { type ForeignDesk, startForeignDesk } from '../support/foreign-api/foreign-desk.ts';
import { version100 } from '../support/foreign-api/version-1-0-0.ts';
import { createEverything, type Everything } from '../support/service/one-of-everything.ts';
import { prepareFor } from '../support/service/prepared-records.ts';

let desk: ForeignDesk;
let everything: Everything;

beforeAll(async () => {
  desk = await startForeignDesk(version100, { seed: 'none' });
  everything = await createEverything(desk, 'Ironbark');
});
afterAll(() => desk.close());

const countRequests = (path: string): number =>
  desk.foreignRequests.filter((request) => request.startsWith(`POST ${path} `)).length;

const [pickup, delivery] = chicagoToDallas.stops;
const stops = [
  { ...pickup, type: 'PICK' as const },
  { ...delivery, type: 'DROP' as const },
];
const order = { mode: 'TL' as const, stops };

test('stops go out in the words that every version accepts, and come back in ours in the order of the route', async () => {
  const quote = await desk.foreignApi.quotes.create({ customer: { id: everything.customer.id }, order });
  await desk.foreignApi.quotes.update({ id: quote.id, status: 'QUOTED', amount: 900 });
  const { shipmentId } = await desk.foreignApi.quotes.convertToShipment({ id: quote.id });
  const shipment = await desk.foreignApi.shipments.get({ id: shipmentId });

  expect(desk.foreignRequests.find((request) => request.startsWith('POST /v1/quotes '))).toMatch(
    /"type":"PICKUP".*"type":"DELIVERY"/,
  );
  expect(shipment.orders[0]?.stops.map(({ type, sequence }) => [type, sequence])).toEqual([
    ['PICK', 1],
    ['DROP', 2],
  ]);
});

test('an API that refuses the id of a charge code gets its key, at once the next time', async () => {
  const cost = { chargeCodeId: 22, rate: 40, quantity: 3 };
  const create = async () => {
    const { load, shipment } = await prepareFor(desk, 'loads.addCarrier', everything);
    const path = `/v1/loads/${load.id}/add-carrier`;
    const input = { id: load.id, carrier: { id: everything.carrier.id }, charges: [cost] };
    const { loadCarrier } = await desk.foreignApi.loads.addCarrier(input);
    return { requests: countRequests(path), shipment, loadCarrier };
  };

  const first = await create();
  const second = await create();

  expect([first.requests, second.requests]).toEqual([2, 1]);
  expect(second.loadCarrier.charges).toMatchObject([
    { chargeCode: { id: 22, code: 'LUMPER', name: 'Lumper' }, chargeCodeId: 22, amount: 120, total: 120 },
  ]);
});

test('an API that tracks objects only gets objects; what is too short for it is not found', async () => {
  const { results } = await desk.foreignApi.shipments.track({ searches: ['no such reference', 'PO'] });

  expect(results).toMatchObject([
    { query: 'no such reference', id: null },
    { query: 'PO', id: null, field: null },
  ]);
});

test('an API that cannot approve one bill approves it in a batch, and says why it does not', async () => {
  const { bill } = await prepareFor(desk, 'bills.approve', everything);

  const approved = await desk.foreignApi.bills.approve({ id: bill.id });
  const again = desk.foreignApi.bills.approve({ id: bill.id });

  await expect(again).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringMatching(/APPROVED_TO_PAY/) });
  expect(approved).toMatchObject({ id: bill.id, status: 'APPROVED_TO_PAY' });
  expect((await desk.api.bills.get({ id: bill.id })).status).toBe('APPROVED_TO_PAY');
});

test('a bill that does not exist is not found', async () => {
  const missing = desk.foreignApi.bills.approve({ id: crypto.randomUUID() });

  await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('what version 1.0.0 has not is said in words, and a record that it does not have stays not found', async () => {
  const { stop, shipment } = everything;
  const change = desk.foreignApi.stops.update({ id: stop.id, notes: 'Dock 4' });
  const read = desk.foreignApi.orders.get({ id: everything.order.id });
  const missing = desk.foreignApi.shipments.get({ id: crypto.randomUUID() });

  await expect(change).rejects.toMatchObject({
    code: 'NOT_IMPLEMENTED',
    message: expect.stringMatching(/^This API can't change .*\(it has no PATCH \/stops\/\{id\}\)\.$/),
  });
  await expect(read).rejects.toMatchObject({
    code: 'NOT_IMPLEMENTED',
    message: expect.stringMatching(/^This API can't/),
  });
  await expect(missing).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect((await desk.foreignApi.shipments.get({ id: shipment.id })).id).toBe(shipment.id);
});

test('a shipment is tracked by its number where the API tracks references alone', async () => {
  const prepared = await prepareFor(desk, 'loads.addCarrier', everything);
  const shipment = await desk.api.shipments.get({ id: prepared.shipment.id });

  const { text } = await desk.callTool('track_shipments', { shipments: [shipment.friendlyId] });

  expect(text).toContain('1 of 1 found');
});

test('a plan with amounts of no known currency says so', async () => {
  const prepared = await prepareFor(desk, 'loads.addCarrier', everything);
  const shipment = await desk.api.shipments.get({ id: prepared.shipment.id });

  const { text } = await desk.callTool('cancel_shipment', { shipment: shipment.friendlyId }, 'none');

  expect(text).toMatch(/XXX 2,000\.00/);
  expect(text).toContain("This API doesn't send the currency of all amounts");
});
