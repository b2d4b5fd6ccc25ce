import { expect, test } from 'vitest';
import { type Agent, type ProtocolEra, startAgent, startAgentProcess } from '../support/agent.ts';
import { toAttributes, type TestCollector, readMetrics, listSpans, startCollector } from '../support/collector.ts';
import { connectOverHttp, startHttpProcess } from '../support/http.ts';
import { startServiceProcess } from '../support/service.ts';
import { createOpenedHome } from '../support/opened-home.ts';
import { createTemporaryFolder } from '../support/waybill.ts';
import { isDeep } from '../../support/depth.ts';

const traceId = '0af7651916cd43dd8448eb211c80319c';
const parentId = 'b7ad6b7169203331';
const secret = 'secret-of-a-customer';

/** Tools that the work calls, in this order. */
const called = ['list_shipments', 'get_shipment', 'list_quotes', 'convert_quote', 'audit_log'];

type Calling = Pick<Agent, 'client' | 'call'>;

/** Makes a read, one that fails, and one that is part of a trace. */
async function makeCalls({ client, call }: Calling): Promise<void> {
  await call('list_shipments', { limit: 1 });
  await call('get_shipment', { shipment: secret });
  const { friendlyId: quote } = (await call('list_quotes', { status: 'QUOTED', limit: 1 })).data.rows[0];
  const traceparent = `00-${traceId}-${parentId}-01`;
  await client.callTool({ name: 'convert_quote', arguments: { quote }, _meta: { traceparent } });
  await client.callTool({ name: 'audit_log', arguments: {}, _meta: { traceparent: `00-${secret}-01` } });
  await client.callTool({ name: secret, arguments: {} }).catch(() => {});
}

const versions = { modern: '2026-07-28', legacy: '2025-11-25' } satisfies Record<ProtocolEra, string>;

/** Checks that the work of a client of this era is reported, and nothing of what is in it. */
function expectReported(collector: TestCollector, transport: 'pipe' | 'tcp', era: ProtocolEra): void {
  const isOfEra = ({ attributes }: { readonly attributes: Record<string, unknown> }) =>
    attributes['mcp.protocol.version'] === versions[era];
  const spans = listSpans(collector).filter(isOfEra);
  expect(spans.map(({ name, kind }) => [name, kind])).toEqual(called.map((name) => [`tools/call ${name}`, 2]));
  for (const { attributes } of spans)
    expect(attributes).toMatchObject({
      'mcp.method.name': 'tools/call',
      'gen_ai.operation.name': 'execute_tool',
      'network.transport': transport,
      'jsonrpc.request.id': expect.stringMatching(/^\d+$/),
    });
  const listValues = (name: string) => spans.map(({ attributes }) => attributes[name]);
  expect(listValues('gen_ai.tool.name')).toEqual(called);
  expect(listValues('waybill.tool.gate')).toEqual(['none', 'none', 'none', 'confirm', 'none']);
  expect(listValues('waybill.tool.outcome')).toEqual(['read', 'NOT_FOUND', 'read', 'approval_required', 'read']);
  expect(listValues('error.type')).toEqual([undefined, 'tool_error', undefined, undefined, undefined]);
  expect(spans[3]).toMatchObject({ traceId, parentSpanId: parentId });
  expect(spans[4]?.parentSpanId ?? '').toBe('');
  const metric = readMetrics(collector).metrics['mcp.server.operation.duration'];
  const points = (metric?.histogram?.dataPoints ?? [])
    .map(({ attributes, count }) => ({ attributes: toAttributes(attributes), count }))
    .filter(isOfEra);
  expect(metric).toMatchObject({ unit: 's' });
  expect(points.map(({ attributes, count }) => [attributes['gen_ai.tool.name'], Number(count)])).toEqual(
    called.map((name) => [name, 1]),
  );
  expect(JSON.stringify(points)).not.toContain('jsonrpc.request.id');
  expect(JSON.stringify(collector.received)).not.toMatch(/secret-of-a-customer|SHP-|Q0/);
}

// In every run both eras are tried over HTTP, and a question to the person over stdio.
const stdioEras: readonly ProtocolEra[] = isDeep ? ['modern', 'legacy'] : [];

test.each(stdioEras)('over stdio calls of a %s client are reported, and nothing of what is in them', async (era) => {
  using folder = await createOpenedHome();
  await using collector = await startCollector();
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  {
    await using agent = await startAgentProcess({ home: folder.path, environment }, era);
    await makeCalls(agent);
  }

  expectReported(collector, 'pipe', era);
  expect(listSpans(collector)).toHaveLength(called.length);
});

test('over HTTP calls of clients of either era are reported, and nothing of what is in them', async () => {
  using folder = await createOpenedHome();
  await using collector = await startCollector();
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  await using http = await startHttpProcess([], { home: folder.path, environment });
  for (const era of ['modern', 'legacy'] as const) {
    await using agent = await connectOverHttp(http.ready.url, era);
    await makeCalls(agent);
  }
  await http.stop();

  expectReported(collector, 'tcp', 'modern');
  expectReported(collector, 'tcp', 'legacy');
  expect(listSpans(collector)).toHaveLength(2 * called.length);
});

test('what the API is asked because of a call is part of that call, in its trace', async () => {
  using folder = createTemporaryFolder();
  using serviceFolder = await createOpenedHome();
  await using collector = await startCollector();
  const traced = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  await using service = await startServiceProcess([], { home: serviceFolder.path, environment: traced });
  const { url, clientId, clientSecret } = service.ready;
  const api = { WAYBILL_API_URL: url, WAYBILL_CLIENT_ID: clientId, WAYBILL_CLIENT_SECRET: clientSecret ?? '' };
  const traceparent = `00-${traceId}-${parentId}-01`;
  const starts = [
    () => startAgentProcess({ home: folder.path, environment: { ...api, ...traced } }),
    () => startAgent({ home: folder.path, environment: api }),
  ];
  for (const start of starts) {
    await using agent = await start();
    const call = { operation: 'paymentTerms.filter', input: { pageSize: 1 } };
    await agent.client.callTool({ name: 'api_read', arguments: call, _meta: { traceparent } });
  }
  await service.stop();

  const spans = listSpans(collector).filter(({ traceId: spanTraceId }) => spanTraceId === traceId);
  const toolSpan = spans.find(({ name }) => name === 'tools/call api_read');
  const requestSpans = spans.filter(({ name }) => name === 'POST /v1/payment-terms/filter');
  expect(toolSpan?.parentSpanId).toBe(parentId);
  // A server that reports nothing hands on what its client sent.
  expect(requestSpans.map(({ parentSpanId }) => parentSpanId)).toEqual([toolSpan?.spanId, parentId]);
});

test('a question to the person and what they say are two calls', async () => {
  using folder = await createOpenedHome();
  await using collector = await startCollector();
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url };
  {
    await using agent = await startAgentProcess({ home: folder.path, environment }, 'modern', []);
    const { friendlyId: quote } = (await agent.call('list_quotes', { status: 'QUOTED', limit: 1 })).data.rows[0];
    await agent.call('convert_quote', { quote });
  }

  const spans = listSpans(collector);
  expect(spans.map(({ attributes }) => attributes['network.transport'])).toEqual(spans.map(() => 'pipe'));
  expect(spans.map(({ name, attributes }) => [name, attributes['waybill.tool.outcome']])).toEqual([
    ['tools/call list_quotes', 'read'],
    ['tools/call convert_quote', 'asked'],
    ['tools/call convert_quote', 'done'],
  ]);
});

// In every run it is tried with the service.
test.each(isDeep ? ['HTTP'] : [])('a collector that is out of reach disturbs nobody over %s', async () => {
  using folder = await createOpenedHome();
  const environment = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9', WAYBILL_LOG: 'warn' };
  await using http = await startHttpProcess([], { home: folder.path, environment });
  await using agent = await connectOverHttp(http.ready.url);

  const { data } = await agent.call('list_shipments', { limit: 1 });
  const { code } = await http.stop();

  expect([data.rows.length, code]).toEqual([1, 0]);
});
