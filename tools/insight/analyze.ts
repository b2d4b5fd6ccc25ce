import { type Completeness, isLoading } from '../../src/domain/kit/completeness.ts';
import * as z from 'zod';
import { comparisons } from '../../src/metrics/periods.ts';
import { findKeyPeriod } from '../../src/metrics/kit/spans.ts';
import { computeFigure, noParts } from '../../src/metrics/figures.ts';
import { isByCurrency } from '../../src/metrics/query.ts';
import { findDimension } from '../../src/metrics/names.ts';
import { describeNoHistory, type Measure } from '../../src/metrics/kit/measure.ts';
import type { Period } from '../../src/metrics/kit/setting.ts';
import { listResult } from '../../src/mcp/results/list-result.ts';
import { buildLocalPage } from '../../src/mcp/results/page.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { listArguments, listOutput } from '../arguments/list-arguments.ts';
import { type Analysis, analyzeFigures, checkComparable, isCompared, type AnalysisLine } from './analysis.ts';
import { parseQuestion, type FilterInput, MeasureName, type QuestionInput, questionArguments } from './question.ts';
import { suggestChart } from './chart.ts';
import { computeChange, formatChange, formatFigure } from './figure-text.ts';
import { insightOperations } from './insight-operations.ts';
import { getLabel, type Labels, readLabels } from './labels.ts';
import { computeTokenLimit } from './answer-tokens.ts';
import {
  cutSpans,
  listDefinitions,
  describeEmptyWords,
  describeHistory,
  describeLeftOut,
  formatPeriod,
  formatWhen,
} from './notes.ts';
import { buildTable } from './table.ts';
import { qualifyMeasure } from './loading-figures.ts';

const { fields: _fields, ...pageArguments } = listArguments;

const Input = z.strictObject({
  measures: z.array(MeasureName).min(1).max(6).describe('revenue, open_ar ...'),
  by: z.array(MeasureName).max(2).optional().describe('customer, month ...'),
  ...questionArguments,
  compare: z.enum(comparisons).optional(),
  order: z.string().max(60).optional(),
  top: z.number().min(1).max(250).optional(),
  share: z.boolean().optional(),
  runningTotal: z.boolean().optional(),
  ...pageArguments,
});
type AnalysisInput = z.output<typeof Input>;

const Row = z.record(z.string(), z.unknown());

export const analyze = tool({
  name: 'analyze',
  title: 'Figures by any view',
  description: `Totals, rankings, trends over all records. Names: describe_metrics. period: "last month", else last 30 days.`,
  toolset: 'insight',
  gate: 'none',
  operations: insightOperations,
  input: Input,
  output: listOutput.omit({ totals: true }).extend({
    totals: z.array(Row),
    others: z.array(Row),
    definitions: z.array(z.string()),
    notes: z.array(z.string()),
    period: z.record(z.string(), z.string()),
    chart: Row,
  }),
  async read(ctx, input) {
    const { question, copy } = await parseQuestion(ctx, { ...input, by: input.by ?? [] });
    if (input.compare !== undefined) checkComparable(question.measures);
    const analysis = await analyzeFigures(copy, question, input);
    const labels = await Promise.all(
      question.by.map((dimension, place) =>
        readLabels(
          ctx,
          copy.read,
          dimension,
          analysis.lines.map(({ keys }) => keys[place] ?? null),
        ),
      ),
    );
    const completeness = ctx.completeness();
    const table = buildTable({ analysis, labels, request: input, completeness });
    const page = buildLocalPage(ctx, table.rows, input);
    const notes = [
      ...describeEmptyWords(analysis),
      ...describeLeftOut(analysis),
      ...cutSpans(question),
      ...describeHistory(analysis),
      ...listComparisonNotes(analysis, input),
    ];
    const definitions = listDefinitions(question.measures);
    return listResult({
      summary: formatSummary(analysis, labels, input, completeness),
      asOf: copy.asOf,
      total: table.rows.length,
      ...page,
      tokensMax: computeTokenLimit(input),
      columns: table.columns,
      hidden: table.hidden,
      ...(notes.length > 0 && { notes }),
      ...(input.format !== undefined && { format: input.format }),
      foot: {
        rows: table.printed,
        lines: definitions,
        data: {
          totals: table.totals,
          ...(table.others.length > 0 && { others: table.others }),
          period: { ...question.setting.period, ...(analysis.comparedTo && toComparedDays(analysis.comparedTo)) },
          definitions,
          // A chart of part of the records would show a trend that is not there.
          ...(!isLoading(completeness) && { chart: suggestChart(question, input) }),
        },
      },
      nextActions: suggestExplanation(input, analysis, labels),
    });
  },
});

const toComparedDays = ({ from, to }: Period) => ({ comparedFrom: from, comparedTo: to });

/** Formats the conclusion of an analysis: the totals, their change, and the largest group. */
function formatSummary(
  analysis: Analysis,
  labels: readonly Labels[],
  input: AnalysisInput,
  completeness: Completeness,
): string {
  const { question, totals } = analysis;
  const figures = question.measures.map((measure, place) => {
    const texts = totals.map((line) => {
      const value = computeFigure(measure, line.parts[place] ?? noParts);
      const before = line.previous && computeFigure(measure, line.previous[place] ?? noParts);
      const changed =
        isCompared(measure, input) && before !== undefined && !isLoading(completeness)
          ? ` (${describeChange(measure, { value, before, currency: line.currency })})`
          : '';
      return `${formatFigure(measure, value, line.currency)}${changed}`;
    });
    return `${measure.title} ${qualifyMeasure(measure, texts.length === 0 ? 'none' : texts.join(' and '), completeness)}`;
  });
  const compared = analysis.comparedTo === undefined ? '' : `, compared with ${formatPeriod(analysis.comparedTo)}`;
  return [
    `${figures.join('; ')}, ${formatWhen(question)}${compared}.`,
    isLoading(completeness) ? '' : describeLargest(analysis, labels),
  ]
    .filter(Boolean)
    .join(' ');
}

interface Changed {
  readonly value: number | null;
  readonly before: number | null;
  readonly currency: string | null;
}

function describeChange(measure: Measure, { value, before, currency }: Changed): string {
  if (before === null) return 'nothing known of before';
  const from = `from ${formatFigure(measure, before, currency)}`;
  return computeChange(measure, value, before) === null ? from : `${formatChange(measure, value, before)} ${from}`;
}

/**
 * Describes the line with the largest first figure of each currency. Returns an empty text if lines are days or
 * currencies.
 */
function describeLargest(analysis: Analysis, labels: readonly Labels[]): string {
  const { question } = analysis;
  const [measure] = question.measures;
  if (measure === undefined || question.by.length === 0 || question.by[0]?.isOrdered === true) return '';
  if (isByCurrency(question) && question.by.some(({ name }) => name === 'currency')) return '';
  const firsts = [...Map.groupBy(analysis.lines, ({ currency }) => currency)].flatMap(([currency, [line]]) =>
    line === undefined ? [] : [{ currency, line }],
  );
  const count = analysis.groups === 1 ? '' : ` of ${analysis.groups}`;
  const texts = firsts.map(({ currency, line }) => {
    const text = formatFigure(measure, computeFigure(measure, line.parts[0] ?? noParts), line.currency);
    return `First${firsts.length > 1 ? ` in ${currency}` : count}: ${formatLineName(analysis, labels, line)} ${text}.`;
  });
  return texts.join(' ');
}

const formatLineName = ({ question }: Analysis, labels: readonly Labels[], { keys }: AnalysisLine): string =>
  question.by
    .map((dimension, place) =>
      recordText(getLabel(labels[place] ?? new Map(), dimension, keys[place] ?? null).text, 'list'),
    )
    .join(', ');

function listComparisonNotes({ question }: Analysis, input: AnalysisInput): readonly string[] {
  if (input.compare === undefined) return [];
  const balances = question.measures.filter((measure) => !isCompared(measure, input));
  return balances.map((measure) => `${measure.title}: as of now; ${describeNoHistory(measure)}.`);
}

/** Suggests the call that shows the records behind the first figure of the first line. */
function suggestExplanation(
  input: AnalysisInput,
  analysis: Analysis,
  labels: readonly Labels[],
): readonly NextAction[] {
  const { question } = analysis;
  const [measure] = question.measures;
  const line = analysis.lines[0] ?? analysis.totals[0];
  if (measure === undefined || line === undefined || (line.parts[0]?.n ?? 0) === 0) return [];
  const narrowed = narrowToLine(input, analysis, labels, line);
  const why = question.by.length === 0 ? 'the records behind it' : 'the records behind the first line';
  return [{ tool: 'explain_figure', arguments: { measure: measure.name, ...narrowed }, why }];
}

/** Narrows the question to one line. */
function narrowToLine(
  { period, from, to, filters = [] }: QuestionInput,
  { question, totals }: Analysis,
  labels: readonly Labels[],
  line: AnalysisLine,
) {
  const narrowed: FilterInput[] = [];
  let days = {
    ...(period !== undefined && { period }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
  for (const [place, dimension] of question.by.entries()) {
    const key = line.keys[place] ?? null;
    const { text, number } = getLabel(labels[place] ?? new Map(), dimension, key);
    if (dimension.kind !== 'time')
      narrowed.push({ by: dimension.name, is: [key === null ? 'none' : (number ?? text)] });
    else if (key !== null) days = findKeyPeriod(dimension.name, key, question.setting.period) ?? days;
  }
  const names = new Set(narrowed.map(({ by }) => by));
  // The value of the line says more than those that the question allows.
  const remaining = filters.filter(({ by }) => !names.has(findDimension(by)?.name ?? by));
  const all = [...remaining, ...narrowed];
  return {
    ...days,
    ...(all.length > 0 && { filters: all }),
    ...(totals.length > 1 && line.currency !== null && { currency: line.currency }),
  };
}
