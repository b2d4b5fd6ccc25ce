import { expect, test } from 'vitest';
import { counting } from '../support/counting.ts';
import { onBothDatabases } from '../support/databases.ts';
import { startSecondService } from '../support/second-service.ts';
import { startService } from '../support/service.ts';
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
    counter.queries = 0;
    const again = await service.request('GET', path);

    expect(counter.queries).toBe(0);
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
});
