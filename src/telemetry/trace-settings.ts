import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  type BatchSpanProcessorOptions,
  ParentBasedSampler,
  type Sampler,
  type SpanLimits,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';

type OtelVariables = Readonly<Record<string, string | undefined>>;

export interface TraceSettings {
  readonly sampler: Sampler;
  readonly spanLimits: SpanLimits;
  readonly batch: Omit<BatchSpanProcessorOptions, 'exporter'>;
}

const everyCall = 'parentbased_always_on';

/** Variables of the OpenTelemetry specification, by the setting of the library: since its version 3 it reads none itself. */
const limitVariables = {
  attributeValueLengthLimit: ['OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT', 'OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT'],
  attributeCountLimit: ['OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT', 'OTEL_ATTRIBUTE_COUNT_LIMIT'],
  linkCountLimit: ['OTEL_SPAN_LINK_COUNT_LIMIT'],
  eventCountLimit: ['OTEL_SPAN_EVENT_COUNT_LIMIT'],
  attributePerEventCountLimit: ['OTEL_EVENT_ATTRIBUTE_COUNT_LIMIT'],
  attributePerLinkCountLimit: ['OTEL_LINK_ATTRIBUTE_COUNT_LIMIT'],
} as const satisfies Record<keyof SpanLimits, readonly string[]>;

const batchVariables = {
  scheduledDelayMillis: ['OTEL_BSP_SCHEDULE_DELAY'],
  exportTimeoutMillis: ['OTEL_BSP_EXPORT_TIMEOUT'],
  maxQueueSize: ['OTEL_BSP_MAX_QUEUE_SIZE'],
  maxExportBatchSize: ['OTEL_BSP_MAX_EXPORT_BATCH_SIZE'],
} as const satisfies Partial<Record<keyof BatchSpanProcessorOptions, readonly string[]>>;

/** Reads the standard variables about spans. `warn` gets a sentence for each value that cannot be used. */
export function readTraceSettings(environment: OtelVariables, warn: (problem: string) => void): TraceSettings {
  const readNumbers = (variables: Readonly<Record<string, readonly string[]>>) =>
    Object.fromEntries(
      Object.entries(variables).flatMap(([setting, names]) => {
        const value = names.map((name) => readNumber(environment, name, warn)).find((number) => number !== undefined);
        return value === undefined ? [] : [[setting, value]];
      }),
    );
  return {
    sampler: readSampler(environment, warn),
    spanLimits: readNumbers(limitVariables),
    batch: readNumbers(batchVariables),
  };
}

function readSampler(environment: OtelVariables, warn: (problem: string) => void): Sampler {
  const name = environment['OTEL_TRACES_SAMPLER']?.trim() || everyCall;
  const samplers: Readonly<Record<string, () => Sampler>> = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(readRatio(environment, warn)),
  };
  const root = name.replace(/^parentbased_/, '');
  const createRoot = Object.hasOwn(samplers, root) ? samplers[root] : undefined;
  if (createRoot === undefined) {
    warn(`OTEL_TRACES_SAMPLER is ${name}, which is not known here: every call is traced.`);
    return new ParentBasedSampler({ root: new AlwaysOnSampler() });
  }
  return name.startsWith('parentbased_') ? new ParentBasedSampler({ root: createRoot() }) : createRoot();
}

function readRatio(environment: OtelVariables, warn: (problem: string) => void): number {
  const ratio = readNumber(environment, 'OTEL_TRACES_SAMPLER_ARG', warn) ?? 1;
  if (ratio <= 1) return ratio;
  warn(`OTEL_TRACES_SAMPLER_ARG is ${ratio}, and must be from 0 to 1: every call is traced.`);
  return 1;
}

/** Returns undefined for a variable that is not set or not a number. */
function readNumber(environment: OtelVariables, name: string, warn: (problem: string) => void): number | undefined {
  const text = environment[name]?.trim() ?? '';
  if (text === '') return undefined;
  if (/^\d{1,15}(?:\.\d{1,15})?$/.test(text)) return Number(text);
  warn(`${name} is ${text}, which is not a number: its default applies.`);
  return undefined;
}
