import { expect, test } from 'vitest';
import { SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET } from '../../../src/sandbox/kit/credentials.ts';
import { worldVersion } from '../../../src/sandbox/onward/living.ts';
import { seedBrokerage } from '../../../src/sandbox/seed.ts';
import { hashSecret } from '../../../src/service/secrets/secrets.ts';
import { writeOrigin } from '../../../src/store/sandbox-settings.ts';
import { type DatabaseName, onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { insertCustomer } from '../../support/records/fixtures.ts';
import { addCarrier } from '../../support/records/loads.ts';
import { findPlantedRecords } from '../../support/records/planted.ts';
import { listBrokenInvariants, readRecords } from '../../support/records/sandbox-records.ts';
import { startSecondService } from '../../support/service/second-service.ts';
import { testCipher } from '../../support/cipher.ts';
import { type ApiCaller, startOfTest, startService, type TestService } from '../../support/service/service.ts';
import { listOutbox, subscribe } from '../../support/servers/webhooks.ts';

const hour = 3_600_000;
const addHours = (instant: string, hours: number) => new Date(Date.parse(instant) + hours * hour).toISOString();

interface TestSandbox extends TestService {
  /** Another organization of the same store. */
  readonly neighbour: ApiCaller;
}

/** A store with a generated brokerage and its organization's caller; another organization is there as well. */
async function startSandbox(database: DatabaseName): Promise<TestSandbox> {
  const service = await startService(database, {
    world: { seed: 1, now: startOfTest, size: { shipments: 150 } },
  });
  const caller = await service.callerWith({ clientId: SANDBOX_CLIENT_ID, clientSecret: SANDBOX_CLIENT_SECRET });
  return { ...service, ...caller, neighbour: service };
}

/** Finds the records that are planted in a sandbox. */
const findPlanted = ({ clock }: TestSandbox) =>
  findPlantedRecords({ seed: '1', now: clock.now, size: { shipments: 150 } });

/** The same with no freight: an empty organization that counts as the sandbox. */
async function startEmptySandbox(database: DatabaseName): Promise<TestSandbox> {
  const service = await startService(database);
  await service.database.transaction(async (tx) => {
    await writeOrigin(tx, { seed: 1, now: service.clock.now, size: { shipments: 1 }, version: worldVersion });
    await tx.updateTable('organization').set({ is_sandbox: 1 }).execute();
  });
  return { ...service, neighbour: await service.anotherOrganization() };
}

const advance = (service: Pick<TestService, 'request'>, advanceHours: unknown, headers?: Record<string, string>) =>
  service.request('POST', '/sandbox/clock', { advanceHours }, headers);
const reset = (service: Pick<TestService, 'request'>) => service.request('POST', '/sandbox/reset');

/** A carrier whose insurance ends tomorrow is one of the planted problems. */
const plantedToLapse = 'nobody in bad standing has a truck on the road';

const listLoads = ({ database, organizationId }: TestService) =>
  database.reader.selectFrom('load').selectAll().where('organization_id', '=', organizationId).orderBy('id').execute();
const listStops = ({ database, organizationId }: TestService) =>
  database.reader
    .selectFrom('stop')
    .select(['id', 'actual_arrival', 'actual_departure'])
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute();

const order = ['SOURCING', 'BOOKED', 'DISPATCHED', 'LOADING', 'PICKED_UP', 'IN_TRANSIT', 'UNLOADING', 'DELIVERED'];

onOneDatabase('the time of the sandbox', (name) => {
  test('a day later trucks are a day further and none went back; after two weeks all that were booked have delivered', async () => {
    await using service = await startSandbox(name);
    const [loads, stops] = [
      await listLoads(service),
      new Map((await listStops(service)).map((stop) => [stop.id, stop])),
    ];

    const { status, body } = await advance(service, 24);

    expect({ status, now: body.now, hours: body.advancedHours }).toEqual({
      status: 200,
      now: addHours(service.clock.now, 24),
      hours: 24,
    });
    expect(Math.min(body.arrivals, body.departures, body.delivered)).toBeGreaterThan(0);
    for (const [index, load] of (await listLoads(service)).entries())
      expect(order.indexOf(load.status)).toBeGreaterThanOrEqual(order.indexOf(loads[index]?.status ?? ''));
    for (const stop of await listStops(service)) {
      const before = stops.get(stop.id);
      expect(before?.actual_arrival ?? stop.actual_arrival).toBe(stop.actual_arrival);
      expect(before?.actual_departure ?? stop.actual_departure).toBe(stop.actual_departure);
      expect([stop.actual_arrival ?? '', stop.actual_departure ?? ''].every((at) => at <= body.now)).toBe(true);
    }
    expect((await listBrokenInvariants(service, body.now)).filter((promise) => promise !== plantedToLapse)).toEqual([]);

    const { body: end } = await advance(service, 13 * 24);

    const booked = loads.filter((load) => order.indexOf(load.status) > 0);
    const delivered = new Map((await listLoads(service)).map((load) => [load.id, load]));
    expect(booked.filter(({ id }) => delivered.get(id)?.status !== 'DELIVERED')).toEqual([]);
    expect(await listBrokenInvariants(service, end.now)).toEqual([]);
    const late = await service.request('GET', `/v1/shipments/${findPlanted(service).id('shipment', 'demo-late-1')}`);
    expect(late.body).toMatchObject({ status: 'DELIVERED', orders: [{ status: 'DELIVERED_UNPAID' }] });
    expect(late.body.deliveredAt > service.clock.now && late.body.deliveredAt < end.now).toBe(true);
    const open = await service.database.reader
      .selectFrom('service')
      .innerJoin('shipment', 'shipment.id', 'service.shipment_id')
      .select('service.id')
      .where('shipment.status', '=', 'DELIVERED')
      .where('service.status', '=', 'ACTIVE')
      .execute();
    expect(open).toEqual([]);
  });

  test('a load that is booked later is driven like any other', async () => {
    await using service = await startSandbox(name);
    const planted = findPlanted(service);
    const shipment = (await service.request('GET', `/v1/shipments/${planted.id('shipment', 'demo-uncovered-1')}`)).body;
    const carrier = (await service.request('GET', `/v1/carriers/${planted.id('carrier', 'demo-clean-carrier')}`)).body;
    await advance(service, 2);
    const { status } = await addCarrier(service, shipment.loads[0].id, carrier.id, {
      charges: [{ chargeCodeId: 1, amount: 900 }],
    });
    expect(status).toBe(201);

    const { body } = await advance(service, 240);

    const load = (await service.request('GET', `/v1/loads/${shipment.loads[0].id}`)).body;
    expect(load.status).toBe('DELIVERED');
    expect(load.carriers[0]).toMatchObject({ driverName: expect.any(String), dispatchedAt: expect.any(String) });
    expect(load.carriers[0].dispatchedAt > addHours(service.clock.now, 2)).toBe(true);
    expect(await listBrokenInvariants(service, body.now)).toEqual([]);
  });

  test('business goes by the time of the sandbox, everything technical by the real one', async () => {
    await using service = await startEmptySandbox(name);
    const key = { 'idempotency-key': 'a-month' };
    const first = await advance(service, 720, key);

    const again = await advance(service, 720, key);
    const created = (await service.request('POST', '/v1/teams', { name: 'Night desk' })).body;
    const document = await service.request('POST', '/v1/documents', { type: 'OTHER', fileName: 'a.pdf', tags: {} });
    const upload = await service.service.fetch(
      new Request(document.body.uploadUrl, {
        method: 'PUT',
        body: 'x',
        headers: { 'content-type': 'application/pdf' },
      }),
    );
    const uploaded = (await service.request('GET', `/v1/documents/${document.body.id}`)).body;
    const elsewhere = (await service.neighbour.request('POST', '/v1/teams', { name: 'Day desk' })).body;

    expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', first.body]);
    expect(created.createdAt).toBe(first.body.now);
    expect(upload.status).toBe(200);
    expect(uploaded.createdAt).toBe(first.body.now);
    expect(elsewhere.createdAt).toBe(service.clock.now);
  });

  test('another process knows the time as well', async () => {
    await using service = await startEmptySandbox(name);
    await using other = await startSecondService(service);
    await advance(service, 5);

    const clockAnswer = await other.request('GET', '/sandbox/clock');
    const written = await other.request('POST', '/v1/teams', { name: 'Other desk' });

    expect(clockAnswer.body).toEqual({
      now: addHours(service.clock.now, 5),
      advancedHours: 5,
      seed: 1,
      startedAt: service.clock.now,
    });
    expect(written.body.createdAt).toBe(clockAnswer.body.now);
  });

  test('subscribers are notified of every status of a shipment, with its time', async () => {
    await using service = await startSandbox(name);
    const { id } = await subscribe(service, {
      events: ['SHIPMENT_LOADING', 'SHIPMENT_IN_TRANSIT', 'SHIPMENT_DELIVERED'],
    });
    const shipment = await service.database.reader
      .selectFrom('load')
      .select('shipment_id')
      .where('status', '=', 'BOOKED')
      .executeTakeFirstOrThrow();

    await advance(service, 14 * 24);

    const sent = (await listOutbox(service.database, id)).filter(({ data }) => data?.['id'] === shipment.shipment_id);
    expect(sent.map(({ event }) => event)).toEqual(['SHIPMENT_LOADING', 'SHIPMENT_IN_TRANSIT', 'SHIPMENT_DELIVERED']);
    const times = sent.map(({ timestamp }) => timestamp);
    expect(times).toEqual([...new Set(times)].sort());
    const due = await service.database.reader.selectFrom('webhook_delivery').select('next_attempt_at').execute();
    expect(new Set(due.map(({ next_attempt_at: at }) => at))).toEqual(new Set([service.clock.now]));
  });

  test('subscribers are notified of new freight, with the number that it is found by', async () => {
    await using service = await startSandbox(name);
    const { id } = await subscribe(service, { events: ['SHIPMENT_CREATED', 'SHIPMENT_BOOKED'] });

    const { body } = await advance(service, 5 * 24);

    const sent = await listOutbox(service.database, id);
    const createdEvents = sent.filter(({ event }) => event === 'SHIPMENT_CREATED');
    expect(body.shipments).toBeGreaterThan(0);
    expect(createdEvents).toHaveLength(body.shipments);
    for (const { data, timestamp } of createdEvents) {
      const shipment = (await service.request('GET', `/v1/shipments/${String(data?.['id'])}`)).body;
      expect(data).toEqual({ id: shipment.id, friendlyId: shipment.friendlyId, key: null });
      expect(timestamp).toBe(shipment.createdAt);
    }
  });
});

onBothDatabases('the time of one sandbox in two requests', (name) => {
  test('two advances at once add up, and come to the same as one of their sum', async () => {
    await using twice = await startSandbox(name);
    await using once = await startSandbox(name);

    const answers = await Promise.all([advance(twice, 9), advance(twice, 21)]);
    await advance(once, 30);

    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(Math.max(...answers.map(({ body }) => body.advancedHours))).toBe(30);
    const readStates = (service: TestSandbox) =>
      Promise.all([
        listStops(service),
        listLoads(service).then((loads) => loads.map(({ id, status }) => [id, status])),
      ]);
    expect(await readStates(twice)).toEqual(await readStates(once));
  });
});

onOneDatabase('making the sandbox anew', (name) => {
  test('gives the records of a sandbox that is made now, to the same clients', async () => {
    await using service = await startSandbox(name);
    await service.request('POST', '/v1/teams', { name: 'Night desk' });
    await advance(service, 100);
    service.clock.now = addHours(service.clock.now, 0.5);

    const { status, body } = await reset(service);

    expect({ status, body }).toEqual({
      status: 200,
      body: { now: service.clock.now, advancedHours: 0, seed: 1, startedAt: service.clock.now, shipments: 150 },
    });
    expect((await service.request('GET', '/sandbox/clock')).body.now).toBe(service.clock.now);
    await using fresh = await startService(name);
    await seedBrokerage(fresh.database, {
      seed: 1,
      now: service.clock.now,
      size: { shipments: 150 },
      cipher: testCipher,
    });
    const made = await fresh.callerWith({ clientId: SANDBOX_CLIENT_ID, clientSecret: SANDBOX_CLIENT_SECRET });
    const expected = await readRecords({ ...fresh, ...made });
    for (const [table, rows] of Object.entries(await readRecords(service)))
      expect({ table, rows }).toEqual({ table, rows: expected[table] });
    expect(await listBrokenInvariants(service, body.now)).toEqual([]);
  });

  test('keeps the secret that a client has now and the rows of everybody else, and removes the files of what is gone', async () => {
    await using service = await startSandbox(name);
    await service.database.transaction((tx) =>
      tx
        .updateTable('api_client')
        .set({ secret_hash: hashSecret('rotated') })
        .where('id', '=', SANDBOX_CLIENT_ID)
        .execute(),
    );
    const caller = await service.callerWith({ clientId: SANDBOX_CLIENT_ID, clientSecret: 'rotated' });
    const strangersCustomer = await insertCustomer(
      { database: service.database, organizationId: service.neighbour.organizationId },
      { name: 'Harbor Tools' },
    );
    const { body: document } = await caller.request('POST', '/v1/documents', {
      type: 'OTHER',
      fileName: 'a.pdf',
      tags: {},
    });

    await reset(caller);

    const again = await service.callerWith({ clientId: SANDBOX_CLIENT_ID, clientSecret: 'rotated' });
    expect((await again.request('POST', '/v1/shipments/filter', {})).status).toBe(200);
    expect((await service.neighbour.request('GET', `/v1/customers/${strangersCustomer.id}`)).body.name).toBe(
      'Harbor Tools',
    );
    const due = await service.database.reader.selectFrom('document_deadline').selectAll().execute();
    expect(due).toEqual([
      {
        organization_id: service.organizationId,
        document_id: document.id,
        action: 'REMOVE_FILE',
        due_at: service.clock.now,
      },
    ]);
  });
});

onOneDatabase('what only a sandbox offers', (name) => {
  const requests = [
    ['GET', '/sandbox/clock', undefined],
    ['POST', '/sandbox/clock', { advanceHours: 1 }],
    ['POST', '/sandbox/reset', undefined],
  ] as const;

  test('is unknown where the store is none, with a token or without', async () => {
    await using service = await startService(name);

    for (const [method, path, body] of requests) {
      const answers = [
        await service.request(method, path, body),
        await service.request(method, path, body, { authorization: '' }),
      ];
      for (const answer of answers) {
        expect([answer.status, answer.body.error.code]).toEqual([404, 'NOT_FOUND']);
        expect(answer.headers.get('x-request-id')).not.toBeNull();
      }
    }
  });

  test('is unknown to the other organizations of the store', async () => {
    await using service = await startEmptySandbox(name);

    for (const [method, path, body] of requests)
      expect((await service.neighbour.request(method, path, body)).status).toBe(404);
  });

  test('requires a token, and the scope to write', async () => {
    await using service = await startEmptySandbox(name);
    const headers = (await service.request('GET', '/sandbox/clock')).headers;
    expect(Number(headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0);
    for (const [method, path, body] of requests)
      expect((await service.request(method, path, body, { authorization: 'Bearer none' })).status).toBe(401);
    const reader = await service.anotherOrganization({ scopes: 'read' });
    await service.database.transaction((tx) => tx.updateTable('organization').set({ is_sandbox: 1 }).execute());

    const statuses = [];
    for (const [method, path, body] of requests) statuses.push((await reader.request(method, path, body)).status);

    expect(statuses).toEqual([200, 403, 403]);
  });

  test('takes a quarter of an hour to thirty days', async () => {
    await using service = await startEmptySandbox(name);

    for (const hours of [0.2, 720.5, -1, '24', null, undefined]) {
      const { status, body } = await advance(service, hours);
      expect([status, body.error.code, body.error.details[0].field]).toEqual([400, 'BAD_REQUEST', 'advanceHours']);
    }
    const extra = await service.request('POST', '/sandbox/clock', { advanceHours: 1, until: 'tomorrow' });
    expect([extra.status, extra.body.error.details[0].field]).toEqual([400, 'until']);
    expect((await advance(service, 0.25)).body.advancedHours).toBe(0.25);
  });
});
