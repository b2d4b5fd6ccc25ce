import { expect, test } from 'vitest';
import { catalogue } from '../../../src/contract/catalogue.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { type LoadDesk, startLoadDesk } from '../../mcp/support/load-desk.ts';
import { listPlanTexts, listWordingFaults } from '../../support/desk/plan-texts.ts';

/** A call of each tool that makes or changes freight or a party, on a load from Chicago to Phoenix that is booked. */
const calls: readonly (readonly [tool: string, input: Record<string, unknown>])[] = [
  [
    'create_quote',
    {
      customer: 'Acme Foods',
      origin: 'Chicago, IL',
      destination: '75247',
      pickup: 'Monday 8am-noon',
      delivery: 'Wednesday',
      equipment: 'dry van',
      weight: '42k lb',
      commodity: 'peaches',
      references: ['PO 4471'],
      amount: '2500',
    },
  ],
  [
    'create_shipment',
    {
      customer: 'Acme Foods',
      stops: ['PICK Chicago, IL @ 11/24 8am-10am', 'DROP 75247 @ 11/25', 'DROP Phoenix, AZ @ 11/27'],
      revenue: '3200',
    },
  ],
  ['create_shipment', { copyOf: 'SHP-1001', pickup: '11/30' }],
  ['update_stop', { shipment: 'SHP-1001', stop: '2', date: '11/24', window: '8-12' }],
  ['update_stop', { shipment: 'SHP-1001', stop: '1', location: 'Dallas, TX', notes: 'Dock 4' }],
  ['cancel_shipment', { shipment: 'SHP-1001', reason: 'customer called' }],
  ['cancel_shipment', { shipment: 'SHP-1001', tonuCarrier: '250' }],
  ['replace_carrier', { load: 'LD-1001', reason: 'driver is sick' }],
  ['add_accessorial', { shipment: 'SHP-1001', side: 'customer', code: 'lumper', amount: '150' }],
  [
    'set_up_customer',
    {
      name: 'Bolt Paper',
      terms: 'Net 30',
      creditLimit: '25k',
      address: '1200 Main St, Chicago, IL 60607',
      contact: 'Dana Reyes',
      email: 'dana@boltpaper.example',
    },
  ],
  ['set_up_carrier', { name: 'Prairie Lines', email: 'ops@prairielines.example' }],
  ['set_up_carrier', { carrier: 'Prairie Haul', contact: 'Sam Ortiz', phone: '312-555-0144' }],
];
const writes = catalogue().filter(({ effect }) => effect !== 'read');
/** A person is asked about each. */
const policy = {
  ...builtInPolicy,
  operations: Object.fromEntries(writes.map(({ name }) => [name, 'approve' as const])),
};
const booked = { carrier: { name: 'Prairie Haul', cost: 1200 } };

async function start(): Promise<LoadDesk> {
  const desk = await startLoadDesk({ tools: [apiWrite], server: { policy } });
  await desk.createLoad(booked);
  await desk.api.paymentTerms.create({ name: 'Net 30' });
  return desk;
}

test('every plan of a tool reads as people at a desk speak, with places by name', async () => {
  await using desk = await start();

  const answers = [];
  for (const [tool, input] of calls) answers.push({ tool, ...(await desk.callTool(tool, input)) });

  const faults = answers.flatMap(({ tool, data, text }) =>
    data.plan ? listWordingFaults(data.plan).map((fault) => `${tool}: ${fault}`) : [`${tool} has no plan: ${text}`],
  );
  expect(faults).toEqual([]);
});

test('a new shipment is shown stop by stop, each with its place, its day and its window there', async () => {
  await using desk = await start();

  const { data } = await desk.callTool('create_shipment', calls[1]?.[1]);

  expect(data.plan.title).toMatch(/^Create a shipment for «Acme Foods» \(A\d+\): Chicago, IL to Phoenix, AZ$/);
  expect(data.plan.details.slice(0, 3)).toEqual([
    '1. Pick up: Chicago, IL · Tue, Nov 24, 8:00 AM-10:00 AM CST',
    '2. Deliver: Dallas, TX 75247 · Wed, Nov 25, any time CST',
    '3. Deliver: Phoenix, AZ · Fri, Nov 27, any time MST',
  ]);
});

test('a stop of a call is named by its city, and a city that is nowhere is refused', async () => {
  await using desk = await start();
  const [shipment] = (await desk.api.shipments.filter({})).data;
  const stop = { type: 'DROP', sequence: 3, requestedStartDate: '2026-11-24' };
  const add = (place: object) =>
    desk.callTool('api_write', {
      operation: 'stops.create',
      input: { orderId: shipment?.orders[0]?.id, stop: { ...stop, ...place } },
    });

  const unknown = await add({ cityId: '3d6f0a52-0000-4000-8000-000000000000' });
  const nowhere = await add({ postalCode: '00001' });
  const named = await add({ cityId: 'Dallas, TX' });

  expect(unknown.text).toContain('is no known city; write it as "City, ST"');
  expect(nowhere.text).toContain('unknown postal code');
  expect(listPlanTexts(named.data.plan).join('\n')).not.toContain('unknown place');
});

test('a cancellation with what the carrier is owed shows the end state, each amount once', async () => {
  await using desk = await start();

  const { data } = await desk.callTool('cancel_shipment', { shipment: 'SHP-1001', tonuCarrier: '250' });

  expect(data.plan.title).toMatch(
    /^Cancel shipment SHP-1001; «Prairie Haul» \(C\d+\) is owed \$250\.00 for the unused truck$/,
  );
  expect(data.plan.changes).toEqual([
    { label: 'Revenue of SHP-1001', before: '$2,000.00', after: '$0.00' },
    { label: 'Cost of SHP-1001', before: '$1,200.00', after: '$250.00' },
    { label: 'Margin of SHP-1001', before: '$800.00 (40.0 %)', after: '-$250.00' },
  ]);
  expect(listPlanTexts(data.plan).join('\n')).not.toMatch(/sourcing|Margin before/);
});

test('a code that was written in words is shown with the words', async () => {
  await using desk = await start();
  const [customer] = (await desk.api.customers.filter({})).data;

  const { data } = await desk.callTool('api_write', {
    operation: 'customers.update',
    input: { id: customer?.id, status: 'Inactive' },
  });

  expect(data.plan.details).toContain('Status: inactive (from «Inactive»).');
});

test('another account number with the same last digits is shown as a change', async () => {
  await using desk = await start();
  const [carrier] = (await desk.api.carriers.filter({})).data;
  const method = await desk.api.carrierPaymentMethods.create({
    carrierId: String(carrier?.id),
    paymentRecipientType: 'DIRECT',
    paymentMethodType: 'ACH',
    accountNumber: '111110006789',
  });

  const { data } = await desk.callTool('api_write', {
    operation: 'carrierPaymentMethods.update',
    input: { id: method.id, accountNumber: '222220006789' },
  });

  expect(data.plan.changes).toEqual([
    { label: 'Account number', before: '****6789', after: 'a number with the same last digits' },
  ]);
});
