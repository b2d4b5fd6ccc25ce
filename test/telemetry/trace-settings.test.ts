import { expect, test } from 'vitest';
import { readTraceSettings } from '../../src/telemetry/trace-settings.ts';

function readSettings(environment: Record<string, string>) {
  const problems: string[] = [];
  const { sampler, ...settings } = readTraceSettings(environment, (problem) => problems.push(problem));
  return { ...settings, sampler: String(sampler), problems };
}

const everyCall =
  /^ParentBased\{root=AlwaysOnSampler, remoteParentSampled=AlwaysOnSampler, remoteParentNotSampled=AlwaysOffSampler/;

test('without variables every call is traced, and the library has its own limits', () => {
  expect(readSettings({})).toEqual({
    sampler: expect.stringMatching(everyCall),
    spanLimits: {},
    batch: {},
    problems: [],
  });
});

test.each([
  ['always_on', {}, /^AlwaysOnSampler$/],
  ['always_off', {}, /^AlwaysOffSampler$/],
  ['traceidratio', { OTEL_TRACES_SAMPLER_ARG: '0.25' }, /^TraceIdRatioBased\{0\.25\}$/],
  ['parentbased_always_on', {}, everyCall],
  ['parentbased_always_off', {}, /^ParentBased\{root=AlwaysOffSampler/],
  ['parentbased_traceidratio', { OTEL_TRACES_SAMPLER_ARG: '0.5' }, /^ParentBased\{root=TraceIdRatioBased\{0\.5\}/],
])('the sampler %s is the one of the specification', (name, argument, sampler) => {
  expect(readSettings({ OTEL_TRACES_SAMPLER: name, ...argument })).toMatchObject({
    sampler: expect.stringMatching(sampler),
    problems: [],
  });
});

test('limits and batches follow their variables, the one about spans before the general one', () => {
  const settings = readSettings({
    OTEL_ATTRIBUTE_COUNT_LIMIT: '64',
    OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT: '32',
    OTEL_ATTRIBUTE_VALUE_LENGTH_LIMIT: '200',
    OTEL_BSP_SCHEDULE_DELAY: '1000',
    OTEL_BSP_MAX_QUEUE_SIZE: '',
  });

  expect(settings).toMatchObject({
    spanLimits: { attributeCountLimit: 32, attributeValueLengthLimit: 200 },
    batch: { scheduledDelayMillis: 1000 },
  });
  expect(settings.batch).not.toHaveProperty('maxQueueSize');
});

test.each([
  [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, /^OTEL_TRACES_SAMPLER is jaeger_remote/],
  [{ OTEL_TRACES_SAMPLER: 'constructor' }, /^OTEL_TRACES_SAMPLER is constructor/],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }, /must be from 0 to 1/],
  [{ OTEL_BSP_MAX_QUEUE_SIZE: 'many' }, /^OTEL_BSP_MAX_QUEUE_SIZE is many, which is not a number/],
])('a value that cannot be used is named: %o', (environment, problem) => {
  expect(readSettings(environment).problems).toEqual([expect.stringMatching(problem)]);
});
