import { type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { readCallerSpan, type CollectorOptions, openCollector, toSpanTime } from '../../telemetry/collector.ts';
import type { RequestOutcome, Telemetry } from './telemetry.ts';

/** The boundaries that OpenTelemetry recommends for the duration of requests, in seconds. */
const durationBoundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10];
const knownMethods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/** Reports requests to the collector of the standard OTEL_ variables. */
export function startTelemetry(options: CollectorOptions): Telemetry {
  const { tracer, meter, close } = openCollector(options);
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
        { kind: SpanKind.SERVER, startTime: toSpanTime(startedAt) },
        readCallerSpan(request.headers.get('traceparent') ?? ''),
      );
      return {
        end(outcome) {
          const attributes = buildAttributes(method, outcome);
          duration.record((performance.now() - startedAt) / 1000, attributes);
          endSpan(span, `${method} ${outcome.route}`, attributes, outcome);
        },
      };
    },
    databaseFailed: (failure) => databaseErrors.add(1, { 'error.type': failure }),
    close,
  };
}

const buildAttributes = (method: string, { route, status }: RequestOutcome) => ({
  'http.request.method': method,
  'http.route': route,
  'http.response.status_code': status,
  ...(status >= 500 ? { 'error.type': String(status) } : {}),
});

function endSpan(
  span: Span,
  name: string,
  attributes: ReturnType<typeof buildAttributes>,
  { status, requestId, organizationId }: RequestOutcome,
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
