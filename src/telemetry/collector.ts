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

/** Tracer and meter that send to the collector. */
export interface TelemetryCollector {
  readonly tracer: Tracer;
  readonly meter: Meter;
  /** Sends the spans and metrics that are still queued, and waits at most three seconds. */
  readonly close: () => Promise<void>;
}

const scope = 'waybill';
/** A collector that does not respond must not hold up the end of the process. */
const closeMaxMs = 3000;

/** Reports to the OTLP/HTTP collector of the standard OTEL_ variables, which the exporters read by themselves. */
export function openCollector({ version, log }: CollectorOptions): TelemetryCollector {
  reportProblems(log);
  const resource = resourceFromAttributes({ 'service.name': scope, 'service.version': version }).merge(
    detectResources({ detectors: [envDetector] }),
  );
  const { sampler, spanLimits, batch } = readTraceSettings(process.env, (problem) => log('warn', problem));
  const tracers = new TracerProvider({
    resource,
    sampler,
    spanLimits,
    spanProcessors: [new BatchSpanProcessor({ ...batch, exporter: new OTLPTraceExporter(getExporterOptions()) })],
  });
  const meters = new MeterProvider({
    resource,
    readers: [new PeriodicExportingMetricReader({ exporter: new OTLPMetricExporter(getExporterOptions()) })],
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

/** Converts a value of performance.now() to the start time that a span expects. */
export const toSpanTime = (startedAt: number): number => performance.timeOrigin + startedAt;

/** Reads the caller's span from a W3C `traceparent`. Returns the root context if the header is malformed. */
export function readCallerSpan(traceparent: string): Context {
  const spanContext = readTraceparent(traceparent);
  if (spanContext === undefined) return ROOT_CONTEXT;
  const traceFlags = spanContext.traceFlags & TraceFlags.SAMPLED;
  return trace.setSpanContext(ROOT_CONTEXT, { ...spanContext, traceFlags, isRemote: true });
}

/**
 * Returns a shorter export timeout than the library's default, because an export that is retried keeps the process from
 * ending. A timeout set in the environment wins.
 */
function getExporterOptions(): { readonly timeoutMillis?: number } {
  const isNamed = Object.keys(process.env).some((name) => /^OTEL_EXPORTER_OTLP_(\w+_)?TIMEOUT$/.test(name));
  return isNamed ? {} : { timeoutMillis: closeMaxMs };
}

function reportProblems(log: Log): void {
  // The library hands its errors over as JSON with their stacks.
  const extractMessage = (text: string) => /"message":"([^"]+)"/.exec(text)?.[1] ?? text;
  const report = (text: string) => log('warn', 'Traces or metrics could not be sent.', { cause: extractMessage(text) });
  const ignore = () => {};
  diag.setLogger(
    { error: report, warn: report, info: ignore, debug: ignore, verbose: ignore },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}
