import { expect, test } from 'vitest';
import { auditTrail, toAuditLine, verifyLines } from '../../src/mcp/audit/audit-file.ts';
import { verifyChain } from '../../src/mcp/audit/audit.ts';
import { type Desk, startDesk } from './support/desk.ts';

async function exported(desk: Desk): Promise<string[]> {
  const lines: string[] = [];
  for await (const entry of auditTrail(desk.memory.audit)) lines.push(toAuditLine(entry));
  return lines;
}

test('an entry says who did what through which client, with the request ids of the API', async () => {
  await using desk = await startDesk();

  const { data } = await desk.call('create_term', { name: 'Net 30' });

  const [, finished = ''] = await exported(desk);
  expect(JSON.parse(finished)).toMatchObject({
    seq: 2,
    who: 'dana',
    client: 'test client 1',
    tool: 'create_term',
    status: 'done',
    summary: data.summary,
    undo: 'Delete it.',
    calls: [
      {
        operation: 'paymentTerms.create',
        requestId: expect.any(String),
        idempotencyKey: expect.any(String),
        status: 'done',
      },
    ],
    previousHash: expect.stringMatching(/^[0-9a-f]{64}$/),
  });
});

test('an untouched log verifies, in the store and as a file', async () => {
  await using desk = await startDesk();
  for (const name of ['Net 30', 'Net 45']) await desk.call('create_term', { name });

  expect(await verifyChain(auditTrail(desk.memory.audit))).toMatchObject({ ok: true, entries: 4 });
  expect(await verifyLines(await exported(desk))).toMatchObject({ ok: true, entries: 4 });
});

test.each([
  ['a changed summary', (lines: string[]) => lines.with(1, (lines[1] ?? '').replace('Created', 'Deleted')), 2],
  ['a missing line', (lines: string[]) => lines.toSpliced(1, 1), 2],
  ['swapped lines', (lines: string[]) => [lines[1] ?? '', lines[0] ?? '', ...lines.slice(2)], 1],
  ['a line that is not JSON', (lines: string[]) => lines.with(2, '{'), 3],
] as const)('%s is found, and its line named', async (_, change, line) => {
  await using desk = await startDesk();
  for (const name of ['Net 30', 'Net 45']) await desk.call('create_term', { name });

  expect(await verifyLines(change(await exported(desk)))).toMatchObject({ ok: false, line });
});
