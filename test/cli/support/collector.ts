import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: string | number };
}

/** The parts of OTLP's JSON that the tests look at. */
interface ReceivedExport {
  readonly path: string;
  readonly headers: Readonly<Record<string, unknown>>;
  // Tests read what arrived freely; each assertion says what it expects.
  readonly body: any; // eslint-disable-line typescript/no-explicit-any
}

export interface TestCollector extends AsyncDisposable {
  readonly url: string;
  readonly received: readonly ReceivedExport[];
}

/** An OTLP/HTTP receiver on loopback that keeps what it is sent. */
export async function startCollector(): Promise<TestCollector> {
  const received: ReceivedExport[] = [];
  const server = createServer((request, response) => {
    void keep(request, response);
  });
  async function keep(request: IncomingMessage, response: ServerResponse): Promise<void> {
    received.push({ path: request.url ?? '', headers: request.headers, body: await json(request) });
    response.setHeader('content-type', 'application/json').end('{}');
  }
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server always has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Converts OTLP's list of attributes to an object. */
export const toAttributes = (attributes: readonly Attribute[]): Record<string, string | number> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]));

interface ExportedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly attributes: Record<string, string | number>;
}

/** Lists every span that arrived. */
export function listSpans({ received }: TestCollector): ExportedSpan[] {
  return received
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => body.resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans }) => spans)
    .map((span) => ({ ...span, attributes: toAttributes(span.attributes) }));
}

interface MetricPoints {
  readonly dataPoints: { readonly count: string; readonly attributes: Parameters<typeof toAttributes>[0] }[];
}

interface Metric {
  readonly unit: string;
  readonly histogram?: MetricPoints;
  readonly sum?: MetricPoints;
}

/** Reads the last state of each metric. */
export function readMetrics({ received }: TestCollector) {
  const [last] = received.filter(({ path }) => path === '/v1/metrics').slice(-1);
  const [resourceMetrics] = last?.body.resourceMetrics ?? [];
  const metrics: [string, Metric][] = resourceMetrics.scopeMetrics.flatMap(
    ({ metrics }: { metrics: (Metric & { name: string })[] }) => metrics.map((metric) => [metric.name, metric]),
  );
  return {
    resource: toAttributes(resourceMetrics.resource.attributes),
    metrics: Object.fromEntries(metrics) as Record<string, Metric | undefined>,
  };
}
