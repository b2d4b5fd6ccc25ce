import * as z from 'zod';
import { dimensions } from '../../src/metrics/dimensions.ts';
import { describeBalanceDays, type Measure, subjects } from '../../src/metrics/kit/measure.ts';
import { measures } from '../../src/metrics/measures.ts';
import { missingFigures } from '../../src/metrics/missing.ts';
import { findFitting } from '../../src/metrics/names.ts';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { dimensionsOf } from './asked.ts';

const Entry = z.record(z.string(), z.unknown());

export const describeMetrics = tool({
  name: 'describe_metrics',
  title: 'What can be measured',
  description: 'Figures and views that analyze knows, by words such as "late loads by rep"; without query all names.',
  toolset: 'insight',
  gate: 'none',
  operations: [],
  input: z.strictObject({ query: z.string().max(200).optional() }),
  output: z.object({ measures: z.array(Entry), dimensions: z.array(Entry), missing: z.array(Entry) }),
  async read(ctx, { query }) {
    return query === undefined || query.trim() === '' ? everything(ctx.now()) : fittingTo(query, ctx.now());
  },
});

function fittingTo(query: string, asOf: string) {
  const found = findFitting(query);
  const count = found.measures.length;
  const best = found.measures[0]?.name;
  return recordResult({
    summary:
      count === 0
        ? `Nothing is measured that ${recordText(query, 'list')} says; call without query for all names.`
        : `${count} ${count === 1 ? 'measure fits' : 'measures fit'} ${recordText(query, 'list')}, the best first: ${best}.`,
    asOf,
    lines: [
      ...found.measures.map((measure) =>
        [
          `${measure.name} (${measure.unit}): ${measure.definition}`,
          describeBalanceDays(measure),
          `By: ${dimensionsOf(measure).join(', ')}.`,
        ]
          .filter(Boolean)
          .join(' '),
      ),
      ...(found.dimensions.length > 0
        ? [`Dimensions that fit: ${found.dimensions.map(({ name }) => name).join(', ')}.`]
        : []),
      ...found.missing.map(({ name, why, instead }) => `Not on record: ${name}. ${why} ${instead}`),
    ],
    data: {
      measures: found.measures.map(measureEntry),
      dimensions: found.dimensions.map(({ name, title }) => ({ name, title })),
      missing: found.missing.map(({ name, why, instead }) => ({ name, why, instead })),
    },
    ...(best !== undefined && {
      nextActions: [
        {
          tool: 'analyze',
          arguments: exampleOf(
            best,
            found.dimensions.map(({ name }) => name),
          ),
          why: 'computes it',
        },
      ],
    }),
  });
}

const measureEntry = (measure: Measure) => {
  const { name, title, unit, definition } = measure;
  return { name, title, unit, definition, dimensions: dimensionsOf(measure) };
};

function exampleOf(name: string, fit: readonly string[]): Record<string, unknown> {
  const measure = measures.find((one) => one.name === name);
  const by = measure === undefined ? undefined : fit.find((dimension) => dimensionsOf(measure).includes(dimension));
  return { measures: [name], ...(by !== undefined && { by: [by] }) };
}

function everything(asOf: string) {
  const bySubject = subjects.map((subject) => ({
    subject,
    names: measures.filter((measure) => measure.subject === subject).map(({ name }) => name),
  }));
  return recordResult({
    summary: `${measures.length} measures and ${dimensions.length} dimensions; with query their definitions.`,
    asOf,
    lines: [
      ...bySubject.map(({ subject, names }) => `${subject}: ${names.join(', ')}`),
      `Dimensions: ${dimensions.map(({ name }) => name).join(', ')}`,
      `Not on record: ${missingFigures.map(({ name }) => name).join(', ')}`,
    ],
    data: {
      measures: bySubject,
      dimensions: dimensions.map(({ name }) => ({ name })),
      missing: missingFigures.map(({ name, why }) => ({ name, why })),
    },
  });
}
