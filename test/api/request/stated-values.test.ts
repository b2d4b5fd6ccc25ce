import { expect, test } from 'vitest';
import { catalogue, type CatalogueEntry } from '../../../src/contract/catalogue.ts';
import { getDocumentedBody, toJsonSchema } from '../../../src/contract/kit/json-schema.ts';
import { chicagoToDallas, seedCustomer } from '../../support/records/freight.ts';
import {
  type BodyPlace,
  listPlaces,
  buildSamplePath,
  buildSampleBody,
  type SampleSchema,
} from '../../support/service/samples.ts';
import { type ApiAnswer, type ApiCaller, startService } from '../../support/service/service.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';

const writes = catalogue().filter(({ effect }) => effect !== 'read');

const listBodyPlaces = (entry: CatalogueEntry, fits: (schema: SampleSchema) => boolean): readonly BodyPlace[] => {
  const schema = getDocumentedBody(entry.operation);
  return schema ? listPlaces(toJsonSchema(schema, 'input'), buildSampleBody(entry), fits) : [];
};

const send = (api: ApiCaller, entry: CatalogueEntry, body: unknown) =>
  api.request(entry.method, buildSamplePath(entry), body);

/** Lists the fields in an error, without positions in lists. */
const listFields = ({ body }: ApiAnswer): string[] =>
  (body.error?.details ?? []).map(({ field }: { field: string }) => field.replaceAll(/\.\d+(?=\.|$)/g, ''));

/** Sends each value into each place, and lists those that are not refused there with one of the statuses. */
async function listAccepted(
  api: ApiCaller,
  places: readonly (readonly [CatalogueEntry, BodyPlace])[],
  values: readonly string[],
  status: number,
): Promise<string[]> {
  const accepted: string[] = [];
  for (const [entry, { names, body }] of places)
    for (const value of values) {
      const answer = await send(api, entry, body(value));
      if (answer.status !== status || !listFields(answer).includes(names.join('.')))
        accepted.push(`${entry.name} ${names.join('.')} ${JSON.stringify(value)}: ${answer.status}`);
    }
  return accepted;
}

const dates = writes.flatMap((entry) =>
  listBodyPlaces(entry, ({ format }) => format === 'date').map((place) => [entry, place] as const),
);
const instants = writes.flatMap((entry) =>
  listBodyPlaces(entry, ({ format }) => format === 'date-time').map((place) => [entry, place] as const),
);

/** Records inside of others have client keys of their own; a reference names another record by one. */
const isRecordKey = ({ names: [...names] }: BodyPlace): boolean =>
  names.pop() === 'key' && ['', 'order', 'orders', 'additionalOrders', 'stop', 'stops'].includes(names.at(-1) ?? '');
const clientKeys = writes.flatMap((entry) =>
  listBodyPlaces(entry, ({ type, maxLength }) => type === 'string' && maxLength === 512)
    .filter(isRecordKey)
    .map((place) => [entry, place] as const),
);

onOneDatabase('every operation that writes', (database) => {
  test('refuses a date before 1990 or more than ten years ahead, and names it', async () => {
    await using api = await startService(database);
    const days = ['1989-12-31', '0026-12-01', '2036-11-21', '9999-12-31'];

    const acceptedDates = await listAccepted(api, dates, days, 422);
    const acceptedInstants = await listAccepted(
      api,
      instants,
      days.flatMap((day) => [`${day}T12:00:00Z`, `${day}T12:00`]),
      422,
    );

    expect([...acceptedDates, ...acceptedInstants]).toEqual([]);
    expect(dates.length).toBeGreaterThan(20);
    expect(instants.length).toBeGreaterThan(6);
  });

  test('refuses the client keys . and .., which no address can name', async () => {
    await using api = await startService(database);

    expect(await listAccepted(api, clientKeys, ['.', '..'], 400)).toEqual([]);
    expect(clientKeys.length).toBeGreaterThan(40);
    const { status } = await api.request('POST', '/v1/payment-terms', { name: 'Net 15', key: '...' });
    expect(status).toBe(201);
  });

  test('refuses half of a surrogate pair and the character U+0000, and names the field', async () => {
    await using api = await startService(database);
    const listAccepted = async (text: string, field: string) => {
      const accepted: string[] = [];
      for (const entry of catalogue().filter(({ method }) => method !== 'GET')) {
        const answer = await send(api, entry, text);
        const message = answer.body.error?.message ?? '';
        if (answer.status !== 400 || !listFields(answer).includes(field) || !/surrogate|U\+0000/.test(message))
          accepted.push(`${entry.name}: ${answer.status} ${message}`);
      }
      return accepted;
    };

    expect(await listAccepted(String.raw`{"a":{"b":["x","\ud83d\uDE9A \uDC00"]}}`, 'a.b')).toEqual([]);
    expect(await listAccepted(String.raw`{"tags":{"cut \ud83d":true}}`, 'tags.cut \uFFFD')).toEqual([]);
    expect(await listAccepted(String.raw`{"a":{"b":["x","y\u0000"]}}`, 'a.b')).toEqual([]);
  });
});

onOneDatabase('text of a request', (database) => {
  test('is stored as it was sent where it is whole', async () => {
    await using api = await startService(database);
    const name = String.raw`\ud83d\uDE9A and the letters \\ud83d and \\u0000`;

    const { status, body } = await api.request('POST', '/v1/payment-terms', `{"name":"${name}"}`);

    expect([status, body.name]).toEqual([201, String.raw`🚚 and the letters \ud83d and \u0000`]);
  });

  test('is refused in an address that is not percent-encoded UTF-8', async () => {
    await using api = await startService(database);
    const find = (query: string) => api.request('GET', `/v1/reference-data/cities?query=${query}`);

    const answers = [await find('%ED%A0%80'), await find('M%FCnchen'), await find('%EF%BF%BD'), await find('100%')];

    expect(answers.map(({ status }) => status)).toEqual([400, 400, 200, 200]);
    expect(listFields(answers[0] as ApiAnswer)).toEqual(['query']);
  });
});

onOneDatabase('a date-time without a zone', (database) => {
  test("is read in the organization's zone, in what is written, filtered and searched", async () => {
    await using api = await startService(database, { timeZone: 'America/Chicago' });
    const customer = await seedCustomer({ api });
    const quote = (expiresAt: string) =>
      api.request('POST', '/v1/quotes', { customer: { id: customer.id }, order: chicagoToDallas, expiresAt });

    const written = await Promise.all(['2026-12-01T17:00', '2026-12-01T17:00:00.5', '2026-07-01T17:00'].map(quote));
    const carrier = await api.request('POST', '/v1/carriers', {
      name: 'Prairie',
      type: 'TRUCKLOAD',
      insuranceExpirationDate: '2027-01-01T00:00',
    });

    expect(written.map(({ body }) => body.expiresAt)).toEqual([
      '2026-12-01T23:00:00.000Z',
      '2026-12-01T23:00:00.500Z',
      '2026-07-01T22:00:00.000Z',
    ]);
    expect(carrier.body.insuranceExpirationDate).toBe('2027-01-01T06:00:00.000Z');
    const count = async (expiresAt: object) =>
      (await api.request('POST', '/v1/quotes/filter', { filter: { expiresAt } })).body.data.length;
    expect(await count({ equalTo: '2026-12-01T17:00:00' })).toBe(1);
    expect(await count({ equalTo: '2026-12-01 17:00' })).toBe(1);
    expect(await count({ equalTo: '2026-12-01T17:00:00Z' })).toBe(0);
    const search = async (value: string) =>
      (await api.request('POST', '/v1/carriers/search', { criteria: { createdAt: { operator: 'BEFORE', value } } }))
        .body.totalResults;
    // It is 09:00 in Chicago.
    expect([await search('2026-11-20T08:59:00'), await search('2026-11-20T09:01:00')]).toEqual([0, 1]);
  });
});
