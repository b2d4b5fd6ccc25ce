import { expect, test } from 'vitest';
import { onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { startService } from '../../support/service/service.ts';

onOneDatabase('the service', (database) => {
  test('a created payment term can be read by id and by key', async () => {
    await using api = await startService(database);

    const created = await api.request('POST', '/v1/payment-terms', {
      name: 'Net 30',
      days: 30,
      quickPayFee: 0.02,
      key: 'net30',
    });

    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ name: 'Net 30', days: 30, quickPayFee: 0.02, apOnly: null });
    expect((await api.request('GET', `/v1/payment-terms/${created.body.id}`)).body).toEqual(created.body);
    expect((await api.request('GET', '/v1/payment-terms/net30?by=key')).body).toEqual(created.body);
    expect((await api.request('GET', '/v1/payment-terms/net30')).body).toEqual(created.body);
    expect((await api.request('GET', '/v1/payment-terms/net30?by=id')).status).toBe(404);
  });

  test('pages follow each other without gaps, and a cursor fits only its own query', async () => {
    await using api = await startService(database);
    for (let n = 1; n <= 7; n += 1) await api.request('POST', '/v1/payment-terms', { name: `Net ${n}`, days: n });
    const filter = { days: { greaterThan: 1 } };

    const first = await api.request('POST', '/v1/payment-terms/filter', { filter, pageSize: 4 });
    const second = await api.request('POST', '/v1/payment-terms/filter', {
      filter,
      pageSize: 4,
      cursor: first.body.pagination.endCursor,
    });
    const misused = await api.request('POST', '/v1/payment-terms/filter', { cursor: first.body.pagination.endCursor });

    expect([...first.body.data, ...second.body.data].map(({ days }) => days)).toEqual([7, 6, 5, 4, 3, 2]);
    expect(second.body.pagination).toEqual({ pageSize: 4, hasNextPage: false, hasPreviousPage: true, endCursor: null });
    expect(misused).toMatchObject({
      status: 400,
      body: { error: { code: 'BAD_REQUEST', details: [{ field: 'cursor' }] } },
    });
  });

  test('an unknown filter field is reported and not applied; a wrong operator is refused', async () => {
    await using api = await startService(database);
    await api.request('POST', '/v1/payment-terms', { name: 'Net 30' });

    const unknown = await api.request('POST', '/v1/payment-terms/filter', { filter: { color: { equalTo: 'red' } } });
    const wrong = await api.request('POST', '/v1/payment-terms/filter', { filter: { days: { startsWith: 'x' } } });

    expect(unknown.body).toMatchObject({ data: [{ name: 'Net 30' }], errors: [{ field: 'color' }] });
    expect(wrong).toMatchObject({ status: 400, body: { error: { details: [{ field: 'filter.days' }] } } });
  });

  test('a deleted record is gone, except for a filter that asks for deleted ones', async () => {
    await using api = await startService(database);
    const { body } = await api.request('POST', '/v1/payment-terms', { name: 'Net 30', key: 'k' });

    expect((await api.request('DELETE', `/v1/payment-terms/${body.id}`)).status).toBe(204);

    expect((await api.request('DELETE', `/v1/payment-terms/${body.id}`)).status).toBe(404);
    expect((await api.request('POST', '/v1/payment-terms/filter')).body.data).toEqual([]);
    const deleted = await api.request('POST', '/v1/payment-terms/filter', { filter: { deletedAt: { isNull: false } } });
    expect(deleted.body.data).toHaveLength(1);
    expect((await api.request('POST', '/v1/payment-terms', { name: 'Net 30', key: 'k' })).status).toBe(201);
  });

  test('the same key and request give the first answer again; another request under the key is refused', async () => {
    await using api = await startService(database);
    const once = { 'idempotency-key': 'plan-1' };
    const first = await api.request('POST', '/v1/payment-terms', { name: 'Net 30' }, once);

    const again = await api.request('POST', '/v1/payment-terms', { name: 'Net 30' }, once);
    const other = await api.request('POST', '/v1/payment-terms', { name: 'Net 45' }, once);
    const elsewhere = await api.request('POST', '/v1/vendors', { name: 'Net 30' }, once);

    expect(again.body).toEqual(first.body);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    for (const refused of [other, elsewhere])
      expect(refused).toMatchObject({ status: 422, body: { error: { details: [{ field: 'Idempotency-Key' }] } } });
    expect((await api.request('POST', '/v1/payment-terms/filter')).body.data).toHaveLength(1);
  });

  test('a client key is unique while its record lives', async () => {
    await using api = await startService(database);
    await api.request('POST', '/v1/payment-terms', { name: 'Net 30', key: 'net' });

    const second = await api.request('POST', '/v1/payment-terms', { name: 'Net 45', key: 'net' });

    expect(second).toMatchObject({
      status: 409,
      body: { error: { code: 'DUPLICATE_KEY', details: [{ field: 'key' }] } },
    });
  });

  test('another organization can neither see nor change a record', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { body } = await api.request('POST', '/v1/payment-terms', { name: 'Net 30', key: 'net30' });

    expect((await stranger.request('GET', `/v1/payment-terms/${body.id}`)).status).toBe(404);
    expect((await stranger.request('GET', '/v1/payment-terms/net30?by=key')).status).toBe(404);
    expect((await stranger.request('PATCH', `/v1/payment-terms/${body.id}`, { name: 'x' })).status).toBe(404);
    expect((await stranger.request('DELETE', `/v1/payment-terms/${body.id}`)).status).toBe(404);
    expect((await stranger.request('POST', '/v1/payment-terms/filter')).body.data).toEqual([]);
  });

  test('requests over the minute limit are told how long to wait', async () => {
    await using api = await startService(database, { rateLimitPerMinute: 45 });

    const answers = await Promise.all(Array.from({ length: 50 }, () => api.request('GET', '/v1/payment-terms/none')));

    expect(answers.filter(({ status }) => status === 404)).toHaveLength(45);
    const refused = answers.find(({ status }) => status === 429);
    expect(refused?.headers.get('retry-after')).toBe('60');
    expect(refused?.headers.get('x-ratelimit-limit')).toBe('45');
    api.clock.now = '2026-11-20T15:01:00.000Z';
    expect((await api.request('GET', '/v1/payment-terms/none')).headers.get('x-ratelimit-remaining')).toBe('44');
  });

  test('bad requests are refused with the field and the reason', async () => {
    await using api = await startService(database);

    const cases = [
      [await api.request('POST', '/v1/payment-terms', '{"name":'), 400, 'body'],
      [await api.request('POST', '/v1/payment-terms', {}), 400, 'name'],
      [await api.request('POST', '/v1/payment-terms', { name: 'x', colour: 1 }), 400, 'colour'],
      [await api.request('POST', '/v1/payment-terms', { name: 'x', days: 'thirty' }), 400, 'days'],
      [await api.request('POST', '/v1/payment-terms/filter', { pageSize: 251 }), 400, 'pageSize'],
      [await api.request('GET', '/v1/payment-terms/x?by=name'), 400, 'by'],
    ] as const;

    for (const [answer, status, field] of cases) {
      expect(answer.status).toBe(status);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(answer.body.error.details[0].field).toBe(field);
    }
    expect((await api.request('POST', '/v1/payment-terms', `{"name":"${'x'.repeat(1_100_000)}"}`)).status).toBe(413);
    expect((await api.request('GET', '/v1/nothing')).body.error.code).toBe('NOT_FOUND');
  });

  test('a body in another encoding than UTF-8 is refused, not saved with other letters', async () => {
    await using api = await startService(database);
    const send = (encoding: BufferEncoding, text: string) =>
      api.service.fetch(
        new Request('http://service.test/v1/payment-terms', {
          method: 'POST',
          headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
          body: Buffer.from(text, encoding),
        }),
      );

    const latin = await send('latin1', '{"name":"30 días"}');
    const utf = await send('utf8', '{"name":"30 días"}');

    expect(latin.status).toBe(400);
    expect(await latin.json()).toMatchObject({ error: { code: 'BAD_REQUEST', details: [{ field: 'body' }] } });
    expect(utf.status).toBe(201);
    expect(await utf.json()).toMatchObject({ name: '30 días' });
  });

  test('a path that does not exist counts as a request of whoever calls it, and tells nobody else more', async () => {
    await using api = await startService(database, { rateLimitPerMinute: 2 });
    const readLimits = async (method: string, path: string, headers?: Record<string, string>) => {
      const answer = await api.request(method, path, undefined, headers);
      return [answer.status, answer.headers.get('x-ratelimit-limit'), answer.headers.get('x-ratelimit-remaining')];
    };

    expect(await readLimits('GET', '/v1/nothing')).toEqual([404, '2', '1']);
    expect(await readLimits('PUT', '/v1/payment-terms/none')).toEqual([404, '2', '0']);
    expect(await readLimits('GET', '/v1/nothing')).toEqual([429, '2', '0']);
    expect(await readLimits('GET', '/v1/nothing', { authorization: 'Bearer abc' })).toEqual([404, null, null]);
    expect(await readLimits('GET', '/nothing')).toEqual([404, null, null]);
  });

  test('without a good token nothing is answered, and a reading client cannot write', async () => {
    await using api = await startService(database);
    const reader = await api.anotherOrganization({ scopes: 'read' });

    expect((await api.request('GET', '/v1/payment-terms/x', undefined, { authorization: '' })).status).toBe(401);
    expect((await api.request('GET', '/v1/payment-terms/x', undefined, { authorization: 'Bearer abc' })).status).toBe(
      401,
    );
    expect((await reader.request('POST', '/v1/payment-terms/filter')).status).toBe(200);
    expect((await reader.request('POST', '/v1/payment-terms', { name: 'x' })).status).toBe(403);
    api.clock.now = '2026-11-20T16:00:01.000Z';
    expect((await api.request('GET', '/v1/payment-terms/x')).body.error.code).toBe('UNAUTHORIZED');
  });
});

onBothDatabases('many requests at once', (database) => {
  test('twenty requests at once under one key make one record', async () => {
    await using api = await startService(database);

    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        api.request('POST', '/v1/payment-terms', { name: 'Net 30' }, { 'idempotency-key': 'one' }),
      ),
    );

    expect(answers.map(({ status }) => status).every((status) => status === 201 || status === 409)).toBe(true);
    expect((await api.request('POST', '/v1/payment-terms/filter')).body.data).toHaveLength(1);
  });

  test('many more reads at once than there are connections are all answered, whether they find something or not', async () => {
    await using api = await startService(database);
    const { body } = await api.request('POST', '/v1/payment-terms', { name: 'Net 30' });
    const reads = [`/v1/payment-terms/${body.id}`, '/v1/payment-terms/none', '/v1/carriers/none'];

    const answers = await Promise.all(
      Array.from({ length: 90 }, (_, index) => api.request('GET', reads[index % reads.length] ?? '')),
    );

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 30 }, () => [200, 404, 404]).flat());
    expect((await api.request('POST', '/v1/payment-terms/filter', {})).body.data).toEqual([body]);
  });
});
