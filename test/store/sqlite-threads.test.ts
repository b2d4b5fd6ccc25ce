import { DatabaseSync } from 'node:sqlite';
import type { Worker } from 'node:worker_threads';
import { type Kysely, sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Database } from '../../src/store/connection.ts';
import { type DatabaseOptions, openDatabase } from '../../src/store/database.ts';
import type { Migration } from '../../src/store/migrations/migration.ts';
import { startThread } from '../../src/store/sqlite/thread.ts';
import { createSqliteThreads, type SqliteThreads } from '../../src/store/sqlite/threads.ts';
import { classify, CommitUnknown } from '../../src/store/store-error.ts';
import { createDatabase } from '../support/stores/databases.ts';

interface Values {
  value: { id: number; content: unknown };
}

const migrations: readonly Migration[] = [
  {
    name: 'values',
    async up(db: Kysely<unknown>) {
      await sql`create table value (id integer primary key, content unique)`.execute(db);
    },
  },
];

interface OpenValues extends AsyncDisposable {
  readonly store: Database<Values>;
  readonly file: string;
  /** A connection of another program. */
  readonly other: DatabaseSync;
}

/** Options as the product opens its databases with, but for a disk that is waited for. */
const options: DatabaseOptions = { durability: 'off', isBulk: false, isDisposable: false, onWait() {} };

async function openValues(threads: SqliteThreads | undefined): Promise<OpenValues> {
  const target = await createDatabase('SQLite', { blank: true });
  const store = await openDatabase<Values>(target.url, migrations, { ...options, threads });
  const file = target.url.slice('sqlite:'.length);
  const other = new DatabaseSync(file);
  return {
    store,
    file,
    other,
    async [Symbol.asyncDispose]() {
      if (other.isOpen) other.close();
      await store.close();
      await target[Symbol.asyncDispose]();
    },
  };
}

const insert = ({ store }: OpenValues, ...contents: readonly unknown[]) =>
  store.transaction((tx) =>
    tx
      .insertInto('value')
      .values(contents.map((content, id) => ({ id, content })))
      .execute(),
  );

const readContents = async (db: Kysely<Values>): Promise<unknown[]> => {
  const rows = await db.selectFrom('value').select('content').orderBy('id').execute();
  return rows.map(({ content }) => content);
};

test('a thread of SQLite without work keeps no process', async () => {
  const countKept = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
  const keptBefore = countKept();

  const thread = startThread();
  const keptAfter = countKept();
  await thread.end();

  expect(keptAfter).toBe(keptBefore);
});

const countTo = (count: number) =>
  sql`with recursive number (n) as (select 1 union all select n + 1 from number where n < ${count})
    select n, 'the text of row ' || n as content from number`;

describe.each([
  ['in the caller’s thread', undefined],
  ['in threads', createSqliteThreads()],
])('a SQLite file %s', (_, threads) => {
  test('gives values back as they were, and changes are counted', async () => {
    await using opened = await openValues(threads);
    const contents = ['text', 'naïve 💶', 1.5, 9_007_199_254_740_991, null, new Uint8Array([0, 1, 255])];

    const [inserted] = await insert(opened, ...contents);

    expect(inserted?.numInsertedOrUpdatedRows).toBe(6n);
    expect(await readContents(opened.store.reader)).toEqual(contents);
    const large = opened.store.reader
      .selectFrom('value')
      .select('id')
      .where('content', '=', 2n ** 53n - 1n);
    expect(await large.execute()).toEqual([{ id: 3 }]);
  });

  test('refuses what SQLite refuses, with its reason', async () => {
    await using opened = await openValues(threads);
    const fail = (work: Promise<unknown>) => work.catch((error: unknown) => error);

    const failures = [
      await fail(insert(opened, 'twice', 'twice')),
      await fail(sql`select * from no_such_table`.execute(opened.store.reader)),
      await fail(sql`insert into value (content) values (1)`.execute(opened.store.reader)),
      await fail(insert(opened, () => {})),
    ];

    expect(failures.map(classify)).toEqual(['duplicate', 'version', 'readonly', 'other']);
    expect(failures.map(String)).toEqual([
      expect.stringContaining('UNIQUE constraint failed: value.content'),
      expect.stringContaining('no such table: no_such_table'),
      expect.stringContaining('attempt to write a readonly database'),
      expect.any(String),
    ]);
    expect(await readContents(opened.store.reader)).toEqual([]);
  });

  test('queries read together see one moment, and one that fails leaves nothing open', async () => {
    await using opened = await openValues(threads);
    await insert(opened, 'first', 'second');
    const read = (...texts: readonly string[]) =>
      opened.store.readTogether(texts.map((text) => ({ sql: text, parameters: [] })));
    const count = 'select count(*) as n from value';

    const reads = Array.from({ length: 20 }, () => read(count, 'select content from value order by id', count));
    await opened.store.transaction((tx) => tx.insertInto('value').values({ id: 9, content: 'third' }).execute());
    for (const [before, contents, after] of await Promise.all(reads)) {
      expect(after).toEqual(before);
      expect(before).toEqual([{ n: contents?.length }]);
    }
    await expect(read(count, 'select * from no_such_table')).rejects.toThrow('no such table: no_such_table');
    opened.other.exec("insert into value values (10, 'fourth')");

    expect(await read(count)).toEqual([[{ n: 4 }]]);
  });

  test('a snapshot reads what was there at its beginning, beside reads that see each write', async () => {
    await using opened = await openValues(threads);
    await insert(opened, 'first');

    const [before, between, after] = await opened.store.snapshot(async (db) => {
      const first = await readContents(db);
      await opened.store.transaction((tx) => tx.updateTable('value').set({ content: 'second' }).execute());
      return [first, await readContents(opened.store.reader), await readContents(db)];
    });

    expect([before, between, after]).toEqual([['first'], ['second'], ['first']]);
  });

  test('many rows come in pieces, from a read, a snapshot and a transaction', async () => {
    await using opened = await openValues(threads);
    const count = 2500;
    const statement = countTo(count).compile(opened.store.reader);
    const readAll = async (db: Kysely<Values>) => {
      let rows = 0;
      for await (const row of db.getExecutor().stream<{ n: number }>(statement, 1000)) {
        for (const { n } of row.rows) expect(n).toBe((rows += 1));
      }
      return rows;
    };

    const { store } = opened;
    expect(await readAll(store.reader)).toBe(count);
    expect(await store.snapshot(readAll)).toBe(count);
    expect(await store.transaction(readAll)).toBe(count);
  });

  test('a statement that was compiled before a migration returns the new columns', async () => {
    await using opened = await openValues(threads);
    await insert(opened, 'old');
    const readAll = () => opened.store.reader.selectFrom('value').selectAll().execute();
    expect(await readAll()).toEqual([{ id: 0, content: 'old' }]);

    await opened.store.transaction((tx) => sql`alter table value add column note default 'new'`.execute(tx));

    expect(await readAll()).toEqual([{ id: 0, content: 'old', note: 'new' }]);
  });

  test('is closed while work is under way: nothing of that is kept, and nobody waits for ever', async () => {
    await using opened = await openValues(threads);
    const { store, other } = opened;
    const begun = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    const work = store.transaction(async (tx) => {
      await tx.insertInto('value').values({ id: 1, content: 'half' }).execute();
      begun.resolve();
      await closed.promise;
      await tx.insertInto('value').values({ id: 2, content: 'whole' }).execute();
    });
    await begun.promise;

    await store.close();
    closed.resolve();

    await expect(work).rejects.toThrow('database is not open');
    expect(other.prepare('select count(*) as count from value').get()).toEqual({ count: 0 });
  });
});

describe.each([
  ['in the caller’s thread', undefined],
  ['in threads', createSqliteThreads()],
])('while another program holds a file %s', (_, threads) => {
  test.each(['begin immediate', 'pragma locking_mode = exclusive; begin exclusive'])(
    '(%s) other files are opened, read and written, and whoever waits goes on when it is free',
    async (lock) => {
      await using locked = await openValues(threads);
      await using free = await openValues(threads);
      await insert(locked, 'before');
      // A connection that reads would keep the other program from its lock.
      const { other } = locked;
      await locked.store.close();
      other.exec(lock);
      const settled: string[] = [];
      const note = async (name: string, work: Promise<unknown>) => {
        await work;
        settled.push(name);
      };

      const opening = openDatabase<Values>(`sqlite:${locked.file}`, migrations, { durability: 'off', threads });
      const useLocked = async () => {
        const store = await opening;
        await store.transaction((tx) => tx.updateTable('value').set({ content: 'after' }).execute());
        expect(await readContents(store.reader)).toEqual(['after']);
        await store.close();
      };
      const waiting = note('locked', useLocked());
      await note('written', insert(free, 'one'));
      await note('read', readContents(free.store.reader));
      await using another = await openValues(threads);
      await note('opened', insert(another, 'two'));
      await note('snapshot', free.store.snapshot(readContents));
      other.close();
      await waiting;

      expect(settled).toEqual(['written', 'read', 'opened', 'snapshot', 'locked']);
    },
  );
});

describe('a thread that ends', () => {
  /** Opens a file in separate threads, which the returned function ends as a fault in them would. */
  async function openFragile() {
    const workers: Worker[] = [];
    const collect = (worker: Worker) => void workers.push(worker);
    process.on('worker', collect);
    const opened = await openValues(createSqliteThreads());
    await readContents(opened.store.reader);
    process.off('worker', collect);
    return { opened, endThreads: () => Promise.all(workers.map((worker) => worker.terminate())) };
  }

  test('fails the reads it had with the reason, and the next read has a new one', async () => {
    const { opened, endThreads } = await openFragile();
    await using _ = opened;
    await insert(opened, 'kept');

    const reading = countTo(100_000)
      .execute(opened.store.reader)
      .catch((error: unknown) => error);
    await endThreads();

    const failure = await reading;
    expect(classify(failure)).toBe('unavailable');
    expect(String(failure)).toMatch(
      /The thread that works with the database .* ended unexpectedly \(it ended with code 1\), so nothing was saved; try again\./,
    );
    expect(await readContents(opened.store.reader)).toEqual(['kept']);
    expect(await opened.store.snapshot(readContents)).toEqual(['kept']);
  });

  test('takes its transaction along: nothing of it is kept, and the next one is whole', async () => {
    const { opened, endThreads } = await openFragile();
    await using _ = opened;
    const { store } = opened;

    const failure = await store
      .transaction(async (tx) => {
        await tx.insertInto('value').values({ id: 1, content: 'half' }).execute();
        await endThreads();
        await tx.insertInto('value').values({ id: 2, content: 'whole' }).execute();
      })
      .catch((error: unknown) => error);
    await store.transaction((tx) => tx.insertInto('value').values({ id: 3, content: 'next' }).execute());

    expect(classify(failure)).toBe('unavailable');
    expect(await readContents(store.reader)).toEqual(['next']);
  });

  test('during a commit leaves open whether it was saved', async () => {
    const { opened, endThreads } = await openFragile();
    await using _ = opened;

    const failure = await opened.store
      .transaction(async (tx) => {
        await tx.insertInto('value').values({ id: 1, content: 'unknown' }).execute();
        void endThreads();
      })
      .catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(CommitUnknown);
  });
});
