import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { lendBrokerage } from '../../support/stores/lent-stores.ts';
import { toAttributes, readMetrics, listSpans, startCollector } from '../support/collector.ts';
import { createServiceClient, startServiceProcess } from '../support/service.ts';
import { createTemporaryFolder } from '../support/waybill.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const secrets = /secret-of-a-customer|Bearer|eyJ|client_secret/;

onOneDatabase('a service with a collector configured', (kind) => {
  test('reports each request as a span and a duration in seconds, by route and status, with its own name and place, and nothing that callers wrote', async () => {
    using folder = createTemporaryFolder();
    await using database = await lendBrokerage(kind);
    await using collector = await startCollector();
    const environment = {
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-collector-key=abc',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
    };
    await using service = await startServiceProcess(['--database', database.url], { home: folder.path, environment });
    await using api = createServiceClient(service.ready, service.ready.clientSecret);
    const term = await api.paymentTerms.create({ name: 'secret-of-a-customer', key: 'secret-of-a-customer' });
    await api.paymentTerms.get({ id: 'secret-of-a-customer' });
    await fetch(`${service.ready.url}/shipments/secret-of-a-customer`, {
      headers: { traceparent: `00-${traceId}-b7ad6b7169203331-01` },
    });
    for (let count = 0; count < 3; count += 1) await fetch(`${service.ready.authUrl}/healthz`);
    await fetch(`${service.ready.authUrl}/nowhere`);

    const { code, stderr } = await service.stop();

    expect([code, stderr]).toEqual([0, '']);
    const spans = listSpans(collector);
    expect(spans.map(({ name }) => name)).toEqual([
      'POST /oauth2/token',
      'POST /v1/payment-terms',
      'GET /v1/payment-terms/:id',
      'GET /v1/shipments/:id',
      'GET /healthz',
      'GET /healthz',
      'GET /healthz',
      'GET none',
    ]);
    expect(spans.map(({ attributes }) => attributes['http.response.status_code'])).toEqual([
      200, 201, 200, 401, 200, 200, 200, 404,
    ]);
    expect(spans[1]?.attributes).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/v1/payment-terms',
      'waybill.organization_id': expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    expect(spans[3]).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331', kind: 2 });
    const { metrics, resource } = readMetrics(collector);
    expect(resource).toMatchObject({ 'service.name': 'waybill', 'deployment.environment.name': 'test' });
    expect(metrics['http.server.request.duration']).toMatchObject({ unit: 's' });
    const points = metrics['http.server.request.duration']?.histogram?.dataPoints ?? [];
    expect(points.map((point) => [toAttributes(point.attributes)['http.route'], Number(point.count)])).toEqual([
      ['/oauth2/token', 1],
      ['/v1/payment-terms', 1],
      ['/v1/payment-terms/:id', 1],
      ['/v1/shipments/:id', 1],
      ['/healthz', 3],
      ['none', 1],
    ]);
    expect(JSON.stringify(collector.received)).not.toMatch(secrets);
    expect(JSON.stringify(collector.received)).not.toContain(term.id);
    expect(collector.received.map(({ headers }) => headers['x-collector-key'])).toEqual(
      collector.received.map(() => 'abc'),
    );
  });
});

test.concurrent('a request that the database fails is counted by what failed', async () => {
  using folder = createTemporaryFolder();
  await using collector = await startCollector();
  await using service = await startServiceProcess(['--database', 'sqlite:desk.db'], {
    home: folder.path,
    environment: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, WAYBILL_LOG: 'error' },
  });
  await using api = createServiceClient(service.ready, service.ready.clientSecret, { retriesMax: 0 });
  await api.paymentTerms.filter({});
  const other = new DatabaseSync(path.join(folder.path, 'desk.db'));
  other.exec('begin immediate');

  await expect(api.paymentTerms.create({ name: 'Net 15' })).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  other.close();
  await service.stop();

  const { metrics } = readMetrics(collector);
  expect(metrics['waybill.database.errors']?.sum?.dataPoints.map(({ attributes }) => toAttributes(attributes))).toEqual(
    [{ 'error.type': 'busy' }],
  );
});

test.concurrent('a collector that is out of reach disturbs nobody', async () => {
  using folder = createTemporaryFolder();
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', WAYBILL_LOG: 'warn' };
  await using service = await startServiceProcess(['--database', 'sqlite:desk.db'], {
    home: folder.path,
    environment,
  });

  const { status } = await fetch(`${service.ready.authUrl}/readyz`);
  const { code } = await service.stop();

  expect([status, code]).toEqual([200, 0]);
});
