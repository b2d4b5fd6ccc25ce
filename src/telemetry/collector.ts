import {
  type Context,
  diag,
  DiagLogLevel,
  type Meter,
  ROOT_CONTEXT,
  trace,
  TraceFlags,
  type Tracer,
} from '@opentelemetry/api';
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Log } from '../log.ts';
import { readTraceparent } from '../domain/messages/traceparent.ts';
import { readTraceSettings } from './trace-settings.ts';

export interface CollectorOptions {
  readonly version: string;
  readonly log: Log;
}

/** What traces and metrics are made with. */
export interface Collector {
  readonly tracer: Tracer;
  readonly meter: Meter;
  /** Sends what has not been sent yet. */
  readonly close: () => Promise<void>;
}

const scope = 'waybill';
/** A collector that does not respond must not hold up the end of the process. */
const closeMaxMs = 3000;

/** Reports to the OTLP/HTTP collector of the standard OTEL_ variables, which the exporters read by themselves. */
export function openCollector({ version, log }: CollectorOptions): Collector {
  reportProblems(log);
  const resource = resourceFromAttributes({ 'service.name': scope, 'service.version': version }).merge(
    detectResources({ detectors: [envDetector] }),
  );
  const { sampler, spanLimits, batch } = readTraceSettings(process.env, (problem) => log('warn', problem));
  const tracers = new TracerProvider({
    resource,
    sampler,
    spanLimits,
    spanProcessors: [new BatchSpanProcessor({ ...batch, exporter: new OTLPTraceExporter(patience()) })],
  });
  const meters = new MeterProvider({
    resource,
    readers: [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter(patience()) })],
  });
  return {
    tracer: tracers.getTracer(scope, version),
    meter: meters.getMeter(scope, version),
    async close() {
      const ended = Promise.allSettled([tracers.shutdown(), meters.shutdown()]);
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, closeMaxMs).unref())]);
    },
  };
}

/** When something began, as a span wants it; `startedAt` is a value of performance.now(). */
export const spanTime = (startedAt: number): number => performance.timeOrigin + startedAt;

/** The caller's own span, from a W3C `traceparent`; none where that is not one. */
export function callerSpan(traceparent: string): Context {
  const place = readTraceparent(traceparent);
  if (place === undefined) return ROOT_CONTEXT;
  const traceFlags = place.traceFlags & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { ...place, traceFlags, isRemote: true });
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
