import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import * as z from 'zod';
import { openCopy } from '../../src/copy/copy.ts';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import { copyNow } from '../../src/mcp/tool/copy-now.ts';
import type { RecordsCopy } from '../../src/mcp/tool/records-copy.ts';
import { tool } from '../../src/mcp/tool/tool.ts';
import { startDesk } from '../support/desk.ts';

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
    const { read, asOf, coverage } = await copyNow(ctx, ['customer']);
    const rows = await read('select id from customer');
    const data = { customers: rows.length, isWhole: coverage === undefined };
    return recordResult({ summary: `${rows.length} customers.`, asOf, lines: [], data, untrusted: [] });
  },
});

test('a tool reads the copy as it is at that moment, opened with the first question', async () => {
  const opened: (RecordsCopy & AsyncDisposable)[] = [];
  const url = `sqlite:${path.join(inject('runFolder'), `${randomUUID()}.db`)}`;
  const copy = async () => {
    const [first = await openCopy(url, { api: desk.api, isEmbedded: true })] = opened;
    opened[0] = first;
    return first;
  };
  await using desk = await startDesk({ tools: [countCustomers], server: { copy } });
  expect(opened).toEqual([]);

  const before = await desk.callTool('count_customers');
  await desk.api.customers.create({ name: 'Acme', status: 'ACTIVE' });
  const after = await desk.callTool('count_customers');

  expect(before.data).toMatchObject({ customers: 0, isWhole: true });
  expect(after.data).toMatchObject({ customers: 1 });
  await opened[0]?.[Symbol.asyncDispose]();
});
