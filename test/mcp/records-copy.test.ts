import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import * as z from 'zod';
import { openCopy } from '../../src/copy/copy.ts';
import { recordResult } from '../../src/mcp/results/record-result.ts';
import { copyNow } from '../../src/mcp/tool/copy-now.ts';
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
    const { read, asOf } = await copyNow(ctx, ['customer']);
    const rows = await read('select id from customer');
    const data = { customers: rows.length, isWhole: ctx.completeness().status === 'complete' };
    return recordResult({ summary: `${rows.length} customers.`, asOf, lines: [], data, untrusted: [] });
  },
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
