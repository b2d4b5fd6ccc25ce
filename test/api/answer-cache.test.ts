import { expect, test, vi } from 'vitest';
import { hashSecret } from '../../src/service/secrets.ts';
import { counting } from '../support/counting.ts';
import { onBothDatabases } from '../support/databases.ts';
import { given } from '../support/fixtures.ts';
import { ask, startSecondService } from '../support/second-service.ts';
import { startService, tokenOf } from '../support/service.ts';
import { newShipment } from '../support/shipments.ts';

onBothDatabases('a record that is read again', (database) => {
  test('costs no query while nothing was committed, and is the same', async () => {
    await using api = await startService(database);
    const { counter, counted } = counting();
    await using service = await startSecondService(api, counted);
    const { shipment } = await newShipment(api);
    const path = `/v1/shipments/${shipment.id}`;

    const first = await service.request('GET', path);
    expect(counter.queries).toBeGreaterThan(0);
    // PostgreSQL's state is one of the whole server, to whose other databases other tests write.
    const again = await vi.waitFor(async () => {
      counter.queries = 0;
      const answer = await service.request('GET', path);
      expect(counter.queries).toBe(0);
      return answer;
    });

    expect(again.body).toEqual(first.body);
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'));
  });

  test('shows at once what another process changed, in the record or in one that it refers to', async () => {
    await using api = await startService(database);
    await using service = await startSecondService(api);
    const { shipment, customer } = await newShipment(api);
    const path = `/v1/shipments/${shipment.id}`;
    await service.request('GET', path);

    for (const name of ['First', 'Second', 'Third']) {
      await api.request('PATCH', `/v1/customers/${customer.id}`, { name });
      const { body } = await service.request('GET', path);
      expect(body.customer.name).toBe(name);
    }
    await api.request('POST', `/v1/shipments/${shipment.id}/cancel`, {});

    const { body } = await service.request('GET', path);
    expect(body.status).toBe('CANCELED');
    await api.request('DELETE', `/v1/shipments/${shipment.id}`);
    expect((await service.request('GET', path)).status).toBe(404);
  });

  test('is not shown to another organization, nor under another address', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { shipment } = await newShipment(api);
    const path = `/v1/shipments/${shipment.id}`;
    expect((await api.request('GET', path)).status).toBe(200);

    expect((await stranger.request('GET', path)).status).toBe(404);
    expect((await api.request('GET', `${path}?by=key`)).status).toBe(404);
  });

  test('counts as a request each time, down to the limit', async () => {
    await using api = await startService(database, { rateLimitPerMinute: 40 });
    const { shipment } = await newShipment(api);
    const read = () => api.request('GET', `/v1/shipments/${shipment.id}`);

    const left: number[] = [];
    let answer = await read();
    for (; answer.status === 200; answer = await read()) left.push(Number(answer.headers.get('x-ratelimit-remaining')));

    const [first = 0] = left;
    expect(left).toEqual(Array.from({ length: first + 1 }, (_, used) => first - used));
    expect(first).toBeGreaterThan(20);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([429, '60']);
  });

  test('is refused to whoever may not read', async () => {
    await using api = await startService(database);
    const { shipment } = await newShipment(api);
    const target = `/v1/shipments/${shipment.id}`;
    const writer = await given(api, 'api_client', { scopes: 'write', secret_hash: hashSecret('a long secret') });
    const writing = await tokenOf(api.service, { clientId: writer.id, clientSecret: 'a long secret' });
    await api.request('GET', target);

    const statusWith = async (token: string) => (await ask(api.service, token, { method: 'GET', target })).status;

    expect([await statusWith(api.token), await statusWith(writing), await statusWith('no.token')]).toEqual([
      200, 403, 401,
    ]);
  });
});
