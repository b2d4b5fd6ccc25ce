import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { openBrokerage } from '../../../src/store/database.ts';
import { brokerageMigrations } from '../../../src/store/migrations/brokerage/index.ts';
import { createDatabase, onBothDatabases } from '../../support/stores/databases.ts';
import { startServiceProcess } from '../support/service.ts';
import { createTemporaryFolder } from '../support/waybill.ts';

onBothDatabases('several processes that start on a database without tables', (kind) => {
  test('make the tables once, and all of them serve', async () => {
    using folder = createTemporaryFolder();
    await using database = await createDatabase(kind, { blank: true });
    const start = () => startServiceProcess(['--database', database.url], { home: folder.path });

    const started = await Promise.all([start(), start(), start()]);
    await using stack = new AsyncDisposableStack();
    for (const service of started) stack.use(service);

    const ready = await Promise.all(started.map(({ ready }) => fetch(`${ready.authUrl}/readyz`)));
    expect(ready.map(({ status }) => status)).toEqual([200, 200, 200]);
    await Promise.all(started.map((service) => service.stop()));
    const store = await openBrokerage(database.url);
    const { rows } = await sql<{ name: string }>`select name from migration`.execute(store.reader);
    await store.close();
    expect(rows.map(({ name }) => name).sort()).toEqual(brokerageMigrations.map(({ name }) => name).sort());
  });
});
