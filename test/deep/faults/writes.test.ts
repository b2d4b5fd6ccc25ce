import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { countAddedRows, countRows, type RowCounts } from '../gates/row-counts.ts';
import { rows } from '../gates/rows.ts';
import { type GateRow, readState } from '../gates/scene.ts';
import { countCases } from '../../support/depth.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { type FaultyDesk, openFaultyDesk } from './faulty-desk.ts';
import { type NetworkFault, faults } from './faults.ts';
import { settle } from './settle.ts';

const writes = countCases({ usual: Math.ceil(rows.length / 2), deep: 150 });
/** First write for each database: together they cover each tool in every run. */
const beginnings = { SQLite: 0, PostgreSQL: Math.floor(rows.length / 2) };
/** Number of faults in ten requests. */
const faultsInTen = 3;

/** Generates numbers that look random and are the same in every run. */
function* generateNumbers(max: number): Generator<number, never> {
  for (let seed = 29; ; seed = (seed * 48_271) % 2_147_483_647) yield seed % max;
}

interface Written {
  readonly addedRows: RowCounts;
  readonly faults: readonly string[];
}

async function write(desk: FaultyDesk, row: GateRow, choose: () => NetworkFault | undefined): Promise<Written> {
  const scene = await row.prepare(desk.nextStage());
  const counted = await countRows(desk.desk.service);
  desk.proxy.choose = choose;
  const settled = await settle(desk, row, scene);
  desk.proxy.choose = () => undefined;
  const addedRows = countAddedRows(counted, await countRows(desk.desk.service));
  const state = await readState(scene);
  return {
    addedRows,
    faults: [
      ...(settled.fault === undefined ? [] : [settled.fault]),
      ...(state === 'after' ? [] : [`it is ${JSON.stringify(state)}`]),
    ],
  };
}

onOneDatabase(`${writes} writes through tools while three of ten requests meet a fault`, (database) => {
  test('take effect once each, and none is said not to be done that was', { timeout: 3_600_000 }, async () => {
    await using desk = await openFaultyDesk(database);
    const once = new Map<GateRow, RowCounts>();
    const countOnce = async (row: GateRow) => {
      const rowsOfOneWrite = once.get(row) ?? (await write(desk, row, () => undefined)).addedRows;
      once.set(row, rowsOfOneWrite);
      return rowsOfOneWrite;
    };
    const random = generateNumbers(10 * faults.length);
    const choose = () => {
      const { value } = random.next();
      return value % 10 < faultsInTen ? faults[Math.floor(value / 10)] : undefined;
    };
    const wrong: string[] = [];

    for (let place = 0; place < writes; place += 1) {
      const row = rows[(beginnings[database] + place) % rows.length];
      if (row === undefined) continue;
      const rowsOfOneWrite = await countOnce(row);
      const written = await write(desk, row, choose);
      const name = `write ${place} (${row.tool})`;
      wrong.push(...written.faults.map((fault) => `${name}: ${fault}`));
      if (!isDeepStrictEqual(written.addedRows, rowsOfOneWrite))
        wrong.push(`${name} left ${JSON.stringify(written.addedRows)}, once is ${JSON.stringify(rowsOfOneWrite)}`);
    }

    expect(wrong).toEqual([]);
    expect([...desk.proxy.met.keys()].toSorted()).toEqual([...faults].toSorted());
  });
});
