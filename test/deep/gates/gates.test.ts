import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDeep } from '../../support/depth.ts';
import { type DatabaseName, isPostgresMissing, onOneDatabase } from '../../support/stores/databases.ts';
import { allCells, asksByForm, type Cell, type Expected, expectedOf, nameOf } from './axes.ts';
import { type Played, playCell } from './play.ts';
import { forgottenTools, rows } from './rows.ts';
import type { RowCounts } from './row-counts.ts';
import { sampleCells } from './sample.ts';
import type { Row } from './scene.ts';
import { openTable, type Table } from './table.ts';

const table = allCells(rows);
const sample = sampleCells(table);

test('every tool that writes is in the table, and the sample holds each with a call in which nothing may happen', () => {
  const refused = sample.filter((cell) => expectedOf(cell).state === 'before');

  expect(forgottenTools).toEqual([]);
  expect(new Set(refused.map(({ row }) => row))).toEqual(new Set(rows));
});

test.each([[['answer', 'era', 'way']], [['answer', 'course']], [['era', 'way', 'course']]] as const)(
  'each possible combination of %s is in the sample',
  (axes) => {
    const listCombinations = (cells: readonly Cell[]) =>
      new Set(cells.map((cell) => [asksByForm(cell), ...axes.map((axis) => cell[axis])].join()));

    // An approver is asked the same, whatever a form would be answered.
    const isAlike = (cell: Cell) => asksByForm(cell) || ['no forms', 'accept'].includes(cell.answer);
    const cells = sample.map((cell): Cell => (isAlike(cell) ? cell : { ...cell, answer: 'accept' }));
    expect(listCombinations(cells)).toEqual(listCombinations(table.filter(isAlike)));
  },
);

/** Lists the cells to play: in a deep run each cell of the table, every other one on either database; otherwise the sample. */
const listCells = (database: DatabaseName): readonly Cell[] =>
  isDeep ? table.filter((_, place) => isPostgresMissing || place % 2 === (database === 'SQLite' ? 0 : 1)) : sample;

/** The shortest way to a yes: what it leaves behind is what the call does once. */
const plain = (row: Row): Cell => ({ row, answer: 'no forms', era: 'modern', way: 'HTTP', course: 'approved' });

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
      const once = await playCell(desk, plain(row));
      const faults: string[] = faultsOf(plain(row), once, once.left);
      for (const cell of cells.filter((each) => each.row === row))
        faults.push(...faultsOf(cell, await playCell(desk, cell), once.left));

      expect(faults).toEqual([]);
    },
  );
});

/** What is not as the table says; `once` is what the call leaves behind when it is done once. */
function faultsOf(cell: Cell, { words, state, left }: Played, once: RowCounts): string[] {
  const expected = expectedOf(cell);
  const leaves = expected.state === 'after' ? once : {};
  return [
    ...(isAnsweredAs(expected, words) ? [] : [`${nameOf(cell)} was answered ${words.join(' and ')}`]),
    ...(state === expected.state ? [] : [`${nameOf(cell)} left it ${JSON.stringify(state)}`]),
    ...(isDeepStrictEqual(left, leaves) ? [] : [`${nameOf(cell)} left ${JSON.stringify(left)}`]),
  ];
}

const isAnsweredAs = ({ words, others }: Expected, given: readonly string[]): boolean =>
  others === undefined
    ? isDeepStrictEqual(given, words)
    : words.every((word) => given.includes(word)) && given.every((word) => others.includes(word));
