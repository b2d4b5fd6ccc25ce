import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import { addedRows, countRows, type RowCounts } from '../gates/row-counts.ts';
import { rows } from '../gates/rows.ts';
import { type Row, stateOf } from '../gates/scene.ts';
import { countCases } from '../../support/depth.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { type FaultyDesk, openFaultyDesk } from './faulty-desk.ts';
import { type Fault, faults } from './faults.ts';
import { settle } from './settle.ts';

const writes = countCases({ usual: Math.ceil(rows.length / 2), deep: 150 });
/** Where the writes of a database begin: together they hold each tool, in every run. */
const beginnings = { SQLite: 0, PostgreSQL: Math.floor(rows.length / 2) };
/** Of ten requests so many meet a fault. */
const faultsInTen = 3;

/** Numbers that look random and are the same in every run. */
function* scattered(max: number): Generator<number, never> {
  for (let seed = 29; ; seed = (seed * 48_271) % 2_147_483_647) yield seed % max;
}

interface Written {
  readonly left: RowCounts;
  readonly faults: readonly string[];
}

async function write(desk: FaultyDesk, row: Row, choose: () => Fault | undefined): Promise<Written> {
  const scene = await row.prepare(desk.nextStage());
  const counted = await countRows(desk.desk.service);
  desk.proxy.choose = choose;
  const settled = await settle(desk, row, scene);
  desk.proxy.choose = () => undefined;
  const left = addedRows(counted, await countRows(desk.desk.service));
  const state = await stateOf(scene);
  return {
    left,
    faults: [
      ...(settled.fault === undefined ? [] : [settled.fault]),
      ...(state === 'after' ? [] : [`it is ${JSON.stringify(state)}`]),
    ],
  };
}

onOneDatabase(`${writes} writes through tools while three of ten requests meet a fault`, (database) => {
  test('take effect once each, and none is said not to be done that was', { timeout: 3_600_000 }, async () => {
    await using desk = await openFaultyDesk(database);
    const once = new Map<Row, RowCounts>();
    const onceOf = async (row: Row) => {
      const left = once.get(row) ?? (await write(desk, row, () => undefined)).left;
      once.set(row, left);
      return left;
    };
    const random = scattered(10 * faults.length);
    const choose = () => {
      const { value } = random.next();
      return value % 10 < faultsInTen ? faults[Math.floor(value / 10)] : undefined;
    };
    const wrong: string[] = [];

    for (let place = 0; place < writes; place += 1) {
      const row = rows[(beginnings[database] + place) % rows.length];
      if (row === undefined) continue;
      const left = await onceOf(row);
      const written = await write(desk, row, choose);
      const name = `write ${place} (${row.tool})`;
      wrong.push(...written.faults.map((fault) => `${name}: ${fault}`));
      if (!isDeepStrictEqual(written.left, left))
        wrong.push(`${name} left ${JSON.stringify(written.left)}, once is ${JSON.stringify(left)}`);
    }

    expect(wrong).toEqual([]);
    expect([...desk.proxy.met.keys()].toSorted()).toEqual([...faults].toSorted());
  });
});
