import * as z from 'zod';
import { dimensions } from '../../src/metrics/dimensions.ts';
import { describeBalanceDays, type Measure, subjects } from '../../src/metrics/kit/measure.ts';
import { measures } from '../../src/metrics/measures.ts';
import { missingFigures } from '../../src/metrics/missing.ts';
import { findFitting } from '../../src/metrics/names.ts';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { listDimensions } from './question.ts';

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
    return query === undefined || query.trim() === '' ? describeAll(ctx.now()) : describeFitting(query, ctx.now());
  },
});

function describeFitting(query: string, asOf: string) {
  const matches = findFitting(query);
  const count = matches.measures.length;
  const best = matches.measures[0]?.name;
  return recordResult({
    summary:
      count === 0
        ? `No measure fits ${recordText(query, 'list')}; call describe_metrics without a query for all names.`
        : `${count} ${count === 1 ? 'measure fits' : 'measures fit'} ${recordText(query, 'list')}, the best first: ${best}.`,
    asOf,
    lines: [
      ...matches.measures.map((measure) =>
        [
          `${measure.name} (${measure.unit}): ${measure.definition}`,
          describeBalanceDays(measure),
          `By: ${listDimensions(measure).join(', ')}.`,
        ]
          .filter(Boolean)
          .join(' '),
      ),
      ...(matches.dimensions.length > 0
        ? [`Dimensions that fit: ${matches.dimensions.map(({ name }) => name).join(', ')}.`]
        : []),
      ...matches.missing.map(({ name, why, instead }) => `Not on record: ${name}. ${why} ${instead}`),
    ],
    data: {
      measures: matches.measures.map(measureEntry),
      dimensions: matches.dimensions.map(({ name, title }) => ({ name, title })),
      missing: matches.missing.map(({ name, why, instead }) => ({ name, why, instead })),
    },
    ...(best !== undefined && {
      nextActions: [
        {
          tool: 'analyze',
          arguments: createExample(
            best,
            matches.dimensions.map(({ name }) => name),
          ),
          why: 'computes it',
        },
      ],
    }),
  });
}

const measureEntry = (measure: Measure) => {
  const { name, title, unit, definition } = measure;
  return { name, title, unit, definition, dimensions: listDimensions(measure) };
};

function createExample(name: string, fit: readonly string[]): Record<string, unknown> {
  const measure = measures.find((candidate) => candidate.name === name);
  const by = measure === undefined ? undefined : fit.find((dimension) => listDimensions(measure).includes(dimension));
  return { measures: [name], ...(by !== undefined && { by: [by] }) };
}

function describeAll(asOf: string) {
  const bySubject = subjects.map((subject) => ({
    subject,
    names: measures.filter((measure) => measure.subject === subject).map(({ name }) => name),
  }));
  return recordResult({
    summary: `${measures.length} measures and ${dimensions.length} dimensions; call describe_metrics with a query for definitions.`,
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
