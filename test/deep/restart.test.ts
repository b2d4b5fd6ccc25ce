import { expect, test } from 'vitest';
import { openBrokerage } from '../../src/store/database.ts';
import { startServiceProcess } from '../cli/support/service.ts';
import { createTemporaryFolder } from '../cli/support/waybill.ts';
import { createWriteLoad, prepareDesk } from '../cli/support/write-load.ts';
import { isPostgresMissing } from '../support/stores/databases.ts';
import { countCases } from '../support/depth.ts';
import { startPostgres } from '../support/stores/postgres.ts';
import { waitUntil } from '../support/wait-until.ts';

const restarts = countCases({ usual: 2, deep: 8 });
const perRestart = 60;
const guardMs = 3_600_000;

test.skipIf(isPostgresMissing)(
  'PostgreSQL that is restarted again and again under a load of writes: 503 meanwhile, and nothing lost or doubled',
  { timeout: guardMs },
  async () => {
    using folder = createTemporaryFolder();
    const server = await startPostgres();
    await using open = new AsyncDisposableStack();
    open.defer(() => server.stop());
    await using service = await startServiceProcess(['--database', server.url], { home: folder.path });
    const { authUrl } = service.ready;
    const store = await openBrokerage(server.url);
    open.defer(() => store.close());
    const refusals = new Map<number | 'OUTCOME_UNKNOWN', number>();
    const load = createWriteLoad(await prepareDesk(store, service.ready), refusals);
    const countUnavailable = () => refusals.get(503) ?? 0;

    for (let restart = 0; restart < restarts; restart += 1) {
      const [written, refused] = [load.acknowledged(), countUnavailable()];
      const writing = load.writeThrough(authUrl, perRestart);
      await waitUntil(() => load.acknowledged() > written + ((restart * 7) % (perRestart / 2)));
      // In turn as an operator would, and as a crash would: then it has to recover by itself.
      await server.halt(restart % 2 === 0 ? 'SIGINT' : 'SIGQUIT');
      // Every connection of the load has been refused, some of them more than once.
      await waitUntil(() => countUnavailable() >= refused + 10);
      await server.resume();
      await writing;
    }

    expect(await load.contradictions(authUrl)).toEqual([]);
    // A commit that the restart cut off is unknown, and is repeated under its key.
    expect([...refusals.keys()].filter((refusal) => refusal !== 'OUTCOME_UNKNOWN')).toEqual([503]);
    expect((await service.stop()).code).toBe(0);
  },
);
