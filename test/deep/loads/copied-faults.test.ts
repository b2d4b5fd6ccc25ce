import { expect, test } from 'vitest';
import { countCases, isDeep } from '../../support/depth.ts';
import { onBothDatabases } from '../../support/stores/databases.ts';
import { writeNoise } from '../../support/stores/spoil.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { startCopiedBrokerage } from './copied-brokerage.ts';
import { createDeskLoad, type DeskLoad } from './desk-load.ts';

const clients = 8;
const perFault = countCases({ usual: 0, deep: 80 });
const guardMs = 3_600_000;
const hoursBack = 2;
const hourMs = 3_600_000;

type StartedBrokerage = Awaited<ReturnType<typeof startCopiedBrokerage>>;

interface Strike {
  readonly copied: StartedBrokerage;
  readonly load: DeskLoad;
}

interface Restore {
  readonly since: number;
  readonly until: number;
}

interface BrokerageFault {
  /** True if the brokerage answers throughout, so that nothing is refused. */
  readonly answersAlways: boolean;
  /** Strikes; returns between which moments a write may be taken back. */
  strike(strike: Strike): Promise<Restore | undefined>;
}

/** Faults under a copy of the records. */
const faults: Readonly<Record<string, BrokerageFault>> = {
  'is put back to a backup': {
    answersAlways: false,
    async strike({ copied, load }) {
      const since = performance.now();
      const putBack = await copied.whileStopped(() => copied.backUp());
      await waitUntil(() => load.acknowledged() >= (perFault * 3) / 4);
      await copied.whileStopped(putBack);
      return { since, until: performance.now() };
    },
  },
  'has its clock put back': {
    answersAlways: true,
    async strike({ copied: { clock } }) {
      clock.now = new Date(Date.parse(clock.now) - hoursBack * hourMs).toISOString();
      return undefined;
    },
  },
  'is copied to a file that is damaged': {
    answersAlways: true,
    async strike({ copied }) {
      writeNoise(copied.findCopy());
      return undefined;
    },
  },
};

const reason = isDeep ? '' : ' (skipped: starts a tool server and waits for its copy; in test:deep)';

onBothDatabases(`a brokerage under ${clients} clients that write and ask${reason}`, (database) => {
  test.skipIf(!isDeep).for(Object.entries(faults))(
    'that %s: nothing is lost or doubled, and its copy is the same afterwards',
    { timeout: guardMs },
    async ([_name, fault], { annotate }) => {
      await using copied = await startCopiedBrokerage(database, clients);
      const load = createDeskLoad(copied.seats);
      await load.ask();
      let isOver = false;
      const working = load.run(() => isOver && load.acknowledged() >= perFault);
      await waitUntil(() => load.acknowledged() >= perFault / 4);

      const undone = await fault.strike({ copied, load });
      isOver = true;
      await working;
      await load.ask();

      const counts = await load.count({ database: copied.database(), ...(undone && { undone }) });
      const { differences, code, stdout } = await copied.compareCopy();
      const { lost, doubled, ...otherCounts } = counts;
      await annotate(
        JSON.stringify({
          ...otherCounts,
          lost: lost.length,
          doubled: doubled.length,
          refusals: Object.fromEntries(load.refusals),
        }),
      );
      expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
      expect(counts.acknowledged).toBeGreaterThanOrEqual(perFault);
      expect(fault.answersAlways ? [...load.refusals] : []).toEqual([]);
      expect(differences).toEqual([]);
      expect([code, stdout]).toEqual([0, expect.stringContaining('The copy holds what the API shows.')]);
      expect((await copied.verifyAudit()).code).toBe(0);
    },
  );
});
