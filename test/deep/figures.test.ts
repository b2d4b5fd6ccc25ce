import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dimensions } from '../../src/metrics/dimensions.ts';
import { isMoney, isRatio, isSummable, type Measure } from '../../src/metrics/kit/measure.ts';
import { measures } from '../../src/metrics/measures.ts';
import { hasDimension } from '../../src/metrics/query.ts';
import { analyze } from '../../tools/insight/analyze.ts';
import { explainFigure } from '../../tools/insight/explain_figure.ts';
import { brokerages, countCases } from '../support/depth.ts';
import { type TestDesk, startDesk } from '../support/desk.ts';

const guardMs = 3_600_000;
let desk: TestDesk;
// Tests read answers freely.
type FigureAnswer = any; // eslint-disable-line typescript/no-explicit-any

async function ask(input: Record<string, unknown>, tool = 'analyze'): Promise<FigureAnswer> {
  const { data, text, isError } = await desk.callTool(tool, input);
  if (isError) throw new Error(`${JSON.stringify(input)}: ${text}`);
  return data;
}

const arbitraryDay = (from: number, to: number) =>
  fc
    .integer({ min: from, max: to })
    .map((days) => new Date(Date.UTC(2026, 8, 1) + days * 86_400_000).toISOString().slice(0, 10));
const period = fc.record({ from: arbitraryDay(0, 40), to: arbitraryDay(41, 85) });
/** A balance is what stands at one moment: as of now it has every dimension but time, and balances of several ends are no sum. */
const isBalance = ({ day: decides }: Measure): boolean => decides === null;
const splits = measures.flatMap((measure) =>
  dimensions
    .filter((dimension) => hasDimension(measure, dimension) && !(isBalance(measure) && dimension.kind === 'time'))
    .map((dimension) => ({ measure, dimension })),
);
const getPeriod = <Days extends object>(measure: Measure, days: Days): Days | object =>
  isBalance(measure) ? {} : days;
const split = (keep: (measure: Measure) => boolean) =>
  fc.constantFrom(...splits.filter(({ measure }) => keep(measure)));
const runs = { numRuns: countCases({ usual: 3, deep: 60 }), endOnFailure: true };

/** Sums money by currency; a count has one only where it is counted by currency. */
const sumCents = (rows: readonly FigureAnswer[], measure: Measure): Readonly<Record<string, number>> => {
  const sums: Record<string, number> = {};
  for (const row of rows) {
    const currency = isMoney(measure) ? (row.currency ?? '') : '';
    sums[currency] = (sums[currency] ?? 0) + Math.round((row[measure.name] ?? 0) * 100);
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
};

const formatKey = (row: FigureAnswer, dimension: string) =>
  JSON.stringify([row[`${dimension}_no`] ?? row[dimension] ?? null, row.currency ?? null]);

const sum = (rows: readonly FigureAnswer[], name: string): number =>
  rows.reduce((total, row) => total + (row[name] ?? 0), 0);

async function listAllRows(first: FigureAnswer, measure: string): Promise<readonly FigureAnswer[]> {
  const rows = [...first.rows];
  for (let cursor = first.nextCursor; cursor !== null;) {
    const page = await ask({ cursor, measure, limit: 250 }, 'explain_figure');
    rows.push(...page.rows);
    cursor = page.nextCursor;
  }
  return rows;
}

describe.each(brokerages)('%s brokerage', (seed) => {
  beforeAll(async () => {
    desk = await startDesk({ tools: [analyze, explainFigure], seed });
    await ask({ measures: ['actual_margin', 'quotes', 'paid'] });
  });
  afterAll(() => desk.close());

  test(
    'the first so many and the others come to the figure of everything, whatever is asked by what',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          split(isSummable),
          period,
          fc.integer({ min: 1, max: 4 }),
          async ({ measure, dimension }, days, top) => {
            const { name } = measure;
            const whole = await ask({ measures: [name], ...getPeriod(measure, days) });
            const parts = await ask({ measures: [name], by: [dimension.name], ...getPeriod(measure, days), top });

            expect(sumCents([...parts.rows, ...(parts.others ?? [])], measure)).toEqual(sumCents(whole.rows, measure));
            expect(sumCents(parts.totals, measure)).toEqual(sumCents(whole.rows, measure));
          },
        ),
        runs,
      );
    },
    guardMs,
  );

  test(
    'what a period is compared with is what that period itself comes to',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          split(({ day: decides }) => decides !== null),
          period,
          fc.constantFrom('previous', 'year'),
          async ({ measure: { name }, dimension }, days, compare) => {
            const by = dimension.kind === 'time' ? [] : [dimension.name];
            const now = await ask({ measures: [name], by, ...days, compare, top: 3 });
            const { comparedFrom, comparedTo } = now.period;
            const before = await ask({ measures: [name], by, from: comparedFrom, to: comparedTo, limit: 250 });

            const previousFigures = new Map(
              before.rows.map((row: FigureAnswer) => [formatKey(row, dimension.name), row[name] ?? null]),
            );
            for (const row of now.rows)
              expect(row[`${name}_previous`] ?? 0).toBe(previousFigures.get(formatKey(row, dimension.name)) ?? 0);
          },
        ),
        runs,
      );
    },
    guardMs,
  );

  test(
    'the records behind a figure add up to it to the cent, above and below the line',
    async () => {
      await fc.assert(
        fc.asyncProperty(
          split(() => true),
          arbitraryDay(60, 75),
          async ({ measure, dimension }, from) => {
            const { name } = measure;
            const to = new Date(Date.parse(from) + 9 * 86_400_000).toISOString().slice(0, 10);
            const days = getPeriod(measure, { from, to });
            const by = dimension.kind === 'time' ? [] : [dimension.name];
            const figure = await ask({ measures: [name], by, ...days, top: 1 });
            const [next] = figure.nextActions ?? [];
            if (next === undefined) return;
            const explanation = await ask({ ...next.arguments, ...days, limit: 250 }, next.tool);
            const rows = await listAllRows(explanation, name);

            const figureValue = figure.rows[0][name] ?? null;
            expect(explanation.totals.map((total: FigureAnswer) => total.figure ?? null)).toEqual(
              explanation.totals.length === 0 ? [] : [figureValue],
            );
            expect(sum(rows, 'adds')).toBeCloseTo(explanation.totals[0]?.adds ?? 0, isMoney(measure) ? 6 : 0);
            expect(sum(rows, 'over')).toBeCloseTo(
              explanation.totals[0]?.over ?? 0,
              isMoney(measure) && isRatio(measure) ? 6 : 0,
            );
          },
        ),
        runs,
      );
    },
    guardMs,
  );
});
