import { setTimeout as pause } from 'node:timers/promises';
import { expect, test, describe } from 'vitest';
import { sql } from 'kysely';
import { toProblem } from '../../src/service/shared/problem.ts';
import { readEntry } from '../../src/mcp/audit/audit.ts';
import { verifyLog } from '../../src/mcp/audit/verify.ts';
import { createBookkeeping } from '../../src/mcp/tool/bookkeeping.ts';
import { openBrokerage } from '../../src/store/database.ts';
import { openToolMemory } from '../../src/store/memory/tool-memory.ts';
import { toFinishedEntry } from '../support/records/audit-entries.ts';
import { openTestKey } from '../support/cipher.ts';
import { countCases } from '../support/depth.ts';
import { createDatabase, isPostgresMissing } from '../support/stores/databases.ts';
import { type SilentProxy, startSilentProxy } from '../support/stores/silent-proxy.ts';
import type { BrokerageDatabase } from '../../src/store/connection.ts';
import { waitUntil } from '../support/wait-until.ts';

/** Long enough for a busy machine to answer in, short enough to wait for. */
const waits = {
  connectMs: 1000,
  pingMs: 500,
  idleMs: 100,
  statementMs: 1000,
  idleInTransactionMs: 1000,
  marginMs: 200,
  goodbyeMs: 100,
};

const forwarding = [
  ['a commit never arrives', false],
  ['the answer to a commit is lost', true],
] as const;
const entriesEach = countCases({ usual: 2, deep: 20 });

interface Reached extends AsyncDisposable {
  readonly proxy: SilentProxy;
  readonly store: BrokerageDatabase;
}

async function reachThroughProxy(): Promise<Reached> {
  await using opening = new AsyncDisposableStack();
  const target = opening.use(await createDatabase('PostgreSQL'));
  const proxy = opening.use(await startSilentProxy(target.url));
  const store = await openBrokerage(proxy.url, { waits });
  opening.defer(() => store.close());
  const reached = opening.move();
  return { proxy, store, [Symbol.asyncDispose]: () => reached[Symbol.asyncDispose]() };
}

const buildTerm = (id: string) => ({
  id,
  organization_id: 'org',
  key: id,
  name: 'Net 30',
  created_at: '2026-01-01T00:00:00.000Z',
});

const addTerm = (store: BrokerageDatabase, id: string) =>
  store.transaction((tx) => tx.insertInto('payment_term').values(buildTerm(id)).execute());

const listTerms = async (store: BrokerageDatabase) =>
  (await store.reader.selectFrom('payment_term').select('id').orderBy('id').execute()).map(({ id }) => id);

const changeTerm = (store: BrokerageDatabase, id: string, until?: Promise<void>, onChanged?: () => void) =>
  store.transaction(async (tx) => {
    await tx.updateTable('payment_term').set({ description: 'changed' }).where('id', '=', id).execute();
    onChanged?.();
    await until;
  });

/** Changes a term in a transaction that goes on until it is released. */
function holdTerm(store: BrokerageDatabase, id: string) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: noteHeld } = Promise.withResolvers<void>();
  const ended = changeTerm(store, id, released, noteHeld);
  // Whoever waits for it handles its failure.
  ended.catch(() => {});
  return { release, isHeld, ended };
}

const getCode = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => toProblem(error).code,
  );

describe.skipIf(isPostgresMissing)(
  `PostgreSQL behind a network that falls silent${isPostgresMissing ? ' (skipped: no PostgreSQL server installed)' : ''}`,
  () => {
    test('connections that were idle are found silent, and the store recovers by itself', async () => {
      await using reached = await reachThroughProxy();
      const { proxy, store } = reached;
      await Promise.all(Array.from({ length: 10 }, () => sql`select pg_sleep(0.05)`.execute(store.reader)));

      proxy.fallSilent();
      const refused = await Promise.all(
        Array.from({ length: 20 }, (_, number) => getCode(addTerm(store, `a${number}`))),
      );
      proxy.recover();
      await waitUntil(async () => (await getCode(addTerm(store, 'b'))) === 'done');

      expect(new Set(refused)).toEqual(new Set(['SERVICE_UNAVAILABLE']));
      expect(await listTerms(store)).toEqual(['b']);
    });

    test('a statement in hand ends within its bound, and its connection is not used again', async () => {
      await using reached = await reachThroughProxy();
      const { proxy, store } = reached;
      const silent = proxy.fallSilentAt('insert', false);

      const outcome = getCode(addTerm(store, 'a'));
      await silent;
      expect(await outcome).toBe('SERVICE_UNAVAILABLE');
      proxy.recover();
      await waitUntil(async () => (await getCode(addTerm(store, 'b'))) === 'done');

      expect(await listTerms(store)).toEqual(['b']);
    });

    test.each([
      { title: 'that never arrives', isForwarded: false, kept: [] },
      { title: 'whose answer is lost', isForwarded: true, kept: ['a'] },
    ])('a commit $title is in doubt, and not tried again', async ({ isForwarded, kept: storedIds }) => {
      await using reached = await reachThroughProxy();
      const { proxy, store } = reached;
      const silent = proxy.fallSilentAt('commit', isForwarded);

      const outcome = getCode(addTerm(store, 'a'));
      await silent;
      proxy.recover();

      expect(await outcome).toBe('OUTCOME_UNKNOWN');
      expect(await listTerms(store)).toEqual(storedIds);
    });

    test.each(forwarding)(
      'audit entries of eight writers are each written once where %s',
      async (_title, isForwarded) => {
        await using target = await createDatabase('PostgreSQL', { blank: true });
        await using proxy = await startSilentProxy(target.url);
        const memory = await openToolMemory(proxy.url, openTestKey, { waits });
        await using bookkeeping = createBookkeeping({ memory, log: () => {}, retryMs: [50] });
        const attempts = Array.from({ length: 8 * entriesEach }, (_, number) => `attempt-${number}`);
        const waiting = [...attempts];
        const write = async () => {
          for (let attempt = waiting.pop(); attempt !== undefined; attempt = waiting.pop())
            await bookkeeping.write(toFinishedEntry(attempt));
        };

        const silent = proxy.fallSilentAt('commit', isForwarded);
        const writing = Promise.all(Array.from({ length: 8 }, write));
        await silent;
        proxy.recover();
        await writing;
        await waitUntil(() => bookkeeping.waiting() === 0);
        const entries = (await memory.audit.after(null, 1000)).map(readEntry);
        const verdict = await verifyLog(memory.audit);
        await memory.close();

        expect(entries.map(({ attempt }) => attempt).toSorted()).toEqual(attempts.toSorted());
        expect(verdict).toMatchObject({ ok: true });
      },
    );

    test.each([
      ['insert', /cannot be reached .*so nothing was saved/],
      ['commit', /so it may be saved or not/],
    ])('the tool memory that falls silent at %s says so with %s', async (text, message) => {
      await using target = await createDatabase('PostgreSQL', { blank: true });
      await using proxy = await startSilentProxy(target.url);
      const memory = await openToolMemory(proxy.url, openTestKey, { waits });
      const silent = proxy.fallSilentAt(text, false);

      const outcome = memory.ledger.consume('key', {
        at: buildTerm('a').created_at,
        expiresAt: buildTerm('a').created_at,
      });
      await expect(outcome).rejects.toMatchObject({
        code: 'STORE_UNAVAILABLE',
        message: expect.stringMatching(message),
      });

      await silent;
      await memory.close();
    });

    test('a store that waits for a silent server can be closed at once', async () => {
      await using reached = await reachThroughProxy();
      const { proxy, store } = reached;
      const silent = proxy.fallSilentAt('insert', false);
      const outcome = getCode(addTerm(store, 'a'));
      await silent;

      store.breakOff();

      expect(await outcome).toBe('SERVICE_UNAVAILABLE');
      expect(await getCode(addTerm(store, 'b'))).toBe('SERVICE_UNAVAILABLE');
      await waitUntil(() => proxy.open() === 0);
    });

    test('a store is not opened over a silent connection', async () => {
      await using target = await createDatabase('PostgreSQL');
      await using proxy = await startSilentProxy(target.url);
      proxy.fallSilent();

      expect(await getCode(openBrokerage(proxy.url, { waits }))).toBe('SERVICE_UNAVAILABLE');
    });

    test('a lock that another transaction keeps is waited for within its bound', async () => {
      await using target = await createDatabase('PostgreSQL');
      const store = await openBrokerage(target.url, { waits: { lockMs: 200 } });
      await addTerm(store, 'a');
      const { promise: released, resolve: release } = Promise.withResolvers<void>();
      const { promise: locked, resolve: noteLock } = Promise.withResolvers<void>();
      const change = (name: string, until?: Promise<void>) =>
        store.transaction(async (tx) => {
          await tx.updateTable('payment_term').set({ name }).where('id', '=', 'a').execute();
          noteLock();
          await until;
        });
      const first = change('Net 10', released);
      await locked;

      expect(await getCode(change('Net 20'))).toBe('SERVICE_UNAVAILABLE');

      release();
      await first;
      await store.close();
    });

    test('a statement that waits for one lock after another ends with the time for a statement', async () => {
      await using target = await createDatabase('PostgreSQL');
      const store = await openBrokerage(target.url, { waits: { lockMs: 5000, statementMs: 500 } });
      const ids = ['a', 'b'];
      for (const id of ids) await addTerm(store, id);
      const heldTerms = ids.map((id) => holdTerm(store, id));
      await Promise.all(heldTerms.map(({ isHeld }) => isHeld));

      const outcome = getCode(
        store.transaction((tx) =>
          sql`select id from payment_term where organization_id = 'org' order by id for update`.execute(tx),
        ),
      );
      await pause(300);
      heldTerms[0]?.release();

      // The second lock stays taken: its wait alone is shorter than the bound of a lock.
      expect(await outcome).toBe('GATEWAY_TIMEOUT');
      heldTerms[1]?.release();
      await Promise.all(heldTerms.map(({ ended }) => ended));
      await store.close();
    });

    test('a transaction whose process is lost keeps its locks only until the server has heard nothing for long enough', async () => {
      await using reached = await reachThroughProxy();
      const { proxy, store } = reached;
      await addTerm(store, 'a');
      const lost = holdTerm(store, 'a');
      await lost.isHeld;

      proxy.fallSilent();
      lost.release();
      proxy.recover();
      await waitUntil(async () => (await getCode(changeTerm(store, 'a'))) === 'done');

      await lost.ended.catch(() => {});
      expect(await listTerms(store)).toEqual(['a']);
    });
  },
);
