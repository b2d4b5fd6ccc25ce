import { expect, test } from 'vitest';
import { countCases } from '../../support/depth.ts';
import type { GateRow } from '../gates/scene.ts';
import type * as Marked from './await-desk.ts';

/** Number of places of each kind that are tried; in a deep run all of them. */
const targetsMax = countCases({ usual: 8, deep: 1_000_000 });

/** The module and all that it imports, with their awaits marked. */
const marked = './await-desk.ts?awaits';

interface Target {
  readonly row: GateRow;
  readonly place: string;
  readonly nth: number;
  readonly isAfterSending: boolean;
}

/** Each place that a write passes, the first time after it has left where there is such a time. */
function listTargets(row: GateRow, passed: readonly string[], sentAt: number): Target[] {
  return [...new Set(passed)].map((place) => {
    const after = passed.indexOf(place, sentAt);
    const index = after === -1 ? passed.indexOf(place) : after;
    const nth = passed.slice(0, index + 1).filter((each) => each === place).length;
    return { row, place, nth, isAfterSending: after !== -1 };
  });
}

/** Those that are tried: after sending every place of every tool, before it each place once; fewer in a usual run. */
function chooseTargets(targets: readonly Target[]): readonly Target[] {
  const before = new Map(targets.filter(({ isAfterSending }) => !isAfterSending).map((each) => [each.place, each]));
  const after = targets.filter(({ isAfterSending }) => isAfterSending);
  const places = Object.values(Object.groupBy(after, ({ place }) => place)).map(
    (group, index) => group?.[index % group.length],
  );
  const afterFirst = [...new Set([...places.filter((each) => each !== undefined), ...after])];
  return [...afterFirst.slice(0, targetsMax), ...[...before.values()].slice(0, Math.ceil(targetsMax / 5))];
}

/** The awaits are the same on either database. */
const database = 'SQLite';

test(
  'a write whose code throws a bare error at an await is never said not to be done when it is, nor to be open before it has left',
  { timeout: 3_600_000 },
  async () => {
    const { openAwaitDesk } = (await import(marked)) as typeof Marked;
    await using desk = await openAwaitDesk(database);
    const targets: Target[] = [];
    const wrong: string[] = [];
    for (const row of desk.rows) {
      const { outcome, state, text, passed, sentAt } = await desk.play(row);
      if (outcome !== 'done' || state !== 'after') wrong.push(`${row.tool} without a fault: ${outcome}, ${text}`);
      targets.push(...listTargets(row, passed, sentAt));
    }

    for (const { row, ...at } of chooseTargets(targets)) {
      const { outcome, state, text, wasSent } = await desk.play(row, at);
      const name = `${row.tool} at ${at.place} (${at.nth}): ${text.slice(0, 160)}`;
      if (outcome === 'not_done' && state !== 'before')
        wrong.push(`said NOT DONE, and it is ${String(state)}: ${name}`);
      if (outcome === 'done' && state !== 'after') wrong.push(`said DONE, and it is ${String(state)}: ${name}`);
      if (outcome === 'no answer' && wasSent) wrong.push(`no answer: ${name}`);
      // A gate that throws, which it never does, says nothing of what was sent.
      const isGate = at.place.startsWith('src/mcp/server/server.ts');
      if (outcome === 'open' && !wasSent && !isGate) wrong.push(`said to be open, and nothing was sent: ${name}`);
      if (outcome === 'open' && /try (once|again)|once more/i.test(text)) wrong.push(`says to try again: ${name}`);
    }

    expect(wrong).toEqual([]);
    expect(targets.length).toBeGreaterThan(1_000);
  },
);
