import { randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { openEntrySpool } from '../../../src/cli/opening/writes/entry-spool.ts';
import { readEntry } from '../../../src/mcp/audit/audit.ts';
import { verifyLog } from '../../../src/mcp/audit/verify.ts';
import { type Bookkeeping, createBookkeeping } from '../../../src/mcp/tool/bookkeeping.ts';
import type { EntrySpool } from '../../../src/mcp/tool/entry-queue.ts';
import { openToolMemory } from '../../../src/store/memory/tool-memory.ts';
import { openTestKey } from '../../support/cipher.ts';
import { createDatabase, type DatabaseName, onBothDatabases } from '../../support/stores/databases.ts';
import { blockWrites } from '../../support/stores/blocked-writes.ts';
import { hideTables } from '../../support/stores/hidden-tables.ts';
import { toFinishedEntry } from '../../support/records/audit-entries.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { startTermDesk } from '../support/term-desk.ts';

const waitsFor = /recorded as soon as the store is back/;

interface Fragility {
  readonly spool?: EntrySpool;
  readonly retryMs?: readonly number[];
}

/** A desk whose store goes away as soon as a write has been carried out, before its answer arrives. */
async function openFragileDesk(database: DatabaseName, { spool, retryMs = [20] }: Fragility = {}) {
  const { url, ...files } = await createDatabase(database, { blank: true });
  const memory = await openToolMemory(url, openTestKey);
  const logged: string[] = [];
  const bookkeeping = createBookkeeping({
    memory,
    log: (_level, message) => logged.push(message),
    spool,
    retryMs,
  });
  const desk = await startTermDesk({ memory, bookkeeping });
  let mend: (() => Promise<void>) | undefined;
  desk.wire.intercept = async (request) => {
    // What a test sets up goes by without this.
    const isWrite = request.headers.get('idempotency-key')?.startsWith('waybill-') === true;
    if (!isWrite || mend !== undefined) return undefined;
    const response = await desk.service.service.fetch(request);
    mend = await hideTables(url, 'tool_');
    return response;
  };
  return {
    desk,
    memory,
    bookkeeping,
    logged,
    mend: async () => mend?.(),
    async [Symbol.asyncDispose]() {
      await desk[Symbol.asyncDispose]();
      await memory.close();
      await files[Symbol.asyncDispose]();
    },
  };
}

async function readAudit({
  memory,
  bookkeeping,
}: {
  memory: Parameters<typeof createBookkeeping>[0]['memory'];
  bookkeeping: Bookkeeping;
}) {
  await waitUntil(() => bookkeeping.waiting() === 0);
  return (await memory.audit.after(null, 100)).map(readEntry);
}

onBothDatabases('a store that is gone once a write was carried out', (database) => {
  test('a create is DONE, says that its entry follows, and the entry names the record when the store is back', async () => {
    await using fragile = await openFragileDesk(database);

    const answer = await fragile.desk.callTool('create_term', { name: 'Net 30' });
    await fragile.mend();
    const entries = await readAudit(fragile);
    const again = await fragile.desk.callTool('create_term', { name: 'Net 30' });

    expect(answer.text).toMatch(/^DONE\./);
    expect(answer.text).toMatch(waitsFor);
    expect(entries.map(({ kind, status }) => `${kind} ${status}`)).toEqual(['started started', 'finished done']);
    expect(entries[1]?.calls[0]).toMatchObject({ operation: 'paymentTerms.create', records: [answer.data.record.id] });
    expect(await verifyLog(fragile.memory.audit)).toMatchObject({ ok: true });
    // The reservation of the first call was written as well.
    expect(again.data).toMatchObject({ status: 'already_done' });
    expect(await fragile.desk.listTermNames()).toEqual(['Net 30']);
  });

  test('an approved plan is DONE, and is so for everybody when the store is back', async () => {
    await using fragile = await openFragileDesk(database);
    const { desk, memory } = fragile;
    const planned = await desk.callTool('delete_terms', { ids: [await desk.addTerm('Net 30')] });
    await desk.approve(planned.data.approval.id);

    const answer = await desk.callTool('run_approved', { approvalId: planned.data.approval.id });
    await fragile.mend();
    const entries = await readAudit(fragile);
    const row = await memory.approvals.get(planned.data.approval.id);
    const again = await desk.callTool('run_approved', { approvalId: planned.data.approval.id });

    expect(answer.text).toMatch(/^DONE\./);
    expect(row).toMatchObject({ status: 'done', steps_sent: 1 });
    expect(entries.filter(({ kind }) => kind === 'finished')).toHaveLength(1);
    expect(again.data.status).toBe('already_done');
    expect(await desk.listTermNames()).toEqual([]);
  });

  test('a process that ends meanwhile leaves its entries encrypted in the data folder, and the next one writes them', async () => {
    const home = path.join(inject('runFolder'), randomUUID());
    mkdirSync(home);
    const openSpool = (aheadMs: number) => openEntrySpool(home, { id: randomUUID(), now: () => Date.now() + aheadMs });
    await using fragile = await openFragileDesk(database, { spool: openSpool(0), retryMs: [600_000] });

    await fragile.desk.callTool('create_term', { name: 'Net 30' });
    const folder = path.join(home, 'unwritten');
    const files = readdirSync(folder);
    const text = readFileSync(path.join(folder, files[0] ?? ''), 'utf8');
    const mode = statSync(path.join(folder, files[0] ?? '')).mode & 0o777;
    await fragile.mend();
    await using next = createBookkeeping({
      memory: fragile.memory,
      log: () => {},
      spool: openSpool(600_000),
      retryMs: [20],
    });
    await waitUntil(() => readdirSync(folder).length === 0);
    await next.close();
    const entries = (await fragile.memory.audit.after(null, 100)).map(readEntry);

    expect(files).toHaveLength(1);
    expect([mode, text.includes('Net 30'), text.includes('create_term')]).toEqual([0o600, false, false]);
    expect(entries.filter(({ kind }) => kind === 'finished')).toHaveLength(1);
  });
});

onBothDatabases('a store that answers later than the bookkeeping waits', (database) => {
  test('an entry that waits is written once, although its first writing goes on', async () => {
    await using target = await createDatabase(database, { blank: true });
    const memory = await openToolMemory(target.url, openTestKey);
    const release = await blockWrites(target.url, 'tool_audit');
    await using bookkeeping = createBookkeeping({ memory, log: () => {}, retryMs: [10], withinMs: 100 });

    const written = await Promise.all(['a', 'b', 'c'].map((attempt) => bookkeeping.write(toFinishedEntry(attempt))));
    await release();
    const entries = await readAudit({ memory, bookkeeping });
    await memory.close();

    expect(written).toEqual([undefined, undefined, undefined]);
    expect(entries.map(({ attempt }) => attempt).toSorted()).toEqual(['a', 'b', 'c']);
  });
});
