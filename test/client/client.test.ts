import { expect, expectTypeOf, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { operations } from '../../src/contract/operations.ts';
import { answerJson, net30, startRemoteApi } from './remote-api.ts';

test('every operation of the contract is a method of the client, and none hides another', () => {
  const client = createClient({ baseUrl: 'http://x/v1', authUrl: 'http://x', clientId: 'a', clientSecret: 'b' });

  const methods = Object.entries(operations).map(([resource, group]) => [resource, Object.keys(group)]);
  const offered = Object.entries(operations).map(([resource]) => [
    resource,
    Object.keys(client[resource as keyof typeof operations]),
  ]);

  expect(offered).toEqual(methods);
});

test('no input of an operation is both in its path, its query and its body', () => {
  const twice = Object.entries(operations).flatMap(([resource, group]) =>
    Object.entries(group as Record<string, { path: string; query?: object; body?: object }>).flatMap(
      ([verb, operation]) => {
        const shapes = [operation.query, operation.body].map((schema) =>
          schema && 'shape' in schema ? Object.keys(schema.shape as object) : [],
        );
        const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
        const all = [...names, ...shapes.flat()];
        return all.length === new Set(all).size ? [] : [`${resource}.${verb}`];
      },
    ),
  );

  expect(twice).toEqual([]);
});

test('inputs and answers are typed by the contract', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30));
  const { paymentTerms } = api.client;

  const term = await paymentTerms.get({ id: net30.id });

  expectTypeOf(term.days).toEqualTypeOf<number | null>();
  expectTypeOf(paymentTerms.create).parameter(0).toHaveProperty('name');
  expectTypeOf(paymentTerms.delete).returns.resolves.toBeUndefined();
  expectTypeOf(paymentTerms.filter).parameter(0).toExtend<{ cursor?: string | null | undefined } | undefined>();
  expectTypeOf(paymentTerms.filter).returns.resolves.toExtend<{ data: readonly { name: string }[] }>();
  // @ts-expect-error: the contract knows no such operator on a number
  void (() => paymentTerms.filter({ filter: { days: { startsWith: '3' } } }));
  // @ts-expect-error: a read needs its id
  void (() => paymentTerms.get({}));
});

test('fields and values that the contract does not know pass through', async () => {
  const newer = { ...net30, status: 'FROZEN', discount: { percent: 2 } };
  await using api = await startRemoteApi((response) => answerJson(response, 200, newer));

  const term = await api.client.paymentTerms.get({ id: net30.id });

  expect(term).toEqual(newer);
});

test('a deletion is answered with nothing', async () => {
  await using api = await startRemoteApi((response) => void response.writeHead(204).end());

  const answer = await api.client.paymentTerms.delete({ id: net30.id });

  expect(answer).toBeUndefined();
});

test('an operation can be called by its name', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30));

  const term = await api.client.call('paymentTerms.get', { id: net30.id });

  expect(term).toEqual(net30);
});

test.each(['paymentTerms.explode', 'get', '', '__proto__.toString', 'paymentTerms.get.x'])(
  'the operation %j does not exist, and saying so repeats nothing',
  async (name) => {
    await using api = await startRemoteApi((response) => answerJson(response, 200, net30));

    await expect(api.client.call(name)).rejects.toMatchObject({ code: 'BAD_REQUEST' });

    expect(api.requests).toHaveLength(0);
  },
);

test('a report is delivered as CSV when asked for', async () => {
  const csv = 'id,name\r\n1,"Müller, Ltd"\r\n';
  await using api = await startRemoteApi(
    (response) => void response.writeHead(200, { 'content-type': 'text/csv; charset=utf-8' }).end(csv),
  );

  const report = await api.client.raw('bills.agingReport', {}, { accept: 'text/csv' });

  expect(report).toMatchObject({ status: 200, contentType: 'text/csv' });
  expect(report.text()).toBe(csv);
  expect(api.requests[0]?.headers.accept).toBe('text/csv');
});

test('a report that is answered in another form than asked for is not taken', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, {}));

  await expect(api.client.raw('bills.agingReport', {}, { accept: 'text/csv' })).rejects.toMatchObject({
    code: 'BAD_RESPONSE',
  });
});

test('a form that an operation does not offer is refused before anything is sent', async () => {
  await using api = await startRemoteApi((response) => answerJson(response, 200, net30));

  const refusal = api.client.raw('paymentTerms.get', { id: net30.id }, { accept: 'application/pdf' });

  await expect(refusal).rejects.toMatchObject({ code: 'BAD_REQUEST', details: [{ field: 'accept' }] });
  expect(api.requests).toHaveLength(0);
});

test('a service in the same process is reached without a socket', async () => {
  const seen: string[] = [];
  await using client = createClient({
    baseUrl: 'http://embedded/v1',
    authUrl: 'http://embedded',
    clientId: 'a',
    clientSecret: 'b',
    async fetch(request) {
      seen.push(`${request.method} ${request.url} ${await request.text()}`);
      if (request.url.endsWith('/oauth2/token')) return Response.json({ access_token: 't', expires_in: 3600 });
      return Response.json(net30, { status: 201 });
    },
  });

  const term = await client.paymentTerms.create({ name: 'Net 30' });

  expect(term).toEqual(net30);
  expect(seen.at(-1)).toBe('POST http://embedded/v1/payment-terms {"name":"Net 30"}');
});

test('a service in the same process that never answers cannot hold a caller', async () => {
  await using client = createClient({
    baseUrl: 'http://embedded/v1',
    authUrl: 'http://embedded',
    clientId: 'a',
    clientSecret: 'b',
    fetch: () => new Promise(() => {}),
  });

  const call = client.paymentTerms.get({ id: net30.id }, { signal: AbortSignal.timeout(20) });

  await expect(call).rejects.toMatchObject({ code: 'CANCELLED' });
});

test('a fault of the program itself is not hidden by trying again', async () => {
  let calls = 0;
  await using client = createClient({
    baseUrl: 'http://embedded/v1',
    authUrl: 'http://embedded',
    clientId: 'a',
    clientSecret: 'b',
    fetch() {
      calls += 1;
      throw new RangeError('a bug');
    },
  });

  await expect(client.paymentTerms.get({ id: net30.id })).rejects.toThrow(RangeError);

  expect(calls).toBe(1);
});
