import { expect, test } from 'vitest';
import { isMoney, type Measure } from '../../../src/metrics/kit/measure.ts';
import { measures } from '../../../src/metrics/measures.ts';
import { analyze } from '../../../tools/insight/analyze.ts';
import { isDeep } from '../../support/depth.ts';
import { startDesk } from '../../support/desk.ts';
import { splitIntoBatches } from '../../support/in-batches.ts';
import { computeOwnFigure, ownFigures, readBrokerage, type FigureRow } from './own-figures.ts';

test('every measure has a computation of its own', () => {
  expect(Object.keys(ownFigures).sort()).toEqual(measures.map(({ name }) => name).sort());
});

/** Six at once is what one question takes; money apart, because it keeps all figures of a question apart by currency. */
const batches = [measures.filter(isMoney), measures.filter((measure) => !isMoney(measure))].flatMap((group) =>
  splitIntoBatches(group, 6),
);

function listDifferences(
  { name }: Measure,
  rows: readonly FigureRow[],
  ownValues: Readonly<Record<string, number | null>>,
) {
  const answered = new Map(rows.map((row) => [String(row.currency ?? ''), row[name] ?? 0]));
  return [...new Set([...Object.keys(ownValues), ...answered.keys()])].flatMap((currency) => {
    const [answeredValue, ownValue] = [answered.get(currency) ?? 0, ownValues[currency] ?? 0];
    return answeredValue === ownValue ? [] : [{ name, currency, told: answeredValue, own: ownValue }];
  });
}

const periods = [
  { from: '2026-10-10', to: '2026-11-20' },
  { from: '2000-01-01', to: '2027-12-31' },
];

test.each([
  ['in November', 'small', undefined],
  ['in March, while clocks change', isDeep ? 'another' : 'few', '2026-03-10T15:00:00.000Z'],
] as const)('every figure of a brokerage %s is what its records come to', async (_, seed, now) => {
  await using desk = await startDesk({ tools: [analyze], seed, ...(now !== undefined && { now }) });
  const brokerage = await readBrokerage(desk);
  const askedPeriods = now === undefined ? periods : [{ from: '2026-01-20', to: '2026-03-10' }, ...periods.slice(1)];

  const wrong: unknown[] = [];
  for (const days of askedPeriods) {
    for (const batch of batches) {
      const { data, text, isError } = await desk.callTool('analyze', {
        measures: batch.map(({ name }) => name),
        ...days,
      });
      if (isError) throw new Error(text);
      for (const measure of batch)
        wrong.push(
          ...listDifferences(measure, data.rows, computeOwnFigure(measure.name, brokerage, days, isMoney(measure))),
        );
    }
  }

  expect(wrong).toEqual([]);
});
