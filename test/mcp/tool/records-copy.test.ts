import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import * as z from 'zod';
import { openCopy } from '../../../src/copy/copy.ts';
import { recordResult } from '../../../src/mcp/results/record-result.ts';
import { writeResult } from '../../../src/mcp/results/write-result.ts';
import { copyNow } from '../../../src/mcp/tool/copy-now.ts';
import type { RecordsReader } from '../../../src/mcp/tool/records-copy.ts';
import { tool } from '../../../src/mcp/tool/tool.ts';
import { startDesk } from '../../support/desk.ts';

const countCustomers = tool({
  name: 'count_customers',
  title: 'Count customers',
  description: 'Counts the customers of the copy.',
  toolset: 'desk',
  gate: 'none',
  operations: ['customers.filter'],
  input: z.strictObject({}),
  output: z.object({ customers: z.number(), isWhole: z.boolean() }),
  async read(ctx) {
    const { read, asOf } = await copyNow(ctx, ['customer']);
    const rows = await read('select id from customer');
    const data = { customers: rows.length, isWhole: ctx.completeness().status === 'complete' };
    return recordResult({ summary: `${rows.length} customers.`, asOf, lines: [], data, untrusted: [] });
  },
});

const countVendors = async (db: RecordsReader['db']) =>
  (await db.selectFrom('vendor as v').select('v.name').execute()).map(({ name }) => name);

const addVendor = tool({
  name: 'add_vendor',
  title: 'Add a vendor',
  description: 'Creates a vendor and counts the vendors of the copy before and after.',
  toolset: 'desk',
  gate: 'audit',
  hints: { destructive: false, idempotent: false, openWorld: false },
  operations: ['vendors.filter', 'vendors.create'],
  input: z.strictObject({ name: z.string() }),
  output: z.object({}),
  async write(ctx, { name }) {
    const records = await ctx.records();
    const fresh = await records.fresh({ vendor: [] }, {});
    const readers = [records.db, fresh.db];
    const before = await Promise.all(readers.map(countVendors));
    const record = await ctx.api.vendors.create({ name });
    const after = await Promise.all(readers.map(countVendors));
    const counted = { ...record, vendors: { before, after } };
    return writeResult({ status: 'done', summary: 'Created a vendor.', record: counted, undo: 'Delete it.' });
  },
  shown: async () => ({ title: 'Create a vendor', records: [], lines: [], undo: 'Delete it.' }),
});

test('a tool that writes finds in the copy what it wrote, also in what it has read before', async () => {
  await using desk = await startDesk({ tools: [addVendor] });

  const { data } = await desk.callTool('add_vendor', { name: 'Dock Yard' });

  expect(data.record.vendors).toEqual({ before: [[], []], after: [['Dock Yard'], ['Dock Yard']] });
});

test('a tool reads the copy, opened with the first question, and what a tool wrote is in the next answer', async () => {
  const opened: Awaited<ReturnType<typeof openCopy>>[] = [];
  const url = `sqlite:${path.join(inject('runFolder'), `${randomUUID()}.db`)}`;
  const copy = async () => {
    const [first = await openCopy(url, { api: desk.api, isEmbedded: true }, { shareMs: 3_600_000 })] = opened;
    opened[0] = first;
    return first;
  };
  const noteWrite = () => opened[0]?.noteWrite();
  await using desk = await startDesk({ tools: [countCustomers], server: { copy, noteWrite } });
  expect(opened).toEqual([]);

  const before = await desk.callTool('count_customers');
  const write = { operation: 'customers.create', input: { name: 'Acme', status: 'ACTIVE' } };
  const { isError } = await desk.callTool('api_write', write, 'accept');
  const after = await desk.callTool('count_customers');

  expect(isError).toBeUndefined();

  expect(before.data).toMatchObject({ customers: 0, isWhole: true });
  expect(after.data).toMatchObject({ customers: 1 });
  await opened[0]?.[Symbol.asyncDispose]();
});
