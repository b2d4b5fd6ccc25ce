import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { dimensions } from '../../../src/metrics/dimensions.ts';
import {
  addParts,
  computeFigure,
  groupKey,
  buildGroups,
  noParts,
  type FigureParts,
} from '../../../src/metrics/figures.ts';
import type { Dimension } from '../../../src/metrics/kit/dimension.ts';
import { isMoney, type Measure } from '../../../src/metrics/kit/measure.ts';
import type { Setting } from '../../../src/metrics/kit/setting.ts';
import { measures } from '../../../src/metrics/measures.ts';
import { listFactQueries, hasDimension, type FigureQuestion } from '../../../src/metrics/query.ts';
import { analyzeFigures } from '../../../tools/insight/analysis.ts';
import { countCases, isDeep } from '../../support/depth.ts';
import { makeFilledCopy } from '../../support/filled-copy.ts';

const world = { seed: 2, size: { shipments: 400 }, now: '2026-11-20T15:00:00.000Z' } as const;
const setting: Setting = {
  today: '2026-11-20',
  zone: 'America/Chicago',
  period: { from: '2026-08-01', to: '2026-11-20' },
  insuranceSoonDays: 30,
};

/** Answers questions from the copy of a generated brokerage, as the tools do. */
async function openWorld() {
  const database = new DatabaseSync(await makeFilledCopy(world), { readOnly: true });
  const run = (text: string, parameters: readonly unknown[] = []) =>
    // Parameters of figures are texts and numbers.
    database.prepare(text).all(...(parameters as string[]));
  const answerQuestion = (chosenMeasures: readonly Measure[], by: readonly Dimension[]) => {
    const question: FigureQuestion = { measures: chosenMeasures, by, filters: [], setting };
    return buildGroups(
      question,
      listFactQueries(question).map((query) => ({ query, rows: run(query.text, query.parameters) })),
    );
  };
  return { answer: answerQuestion, run, [Symbol.dispose]: () => database.close() };
}

const currency = dimensions.filter(({ name }) => name === 'currency');

/** The dimensions that both measures have, beside currency, which stands in every answer about money. */
const listShared = (measure: Measure, otherMeasure: Measure): readonly Dimension[] =>
  dimensions.filter(
    (dimension) =>
      dimension.name !== 'currency' && hasDimension(measure, dimension) && hasDimension(otherMeasure, dimension),
  );

type OpenedWorld = Awaited<ReturnType<typeof openWorld>>;

/** Reads a measure's figure for each line of its own answer; beside money it is asked for by currency. */
function createSingles({ answer }: OpenedWorld) {
  const answers = new Map<string, ReadonlyMap<string, number | null>>();
  const read = (measure: Measure, by: readonly Dimension[], isByCurrency: boolean) => {
    const groups = answer([measure], isByCurrency ? [...by, ...currency] : by);
    const entries = groups.map((group) => {
      const line = isByCurrency ? { keys: group.keys.slice(0, -1), currency: group.keys.at(-1) ?? null } : group;
      return [groupKey(line), computeFigure(measure, group.parts[0] ?? noParts)] as const;
    });
    return new Map(entries);
  };
  return (measure: Measure, by: readonly Dimension[], isBesideMoney: boolean) => {
    const isByCurrency =
      isBesideMoney && !isMoney(measure) && currency.some((dimension) => hasDimension(measure, dimension));
    const key = [measure.name, ...by.map(({ name }) => name), isByCurrency].join(' ');
    const figures = answers.get(key) ?? read(measure, by, isByCurrency);
    answers.set(key, figures);
    return figures;
  };
}

type Singles = ReturnType<typeof createSingles>;

function listDifferences(
  { answer }: OpenedWorld,
  readSingle: Singles,
  pair: readonly [Measure, Measure],
  by: readonly Dimension[],
) {
  const joint = answer(pair, by);
  return pair.flatMap((measure, place) => {
    const single = readSingle(measure, by, pair.some(isMoney));
    return joint.flatMap((line) => {
      const figure = computeFigure(measure, line.parts[place] ?? noParts);
      // A figure without any currency stands beside money of the only one.
      const key = [groupKey(line), groupKey({ ...line, currency: null })].find((candidate) => single.has(candidate));
      const expected = key === undefined ? computeFigure(measure, noParts) : single.get(key);
      return figure === expected ? [] : [{ pair: pair.map(({ name }) => name), measure: measure.name, line, expected }];
    });
  });
}

/** Dimensions by which each pair is asked for: other ones for each pair, so that a measure is asked for by all of its own. */
const dimensionsPerPair = countCases({ usual: 1, deep: 5 });

test('two figures in one answer are those of two answers, for every pair of measures', async () => {
  using opened = await openWorld();
  const readSingle = createSingles(opened);
  const pairs = measures.flatMap((measure, place) =>
    measures.slice(place + 1).map((other) => [measure, other] as const),
  );
  // All pairs in a deep run, each by some of the dimensions that it shares; else some of them, each by one.
  const chosenPairs = isDeep ? pairs : pairs.filter((_, place) => place % 46 === 4);
  const wrong = chosenPairs.flatMap((pair, place) => {
    const shared = listShared(...pair);
    const chosen = shared.filter((_, index) => (index + place) % shared.length < dimensionsPerPair);
    return [[], ...chosen.map((dimension) => [dimension])].flatMap((by) =>
      listDifferences(opened, readSingle, pair, by),
    );
  });

  expect(wrong.slice(0, 5)).toEqual([]);
});

const sumParts = (parts: readonly FigureParts[]): FigureParts =>
  parts.reduce((total, part) => addParts([total], [part])[0] ?? noParts, noParts);

/** Sums of fractions differ in their last digits. */
const roundParts = (parts: FigureParts) =>
  Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, value && Math.round(value * 1000) / 1000]));

test('the lines of an answer and the others add up to the whole, for every measure and dimension', async () => {
  using opened = await openWorld();
  const read = async (text: string, parameters?: readonly unknown[]) => opened.run(text, parameters);
  const wrong: unknown[] = [];
  for (const measure of measures.filter(({ distinct }) => distinct === undefined)) {
    const whole = new Map(opened.answer([measure], []).map((group) => [group.currency, group.parts[0] ?? noParts]));
    // Some of the dimensions, others for each measure, unless the run is deep.
    // Balances at the ends of several days are no parts of a whole.
    const ownDimensions = dimensions.filter(
      (dimension) => hasDimension(measure, dimension) && (dimension.kind !== 'time' || measure.day !== null),
    );
    const chosen = isDeep ? ownDimensions : ownDimensions.filter((_, place) => place % 8 === measure.name.length % 8);
    for (const dimension of chosen) {
      const question: FigureQuestion = { measures: [measure], by: [dimension], filters: [], setting };
      const { lines, others: otherLines } = await analyzeFigures({ read }, question, { top: 2 });
      for (const [code, expected] of whole) {
        const lineParts = [...lines, ...otherLines].filter((line) => line.currency === code);
        const { undated: _undated, ...sum } = roundParts(sumParts(lineParts.map(({ parts }) => parts[0] ?? noParts)));
        const { undated: _none, ...total } = roundParts(expected);
        if (JSON.stringify(sum) !== JSON.stringify(total))
          wrong.push({ measure: measure.name, dimension: dimension.name, code, sum, total });
      }
    }
  }

  expect(wrong.slice(0, 5)).toEqual([]);
});

test('beside another figure a customer without a credit limit has no headroom, and never $0.00', async () => {
  using opened = await openWorld();
  const creditMeasures = ['exposure', 'credit_headroom'].flatMap((name) =>
    measures.filter((measure) => measure.name === name),
  );
  const limits = new Map(
    opened.run('select id, credit_limit_cents from customer').map((row) => [row['id'], row['credit_limit_cents']]),
  );

  const lines = opened.answer(
    creditMeasures,
    dimensions.filter(({ name }) => name === 'customer'),
  );

  const unlimited = lines.filter(({ keys }) => limits.get(keys[0] ?? null) === null);
  const headrooms = unlimited.map(
    ({ parts }) => creditMeasures[1] && computeFigure(creditMeasures[1], parts[1] ?? noParts),
  );
  expect(headrooms.length).toBeGreaterThan(0);
  expect(headrooms).toEqual(headrooms.map(() => null));
});
