import { expect, test } from 'vitest';
import { openBrokerage } from '../../src/store/database.ts';
import { startServiceProcess } from '../cli/support/service.ts';
import { createTemporaryFolder } from '../cli/support/waybill.ts';
import { createWriteLoad, prepareDesk, type Refusals } from '../cli/support/write-load.ts';
import { countCases, isDeep } from '../support/depth.ts';
import { createDatabase, isPostgresMissing } from '../support/stores/databases.ts';
import { startSilentProxy } from '../support/stores/silent-proxy.ts';
import { waitUntil } from '../support/wait-until.ts';

const rounds = countCases({ usual: 0, deep: 6 });
const perRound = 120;
const clients = 8;
const guardMs = 3_600_000;

const reason = isPostgresMissing
  ? ' (skipped: no PostgreSQL server installed)'
  : ' (skipped: waits half a minute a round)';

/** Parts that fall silent in turn: everything at once, a commit on its way, and the answer to a commit. */
const faults = [
  { text: undefined, isForwarded: false },
  { text: 'commit', isForwarded: false },
  { text: 'commit', isForwarded: true },
] as const;

test.skipIf(!isDeep || isPostgresMissing)(
  `a database that falls silent again and again under eight clients: 503 within the bound, nothing lost or doubled${isDeep && !isPostgresMissing ? '' : reason}`,
  { timeout: guardMs },
  async ({ annotate }) => {
    using folder = createTemporaryFolder();
    await using database = await createDatabase('PostgreSQL');
    await using proxy = await startSilentProxy(database.url);
    await using service = await startServiceProcess(['--database', proxy.url], { home: folder.path });
    const { authUrl } = service.ready;
    await using open = new AsyncDisposableStack();
    const store = await openBrokerage(database.url);
    open.defer(() => store.close());
    const refusals: Refusals = new Map();
    const load = createWriteLoad(await prepareDesk(store, service.ready), refusals, clients);
    const countRefused = () => refusals.get(503) ?? 0;
    const slowest: number[] = [];

    for (let round = 0; round < rounds; round += 1) {
      const fault = faults[round % faults.length] ?? faults[0];
      const [written, refused] = [load.acknowledged(), countRefused()];
      const writing = load.writeThrough(authUrl, perRound);
      await waitUntil(() => load.acknowledged() > written + perRound / 4);
      if (fault.text === undefined) proxy.fallSilent();
      else await proxy.fallSilentAt(fault.text, fault.isForwarded);
      const silentAt = performance.now();
      // Liveness has nothing to do with the database; readiness has.
      expect((await fetch(`${authUrl}/healthz`)).status).toBe(200);
      expect((await fetch(`${authUrl}/readyz`)).status).toBe(503);
      await waitUntil(() => countRefused() >= refused + clients);
      slowest.push(Math.round(performance.now() - silentAt));
      proxy.recover();
      await writing;
    }

    await annotate(
      JSON.stringify({
        acknowledged: load.acknowledged(),
        refusals: Object.fromEntries(refusals),
        refusedAfterMs: slowest,
      }),
    );
    expect(await load.contradictions(authUrl)).toEqual([]);
    expect(refusals.get('OUTCOME_UNKNOWN')).toBeGreaterThan(0);
    // One statement waits for each change of a record that others change again and again: on a slow machine its time ends.
    expect([503, 504, 'OUTCOME_UNKNOWN']).toEqual(expect.arrayContaining([...refusals.keys()]));

    // A request that waits for a silent database does not keep the process from ending.
    proxy.fallSilent();
    const waiting = fetch(`${authUrl}/readyz`).catch(() => undefined);
    expect((await service.stop()).code).toBe(0);
    await waiting;
  },
);
