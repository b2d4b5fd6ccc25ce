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
import { localPage } from '../../src/mcp/results/page.ts';
import type { NextAction } from '../../src/mcp/results/result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { listArguments, listOutput } from '../arguments/list-arguments.ts';
import { type Analysis, analysisOf, checkComparable, isCompared, type Line } from './analysis.ts';
import { askedQuestion, type FilterAsked, MeasureName, type QuestionAsked, questionArguments } from './asked.ts';
import { chartOf } from './chart.ts';
import { changeOf, changeText, figureText } from './figure-text.ts';
import { insightOperations } from './insight-operations.ts';
import { labelOf, type Labels, labelsOf } from './labels.ts';
import { answerTokens } from './answer-tokens.ts';
import {
  cutSpans,
  definitionLines,
  describeEmptyWords,
  describeHistory,
  leftOut,
  periodText,
  whenText,
} from './notes.ts';
import { tableOf } from './table.ts';
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
  async read(ctx, asked) {
    const { question, copy } = await askedQuestion(ctx, { ...asked, by: asked.by ?? [] });
    if (asked.compare !== undefined) checkComparable(question.measures);
    const analysis = await analysisOf(copy, question, asked);
    const labels = await Promise.all(
      question.by.map((dimension, place) =>
        labelsOf(
          ctx,
          copy.read,
          dimension,
          analysis.lines.map(({ keys }) => keys[place] ?? null),
        ),
      ),
    );
    const completeness = ctx.completeness();
    const table = tableOf({ analysis, labels, asked, completeness });
    const page = localPage(ctx, table.rows, asked);
    const notes = [
      ...describeEmptyWords(analysis),
      ...leftOut(analysis),
      ...cutSpans(question),
      ...describeHistory(analysis),
      ...comparisonNotes(analysis, asked),
    ];
    const definitions = definitionLines(question.measures);
    return listResult({
      summary: formatSummary(analysis, labels, asked, completeness),
      asOf: copy.asOf,
      total: table.rows.length,
      ...page,
      tokensMax: answerTokens(asked),
      columns: table.columns,
      hidden: table.hidden,
      ...(notes.length > 0 && { notes }),
      ...(asked.format !== undefined && { format: asked.format }),
      foot: {
        rows: table.printed,
        lines: definitions,
        data: {
          totals: table.totals,
          ...(table.others.length > 0 && { others: table.others }),
          period: { ...question.setting.period, ...(analysis.comparedTo && comparedDays(analysis.comparedTo)) },
          definitions,
          // A chart of part of the records would show a trend that is not there.
          ...(!isLoading(completeness) && { chart: chartOf(question, asked) }),
        },
      },
      nextActions: explanations(asked, analysis, labels),
    });
  },
});

const comparedDays = ({ from, to }: Period) => ({ comparedFrom: from, comparedTo: to });

/** The answer first: what it comes to, how it changed, and who has most of it. */
function formatSummary(
  analysis: Analysis,
  labels: readonly Labels[],
  asked: AnalysisInput,
  completeness: Completeness,
): string {
  const { question, totals } = analysis;
  const figures = question.measures.map((measure, place) => {
    const texts = totals.map((line) => {
      const value = computeFigure(measure, line.parts[place] ?? noParts);
      const before = line.previous && computeFigure(measure, line.previous[place] ?? noParts);
      const changed =
        isCompared(measure, asked) && before !== undefined && !isLoading(completeness)
          ? ` (${changedFrom(measure, { value, before, currency: line.currency })})`
          : '';
      return `${figureText(measure, value, line.currency)}${changed}`;
    });
    return `${measure.title} ${qualifyMeasure(measure, texts.length === 0 ? 'none' : texts.join(' and '), completeness)}`;
  });
  const compared = analysis.comparedTo === undefined ? '' : `, compared with ${periodText(analysis.comparedTo)}`;
  return [
    `${figures.join('; ')}: ${whenText(question)}${compared}.`,
    isLoading(completeness) ? '' : largestText(analysis, labels),
  ]
    .filter(Boolean)
    .join(' ');
}

interface Changed {
  readonly value: number | null;
  readonly before: number | null;
  readonly currency: string | null;
}

function changedFrom(measure: Measure, { value, before, currency }: Changed): string {
  if (before === null) return 'nothing known of before';
  const from = `from ${figureText(measure, before, currency)}`;
  return changeOf(measure, value, before) === null ? from : `${changeText(measure, value, before)} ${from}`;
}

/** The line with most of the first figure, of each currency; none where lines are days or currencies. */
function largestText(analysis: Analysis, labels: readonly Labels[]): string {
  const { question } = analysis;
  const [measure] = question.measures;
  if (measure === undefined || question.by.length === 0 || question.by[0]?.isOrdered === true) return '';
  if (isByCurrency(question) && question.by.some(({ name }) => name === 'currency')) return '';
  const firsts = [...Map.groupBy(analysis.lines, ({ currency }) => currency)].flatMap(([currency, [line]]) =>
    line === undefined ? [] : [{ currency, line }],
  );
  const count = analysis.groups === 1 ? '' : ` of ${analysis.groups}`;
  const texts = firsts.map(({ currency, line }) => {
    const text = figureText(measure, computeFigure(measure, line.parts[0] ?? noParts), line.currency);
    return `First${firsts.length > 1 ? ` in ${currency}` : count}: ${nameOf(analysis, labels, line)} ${text}.`;
  });
  return texts.join(' ');
}

const nameOf = ({ question }: Analysis, labels: readonly Labels[], { keys }: Line): string =>
  question.by
    .map((dimension, place) =>
      recordText(labelOf(labels[place] ?? new Map(), dimension, keys[place] ?? null).text, 'list'),
    )
    .join(', ');

function comparisonNotes({ question }: Analysis, asked: AnalysisInput): readonly string[] {
  if (asked.compare === undefined) return [];
  const balances = question.measures.filter((measure) => !isCompared(measure, asked));
  return balances.map((measure) => `${measure.title}: as of now; ${describeNoHistory(measure)}.`);
}

/** The call that shows the records behind the first figure of the first line. */
function explanations(asked: AnalysisInput, analysis: Analysis, labels: readonly Labels[]): readonly NextAction[] {
  const { question } = analysis;
  const [measure] = question.measures;
  const line = analysis.lines[0] ?? analysis.totals[0];
  if (measure === undefined || line === undefined || (line.parts[0]?.n ?? 0) === 0) return [];
  const narrowed = narrowedTo(asked, analysis, labels, line);
  const why = question.by.length === 0 ? 'the records behind it' : 'the records behind the first line';
  return [{ tool: 'explain_figure', arguments: { measure: measure.name, ...narrowed }, why }];
}

/** The same question for one line only. */
function narrowedTo(
  { period, from, to, filters = [] }: QuestionAsked,
  { question, totals }: Analysis,
  labels: readonly Labels[],
  line: Line,
) {
  const narrowed: FilterAsked[] = [];
  let days = {
    ...(period !== undefined && { period }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
  for (const [place, dimension] of question.by.entries()) {
    const key = line.keys[place] ?? null;
    const { text, number } = labelOf(labels[place] ?? new Map(), dimension, key);
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
