import { expect, test } from 'vitest';
import { sql } from 'kysely';
import { Client } from 'pg';
import { createOrganization } from '../../../src/service/organization/organization.ts';
import { toProblem } from '../../../src/service/shared/problem.ts';
import { openBrokerage } from '../../../src/store/database.ts';
import { createDatabase, isPostgresMissing } from '../../support/stores/databases.ts';
import { startPostgres } from '../../support/stores/postgres.ts';
import { startSecondService } from '../../support/service/second-service.ts';
import { startService, fetchToken } from '../../support/service/service.ts';

const terms = '/v1/payment-terms';
const clock = { now: '2026-11-20T15:00:00.000Z' };

/** A service on a server of its own, which may be halted. */
async function startOnOwnServer() {
  const server = await startPostgres();
  const database = await openBrokerage(server.url);
  let count = 0;
  const createId = () => `00000000-0000-7000-8000-${String((count += 1)).padStart(12, '0')}`;
  const organization = await createOrganization(database, {
    name: 'Test',
    rateLimitPerMinute: 1_000_000,
    now: clock.now,
    newId: createId,
  });
  const unsigned = await startSecondService({ url: server.url, clock, token: '' });
  const token = await fetchToken(unsigned.service, organization);
  const service = await startSecondService({ url: server.url, clock, token });
  return {
    server,
    service,
    async [Symbol.asyncDispose]() {
      await Promise.all([database.close(), unsigned[Symbol.asyncDispose](), service[Symbol.asyncDispose]()]);
      await server.stop();
    },
  };
}

test.skipIf(isPostgresMissing)(
  'while PostgreSQL is stopped every request says so, and once it is back all goes on',
  async () => {
    await using ownServer = await startOnOwnServer();
    const { server, service } = ownServer;
    const create = (name: string) => service.request('POST', terms, { name }, { 'idempotency-key': name });
    const list = () => service.request('POST', `${terms}/filter`);
    expect(
      (await Promise.all(Array.from({ length: 8 }, (_, n) => create(`Net ${n}`)))).map(({ status }) => status),
    ).toEqual(Array.from({ length: 8 }, () => 201));

    const underWay = Promise.all(Array.from({ length: 20 }, (_, n) => create(`during ${n}`)));
    await server.halt();
    const duringStop = await underWay;
    const stopped = [await create('while stopped'), await list(), await service.request('GET', `${terms}/none`)];
    await server.resume();
    const after = [await create('while stopped'), await list(), await service.request('GET', `${terms}/none`)];

    expect(stopped.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(stopped[0]?.body.error).toEqual({
      code: 'SERVICE_UNAVAILABLE',
      message: 'The database cannot be reached; nothing was changed. Try again in a moment.',
    });
    expect(after.map(({ status }) => status)).toEqual([201, 200, 404]);
    expect(duringStop.every(({ status }) => status === 201 || status === 503)).toBe(true);
    const repeated = await Promise.all(Array.from({ length: 20 }, (_, n) => create(`during ${n}`)));
    expect(new Set(repeated.map(({ status }) => status))).toEqual(new Set([201]));
    expect((await list()).body.data).toHaveLength(29);
  },
);

test.skipIf(isPostgresMissing)(
  'a connection that breaks between two steps is survived: the steps are done again, once',
  async () => {
    await using target = await createDatabase('PostgreSQL');
    const store = await openBrokerage(target.url);
    const other = new Client(target.url);
    await other.connect();
    let tries = 0;

    const answer = await store.transaction(async (tx) => {
      tries += 1;
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
      await sql`insert into setting (name, value) values ('n', 'v')`.execute(tx);
      if (tries === 1) {
        await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      return sql<{ name: string }>`select name from setting where name = 'n'`.execute(tx);
    });

    expect(answer.rows).toEqual([{ name: 'n' }]);
    expect(tries).toBe(2);
    await other.end();
    await store.close();
  },
);

test.skipIf(isPostgresMissing)(
  'a connection that breaks while the change is being kept never makes it twice',
  async () => {
    await using target = await createDatabase('PostgreSQL');
    const store = await openBrokerage(target.url);
    await sql`create function cut() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`.execute(store.reader);
    await sql`create constraint trigger cut after insert on setting deferrable initially deferred
    for each row execute function cut()`.execute(store.reader);
    let tries = 0;

    const failure = await store
      .transaction(async (tx) => {
        tries += 1;
        await sql`insert into setting (name, value) values ('n', 'v')`.execute(tx);
      })
      .catch((error: unknown) => toProblem(error));

    expect(tries).toBe(1);
    expect(failure).toMatchObject({
      code: 'OUTCOME_UNKNOWN',
      message:
        'The connection to the database was lost while the change was being saved, so it may have been made or not.',
    });
    await store.close();
  },
);

/** Formats the SQL of a trigger that runs when a payment term is committed; by then all its work is done. */
const formatCommitTrigger = (statement: string) =>
  `create function at_commit() returns trigger language plpgsql as $$ begin ${statement}; return null; end $$;
  create constraint trigger at_commit after insert on payment_term deferrable initially deferred
  for each row execute function at_commit()`;

test.skipIf(isPostgresMissing).each([
  ['a connection that breaks', 'perform pg_terminate_backend(pg_backend_pid())', 'OUTCOME_UNKNOWN', 503],
  ['a server that fails inside', `raise exception 'broken' using errcode = 'XX000'`, 'OUTCOME_UNKNOWN', 503],
  ['a rule that refuses', `raise exception 'no' using errcode = '23514'`, undefined, 500],
] as const)('%s while a change is being kept: the answer says what is known', async (_, statement, detail, status) => {
  await using api = await startService('PostgreSQL', { hasOwnStore: true });
  for (const part of formatCommitTrigger(statement).split(';\n')) await sql.raw(part).execute(api.database.reader);

  const answer = await api.request('POST', terms, { name: 'Net 30' }, { 'idempotency-key': 'plan-1' });
  await sql`drop trigger at_commit on payment_term`.execute(api.database.reader);
  const again = await api.request('POST', terms, { name: 'Net 30' }, { 'idempotency-key': 'plan-1' });

  expect([answer.status, answer.body.error.details?.[0].code]).toEqual([status, detail]);
  expect(answer.body.error.code).toBe(status === 503 ? 'SERVICE_UNAVAILABLE' : 'INTERNAL_ERROR');
  expect(again.status).toBe(201);
  expect((await api.request('POST', `${terms}/filter`)).body.data).toHaveLength(1);
});
