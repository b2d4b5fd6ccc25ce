import type { Completeness } from '../../src/domain/kit/completeness.ts';
import * as z from 'zod';
import { createFieldError } from '../../src/errors.ts';
import { computeFigure } from '../../src/metrics/figures.ts';
import type { Dimension } from '../../src/metrics/kit/dimension.ts';
import { dimensions } from '../../src/metrics/dimensions.ts';
import { countText } from '../../src/metrics/kit/fact.ts';
import { getFact } from '../../src/metrics/kit/facts.ts';
import { isMoney, isRatio, type Measure } from '../../src/metrics/kit/measure.ts';
import {
  buildContributionQuery,
  buildContributionTotals,
  hasDimension,
  type FigureQuestion,
} from '../../src/metrics/query.ts';
import { type ListColumn, listResult, type ListRow } from '../../src/mcp/results/list-result.ts';
import { limitDefault } from '../../src/mcp/results/page.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { CurrentTables } from '../../src/mcp/tool/records-copy.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { listArguments, listOutput } from '../arguments/list-arguments.ts';
import { column, dateColumn, countColumn, textColumn } from '../records/columns.ts';
import { computeTokenLimit } from './answer-tokens.ts';
import { parseQuestion, MeasureName, questionArguments } from './question.ts';
import { toFigureNumber, formatFigure } from './figure-text.ts';
import { buildValuesFilter } from './filters.ts';
import { insightOperations } from './insight-operations.ts';
import { getLabel, readLabels } from './labels.ts';
import { qualifyMeasure } from './loading-figures.ts';
import { listDefinitions, describeHistory, formatWhen } from './notes.ts';

const { fields: _fields, ...pageArguments } = listArguments;

const Input = z.strictObject({
  measure: MeasureName,
  ...questionArguments,
  currency: z.string().length(3).optional(),
  ...pageArguments,
});

const Row = z.record(z.string(), z.unknown());

export const explainFigure = tool({
  name: 'explain_figure',
  title: 'Records behind a figure',
  description: 'The records that add up to a figure of analyze, largest of each currency first.',
  toolset: 'insight',
  gate: 'none',
  operations: insightOperations,
  input: Input,
  output: listOutput.omit({ totals: true }).extend({
    totals: z.array(Row),
    definitions: z.array(z.string()),
    notes: z.array(z.string()),
    period: z.record(z.string(), z.string()),
  }),
  async read(ctx, input) {
    const { question: parsedQuestion, copy } = await parseQuestion(ctx, {
      ...input,
      measures: [input.measure],
      by: [],
    });
    const [measure] = parsedQuestion.measures;
    if (measure === undefined) throw new Error('a question has a measure');
    const question = narrowToCurrency(parsedQuestion, measure, input.currency?.toUpperCase());
    const sums = await readTotals(copy, question, measure);
    const { skip } = ctx.paging.position;
    const limit = Math.floor(input.limit ?? limitDefault);
    const rows = await readPage(ctx, copy, question, { skip, limit });
    const total = sums.reduce((count, { n }) => count + n, 0);
    const definitions = listDefinitions([measure]);
    const notes = describeHistory({ question });
    return listResult({
      summary: formatSummary(question, measure, sums, ctx.completeness()),
      asOf: copy.asOf,
      total,
      rows,
      isFirst: skip === 0,
      getCursorAfter: (shownCount) =>
        skip + shownCount < total ? ctx.paging.cursorAt({ skip: skip + shownCount }) : null,
      tokensMax: computeTokenLimit(input),
      completeness: ctx.completeness(),
      columns: listColumns(measure, findParty(measure), sums.length > 1),
      hidden: ['currency'],
      ...(notes.length > 0 && { notes }),
      ...(input.format !== undefined && { format: input.format }),
      foot: {
        rows: sums.map((sum) => ({ number: 'Total', currency: sum.currency, ...toShownParts(measure, sum) })),
        lines: definitions,
        data: {
          totals: sums.map((sum) => ({
            currency: sum.currency,
            count: sum.n,
            figure: toFigureNumber(measure, sum.figure),
            ...toShownParts(measure, sum),
          })),
          period: question.setting.period,
          definitions,
        },
      },
    });
  },
});

interface FigureSum {
  readonly currency: string | null;
  readonly n: number;
  readonly sum: number;
  readonly per: number | null;
  /** Money in cents. */
  readonly figure: number | null;
}

async function readTotals(
  { read }: CurrentTables,
  question: FigureQuestion,
  measure: Measure,
): Promise<readonly FigureSum[]> {
  const { text, parameters } = buildContributionTotals(question);
  return (await read(text, parameters)).map((row) => {
    const parts = {
      sum: Number(row['sum'] ?? 0),
      per: row['per'] === null ? null : Number(row['per']),
      n: Number(row['n']),
    };
    const currency = typeof row['currency'] === 'string' ? row['currency'] : null;
    return { ...parts, currency, figure: computeFigure(measure, { ...parts, unknown: 0, undated: 0 }) };
  });
}

async function readPage(
  ctx: ToolContext,
  { read }: CurrentTables,
  question: FigureQuestion,
  place: { readonly skip: number; readonly limit: number },
): Promise<readonly ListRow[]> {
  const [measure] = question.measures;
  if (measure === undefined) return [];
  const party = findParty(measure);
  const { text, parameters } = buildContributionQuery(
    // The party of a record is read along with it.
    party === undefined ? question : { ...question, by: [party] },
    place,
  );
  const rows = await read(text, parameters);
  const keys = rows.map(({ party: key }) => (typeof key === 'string' ? key : null));
  const labels = party === undefined ? new Map() : await readLabels(ctx, read, party, keys);
  return rows.map((row, index) => ({
    number: String(row['number']),
    ...(party !== undefined && { party: getLabel(labels, party, keys[index] ?? null).text }),
    day: row['day'],
    currency: row['currency'],
    ...toShownParts(measure, { sum: Number(row['sum']), per: row['per'] === null ? null : Number(row['per']) }),
  }));
}

/** Finds the party of a measure's records. A measure that counts a party once is about that party. */
function findParty(measure: Measure): Dimension | undefined {
  const names = measure.distinct === undefined ? listParties(measure) : [measure.distinct.of];
  return dimensions.find((dimension) => names.includes(dimension.name) && hasDimension(measure, dimension));
}

const listParties = ({ subject }: Measure): readonly string[] =>
  subject === 'payables' || subject === 'carriers' ? ['carrier'] : ['customer'];

/**
 * Returns true if the sum is an amount of money; for a ratio, if its numerator is. Days weighted by amounts are not
 * amounts.
 */
const isSumOfMoney = ({ unit, isOfMoney }: Measure): boolean =>
  unit === 'money' || unit === 'money_rate' || (isOfMoney === true && unit === 'percent');

/** Returns the numerator of a figure, and the denominator of a ratio. */
function toShownParts(measure: Measure, { sum, per }: { readonly sum: number; readonly per: number | null }): ListRow {
  const adds = isMoney(measure) ? sum / 100 : roundToHundredth(sum);
  if (!isRatio(measure) || per === null) return { adds };
  return { adds, over: measure.isOfMoney === true ? per / 100 : roundToHundredth(per) };
}

const roundToHundredth = (value: number): number => Math.round(value * 100) / 100;

function listColumns(measure: Measure, party: Dimension | undefined, hasCurrencies: boolean): readonly ListColumn[] {
  const kind = getFact(measure.fact).record.kind;
  const createFigureColumn = (key: string, title: string, isMoney: boolean): ListColumn => ({
    ...countColumn(key, title),
    text: (row) => formatPart(row, key, isMoney),
  });
  return [
    column('number', kind.charAt(0).toUpperCase() + kind.slice(1)),
    ...(party === undefined ? [] : [textColumn('party', party.title)]),
    ...(measure.day === null ? [] : [dateColumn('day', 'Day')]),
    ...(hasCurrencies ? [column('currency', 'Currency')] : []),
    createFigureColumn('adds', 'Adds', isSumOfMoney(measure)),
    ...(isRatio(measure) ? [createFigureColumn('over', 'Over', measure.isOfMoney === true)] : []),
  ];
}

function formatPart(row: ListRow, key: string, isMoney: boolean): string {
  const { [key]: value, currency } = row;
  if (typeof value !== 'number') return '-';
  return formatFigure(
    { unit: isMoney ? 'money' : 'count' },
    isMoney ? Math.round(value * 100) : value,
    typeof currency === 'string' ? currency : null,
  );
}

function formatSummary(
  question: FigureQuestion,
  measure: Measure,
  sums: readonly FigureSum[],
  completeness: Completeness,
): string {
  const fact = measure.distinct === undefined ? getFact(measure.fact) : getFact(measure.distinct.of);
  const texts = sums.map(
    ({ figure, n, currency }) => `${formatFigure(measure, figure, currency)} from ${countText(fact, n)}`,
  );
  return `${measure.title} ${formatWhen(question)}: ${qualifyMeasure(measure, texts.length === 0 ? 'no record adds to it' : texts.join(' and '), completeness)}.`;
}

/** Narrows the question to records in one currency. */
function narrowToCurrency(question: FigureQuestion, measure: Measure, currency: string | undefined): FigureQuestion {
  if (currency === undefined) return question;
  const dimension = dimensions.find(({ name }) => name === 'currency');
  if (dimension === undefined || !hasDimension(measure, dimension))
    throw createFieldError('BAD_REQUEST', 'currency', `${measure.name} has no currency`);
  return { ...question, filters: [...question.filters, buildValuesFilter(dimension, [currency])] };
}
