import { expect, test } from 'vitest';
import { webhookSubscriptions } from '../../../src/contract/events/webhook-subscriptions.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { startService } from '../../support/service/service.ts';
import { listEventNames, makeSandbox, subscribe, token } from '../../support/servers/webhooks.ts';
import { createCustomer, listRefusedFilters } from '../parties/parties.ts';

const path = '/v1/webhook-subscriptions';
const hook = { url: 'https://hooks.example/in', events: ['CUSTOMER_CREATED'], token };
const buildRefusal = (status: number, field: string) => ({ status, body: { error: { details: [{ field }] } } });

onOneDatabase('webhook subscriptions', (database) => {
  test('the signing secret is shown once, the token never again', async () => {
    await using api = await startService(database);

    const created = await api.request('POST', path, { ...hook, key: 'erp' });
    const read = await api.request('GET', `${path}/erp?by=key`);
    const listed = await api.request('POST', `${path}/filter`);
    const changed = await api.request('PATCH', `${path}/${created.body.id}`, { token: 'another-token-of-ours' });

    const { signingSecret, ...view } = created.body;
    expect(created.status).toBe(201);
    expect(signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(view).toMatchObject({
      key: 'erp',
      url: hook.url,
      events: ['CUSTOMER_CREATED'],
      status: 'ACTIVE',
      tokenLastFour: 'iber',
      lastDeliveredAt: null,
      lastFailure: null,
    });
    expect(read.body).toEqual(view);
    expect(listed.body.data).toEqual([view]);
    expect(changed.body).toMatchObject({ tokenLastFour: 'ours' });
    expect(JSON.stringify([created, read, listed, changed].map(({ body }) => body))).not.toContain(token);
  });

  test('the store holds neither the token nor the signing secret in plain text', async () => {
    await using api = await startService(database);
    const create = () => api.request('POST', path, hook, { 'idempotency-key': 'one' });
    const { signingSecret } = (await create()).body;
    const repeated = await create();

    const { reader } = api.database;
    const stored = JSON.stringify([
      await reader.selectFrom('webhook_subscription').selectAll().execute(),
      await reader.selectFrom('idempotency').selectAll().execute(),
    ]);

    expect(repeated.body.signingSecret).toBe(signingSecret);
    expect(stored).toContain('hooks.example');
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(String(signingSecret).slice('whsec_'.length));
  });

  test('notifications go to public https addresses only', async () => {
    await using api = await startService(database);
    const { id } = await subscribe(api);

    for (const url of [
      'http://hooks.example/in',
      'https://hooks.example:8443/in',
      'https://user:secret@hooks.example/in',
      'https://192.168.0.10/in',
      'http://127.0.0.1:9000/in',
      'https://localhost/in',
    ]) {
      const created = await api.request('POST', path, { ...hook, url });
      const changed = await api.request('PATCH', `${path}/${id}`, { url });
      expect([url, created]).toMatchObject([url, buildRefusal(422, 'url')]);
      expect([url, changed]).toMatchObject([url, buildRefusal(422, 'url')]);
    }
  });

  test('in a sandbox they may go to a server on the same machine, and to no other private address', async () => {
    await using api = await startService(database);
    await makeSandbox(api);

    for (const url of ['http://127.0.0.1:9000/in', 'http://localhost:9000/in', 'http://[::1]:9000/in'])
      expect([url, (await api.request('POST', path, { ...hook, url })).status]).toEqual([url, 201]);
    for (const url of ['https://10.0.0.1/in', 'http://hooks.example/in'])
      expect(await api.request('POST', path, { ...hook, url })).toMatchObject(buildRefusal(422, 'url'));
  });

  test('in the sandbox of a service that others can call they may not go to its own machine', async () => {
    await using api = await startService(database, { isBoundToLoopback: false });
    await makeSandbox(api);

    for (const url of ['http://127.0.0.1:9000/in', 'http://localhost:9000/in', 'http://[::1]:9000/in'])
      expect(await api.request('POST', path, { ...hook, url })).toMatchObject(buildRefusal(422, 'url'));
  });

  test('what is malformed is refused, without showing the token that was sent', async () => {
    await using api = await startService(database);
    const short = 'too-short-it-is';

    const refused = [
      [{ ...hook, events: ['CUSTOMER_RENAMED'] }, 'events.0'],
      [{ ...hook, events: [] }, 'events'],
      [{ ...hook, url: 'ftp://hooks.example/in' }, 'url'],
      [{ ...hook, token: short }, 'token'],
      [{ ...hook, colour: 'red' }, 'colour'],
      [{ url: hook.url, events: hook.events }, 'token'],
    ] as const;

    for (const [body, field] of refused) {
      const answer = await api.request('POST', path, body);
      expect(answer).toMatchObject(buildRefusal(400, field));
      expect(JSON.stringify(answer.body)).not.toContain(short);
    }
    const { id } = await subscribe(api);
    expect(await api.request('PATCH', `${path}/${id}`, { status: 'FAILING' })).toMatchObject(
      buildRefusal(400, 'status'),
    );
  });

  test('an event that is named twice is chosen once', async () => {
    await using api = await startService(database);

    const { body } = await api.request('POST', path, { ...hook, events: ['QUOTE_WON', 'QUOTE_WON', 'QUOTE_LOST'] });

    expect(body.events).toEqual(['QUOTE_WON', 'QUOTE_LOST']);
  });

  test('a key is used once, until its subscription is deleted', async () => {
    await using api = await startService(database);
    const { body: first } = await api.request('POST', path, { ...hook, key: 'erp' });
    const other = await subscribe(api);

    const twice = await api.request('POST', path, { ...hook, key: 'erp' });
    const moved = await api.request('PATCH', `${path}/${other.id}`, { key: 'erp' });
    await api.request('DELETE', `${path}/${first.id}`);
    const again = await api.request('POST', path, { ...hook, key: 'erp' });

    const duplicate = { status: 409, body: { error: { code: 'DUPLICATE_KEY' } } };
    expect([twice, moved]).toMatchObject([duplicate, duplicate]);
    expect(again.status).toBe(201);
  });

  test('a deleted subscription is gone, and hears of nothing any more', async () => {
    await using api = await startService(database);
    const { id } = await subscribe(api);
    await createCustomer(api);

    const deleted = await api.request('DELETE', `${path}/${id}`);
    await createCustomer(api);

    expect(deleted.status).toBe(204);
    expect((await api.request('GET', `${path}/${id}`)).status).toBe(404);
    expect((await api.request('PATCH', `${path}/${id}`, { status: 'PAUSED' })).status).toBe(404);
    expect((await api.request('DELETE', `${path}/${id}`)).status).toBe(404);
    const listed = await api.request('POST', `${path}/filter`, { filter: { deletedAt: { isNull: false } } });
    expect(listed.body.data).toMatchObject([{ id, deletedAt: api.clock.now }]);
    expect(await listEventNames(api.database, id)).toEqual(['CUSTOMER_CREATED']);
    const waiting = await api.database.reader
      .selectFrom('webhook_delivery')
      .select(['status', 'next_attempt_at'])
      .execute();
    expect(waiting).toEqual([{ status: 'FAILED', next_attempt_at: null }]);
  });

  test('another organization neither sees nor feeds a subscription', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { id } = await subscribe(api);

    for (const [method, body] of [['GET'], ['PATCH', { status: 'PAUSED' }], ['DELETE']] as const)
      expect((await stranger.request(method, `${path}/${id}`, body)).status).toBe(404);
    await createCustomer(stranger);

    expect((await stranger.request('POST', `${path}/filter`)).body.data).toEqual([]);
    expect(await listEventNames(api.database, id)).toEqual([]);
  });

  test('every declared filter field works', async () => {
    await using api = await startService(database);
    const quotes = await subscribe(api, { events: ['QUOTE_WON'] });
    await subscribe(api, { events: ['CUSTOMER_CREATED'] });

    const { body } = await api.request('POST', `${path}/filter`, { filter: { events: { includes: 'QUOTE_WON' } } });

    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([quotes.id]);
    expect(await listRefusedFilters(api, `${path}/filter`, webhookSubscriptions.filter.filter)).toEqual([]);
  });
});
