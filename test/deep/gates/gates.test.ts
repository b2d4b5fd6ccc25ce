import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDeep } from '../../support/depth.ts';
import { type DatabaseName, isPostgresMissing, onOneDatabase } from '../../support/stores/databases.ts';
import { listAllCells, isAskedByForm, type Cell, type Expected, getExpected, formatCellName } from './axes.ts';
import { type PlayedCell, playCell } from './play.ts';
import { forgottenTools, rows } from './rows.ts';
import type { RowCounts } from './row-counts.ts';
import { selectSample } from './sample.ts';
import type { GateRow } from './scene.ts';
import { openTable, type Table } from './table.ts';

const table = listAllCells(rows);
const sample = selectSample(table);

test('every tool that writes is in the table, and the sample holds each with a call in which nothing may happen', () => {
  const refused = sample.filter((cell) => getExpected(cell).state === 'before');

  expect(forgottenTools).toEqual([]);
  expect(new Set(refused.map(({ row }) => row))).toEqual(new Set(rows));
});

test.each([[['answer', 'era', 'way']], [['answer', 'course']], [['era', 'way', 'course']]] as const)(
  'each possible combination of %s is in the sample',
  (axes) => {
    const listCombinations = (cells: readonly Cell[]) =>
      new Set(cells.map((cell) => [isAskedByForm(cell), ...axes.map((axis) => cell[axis])].join()));

    // An approver is asked the same, whatever a form would be answered.
    const isAlike = (cell: Cell) => isAskedByForm(cell) || ['no forms', 'accept'].includes(cell.answer);
    const cells = sample.map((cell): Cell => (isAlike(cell) ? cell : { ...cell, answer: 'accept' }));
    expect(listCombinations(cells)).toEqual(listCombinations(table.filter(isAlike)));
  },
);

/** Lists the cells to play: in a deep run each cell of the table, every other one on either database; otherwise the sample. */
const listCells = (database: DatabaseName): readonly Cell[] =>
  isDeep ? table.filter((_, place) => isPostgresMissing || place % 2 === (database === 'SQLite' ? 0 : 1)) : sample;

/** Builds the cell with the shortest way to a yes: the rows that it adds are those that one call adds. */
const buildPlainCell = (row: GateRow): Cell => ({
  row,
  answer: 'no forms',
  era: 'modern',
  way: 'HTTP',
  course: 'approved',
});

onOneDatabase('what a person is asked about', (database) => {
  const cells = listCells(database);
  let desk: Table;

  beforeAll(async () => {
    desk = await openTable(database);
  });
  afterAll(() => desk[Symbol.asyncDispose]());

  test.each(rows.map((row) => [`${row.tool} (${row.gate})`, row] as const))(
    '%s happens once with a yes, and without one nothing does',
    async (_name, row) => {
      const once = await playCell(desk, buildPlainCell(row));
      const faults: string[] = listFaults(buildPlainCell(row), once, once.addedRows);
      for (const cell of cells.filter((each) => each.row === row))
        faults.push(...listFaults(cell, await playCell(desk, cell), once.addedRows));

      expect(faults).toEqual([]);
    },
  );
});

/** Lists deviations from the table; `once` counts the rows that one call adds. */
function listFaults(cell: Cell, { words, state, addedRows }: PlayedCell, once: RowCounts): string[] {
  const expected = getExpected(cell);
  const leaves = expected.state === 'after' ? once : {};
  return [
    ...(isAnsweredAs(expected, words) ? [] : [`${formatCellName(cell)} was answered ${words.join(' and ')}`]),
    ...(state === expected.state ? [] : [`${formatCellName(cell)} left it ${JSON.stringify(state)}`]),
    ...(isDeepStrictEqual(addedRows, leaves) ? [] : [`${formatCellName(cell)} left ${JSON.stringify(addedRows)}`]),
  ];
}

const isAnsweredAs = ({ words, concurrentWords }: Expected, answers: readonly string[]): boolean =>
  concurrentWords === undefined
    ? isDeepStrictEqual(answers, words)
    : words.every((word) => answers.includes(word)) && answers.every((word) => concurrentWords.includes(word));
