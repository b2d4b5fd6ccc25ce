import { expect, test } from 'vitest';
import { getShipment } from '../../../tools/shipments/get_shipment.ts';
import { listShipments } from '../../../tools/shipments/list_shipments.ts';
import { type LoadDesk, startLoadDesk, steady } from '../../mcp/support/load-desk.ts';

const start = () => startLoadDesk({ tools: [listShipments] });
const listNumbers = (data: { rows: { friendlyId: string }[] }) => data.rows.map(({ friendlyId }) => friendlyId);

const carrier = { name: 'Prairie Haul', cost: 1500 };
const pickedUp = ['2026-11-17T14:00:00.000Z', '2026-11-17T15:30:00.000Z'] as const;

/** Creates one load with each trouble, and one without any. */
async function createTroubles(desk: LoadDesk) {
  const pickup = { date: '2026-11-17' };
  await desk.createLoad({
    carrier,
    pickup,
    drop: { date: '2026-11-20', start: '06:30' },
    road: { status: 'IN_TRANSIT', pickedUp },
  });
  await desk.createLoad({
    carrier,
    pickup,
    drop: { date: '2026-11-20', start: '00:30' },
    road: { status: 'IN_TRANSIT', pickedUp },
  });
  await desk.createLoad({ pickup: { date: '2026-11-21' } });
  await desk.createLoad({ pickup: { date: '2026-11-30' } });
  const dwelling = { status: 'UNLOADING', pickedUp, arrived: '2026-11-20T11:00:00.000Z' } as const;
  await desk.createLoad({
    carrier,
    pickup,
    drop: { date: '2026-11-20', start: '04:00', end: '20:00' },
    road: dwelling,
  });
  await desk.createLoad({ carrier, pickup: { date: '2026-11-21', start: '', end: '' } });
  const delivered = {
    status: 'DELIVERED' as const,
    pickedUp,
    arrived: '2026-11-18T15:00:00.000Z',
    left: '2026-11-18T15:00:00.000Z',
  };
  await desk.createLoad({ carrier, pickup, drop: { date: '2026-11-18', start: '20:00' }, road: delivered });
  const withPod = await desk.createLoad({
    carrier,
    pickup,
    drop: { date: '2026-11-18', start: '20:00' },
    road: delivered,
  });
  await desk.uploadPaper(withPod, 'PROOF_OF_DELIVERY');
  await desk.createLoad({ carrier, pickup: { date: '2026-11-25' } });
}

test('what needs a person now comes worst first, each with its reason', async () => {
  await using desk = await start();
  await createTroubles(desk);

  const { text, data } = await desk.callTool('list_shipments', { exception: 'any' });

  expect(listNumbers(data)).toEqual([
    'SHP-1002',
    'SHP-1001',
    'SHP-1003',
    'SHP-1005',
    'SHP-1006',
    'SHP-1007',
    'SHP-1004',
  ]);
  expect(data.byKind).toEqual([
    { kind: 'late', count: 2 },
    { kind: 'uncovered', count: 2 },
    { kind: 'dwelling', count: 1 },
    { kind: 'not_dispatched', count: 1 },
    { kind: 'no_appointment', count: 1 },
    { kind: 'missing_pod', count: 1 },
  ]);
  expect(steady(text)).toMatchInlineSnapshot(`
    "7 shipments with an exception (2 late, 2 uncovered, 1 dwelling, 1 not dispatched, 1 no appointment, 1 missing POD), worst first. late = not yet at the next stop and past the end of its window (local time, no grace; drafts, tenders and holds are never late); uncovered = a load without an active carrier; dwelling = at a stop for longer than the free time of 120 min; not dispatched = carrier booked, not dispatched, pickup within 24 h; no appointment = next stop within 48 h without a clock time, or without a date; missing POD = delivered, not invoiced, no uploaded proof of delivery tied to shipment, order or load. Totals are booked revenue. As of Fri, Nov 20, 9:00 AM CST.

    Totals: $14,000.00 (7).

    | Shipment | Status | Carrier | Next stop | Window (local) | Late | Exceptions | Revenue |
    | --- | --- | --- | --- | --- | --- | --- | ---: |
    | SHP-1002 | in transit | «Prairie Haul» | «delivery Phoenix, AZ» | Fri, Nov 20, 12:30 AM MST | 7 h 30 min | late by 7 h 30 min | $2,000.00 |
    | SHP-1001 | in transit | «Prairie Haul» | «delivery Phoenix, AZ» | Fri, Nov 20, 6:30 AM MST | 90 min | late by 90 min | $2,000.00 |
    | SHP-1003 | planning | - | «pickup Chicago, IL» | Sat, Nov 21, 8:00 AM-10:00 AM CST | no | uncovered, pickup in 23 h | $2,000.00 |
    | SHP-1005 | unloading | «Prairie Haul» | «delivery Phoenix, AZ (there now)» | Fri, Nov 20, 4:00 AM-8:00 PM MST | no | at the stop for 4 h | $2,000.00 |
    | SHP-1006 | booked | «Prairie Haul» | «pickup Chicago, IL» | Sat, Nov 21, any time CST | no | not dispatched, pickup in 15 h; no appointment, due in 15 h | $2,000.00 |
    | SHP-1007 | delivered | «Prairie Haul» | - | - | no | POD missing, delivered 2 d ago | $2,000.00 |
    | SHP-1004 | planning | - | «pickup Chicago, IL» | Mon, Nov 30, 8:00 AM-10:00 AM CST | no | uncovered, pickup in 9 d 23 h | $2,000.00 |

    In every row shown: Customer: «Acme Foods»; Lane: «Chicago, IL to Phoenix, AZ»; Billing: needs documents.

    Next: get_shipment shipment=SHP-1002 (the whole story of the first)"
  `);
});

test.each([
  ['late', ['SHP-1002', 'SHP-1001']],
  ['uncovered', ['SHP-1003', 'SHP-1004']],
  ['dwelling', ['SHP-1005']],
  ['no_appointment', ['SHP-1006']],
  ['missing_pod', ['SHP-1007']],
])('the exception %s lists those shipments and no others', async (exception, expected) => {
  await using desk = await start();
  await createTroubles(desk);

  const { data } = await desk.callTool('list_shipments', { exception });

  expect(listNumbers(data)).toEqual(expected);
  expect(data.total).toBe(expected.length);
});

test.each([{ origin: 'Chicago' }, { origin: 'chicago il', destination: 'AZ' }, { destination: 'Phoenix, Arizona' }])(
  '%j: where freight goes from and to narrows the list',
  async (lane) => {
    await using desk = await start();
    await createTroubles(desk);

    const { data } = await desk.callTool('list_shipments', lane);
    const all = await desk.callTool('list_shipments');
    const elsewhere = await desk.callTool('list_shipments', { ...lane, destination: 'Tucson' });
    const otherState = await desk.callTool('list_shipments', { ...lane, origin: 'Detroit, MI' });

    expect(listNumbers(data)).toEqual(listNumbers(all.data));
    expect([elsewhere.data.total, otherState.data.total]).toEqual([0, 0]);
  },
);

test.each([
  ['Dalas, TX', 'Dallas, TX'],
  ['Chicago, MI', 'Chicago, IL'],
])('%s is no city: the answer says so and asks for %s', async (origin, suggestion) => {
  await using desk = await start();
  await desk.createLoad();

  const { text } = await desk.callTool('list_shipments', { origin });

  expect(text).toContain(`«${origin}»: no such city. Did you mean ${suggestion}`);
});

test('a load without a carrier is listed with its pickup and equipment, and without what it cannot have', async () => {
  await using desk = await start();
  await createTroubles(desk);

  const { text } = await desk.callTool('list_shipments', { exception: 'uncovered' });

  expect(text).toContain('| Shipment | Exceptions | Revenue | Pickup (local) |');
  expect(text).toContain(
    'In every row shown: Status: planning; Customer: «Acme Foods»; Lane: «Chicago, IL to Phoenix, AZ».',
  );
});

test('a proof of delivery that was only announced, or that hangs on the load, decides about the missing POD', async () => {
  await using desk = await start();
  const delivered = {
    status: 'DELIVERED' as const,
    pickedUp,
    arrived: '2026-11-18T15:00:00.000Z',
    left: '2026-11-18T15:00:00.000Z',
  };
  const announced = await desk.createLoad({ carrier, road: delivered });
  await desk.uploadPaper(announced, 'PROOF_OF_DELIVERY', false);
  const onLoad = await desk.createLoad({ carrier, road: delivered });
  await desk.api.documents.create({
    type: 'PROOF_OF_DELIVERY',
    fileName: 'pod.pdf',
    tags: { loadId: onLoad.loads[0].id },
  });

  const { data } = await desk.callTool('list_shipments', { exception: 'missing_pod' });

  expect(listNumbers(data).toSorted()).toEqual([announced.friendlyId, onLoad.friendlyId]);
});

test('tomorrow means the civil day of the person who asks', async () => {
  await using desk = await start();
  await createTroubles(desk);
  // Still the 20th in Chicago, the 21st in UTC.
  desk.clock.now = '2026-11-21T03:00:00.000Z';

  const { data } = await desk.callTool('list_shipments', { pickupFrom: 'tomorrow', pickupTo: 'tomorrow' });

  expect(data.summary).toContain('2 shipments picking up on Nov 21, 2026');
  expect(listNumbers(data)).toEqual(['SHP-1006', 'SHP-1003']);
});

test('a span of days alone means all of it', async () => {
  await using desk = await start();
  await createTroubles(desk);

  const { data } = await desk.callTool('list_shipments', { pickupFrom: 'this week' });

  expect(data.summary).toContain('picking up Nov 16, 2026 to Nov 22, 2026');
});

test('customer, carrier and status are found by name and in words, and totals cover all pages by currency', async () => {
  await using desk = await start();
  await desk.createLoad({ carrier, revenue: 2000.1 });
  await desk.createLoad({ carrier, revenue: 1000.25 });
  await desk.createLoad({ customer: 'Maple Mills', carrier });
  const canceled = await desk.createLoad({ carrier, revenue: 50 });
  await desk.api.shipments.cancel({ id: canceled.id });

  const { data } = await desk.callTool('list_shipments', {
    customer: 'acme',
    carrier: 'prairie',
    status: 'booked, cancelled',
    limit: 1,
  });
  const next = await desk.callTool('list_shipments', {
    customer: 'acme',
    carrier: 'prairie',
    status: 'booked, cancelled',
    limit: 1,
    cursor: data.nextCursor,
  });

  expect(data).toMatchObject({ total: 3, totals: [{ currency: 'USD', count: 2, amount: 3000.35 }] });
  expect(data.resolved).toHaveLength(2);
  expect([...listNumbers(data), ...listNumbers(next.data)]).toEqual(['SHP-1004', 'SHP-1002']);
});

test('a carrier that was bounced no longer counts as the carrier of a load', async () => {
  await using desk = await start();
  const load = await desk.createLoad({ carrier });
  await desk.service.database.transaction((tx) =>
    tx.updateTable('load_carrier').set({ status: 'BOUNCED' }).where('shipment_id', '=', load.id).execute(),
  );

  const { data } = await desk.callTool('list_shipments', { carrier: 'Prairie Haul' });

  expect(data.total).toBe(0);
});

test('chosen fields come exactly, with the currency that amounts need', async () => {
  await using desk = await start();
  await desk.createLoad();

  const { text, data } = await desk.callTool('list_shipments', { fields: ['friendlyId', 'revenue'], format: 'csv' });

  expect(data.rows).toEqual([{ friendlyId: 'SHP-1001', revenue: 2000, currency: 'USD' }]);
  expect(text).toContain('Shipment,Revenue,Currency\nSHP-1001,2000,USD');
});

test.each([
  [{ pickupFrom: 'banana' }, 'pickupFrom: «banana» is not understood as a date'],
  [{ deliveryFrom: '2026-11-20', deliveryTo: '2026-11-01' }, 'deliveryTo: Nov 1, 2026 is before Nov 20, 2026'],
  [{ status: 'moving' }, 'status: there is no such status; use active, draft'],
  [{ billingStatus: 'open' }, 'billingStatus: there is no such status; use not invoiced, unbilled, needs documents'],
  [{ fields: ['speed'] }, 'fields: speed: no such column'],
  [{ cursor: 'made up' }, 'cursor: is not one that list_shipments gave'],
])('%j is refused with the argument and what would be right', async (input, message) => {
  await using desk = await start();

  const { isError, data } = await desk.callTool('list_shipments', input);

  expect(isError).toBe(true);
  expect(data.error.code).toBe('BAD_REQUEST');
  expect(data.error.message).toContain(message);
});

test('on the sandbox every exception is found with one call for each kind of record', async () => {
  await using desk = await startLoadDesk({ tools: [listShipments], seed: 'small' });
  // The first question fills the copy.
  await desk.callTool('list_shipments', { exception: 'any' });
  desk.requests.length = 0;

  const { data } = await desk.callTool('list_shipments', { exception: 'any' });

  expect(data.total).toBeGreaterThan(0);
  expect(data.completeness).toBeUndefined();
  expect(desk.requests.toSorted()).toEqual(
    [
      'bills',
      'carriers',
      'customers',
      'documents',
      'invoices',
      'loads',
      'locations',
      'orders',
      'services',
      'shipments',
    ].map((records) => `POST /v1/${records}/filter`),
  );
});

test('late are trucks that are waited for: not drafts, tenders and holds, and not a truck that stands at the dock', async () => {
  await using desk = await start();
  const pickup = { date: '2026-11-19' };
  const waited = await desk.createLoad({ carrier, pickup });
  const waiting = ['DRAFT', 'TENDER_PENDING', 'TENDER_REJECTED', 'ON_HOLD'] as const;
  for (const status of waiting) {
    const shipment = await desk.createLoad({ pickup });
    await desk.service.database.transaction((tx) =>
      tx.updateTable('shipment').set({ status }).where('friendly_id', '=', shipment.friendlyId).execute(),
    );
  }
  const standing = await desk.createLoad({
    carrier,
    pickup,
    drop: { date: '2026-11-20', start: '04:00' },
    road: { status: 'UNLOADING', pickedUp, arrived: '2026-11-20T13:30:00.000Z' },
  });

  // Moved after the arrival: the truck was late for the window that it had.
  const drop = standing.orders[0].stops[1];
  await desk.api.stops.update({ id: drop.id, requestedStartTime: '18:00' });

  const late = await desk.callTool('list_shipments', { exception: 'late' });
  const arrived = await desk.callTool('list_shipments', { exception: 'arrived_late' });

  expect(listNumbers(late.data)).toEqual([waited.friendlyId]);
  expect(listNumbers(arrived.data)).toEqual([standing.friendlyId]);
  expect(arrived.data.rows[0]).toMatchObject({
    late: false,
    exceptions: expect.stringMatching(/^at the stop, came .+ late/),
    window: 'Fri, Nov 20, 4:00 AM MST (moved after arrival to Fri, Nov 20, 6:00 PM MST)',
  });
});

test('at risk is a truck that left too late for the miles that it has to drive', async () => {
  await using desk = await start();
  const createLoad = async (miles: number) => {
    const shipment = await desk.createLoad({
      carrier,
      pickup: { date: '2026-11-20' },
      drop: { date: '2026-11-20', start: '18:00' },
      road: { status: 'IN_TRANSIT', pickedUp: ['2026-11-20T13:00:00.000Z', '2026-11-20T14:00:00.000Z'] },
    });
    await desk.service.database.transaction((tx) =>
      tx.updateTable('freight_order').set({ mileage: miles }).where('shipment_id', '=', shipment.id).execute(),
    );
    return shipment.friendlyId;
  };
  const far = await createLoad(1500);
  await createLoad(100);

  const { data } = await desk.callTool('list_shipments', { exception: 'at_risk' });

  expect(listNumbers(data)).toEqual([far]);
});

test('all arguments that are wrong are named in one answer', async () => {
  await using desk = await start();

  const { data } = await desk.callTool('list_shipments', {
    status: 'moving',
    customer: 'Nobody Foods',
    carrier: 'Nobody Trucks',
    pickupFrom: 'banana',
  });

  expect(data.error.message).toMatch(/status.*pickupFrom.*Nobody Foods.*Nobody Trucks/s);
});

test('low margins come worst first, a cost without revenue before all', async () => {
  await using desk = await start();
  for (const cost of [1900, 2200, 1850, 1950]) await desk.createLoad({ carrier: { name: 'Prairie Haul', cost } });
  await desk.createLoad({ carrier, revenue: 0 });

  const { data } = await desk.callTool('list_shipments', { exception: 'low_margin' });

  expect(data.rows.map(({ exceptions }: { exceptions: string }) => exceptions)).toEqual([
    'low margin n/a',
    'low margin -10.0 %',
    'low margin 2.5 %',
    'low margin 5.0 %',
    'low margin 7.5 %',
  ]);
});

test('insurance comes with the soonest end first: ended, then none on record, then ending by the delivery', async () => {
  await using desk = await start();
  const ends = { Ember: '2026-11-23', Falcon: '2026-11-18', Gale: null, Heron: '2026-11-20', Ibis: '2026-11-21' };
  for (const [name, end] of Object.entries(ends)) {
    const { loads } = await desk.createLoad({ carrier: { name, cost: 1500 } });
    const { id } = loads[0].carriers[0].carrier;
    await desk.api.carriers.update({ id, insuranceExpirationDate: end && `${end}T12:00:00Z` });
  }

  const { data } = await desk.callTool('list_shipments', { exception: 'insurance' });

  expect(data.rows.map(({ carrier: name }: { carrier: string }) => name)).toEqual([
    'Falcon',
    'Heron',
    'Gale',
    'Ibis',
    'Ember',
  ]);
});

test.each([
  [{ pickupFrom: 'tomorrow 9am' }, ['SHP-1004', 'SHP-1003', 'SHP-1002']],
  [{ pickupFrom: 'tomorrow 9am', pickupTo: 'tomorrow noon' }, ['SHP-1004', 'SHP-1002']],
  [{ pickupFrom: '2026-11-21', pickupTo: '2026-11-21 8:00' }, ['SHP-1001', 'SHP-1004']],
  [{ pickupFrom: 'tomorrow 13:00-18:00' }, ['SHP-1004', 'SHP-1003']],
  [{ pickupFrom: 'tomorrow 8am', pickupTo: 'tomorrow 8am' }, ['SHP-1001', 'SHP-1004']],
  // Nine in New York is eight in Chicago.
  [{ pickupFrom: 'tomorrow 9am EST', pickupTo: 'tomorrow 9am EST' }, ['SHP-1001', 'SHP-1004']],
  [{ deliveryTo: '2026-11-23 9:30' }, ['SHP-1002', 'SHP-1001']],
])('hours count, on the clock of each stop: %j', async (hours, expected) => {
  await using desk = await start();
  const date = '2026-11-21';
  await desk.createLoad({ carrier, pickup: { date, start: '08:00', end: '10:00' } });
  await desk.createLoad({ carrier, pickup: { date, start: '10:30', end: '11:00' } });
  await desk.createLoad({ carrier, pickup: { date, start: '15:00', end: '17:00' }, drop: { start: '10:00' } });
  // Any time of its day.
  await desk.createLoad({ carrier, pickup: { date, start: '', end: '' }, drop: { start: '11:00' } });
  await desk.createLoad({ carrier, pickup: { date: '2026-11-20' }, drop: { start: '12:00' } });

  const { data } = await desk.callTool('list_shipments', hours);

  expect(data.rows.map(({ friendlyId }: { friendlyId: string }) => friendlyId).toSorted()).toEqual(expected.toSorted());
});

test('hours that nobody can read are asked about, and the answer says which it took', async () => {
  await using desk = await start();
  await desk.createLoad({ carrier, pickup: { date: '2026-11-21' } });

  const unclear = await desk.callTool('list_shipments', { pickupFrom: 'tomorrow morning' });
  const { data } = await desk.callTool('list_shipments', { pickupFrom: 'tomorrow 7am', pickupTo: 'tomorrow noon' });

  expect(unclear.text).toContain('names no hour');
  expect(data.summary).toContain('1 shipment picking up from Nov 21, 2026, 7:00 AM to 12:00 PM local time');
});

test('two orders on one truck count its miles once, here and in the story', async () => {
  await using desk = await startLoadDesk({ tools: [listShipments, getShipment] });
  await desk.createLoad({ carrier, second: {} });
  await desk.service.database.transaction((tx) => tx.updateTable('freight_order').set({ mileage: 2015 }).execute());

  const { data } = await desk.callTool('list_shipments', { fields: ['friendlyId', 'miles'] });
  const story = await desk.callTool('get_shipment', { shipment: 'SHP-1001' });

  expect(data.rows).toMatchObject([{ friendlyId: 'SHP-1001', miles: 2015 }]);
  expect(story.data.record.freight.miles).toBe('2015');
});

test('carrier pay, services and TONU stand apart, and a kind that no row has is not printed', async () => {
  await using desk = await start();
  const plain = await desk.createLoad({ carrier });

  const before = await desk.callTool('list_shipments', { sort: 'margin' });
  await desk.service.database.transaction((tx) =>
    tx.updateTable('load_carrier').set({ status: 'TONU' }).where('shipment_id', '=', plain.id).execute(),
  );
  await desk.createLoad({ carrier });
  const after = await desk.callTool('list_shipments', { sort: 'margin' });

  expect(before.text).toContain('| Carrier pay | Margin | Margin % |');
  expect(after.text).toContain('| Carrier pay | TONU | Margin | Margin % |');
  expect(after.data.rows).toMatchObject([
    { friendlyId: 'SHP-1002', carrierPay: 1500, margin: 500 },
    { friendlyId: 'SHP-1001', tonu: 1500, marginUnknown: 'no carrier or cost yet' },
  ]);
  expect(after.data.rows[1]).not.toHaveProperty('margin');
});

test('a margin across two currencies is unknown and says so, in its row and under the list', async () => {
  await using desk = await start();
  await desk.createLoad({ carrier: { name: 'Maple Haul', cost: 1500, currency: 'CAD' } });

  const { text, data } = await desk.callTool('list_shipments', { sort: 'margin' });

  expect(data.rows).toMatchObject([{ marginUnknown: 'several currencies' }]);
  expect(data.rows[0]).not.toHaveProperty('margin');
  expect(text).toContain('| several currencies |');
  expect(data.summary).toContain('Margin not known, so left out: 1 shipment with amounts in several currencies.');
});

test('exceptions are found of every list that shows them, not only of one that asks for a kind', async () => {
  await using desk = await start();
  await createTroubles(desk);

  const { data } = await desk.callTool('list_shipments', { fields: ['friendlyId', 'exceptions'] });

  expect(data.rows).toContainEqual({ friendlyId: 'SHP-1002', exceptions: 'late by 7 h 30 min' });
});
