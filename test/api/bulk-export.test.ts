import { expect, test } from 'vitest';
import { exportedCollections } from '../../src/contract/exported-collections.ts';
import { createLineStream } from '../../src/service/handlers/kit/line-stream.ts';
import { prepareSandboxCredentials } from '../support/filled-copy.ts';
import { onBothDatabases } from '../support/stores/databases.ts';
import { startOfTest, startService, type TestService } from '../support/service/service.ts';
import { createCustomer } from '../support/records/quotes.ts';

interface ReceivedLine {
  readonly type: string;
  readonly at?: string;
  readonly collection?: string;
  readonly record?: JsonRecord;
  readonly records?: number;
}

/** Opens an export as a stream that the test reads by itself. */
const openExport = async ({ service, token }: TestService, collections: string): Promise<Response> => {
  const headers = { authorization: `Bearer ${token}` };
  return service.fetch(
    new Request(`http://service.test/v1/bulk-export?format=2&collections=${collections}`, { headers }),
  );
};

const parseLines = (text: string): ReceivedLine[] =>
  text
    .trim()
    .split('\n')
    // What the service writes is one JSON value a line; a line that is none fails the test here.
    .map((line) => JSON.parse(line) as ReceivedLine);

type JsonRecord = Readonly<Record<string, unknown>>;

/** Builds a shipment as its list shows it, from the records of an export alone. */
function putTogether(
  { orderIds, loadIds, serviceIds, ...shipment }: JsonRecord,
  byId: ReadonlyMap<unknown, JsonRecord>,
): JsonRecord {
  const listRecords = (ids: unknown) => (Array.isArray(ids) ? ids.map((id) => byId.get(id) ?? {}) : []);
  return {
    ...shipment,
    orders: listRecords(orderIds),
    loads: listRecords(loadIds).map((load) => ({
      ...pick(load, ['id', 'key', 'friendlyId', 'status', 'mode', 'totalCost']),
      carriers: listParts(load['carriers']).map((carrier) =>
        pick(carrier, ['id', 'carrier', 'status', 'bookedAt', 'dispatchedAt', 'totalCost']),
      ),
    })),
    services: listRecords(serviceIds).map((service) => ({
      ...pick(service, ['id', 'key', 'friendlyId', 'vendor', 'serviceType', 'status']),
      cost: service['totalCost'],
    })),
  };
}

// A part of a record is an object, as the contract says.
const listParts = (parts: unknown) => (Array.isArray(parts) ? (parts as readonly JsonRecord[]) : []);

const pick = (record: JsonRecord, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, record[name]]));

onBothDatabases('the bulk export', (database) => {
  test('shows every record as its list does, says how many there are, and ends with a line that says it is whole', async () => {
    await using service = await startService(database, {
      world: { seed: 3, now: startOfTest, size: { shipments: 12 } },
    });
    const api = await service.callerWith(await prepareSandboxCredentials(service));
    const { body: text, headers } = await api.request('GET', '/v1/bulk-export?format=2');
    const lines = parseLines(text);

    expect(headers.get('content-type')).toBe('application/x-ndjson');
    expect(lines[0]).toMatchObject({ type: 'start', format: 2, at: expect.stringMatching(/Z$/) });
    expect(lines.filter(({ type }) => type === 'collection').map(({ collection }) => collection)).toEqual([
      ...exportedCollections,
    ]);
    const records = lines.filter(({ type }) => type === 'record');
    expect(lines.at(-1)).toEqual({ type: 'end', records: records.length });
    for (const [collection, path] of [
      ['orders', 'orders'],
      ['loads', 'loads'],
      ['services', 'services'],
      ['bills', 'bills'],
      ['carrierFactors', 'carrier-factors'],
    ]) {
      const { body } = await api.request('POST', `/v1/${path}/filter`, { pageSize: 250 });
      expect(records.filter((line) => line.collection === collection).map(({ record }) => record)).toEqual(body.data);
    }
  });

  test('names the orders, loads and services of a shipment, which put together are the shipment of the list', async () => {
    await using service = await startService(database, {
      world: { seed: 5, now: startOfTest, size: { shipments: 40 } },
    });
    const api = await service.callerWith(await prepareSandboxCredentials(service));
    const listed = await api.request('POST', '/v1/shipments/filter', { pageSize: 250 });
    // Deleted parts leave both; a canceled one stays in both.
    const [first, second] = listed.body.data;
    await api.request('DELETE', `/v1/shipments/${first.id}`);
    await api.request('POST', `/v1/shipments/${second.id}/cancel`, {});
    const { body: list } = await api.request('POST', '/v1/shipments/filter', { pageSize: 250 });
    const { body: text } = await api.request(
      'GET',
      '/v1/bulk-export?format=2&collections=services,loads,orders,shipments',
    );

    const records = parseLines(text).flatMap(({ record }) => (record === undefined ? [] : [record]));
    const byId = new Map(records.map((record) => [record['id'], record]));
    const shipments = records.filter((record) => 'orderIds' in record);
    expect(list.data.flatMap((shipment: { services: unknown[] }) => shipment.services).length).toBeGreaterThan(0);
    expect(shipments.map((shipment) => putTogether(shipment, byId))).toEqual(list.data);
  });

  test.each([['format=1&'], ['']])('is refused to a caller that reads another format: %j', async (format) => {
    await using api = await startService(database);

    const { status, body } = await api.request('GET', `/v1/bulk-export?${format}collections=users`);

    expect(status).toBe(400);
    expect(body.error.details).toMatchObject([{ field: 'format' }]);
  });

  test('shows one moment: what comes while it is read is not in it', async () => {
    await using api = await startService(database);
    await createCustomer(api);
    const response = await openExport(api, 'customers,users');
    const reader = response.body?.getReader();
    const first = await reader?.read();
    await createCustomer(api);

    let text = new TextDecoder().decode(first?.value);
    for (let part = await reader?.read(); part?.value; part = await reader?.read())
      text += new TextDecoder().decode(part.value);
    const customers = parseLines(text).filter(
      ({ type, collection }) => type === 'record' && collection === 'customers',
    );

    expect(customers).toHaveLength(1);
  });

  test('ends when the caller leaves, and the next one is answered', async () => {
    await using api = await startService(database);
    const response = await openExport(api, 'customers,users');

    await response.body?.cancel();

    const { body: text } = await api.request('GET', '/v1/bulk-export?format=2&collections=users');
    expect(parseLines(text).at(-1)).toMatchObject({ type: 'end' });
  });

  test('ends quietly when the caller leaves after its last line', async () => {
    const { promise: isLeft, resolve: leave } = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const stream = createLineStream(async (write) => {
      await write([{ type: 'end' }]);
      await isLeft;
      ended.resolve();
    });
    const reader = stream.getReader();
    await reader.read();

    await reader.cancel();
    leave();
    await ended.promise;

    // A stream that fails now fails the run: nobody awaits it.
    expect(await reader.read()).toMatchObject({ done: true });
  });

  test('a collection that it does not have is refused with the list of those it has', async () => {
    await using api = await startService(database);

    const { status, body } = await api.request(
      'GET',
      '/v1/bulk-export?format=2&collections=customers,carrierPaymentMethods',
    );

    expect(status).toBe(400);
    expect(body.error.details).toEqual([
      { field: 'collections', message: expect.stringContaining('must be some of customers, carriers') },
    ]);
  });
});
