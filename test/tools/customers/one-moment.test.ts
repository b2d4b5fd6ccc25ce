import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, inject, test } from 'vitest';
import { openCopy } from '../../../src/copy/copy.ts';
import { getCustomer } from '../../../tools/customers/get_customer.ts';
import { collections } from '../../../tools/ledger/collections.ts';
import { startDesk } from '../../support/desk.ts';
import { insertCustomer, insertInvoice } from '../../support/records/fixtures.ts';

/** Opens the copy of an API, in which a dollar is added to each open invoice before each reading. */
async function openMovingCopy(api: Parameters<typeof openCopy>[1]['api']) {
  const file = path.join(inject('runFolder'), `${randomUUID()}.db`);
  const copy = await openCopy(`sqlite:${file}`, { api, isEmbedded: true }, { shareMs: 3_600_000 });
  // A fill behind the answers would lock the file that the test changes.
  await copy.complete(new AbortController().signal);
  let turn: Promise<unknown> = Promise.resolve();
  function moveBefore<Answer>(read: () => Promise<Answer>): Promise<Answer> {
    const answer = turn.then(() => {
      using database = new DatabaseSync(file);
      database.exec('update invoice set owed_cents = owed_cents + 100 where owed_cents > 0');
      return read();
    });
    turn = answer.catch(() => {});
    return answer;
  }
  const refresh: typeof copy.refresh = async (...question) => {
    const extent = await copy.refresh(...question);
    return {
      ...extent,
      read: (query, parameters) => moveBefore(() => extent.read(query, parameters)),
      readTogether: (statements) => moveBefore(() => extent.readTogether(statements)),
    };
  };
  return { ...copy, refresh };
}

const sumOpen = (rows: readonly { readonly open: number }[]) => rows.reduce((sum, { open }) => sum + open, 0);

test('the figures of a customer are from one moment, whatever changes while they are read', async () => {
  let opened: ReturnType<typeof openMovingCopy> | undefined;
  await using desk = await startDesk({
    tools: [getCustomer, collections],
    server: { copy: () => (opened ??= openMovingCopy(desk.api)) },
  });
  const home = { database: desk.service.database, organizationId: desk.service.organizationId };
  const customer = await insertCustomer(home, { name: 'Acme' });
  await insertInvoice(home, { customer_id: customer.id });

  const account = await desk.callTool('get_customer', { customer: customer.id });
  const statement = await desk.callTool('collections', { customer: customer.id });

  expect(sumOpen(account.data['receivables'])).toBe(account.data['exposure'][0].openInvoices);
  expect(sumOpen(statement.data['rows'])).toBe(statement.data['accounts'][0].open);
  expect(sumOpen(statement.data['rows'])).toBeGreaterThan(0);
  await (await opened)?.[Symbol.asyncDispose]();
});
