import { expect, test } from 'vitest';
import { openBrokerage } from '../../src/store/database.ts';
import { startServiceProcess } from '../cli/support/service.ts';
import { createTemporaryFolder } from '../cli/support/waybill.ts';
import { createWriteLoad, prepareDesk } from '../cli/support/write-load.ts';
import { createDatabase, onOneDatabase } from '../support/stores/databases.ts';
import { countCases } from '../support/depth.ts';
import { waitUntil } from '../support/wait-until.ts';

const kills = countCases({ usual: 1, deep: 10 });
const writesMax = 60;
const guardMs = 3_600_000;

/** Generates numbers that look random and are the same in every run. */
function* generateNumbers(max: number): Generator<number, never> {
  for (let seed = 17; ; seed = (seed * 48_271) % 2_147_483_647) yield seed % max;
}

onOneDatabase('a service that is killed again and again while it is written to', (kind) => {
  test('starts again each time, has every acknowledged write, and none twice', { timeout: guardMs }, async () => {
    using folder = createTemporaryFolder();
    await using database = await createDatabase(kind);
    await using open = new AsyncDisposableStack();
    const start = async () => open.use(await startServiceProcess(['--database', database.url], { home: folder.path }));
    let service = await start();
    const store = await openBrokerage(database.url);
    open.defer(() => store.close());
    const desk = await prepareDesk(store, service.ready);
    const load = createWriteLoad(desk);
    const moments = generateNumbers(writesMax);

    for (let kill = 0; kill < kills; kill += 1) {
      const before = load.acknowledged();
      const goal = before + 1 + moments.next().value;
      const writing = load.write(service.ready.authUrl);
      await waitUntil(() => load.acknowledged() >= goal);
      await service.stop('SIGKILL');
      await writing;
      service = await start();
      await load.finish(service.ready.authUrl);
    }

    expect(await load.contradictions(service.ready.authUrl)).toEqual([]);
  });
});
