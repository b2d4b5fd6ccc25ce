import {
  type Context,
  diag,
  DiagLogLevel,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
} from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Log } from '../../log.ts';
import type { Outcome, Telemetry } from './telemetry.ts';

interface TelemetryOptions {
  readonly version: string;
  readonly log: Log;
}

const scope = 'waybill';
/** A collector that does not respond must not hold up the end of the process. */
const closeMaxMs = 3000;
/** The boundaries that OpenTelemetry recommends for the duration of requests, in seconds. */
const durationBoundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Reports to the OTLP/HTTP collector of the standard OTEL_ variables, which the exporters read by themselves. */
export function startTelemetry({ version, log }: TelemetryOptions): Telemetry {
  reportProblems(log);
  const resource = resourceFromAttributes({ 'service.name': scope, 'service.version': version }).merge(
    detectResources({ detectors: [envDetector] }),
  );
  const tracers = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter(patience()))],
  });
  const meters = new MeterProvider({
    resource,
    readers: [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter(patience()) })],
  });
  const tracer = tracers.getTracer(scope, version);
  const meter = meters.getMeter(scope, version);
  const duration = meter.createHistogram('http.server.request.duration', {
    description: 'Duration of HTTP server requests.',
    unit: 's',
    advice: { explicitBucketBoundaries: durationBoundaries },
  });
  const databaseErrors = meter.createCounter('waybill.database.errors', {
    description: 'Requests that the database failed.',
    unit: '{error}',
  });
  return {
    begin(request, startedAt) {
      const method = knownMethods.has(request.method) ? request.method : '_OTHER';
      const span = tracer.startSpan(
        method,
        { kind: SpanKind.SERVER, startTime: performance.timeOrigin + startedAt },
        callerOf(request),
      );
      return {
        end(outcome) {
          const attributes = attributesOf(method, outcome);
          duration.record((performance.now() - startedAt) / 1000, attributes);
          endSpan(span, `${method} ${outcome.route}`, attributes, outcome);
        },
      };
    },
    databaseFailed: (failure) => databaseErrors.add(1, { 'error.type': failure }),
    async close() {
      const ended = Promise.allSettled([tracers.shutdown(), meters.shutdown()]);
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, closeMaxMs).unref())]);
    },
  };
}

/** An export that is being tried again keeps the process from ending, so it ends sooner than by default. */
function patience(): { readonly timeoutMillis?: number } {
  const isNamed = Object.keys(process.env).some((name) => /^OTEL_EXPORTER_OTLP_(\w+_)?TIMEOUT$/.test(name));
  return isNamed ? {} : { timeoutMillis: closeMaxMs };
}

function reportProblems(log: Log): void {
  // The library hands its errors over as JSON with their stacks.
  const sentenceOf = (text: string) => /"message":"([^"]+)"/.exec(text)?.[1] ?? text;
  const report = (text: string) => log('warn', 'Traces or metrics could not be sent.', { cause: sentenceOf(text) });
  const ignore = () => {};
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

/** The caller's own span, from the W3C header `traceparent`. */
function callerOf(request: Request): Context {
  const header = request.headers.get('traceparent') ?? '';
  const [, traceId, spanId, flags] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined) return ROOT_CONTEXT;
  const traceFlags = Number.parseInt(flags ?? '00', 16) & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
}

const attributesOf = (method: string, { route, status }: Outcome) => ({
  'http.request.method': method,
  'http.route': route,
  'http.response.status_code': status,
  ...(status >= 500 ? { 'error.type': String(status) } : {}),
});

function endSpan(
  span: Span,
  name: string,
  attributes: ReturnType<typeof attributesOf>,
  { status, requestId, organizationId }: Outcome,
): void {
  span.updateName(name);
  span.setAttributes({
    ...attributes,
    'waybill.request_id': requestId,
    ...(organizationId === undefined ? {} : { 'waybill.organization_id': organizationId }),
  });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
  span.end();
}
