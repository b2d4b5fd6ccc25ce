import { expect, test } from 'vitest';
import { builtInPolicy } from '../../../../src/mcp/policy/policy.ts';
import { apiWrite } from '../../../../tools/raw/api_write.ts';
import { runApproved } from '../../../../tools/control/run_approved.ts';
import { type LoadDesk, type LoadDeskInput, startLoadDesk } from '../../../mcp/support/load-desk.ts';
import { onOneDatabase } from '../../../support/stores/databases.ts';
import type { ChargeInput } from '../../../../src/contract/types.ts';
import { listWarningTexts } from '../../../support/desk/plan-texts.ts';

const tools = [apiWrite, runApproved];
const start = (options = {}) => startLoadDesk({ tools, ...options });
const friday = '2026-11-20T15:00:00.000Z';

const reefer = 'd7bba6af-2b38-5316-8d65-ecc197ed8368';
const sound = {
  name: 'Ironbark Dale',
  type: 'TRUCKLOAD',
  status: 'ACTIVE',
  equipments: ['VAN'],
  operatingAbility: 'AUTHORIZED',
  inFmcsa: true,
  insuranceAuthorityDate: '2019-05-01T00:00:00.000Z',
  insuranceExpirationDate: '2027-06-01T00:00:00.000Z',
  insuranceAutoLiabilityLimit: 1_000_000,
  insuranceCargoLiabilityLimit: 100_000,
  rating: 'SATISFACTORY',
};

/** Creates a carrier on file for months, and paid in the same way ever since. */
async function createCarrierOnFile(desk: LoadDesk, changes: object = {}) {
  desk.clock.now = '2026-06-01T15:00:00.000Z';
  const { body } = await desk.request('POST', '/v1/carriers', { ...sound, ...changes });
  await desk.request('POST', '/v1/carrier-payment-methods', {
    carrierId: body.id,
    paymentMethodType: 'ACH',
    paymentRecipientType: 'DIRECT',
    companyName: sound.name,
    isPreferred: true,
    status: 'ACTIVE',
  });
  desk.clock.now = friday;
  return body;
}

type PlannedOrder = Awaited<ReturnType<LoadDesk['createLoad']>>['orders'][number];

const buildLinehaul = (amount: number): ChargeInput[] => [{ chargeCodeId: 1, amount, quantity: 1 }];

interface BookingWays {
  readonly carrier: { readonly id: string };
  readonly charges: readonly ChargeInput[];
}

/** Every way in which a carrier comes onto a load. */
const ways = {
  'loads.addCarrier': async (desk: LoadDesk, booking: BookingWays, load: LoadDeskInput = {}) => {
    const shipment = await desk.createLoad(load);
    return { id: shipment.loads[0].id, ...booking };
  },
  'loads.create': async (desk: LoadDesk, carrier: BookingWays, load: LoadDeskInput = {}) => {
    const shipment = await desk.createLoad(load);
    return { shipmentId: shipment.id, load: { mode: 'TL', carrier } };
  },
  'shipments.create': async (desk: LoadDesk, carrier: BookingWays) => {
    const shipment = await desk.createLoad();
    const [pick, drop] = shipment.orders[0].stops;
    return {
      customer: { id: shipment.customerId },
      orders: [
        {
          mode: 'TL',
          stops: [
            { type: 'PICKUP', postalCode: '60601', requestedStartDate: pick.requestedStartDate },
            { type: 'DELIVERY', postalCode: '85001', requestedStartDate: drop.requestedStartDate },
          ],
          charges: buildLinehaul(2000),
        },
      ],
      loads: [{ mode: 'TL', carrier }],
    };
  },
};
const everyWay = Object.keys(ways) as readonly (keyof typeof ways)[];

async function book(desk: LoadDesk, way: keyof typeof ways, carrier: { id: string }, charges = buildLinehaul(1500)) {
  const input = await ways[way](desk, { carrier: { id: carrier.id }, charges });
  return desk.callTool('api_write', { operation: way, input });
}

/** Lists cost and margin once a carrier is booked; a new load leaves the shipment's own load without a cost. */
const listMoneyChanges = (way: string, cost: string, margin: string) => {
  const of = way === 'shipments.create' ? '' : ' of SHP-1001';
  return [
    { label: `Cost${of}`, before: '$0.00', after: cost },
    ...(way === 'loads.create' ? [] : [{ label: `Margin${of}`, before: 'not known yet', after: margin }]),
  ];
};

const listLoadCarriers = async (desk: LoadDesk) =>
  (await desk.api.loads.filter({ filter: {}, pageSize: 50 })).data.flatMap(({ carriers }) => carriers);

test.each(everyWay)('%s with a sound carrier is confirmed, and shows the rate, the fit and the margin', async (way) => {
  await using desk = await start();

  const { data } = await book(desk, way, await createCarrierOnFile(desk));

  expect(data.plan).toMatchObject({
    title: expect.stringMatching(/(?:^B|; b)ook «Ironbark Dale» \(C\d+\) on .+ at \$1,500\.00$/),
    gate: 'confirm',
    warnings: [],
    money: [{ currency: 'USD', amount: 1500 }],
    changes: expect.arrayContaining(listMoneyChanges(way, '$1,500.00', '$500.00 (25.0 %)')),
    checks: expect.arrayContaining([expect.stringMatching(/^Verdict on «Ironbark Dale» \(C\d+\): PASS$/)]),
    details: expect.arrayContaining([
      'Equipment: none requested; the carrier runs van: not compared',
      'Insurance until Jun 1, 2027; last delivery day Nov 23, 2026',
    ]),
  });
});

const barred = [
  ['whose insurance has lapsed', { insuranceExpirationDate: '2026-11-19T00:00:00.000Z' }, 'Insurance expired on'],
  ['whose cover ends before the delivery', { insuranceExpirationDate: '2026-11-22T00:00:00.000Z' }, 'before the last'],
  ['without authority', { operatingAbility: 'NOT AUTHORIZED' }, 'The carrier has no operating authority.'],
  ['that is marked do not use', { status: 'DO_NOT_USE' }, 'The carrier is marked do not use.'],
  ['that is inactive', { status: 'INACTIVE' }, 'The carrier is inactive.'],
  ['that is still PENDING', { status: 'PENDING' }, 'vet it and make it active first.'],
  ['with too little cargo cover', { insuranceCargoLiabilityLimit: 50_000 }, 'Cargo liability is $50,000.00, below'],
] as const;

test.each(everyWay.flatMap((way) => barred.map((row) => [way, ...row] as const)))(
  '%s puts no carrier %s on a load',
  async (way, _which, change, reason) => {
    await using desk = await start();
    const carrier = await createCarrierOnFile(desk, change);

    const { text, data } = await book(desk, way, carrier);

    expect(data.error).toMatchObject({ code: 'REFUSED', message: expect.stringContaining(reason) });
    expect(text).toContain(`Next: get_carrier carrier=${carrier.friendlyId}`);
    expect(await listLoadCarriers(desk)).toEqual([]);
  },
);

test.each(everyWay)(
  '%s puts a barred carrier on a load where the policy allows it, by an approval with a reason',
  async (way) => {
    const policy = { ...builtInPolicy, exceptions: ['carrier_do_not_use' as const] };
    await using desk = await start({ server: { policy } });
    const carrier = await createCarrierOnFile(desk, { operatingAbility: 'NOT AUTHORIZED' });

    const { data } = await book(desk, way, carrier);

    expect(data.plan).toMatchObject({ gate: 'approve' });
    expect(listWarningTexts(data.plan)[0]).toMatch(
      /^EXCEPTION that the policy allows \(carrier_do_not_use\); refused otherwise: The verdict is FAIL.+no operating authority/,
    );
    await expect(desk.approve(data.approval.id)).rejects.toThrow('it is approved with a reason');
    await desk.approve(data.approval.id, 'morgan', [], 'Owner knows them, authority is back on Monday');
    const done = await desk.callTool('run_approved', { approvalId: data.approval.id });
    expect(done.data.status).toBe('done');
    expect(await desk.auditSummaries()).toContainEqual(
      expect.stringContaining('Exception carrier_do_not_use. Reason: Owner knows them'),
    );
  },
);

test('an exception of another kind lets nothing pass', async () => {
  const policy = { ...builtInPolicy, exceptions: ['insurance_ends_early' as const] };
  await using desk = await start({ server: { policy } });

  const { data } = await book(desk, 'loads.addCarrier', await createCarrierOnFile(desk, { status: 'DO_NOT_USE' }));

  expect(data.error).toMatchObject({ code: 'REFUSED' });
});

test.each(everyWay)('%s with a carrier of whom something is not known needs an approval', async (way) => {
  await using desk = await start();

  const { data } = await book(desk, way, await createCarrierOnFile(desk, { insuranceExpirationDate: undefined }));

  expect(data.plan).toMatchObject({
    gate: 'approve',
    warnings: [{ text: 'The verdict is CAUTION, for the reasons shown.' }],
    checks: expect.arrayContaining(['Not known: No insurance expiry date on record.']),
  });
});

test.each(everyWay)('%s below the margin floor needs an approval that says so', async (way) => {
  await using desk = await start();

  const { data } = await book(desk, way, await createCarrierOnFile(desk), buildLinehaul(1900));

  expect(data.plan).toMatchObject({
    gate: 'approve',
    warnings: [{ text: 'The margin of 5.0 % is below the floor of 8 %.' }],
    changes: expect.arrayContaining(listMoneyChanges(way, '$1,900.00', '$100.00 (5.0 %)')),
  });
});

test('a margin across two currencies is unknown, says so, and counts as below the floor', async () => {
  await using desk = await start();

  const { data } = await book(
    desk,
    'loads.addCarrier',
    await createCarrierOnFile(desk, { currency: 'CAD' }),
    buildLinehaul(1500),
  );

  expect(data.plan).toMatchObject({
    gate: 'approve',
    warnings: [
      { text: 'The margin is unknown, as its amounts are in CAD and USD; it counts as below the floor of 8 %.' },
    ],
    details: expect.arrayContaining([
      'Margin after, booked: revenue $2,000.00, cost CAD 1,500.00, margin unknown: amounts in CAD and USD',
    ]),
  });
});

test('a second carrier on a load needs an approval that names the first', async () => {
  await using desk = await start();
  const carrier = await createCarrierOnFile(desk);
  const booking = { carrier: { id: carrier.id }, charges: buildLinehaul(300) };
  const input = await ways['loads.addCarrier'](desk, booking, { carrier: { name: 'Prairie Haul', cost: 1200 } });

  const { data } = await desk.callTool('api_write', { operation: 'loads.addCarrier', input });

  expect(data.plan).toMatchObject({
    gate: 'approve',
    warnings: [{ text: 'Another carrier is on this load: «Prairie Haul».' }],
    changes: expect.arrayContaining([
      { label: 'Cost of SHP-1001', before: '$1,200.00', after: '$1,500.00' },
      { label: 'Margin of SHP-1001', before: '$800.00 (40.0 %)', after: '$500.00 (25.0 %)' },
    ]),
  });
});

test('equipment that the carrier does not run stands out', async () => {
  await using desk = await start();
  const carrier = await createCarrierOnFile(desk);
  const shipment = await desk.createLoad();
  await desk.api.loads.update({ id: shipment.loads[0].id, equipment: [{ id: reefer }] });

  const input = { id: shipment.loads[0].id, carrier: { id: carrier.id }, charges: buildLinehaul(1500) };
  const { data } = await desk.callTool('api_write', { operation: 'loads.addCarrier', input });

  expect(data.plan).toMatchObject({
    gate: 'confirm',
    warnings: [{ text: "The carrier doesn't run the equipment that the load needs." }],
    details: expect.arrayContaining(["Equipment: «53' Reefer»; the carrier runs van: does not fit"]),
  });
});

test('a booking without a rate has an unknown margin, which counts as below the floor', async () => {
  await using desk = await start();

  const { data } = await book(desk, 'loads.addCarrier', await createCarrierOnFile(desk), []);

  expect(data.plan).toMatchObject({
    gate: 'approve',
    warnings: [{ text: 'The margin is unknown, as no rate is given; it counts as below the floor of 8 %.' }],
  });
});

test('a carrier named by its client key is vetted like any other', async () => {
  await using desk = await start();
  await createCarrierOnFile(desk, { key: 'TMS-7', status: 'DO_NOT_USE' });
  const shipment = await desk.createLoad();

  const { data } = await desk.callTool('api_write', {
    operation: 'loads.addCarrier',
    input: { id: shipment.loads[0].id, carrier: { key: 'TMS-7' } },
  });

  expect(data.error).toMatchObject({ code: 'REFUSED' });
});

test('a shipment that comes back with a carrier who lapsed meanwhile needs an approval', async () => {
  await using desk = await start();
  const carrier = await createCarrierOnFile(desk);
  const input = await ways['shipments.create'](desk, { carrier: { id: carrier.id }, charges: buildLinehaul(1500) });
  const made = await desk.request('POST', '/v1/shipments', input);
  await desk.api.shipments.cancel({ id: made.body.id });
  await desk.api.carriers.update({ id: carrier.id, insuranceExpirationDate: '2026-11-19T00:00:00.000Z' });

  const { data } = await desk.callTool('api_write', { operation: 'shipments.uncancel', input: { id: made.body.id } });

  expect(data.plan).toMatchObject({
    gate: 'approve',
    warnings: expect.arrayContaining([{ text: 'The verdict is FAIL: do not book.' }]),
  });
});

onOneDatabase('what is booked', (database) => {
  test('is taken off by undo, as the answer says', async () => {
    await using desk = await start({ database, person: 'accept' });
    const carrier = await createCarrierOnFile(desk);

    const { data } = await book(desk, 'loads.addCarrier', carrier);
    const back = await desk.callTool('undo', {});

    expect(data).toMatchObject({ status: 'done', summary: expect.stringContaining('Book «Ironbark Dale»') });
    expect(data.undo).toContain('The carrier can be taken off before the truck is loaded');
    expect(back.data.status).toBe('done');
    expect((await listLoadCarriers(desk)).map(({ status }) => status)).toEqual(['BOUNCED']);
  });
});

test('a carrier that lapses between the yes and the booking is not booked', async () => {
  await using desk = await start();
  const carrier = await createCarrierOnFile(desk, { rating: undefined, insuranceExpirationDate: undefined });
  const { data } = await book(desk, 'loads.addCarrier', carrier);
  await desk.approve(data.approval.id);
  await desk.api.carriers.update({ id: carrier.id, status: 'DO_NOT_USE' });

  const ran = await desk.callTool('run_approved', { approvalId: data.approval.id });

  expect(ran.text).toContain('NOT DONE');
  expect(await listLoadCarriers(desk)).toEqual([]);
});

test.each([
  ['charges', ({ api }: LoadDesk, { id }: PlannedOrder) => api.orders.update({ id, charges: buildLinehaul(1600) })],
  ['hazmat', ({ api }: LoadDesk, { id }: PlannedOrder) => api.orders.update({ id, freight: { hazmat: true } })],
  [
    'window',
    ({ api }: LoadDesk, { stops }: PlannedOrder) =>
      api.stops.update({ id: stops[1].id, requestedEndDate: '2027-05-05' }),
  ],
  ['place', ({ api }: LoadDesk, { stops }: PlannedOrder) => api.stops.update({ id: stops[1].id, postalCode: '99501' })],
])('a booking is void once the order has another %s than was shown', async (_what, change) => {
  await using desk = await start();
  const carrier = await createCarrierOnFile(desk, { insuranceExpirationDate: undefined });
  const shipment = await desk.createLoad();
  const input = { id: shipment.loads[0].id, carrier: { id: carrier.id }, charges: buildLinehaul(1500) };
  const { data } = await desk.callTool('api_write', { operation: 'loads.addCarrier', input });
  await desk.approve(data.approval.id);
  await change(desk, shipment.orders[0]);

  const ran = await desk.callTool('run_approved', { approvalId: data.approval.id });

  expect(ran.text).toContain('NOT DONE');
  expect(await listLoadCarriers(desk)).toEqual([]);
});

test.each(['loads.addCarrier', 'loads.create', 'shipments.create'] as const)(
  '%s above the booking limit needs an approval, however good the margin',
  async (way) => {
    await using desk = await start({ server: { policy: { ...builtInPolicy, bookingLimitCents: 149_999 } } });

    const { data } = await book(desk, way, await createCarrierOnFile(desk));

    expect(data.plan).toMatchObject({
      gate: 'approve',
      warnings: [{ text: 'Promises $1,500.00, above the $1,499.99 that one yes is enough for.' }],
    });
  },
);
