import type { Completeness } from '../../src/domain/kit/completeness.ts';
import * as z from 'zod';
import { fieldError } from '../../src/errors.ts';
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
import { column, countColumn, textColumn } from '../records/columns.ts';
import { answerTokens } from './answer-tokens.ts';
import { askedQuestion, MeasureName, questionArguments } from './asked.ts';
import { figureNumber, figureText } from './figure-text.ts';
import { inValues } from './filters.ts';
import { insightOperations } from './insight-operations.ts';
import { labelOf, labelsOf } from './labels.ts';
import { qualifyMeasure } from './loading-figures.ts';
import { definitionLines, describeHistory, whenText } from './notes.ts';

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
  async read(ctx, asked) {
    const { question: meant, copy } = await askedQuestion(ctx, { ...asked, measures: [asked.measure], by: [] });
    const [measure] = meant.measures;
    if (measure === undefined) throw new Error('a question has a measure');
    const question = inCurrency(meant, measure, asked.currency?.toUpperCase());
    const sums = await readTotals(copy, question, measure);
    const { skip } = ctx.paging.position;
    const limit = Math.floor(asked.limit ?? limitDefault);
    const rows = await pageOf(ctx, copy, question, { skip, limit });
    const total = sums.reduce((count, { n }) => count + n, 0);
    const definitions = definitionLines([measure]);
    const notes = describeHistory({ question });
    return listResult({
      summary: formatSummary(question, measure, sums, ctx.completeness()),
      asOf: copy.asOf,
      total,
      rows,
      isFirst: skip === 0,
      cursorAfter: (shown) => (skip + shown < total ? ctx.paging.cursorAt({ skip: skip + shown }) : null),
      tokensMax: answerTokens(asked),
      completeness: ctx.completeness(),
      columns: columnsOf(measure, partyOf(measure) !== undefined, sums.length > 1),
      hidden: ['currency'],
      ...(notes.length > 0 && { notes }),
      ...(asked.format !== undefined && { format: asked.format }),
      foot: {
        rows: sums.map((sum) => ({ number: 'Total', currency: sum.currency, ...partsShown(measure, sum) })),
        lines: definitions,
        data: {
          totals: sums.map((sum) => ({
            currency: sum.currency,
            count: sum.n,
            figure: figureNumber(measure, sum.figure),
            ...partsShown(measure, sum),
          })),
          period: question.setting.period,
          definitions,
        },
      },
    });
  },
});

interface Sum {
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
): Promise<readonly Sum[]> {
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

async function pageOf(
  ctx: ToolContext,
  { read }: CurrentTables,
  question: FigureQuestion,
  place: { readonly skip: number; readonly limit: number },
): Promise<readonly ListRow[]> {
  const [measure] = question.measures;
  if (measure === undefined) return [];
  const party = partyOf(measure);
  const { text, parameters } = buildContributionQuery(
    // The party of a record is read along with it.
    party === undefined ? question : { ...question, by: [party] },
    place,
  );
  const rows = await read(text, parameters);
  const keys = rows.map(({ party: key }) => (typeof key === 'string' ? key : null));
  const labels = party === undefined ? new Map() : await labelsOf(ctx, read, party, keys);
  return rows.map((row, index) => ({
    number: String(row['number']),
    ...(party !== undefined && { party: labelOf(labels, party, keys[index] ?? null).text }),
    day: row['day'],
    currency: row['currency'],
    ...partsShown(measure, { sum: Number(row['sum']), per: row['per'] === null ? null : Number(row['per']) }),
  }));
}

/** Whose record it is: what counts once is the party itself. */
function partyOf(measure: Measure): Dimension | undefined {
  const names = measure.distinct === undefined ? partiesOf(measure) : [measure.distinct.of];
  return dimensions.find((dimension) => names.includes(dimension.name) && hasDimension(measure, dimension));
}

const partiesOf = ({ subject }: Measure): readonly string[] =>
  subject === 'payables' || subject === 'carriers' ? ['carrier'] : ['customer'];

/** Of a ratio the part above the line; days that are weighted by amounts are no amounts. */
const addsMoney = ({ unit, isOfMoney }: Measure): boolean =>
  unit === 'money' || unit === 'money_rate' || (isOfMoney === true && unit === 'percent');

/** What stands above the line, and below it where there is one. */
function partsShown(measure: Measure, { sum, per }: { readonly sum: number; readonly per: number | null }): ListRow {
  const adds = isMoney(measure) ? sum / 100 : rounded(sum);
  if (!isRatio(measure) || per === null) return { adds };
  return { adds, over: measure.isOfMoney === true ? per / 100 : rounded(per) };
}

const rounded = (value: number): number => Math.round(value * 100) / 100;

function columnsOf(measure: Measure, hasParty: boolean, hasCurrencies: boolean): readonly ListColumn[] {
  const kind = getFact(measure.fact).record.kind;
  const figure = (key: string, title: string, isMoney: boolean): ListColumn => ({
    ...countColumn(key, title),
    text: (row) => partText(row, key, isMoney),
  });
  return [
    column('number', kind.charAt(0).toUpperCase() + kind.slice(1)),
    ...(hasParty ? [textColumn('party', 'Whose')] : []),
    ...(measure.day === null ? [] : [column('day', 'Day')]),
    ...(hasCurrencies ? [column('currency', 'Currency')] : []),
    figure('adds', 'Adds', addsMoney(measure)),
    ...(isRatio(measure) ? [figure('over', 'Over', measure.isOfMoney === true)] : []),
  ];
}

function partText(row: ListRow, key: string, isMoney: boolean): string {
  const { [key]: value, currency } = row;
  if (typeof value !== 'number') return '-';
  return figureText(
    { unit: isMoney ? 'money' : 'count' },
    isMoney ? Math.round(value * 100) : value,
    typeof currency === 'string' ? currency : null,
  );
}

function formatSummary(
  question: FigureQuestion,
  measure: Measure,
  sums: readonly Sum[],
  completeness: Completeness,
): string {
  const fact = measure.distinct === undefined ? getFact(measure.fact) : getFact(measure.distinct.of);
  const texts = sums.map(
    ({ figure, n, currency }) => `${figureText(measure, figure, currency)} from ${countText(fact, n)}`,
  );
  return `${measure.title} ${whenText(question)}: ${qualifyMeasure(measure, texts.length === 0 ? 'no record adds to it' : texts.join(' and '), completeness)}.`;
}

/** Only records in that currency. */
function inCurrency(question: FigureQuestion, measure: Measure, currency: string | undefined): FigureQuestion {
  if (currency === undefined) return question;
  const dimension = dimensions.find(({ name }) => name === 'currency');
  if (dimension === undefined || !hasDimension(measure, dimension))
    throw fieldError('BAD_REQUEST', 'currency', `${measure.name} has no currency`);
  return { ...question, filters: [...question.filters, inValues(dimension, [currency])] };
}
