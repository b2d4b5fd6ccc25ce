import { expect, test } from 'vitest';
import { sandboxControl } from '../../../src/sandbox/control.ts';
import { SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET } from '../../../src/sandbox/kit/credentials.ts';
import { createIds } from '../../../src/service/identifiers/ids.ts';
import { createSandboxDesk } from '../../../src/service/sandbox/desk.ts';
import { loadSecrets } from '../../../src/service/secrets/load-secrets.ts';
import { readSandbox, writeOrigin } from '../../../src/store/sandbox-settings.ts';
import { type DatabaseName, onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { addCarrier } from '../../support/records/loads.ts';
import { findPlantedRecords } from '../../support/records/planted.ts';
import { listBrokenInvariants, readRecords } from '../../support/records/sandbox-records.ts';
import { startSecondService } from '../../support/service/second-service.ts';
import { startOfTest, startService, type TestService } from '../../support/service/service.ts';
import { testCipher } from '../../support/cipher.ts';

const hour = 3_600_000;
const addHours = (instant: string, hours: number) => new Date(Date.parse(instant) + hours * hour).toISOString();

interface LivingSandbox extends TestService {
  /** Time of the real clock when the sandbox was made. */
  readonly madeAt: string;
  pass(hours: number): void;
}

/** A sandbox whose time passes with the clock, as a desk or `waybill service` opens it. */
async function startLiving(name: DatabaseName, size: 'small' | { readonly shipments: number }): Promise<LivingSandbox> {
  const world = { seed: 1, now: startOfTest, size };
  const service = await startService(name, { keepsSandboxUp: true, world });
  const madeAt = service.clock.now;
  const caller = await service.callerWith({ clientId: SANDBOX_CLIENT_ID, clientSecret: SANDBOX_CLIENT_SECRET });
  return {
    ...service,
    ...caller,
    madeAt,
    pass(hours) {
      service.clock.now = addHours(service.clock.now, hours);
    },
  };
}

/** Any request brings the sandbox up to the present. Tokens live for an hour, so each call gets a new one. */
async function look(service: LivingSandbox): Promise<TestService> {
  const caller = await service.callerWith({ clientId: SANDBOX_CLIENT_ID, clientSecret: SANDBOX_CLIENT_SECRET });
  expect((await caller.request('POST', '/v1/shipments/filter', { pageSize: 1 })).status).toBe(200);
  return { ...service, ...caller };
}

const createDesk = async ({ database, clock }: TestService) =>
  createSandboxDesk({
    database,
    secrets: await loadSecrets(testCipher),
    cipher: testCipher,
    now: () => clock.now,
    newId: createIds(() => clock.now),
    load: async () => sandboxControl,
  });

const readMovedTo = async ({ database }: TestService) => (await readSandbox(database.reader))?.movedTo;

onOneDatabase('a sandbox that is opened again', (name) => {
  test('keeps up while a process stays open, every few minutes', async () => {
    await using service = await startLiving(name, { shipments: 90 });
    await look(service);
    expect(await readMovedTo(service)).toBe(service.madeAt);
    service.pass(4 / 60);
    await look(service);
    expect(await readMovedTo(service)).toBe(service.madeAt);

    service.pass(2 / 60);
    await look(service);

    expect(await readMovedTo(service)).toBe(addHours(service.madeAt, 6 / 60));
  });

  test('stays ahead of the real time by as much as it was advanced', async () => {
    await using service = await startLiving(name, { shipments: 90 });
    await service.request('POST', '/sandbox/clock', { advanceHours: 30 });
    service.pass(48);

    const api = await look(service);

    const { body } = await api.request('GET', '/sandbox/clock');
    expect(body).toMatchObject({ now: addHours(service.madeAt, 78), advancedHours: 30 });
    expect(await readMovedTo(service)).toBe(addHours(service.madeAt, 78));
  });

  test('has its trucks driven, but takes no freight, when another version made it', async () => {
    await using service = await startLiving(name, { shipments: 90 });
    const settings = await readSandbox(service.database.reader);
    if (!settings) throw new Error('no sandbox');
    await service.database.transaction((tx) => writeOrigin(tx, { ...settings.origin, version: 0 }));
    const count = async () =>
      (await service.database.reader.selectFrom('load').select('status').execute()).map(({ status }) => status);
    const before = await count();
    service.pass(15 * 24);

    await look(service);

    const after = await count();
    expect(after).toHaveLength(before.length);
    expect(after.filter((status) => status === 'DELIVERED').length).toBeGreaterThan(
      before.filter((status) => status === 'DELIVERED').length,
    );
    expect(after.filter((status) => status === 'IN_TRANSIT')).toEqual([]);
  });
});

onBothDatabases('a sandbox that two processes open', (name) => {
  test('is brought up to the present once, by the first of two processes', async () => {
    await using alone = await startLiving(name, { shipments: 90 });
    await using shared = await startLiving(name, { shipments: 90 });
    const both = [alone, shared];
    for (const service of both) service.pass(75);
    await look(alone);
    const caller = await shared.callerWith({
      clientId: SANDBOX_CLIENT_ID,
      clientSecret: SANDBOX_CLIENT_SECRET,
    });
    await using other = await startSecondService({ ...shared, token: caller.token }, undefined, {
      keepsSandboxUp: true,
    });

    const answers = await Promise.all(
      [caller, other].map((service) => service.request('POST', '/v1/shipments/filter', { pageSize: 1 })),
    );

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const expected = await readRecords(alone);
    for (const [table, rows] of Object.entries(await readRecords(shared)))
      expect({ table, rows }).toEqual({ table, rows: expected[table] });
  });
});

test('a sandbox that is opened again has a board on day three like on any day: something is late, stands and waits, and most is as it should be', async () => {
  await using service = await startLiving('SQLite', 'small');
  const desk = await createDesk(service);

  for (const hours of [72, 17, 31, 40]) {
    service.pass(hours);
    await look(service);
    const { now, movedTo: shownMovedTo, shipments, late, dwelling, uncovered } = await desk.status();
    const { PLANNING = 0, DELIVERED = 0, CANCELED = 0, ...underWay } = shipments;
    const trucks = Object.values(underWay).reduce((sum, count) => sum + count, 0);

    expect([now, shownMovedTo]).toEqual([service.clock.now, service.clock.now]);
    expect(DELIVERED + CANCELED).toBeGreaterThan(1_100);
    expect(trucks).toBeGreaterThan(20);
    expect(Math.min(PLANNING, late, dwelling, uncovered)).toBeGreaterThan(0);
    expect(late / trucks).toBeLessThan(0.25);
    expect(dwelling / trucks).toBeLessThan(0.15);
  }
  expect(await listBrokenInvariants(service, service.clock.now)).toEqual([]);
});

test('a sandbox that is opened again catches up with a long absence in steps, and takes no freight that it would have forgotten by then', async () => {
  await using service = await startLiving('SQLite', { shipments: 90 });
  service.pass(430 * 24);

  await look(service);

  expect(await readMovedTo(service)).toBe(service.clock.now);
  const shipments = await service.database.reader.selectFrom('shipment').select(['created_at', 'status']).execute();
  const isBetween = ({ created_at: at }: { created_at: string }) =>
    at > addHours(service.madeAt, 12) && at < addHours(service.clock.now, -401 * 24);
  expect(shipments.filter(isBetween)).toEqual([]);
  expect(shipments.filter(({ created_at: at }) => at > addHours(service.clock.now, -7 * 24)).length).toBeGreaterThan(5);
});

onOneDatabase('what a person has done in a sandbox', (name) => {
  test('stays as it is while time passes', async () => {
    await using service = await startLiving(name, { shipments: 150 });
    const planted = findPlantedRecords({ seed: '1', now: service.madeAt, size: { shipments: 150 } });
    const [canceled, booked] = ['demo-shared-stop', 'demo-uncovered-1'].map((key) => planted.id('shipment', key));
    const carrier = planted.id('carrier', 'demo-clean-carrier');
    const [deleted, keptId] = [1, 2].map((count) => planted.id('quote', `demo-expired-quote-${count}`));
    const bill = planted.id('bill', 'demo-clean-bill-1');
    const loadId = (await service.request('GET', `/v1/shipments/${booked}`)).body.loads[0].id;
    const customer = (await service.request('GET', `/v1/customers/${planted.id('customer', 'demo-customer')}`)).body;
    const statuses = [
      (await service.request('POST', `/v1/shipments/${canceled}/cancel`, { reason: 'Wrong week' })).status,
      (await addCarrier(service, loadId, carrier, { charges: [{ chargeCodeId: 1, amount: 900 }] })).status,
      (await service.request('DELETE', `/v1/quotes/${deleted}`)).status,
      (await service.request('POST', `/v1/bills/${bill}/approve`)).status,
      (await service.request('PATCH', `/v1/customers/${customer.id}`, { notes: 'Call first.' })).status,
    ];
    expect(statuses).toEqual([200, 201, 204, 200, 200]);
    const ready = await service.database.reader
      .selectFrom('shipment')
      .selectAll()
      .where('billing_status', '=', 'READY_TO_INVOICE')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
    expect(ready.status).toBe('DELIVERED');
    const invoiced = await service.request('POST', '/v1/invoices/batch-generate', { shipmentIds: [ready.id] });
    expect(invoiced.body.failed).toEqual([]);

    service.pass(40 * 24);
    const api = await look(service);

    expect((await api.request('GET', `/v1/shipments/${canceled}`)).body.status).toBe('CANCELED');
    const papers = await service.database.reader
      .selectFrom('document_tag')
      .innerJoin('document', 'document.id', 'document_tag.document_id')
      .select('document.type')
      .where('document_tag.value', '=', canceled ?? '')
      .execute();
    expect(papers.map(({ type }) => type)).not.toContain('PROOF_OF_DELIVERY');
    const driven = (await api.request('GET', `/v1/shipments/${booked}`)).body;
    expect(driven).toMatchObject({ status: 'DELIVERED', loads: [{ carriers: [{ carrier: { id: carrier } }] }] });
    expect((await api.request('GET', `/v1/quotes/${deleted}`)).status).toBe(404);
    expect((await api.request('GET', `/v1/quotes/${keptId}`)).body.status).toBe('QUOTED');
    // Approved earlier than in the plan, and paid with the others.
    const paid = (await api.request('GET', `/v1/bills/${bill}`)).body;
    expect(paid).toMatchObject({ status: 'PAID', amountOwed: 0 });
    expect((await api.request('GET', `/v1/customers/${customer.id}`)).body.notes).toBe('Call first.');
    const invoices = await service.database.reader
      .selectFrom('invoice')
      .select('status')
      .where('shipment_id', '=', ready.id)
      .execute();
    expect(invoices).toEqual([{ status: 'AWAITING_PAYMENT' }]);
    expect(await listBrokenInvariants(service, service.clock.now)).toEqual([]);
  });
});
