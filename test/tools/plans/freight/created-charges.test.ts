import { overlapWarning } from '../../../support/desk/plan-texts.ts';
import { expect, test } from 'vitest';
import { builtInPolicy } from '../../../../src/mcp/policy/policy.ts';
import { apiWrite } from '../../../../tools/raw/api_write.ts';
import { type LoadDesk, startLoadDesk } from '../../../mcp/support/load-desk.ts';
import { onOneDatabase } from '../../../support/stores/databases.ts';

const start = (options = {}) => startLoadDesk({ tools: [apiWrite], ...options });
const write = (desk: LoadDesk, operation: string, input: object) => desk.callTool('api_write', { operation, input });
const buildLinehaul = (amount: number) => [{ chargeCodeId: 1, amount }];

async function buildShipment(desk: LoadDesk, charges: readonly number[], more: object = {}) {
  const { customerId } = await desk.createLoad();
  const stops = [
    { type: 'PICKUP', postalCode: '60601', requestedStartDate: '2026-12-01' },
    { type: 'DELIVERY', postalCode: '75201', requestedStartDate: '2026-12-03' },
  ];
  const orders = charges.map((amount) => ({
    mode: 'TL',
    stops,
    ...(amount > 0 && { charges: buildLinehaul(amount) }),
  }));
  return { customer: { id: customerId }, orders, ...more };
}

const createVendor = async (desk: LoadDesk) => ({ id: (await desk.api.vendors.create({ name: 'Dock Crew' })).id });

onOneDatabase('a shipment that is made', (database) => {
  test('with the price for its customer shows the total and is confirmed; without one it is made at once', async () => {
    await using desk = await start({ database });

    const priced = await write(desk, 'shipments.create', await buildShipment(desk, [90_000, 9999]));
    const plain = await write(desk, 'shipments.create', await buildShipment(desk, [0]));

    expect(priced.data.plan).toMatchObject({
      gate: 'confirm',
      details: expect.arrayContaining(['Revenue: $99,999.00']),
      money: [{ currency: 'USD', amount: 99_999 }],
    });
    expect(plain.data.status).toBe('done');
  });
});

test('services show what they cost, and above the booking limit one yes is not enough', async () => {
  await using desk = await start();
  const { id: shipmentId } = await desk.createLoad();
  const vendor = await createVendor(desk);
  const buildService = (amount: number) => ({ vendor, serviceType: 'WAREHOUSING', charges: buildLinehaul(amount) });

  const small = await write(desk, 'services.create', { shipmentId, service: buildService(300) });
  const large = await write(desk, 'services.create', { shipmentId, service: buildService(10_000.01) });
  const inShipment = await write(
    desk,
    'shipments.create',
    await buildShipment(desk, [0], { services: [buildService(6000), buildService(5000)] }),
  );

  expect(small.data.plan).toMatchObject({
    gate: 'confirm',
    details: expect.arrayContaining(['Cost of services: $300.00']),
  });
  expect(large.data.plan).toMatchObject({
    gate: 'approve',
    warnings: [
      { text: 'Promises $10,000.01, above the $10,000.00 that one yes is enough for.' },
      { text: overlapWarning('SHP-1001') },
    ],
  });
  expect(inShipment.data.plan).toMatchObject({
    gate: 'approve',
    warnings: [{ text: 'Promises $11,000.00, above the $10,000.00 that one yes is enough for.' }],
  });
});

test('what one person promises in a day with a yes in a form stays under ten times the limit', async () => {
  const policy = { ...builtInPolicy, bookingLimitCents: 100_000 };
  await using desk = await start({ person: 'accept', server: { policy } });
  const { id: shipmentId } = await desk.createLoad();
  const vendor = await createVendor(desk);

  const statuses: string[] = [];
  for (let nth = 0; nth < 12; nth += 1) {
    const service = { vendor, serviceType: 'WAREHOUSING', charges: buildLinehaul(950 + nth) };
    statuses.push((await write(desk, 'services.create', { shipmentId, service })).data.status);
  }

  expect(statuses).toEqual([...Array(10).fill('done'), ...Array(2).fill('approval_required')]);
  const warnings = (await desk.memory.approvals.list({ limit: 20 })).flatMap(({ warning }) => warning ?? []);
  expect(warnings).toHaveLength(2);
  expect(warnings.join(' ')).toContain('would have promised more than $10,000.00 today');
});
