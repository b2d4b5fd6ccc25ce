import { type AddressInfo, createServer, connect as dial, type Socket } from 'node:net';
import { kill } from 'node:process';
import { Client } from 'pg';
import { describe, expect, inject, test, vi } from 'vitest';
import { committedState } from '../../src/store/committed-state.ts';
import { openBrokerage } from '../../src/store/database.ts';
import { openPool } from '../../src/store/postgres.ts';
import { createPresence } from '../../src/store/presence.ts';
import { createDatabase, isPostgresMissing } from '../support/databases.ts';
import { startPostgres } from '../support/postgres.ts';

/** A process at the database, which counts what it asks there. */
function arrived(url: string) {
  const presence = createPresence();
  const pool = openPool(url, presence);
  const asked = { times: 0 };
  pool.on('acquire', () => {
    asked.times += 1;
  });
  return { pool, asked, state: committedState(pool, presence), [Symbol.asyncDispose]: () => pool.end() };
}

type Arrived = ReturnType<typeof arrived>;

async function timesAskedFor({ state, asked }: Arrived): Promise<number> {
  const before = asked.times;
  await state.now();
  return asked.times - before;
}

/** Returns at the beginning of a time in which the process relies on being alone. */
const isAlone = (process: Arrived) =>
  vi.waitFor(async () => expect(await timesAskedFor(process)).toBe(0), { timeout: 5000, interval: 5 });

const makeTable = 'create table if not exists note (text text)';
const write = async ({ pool, state }: Arrived) => {
  await state.during(() => pool.query("insert into note values ('x')"));
};

async function anyBackend({ pool }: Arrived): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const [row] = rows;
  if (!row) throw new Error('the server does not say which of its processes answers');
  return row.pid;
}

/** Keeps the process sure of itself, as a busy one is. */
async function whileAsking({ state }: Arrived, work: Promise<void>): Promise<void> {
  const progress = { isOver: false };
  const over = work.finally(() => {
    progress.isOver = true;
  });
  while (!progress.isOver) {
    await state.now();
    await new Promise(setImmediate);
  }
  await over;
}

describe.skipIf(isPostgresMissing)('what is committed to PostgreSQL', () => {
  test('is known without asking to a process that is alone, until it writes', async () => {
    await using target = await createDatabase('PostgreSQL', { blank: true });
    await using alone = arrived(target.url);
    await alone.pool.query(makeTable);
    // Several connections, which are no company to each other.
    await Promise.all([1, 2, 3].map(() => alone.pool.query('select pg_sleep(0.05)')));
    expect(alone.pool.totalCount).toBe(3);
    await isAlone(alone);
    const before = await alone.state.now();

    await alone.state.during(async () => {
      await alone.pool.query("insert into note values ('x')");
      expect(await timesAskedFor(alone)).toBeGreaterThan(0);
      expect(await timesAskedFor(alone)).toBeGreaterThan(0);
    });

    expect(await alone.state.now()).not.toBe(before);
    await isAlone(alone);
  });

  test('is never an old one when another process has just come, or has stayed', async () => {
    await using target = await createDatabase('PostgreSQL', { blank: true });
    await using first = arrived(target.url);
    await first.pool.query(makeTable);

    for (let round = 0; round < 3; round += 1) {
      await isAlone(first);
      await using second = arrived(target.url);
      for (let n = 0; n < 10; n += 1) {
        const before = await first.state.now();
        await whileAsking(first, write(second));
        expect(await first.state.now()).not.toBe(before);
      }
    }
    await isAlone(first);
  });

  test('is asked for while something that was lost on the way may still be committed', async () => {
    await using target = await createDatabase('PostgreSQL', { blank: true });
    await using line = await breakableLine(target.url);
    await using process = arrived(line.url);
    await process.pool.query(makeTable);
    await isAlone(process);
    // Of another database, so that it is no company.
    const observer = new Client(inject('postgresUrl') ?? '');
    await observer.connect();

    const writer = await process.pool.connect();
    const { rows } = await writer.query<{ pid: number }>('select pg_backend_pid() as pid');
    const failed = process.state.during(async () => {
      await writer.query("begin; insert into note values ('x')");
      line.breakOff();
      await writer.query('commit');
    });
    await expect(failed).rejects.toThrow(/terminated|reset/i);
    writer.release(true);
    const before = await process.state.now();
    line.send(queryMessage('commit'));
    await vi.waitFor(async () => {
      const found = await observer.query('select from pg_stat_activity where pid = $1 and state = $2', [
        rows[0]?.pid,
        'idle',
      ]);
      expect(found.rowCount).toBe(1);
    });

    expect(await process.state.now()).not.toBe(before);
    await observer.end();
  });

  test('is always asked for behind a pool of connections that others may get', async () => {
    await using target = await createDatabase('PostgreSQL', { blank: true });
    await using line = await breakableLine(target.url, withAnotherProcessId);
    await using process = arrived(line.url);

    for (let n = 0; n < 30; n += 1) expect(await timesAskedFor(process)).toBeGreaterThan(0);
  });

  test.each(['its machine fails', 'one of its processes is killed'])(
    'has no name that it had before the server lost count because %s',
    { timeout: 60_000 },
    async (how) => {
      const server = await startPostgres();
      try {
        await using process = arrived(server.url);
        await process.pool.query(makeTable);
        await process.pool.query('checkpoint');
        const pid = await anyBackend(process);
        // A change that was taken back has a number which a crash makes free again.
        const undone = await process.pool.connect();
        await undone.query("begin; insert into note values ('x'); rollback");
        undone.release();
        const before = await process.state.now();

        if (how === 'its machine fails') {
          await server.halt('SIGQUIT');
          await server.resume();
        } else {
          kill(pid, 'SIGKILL');
        }
        await vi.waitFor(() => write(process), { timeout: 20_000 });

        expect(await process.state.now()).not.toBe(before);
      } finally {
        await server.stop();
      }
    },
  );

  test('is known to everybody who has come when all come at once', async () => {
    await using target = await createDatabase('PostgreSQL');
    const stores = await Promise.all([1, 2, 3].map(() => openBrokerage(target.url, { durability: 'off' })));

    for (const [n, writer] of [...stores, ...stores].entries()) {
      const before = await Promise.all(stores.map((store) => store.state()));
      await writer.transaction((tx) =>
        tx
          .insertInto('counter')
          .values({ organization_id: 'org', name: `n${n}`, value: 0 })
          .execute(),
      );
      const after = await Promise.all(stores.map((store) => store.state()));
      for (const [at, state] of after.entries()) expect(state).not.toBe(before[at]);
    }
    await Promise.all(stores.map((store) => store.close()));
  });
});

/** A way to the server whose near end can break while the server still listens at the far end. */
async function breakableLine(url: string, change = (chunk: Buffer): Buffer => chunk) {
  const server = new URL(url);
  const near = new Set<Socket>();
  let far: Socket | undefined;
  const ends: Socket[] = [];
  const gate = createServer((client) => {
    const upstream = dial(Number(server.port), server.hostname);
    near.add(client);
    ends.push(client, upstream);
    far ??= upstream;
    client.on('error', () => {});
    upstream.on('error', () => {});
    client.on('data', (chunk) => upstream.write(chunk));
    upstream.on('data', (chunk) => client.write(change(chunk)));
    client.on('end', () => upstream.end());
  });
  await new Promise<void>((resolve) => {
    gate.listen(0, '127.0.0.1', resolve);
  });
  const through = new URL(url);
  through.port = String((gate.address() as AddressInfo).port);
  return {
    url: through.href,
    breakOff: () => {
      for (const client of near) client.destroy();
      near.clear();
    },
    /** Over the first connection. */
    send: (message: Buffer) => far?.write(message),
    async [Symbol.asyncDispose]() {
      for (const end of ends) end.destroy();
      gate.close();
    },
  };
}

/** What a pool of connections does: the client gets to know a number that is not the server's. */
function withAnotherProcessId(chunk: Buffer): Buffer {
  const at = chunk.indexOf(Buffer.from([0x4b, 0, 0, 0, 12]));
  if (at !== -1) chunk.writeInt32BE(2_000_000_000, at + 5);
  return chunk;
}

/** A simple query, as PostgreSQL's protocol has it. */
function queryMessage(text: string): Buffer {
  const message = Buffer.alloc(text.length + 6);
  message.write('Q');
  message.writeInt32BE(text.length + 5, 1);
  message.write(text, 5);
  return message;
}
