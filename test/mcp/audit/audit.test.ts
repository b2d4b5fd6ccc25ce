import { expect, test } from 'vitest';
import { listExportLines, verifyLines } from '../../../src/mcp/audit/audit-file.ts';
import { verifyLog } from '../../../src/mcp/audit/verify.ts';
import { startTermDesk, type TermDesk } from '../support/term-desk.ts';

async function exportLines(desk: TermDesk): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of listExportLines(desk.memory.audit)) lines.push(line);
  return lines;
}

test('an entry says who did what through which client, with the request ids of the API', async () => {
  await using desk = await startTermDesk();

  const { data } = await desk.callTool('create_term', { name: 'Net 30' });

  const [, finished = ''] = await exportLines(desk);
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
  await using desk = await startTermDesk();
  for (const name of ['Net 30', 'Net 45']) await desk.callTool('create_term', { name });

  expect(await verifyLog(desk.memory.audit)).toMatchObject({ ok: true, entries: 4 });
  expect(await verifyLines(await exportLines(desk), desk.memory.audit.isAnchor)).toMatchObject({
    ok: true,
    entries: 4,
  });
});

const addSecondAuthor = (line: string) => line.replace('{', '{"who":"somebody else",');

test.each([
  ['a changed summary', (lines: string[]) => lines.with(1, (lines[1] ?? '').replace('Created', 'Deleted')), 2],
  ['a missing line', (lines: string[]) => lines.toSpliced(1, 1), 2],
  ['swapped lines', (lines: string[]) => [lines[1] ?? '', lines[0] ?? '', ...lines.slice(2)], 1],
  ['a line that is not JSON', (lines: string[]) => lines.with(2, '{'), 3],
  ['a member that stands twice', (lines: string[]) => lines.with(1, addSecondAuthor(lines[1] ?? '')), 2],
  ['a member after another order', (lines: string[]) => lines.with(1, ` ${lines[1] ?? ''}`), 2],
  ['a cut-off end', (lines: string[]) => lines.toSpliced(2, 2), 3],
  ['a cut-off end, its count as well', (lines: string[]) => lines.slice(0, 2), 3],
  ['only the count', (lines: string[]) => lines.slice(-1), 1],
  ['nothing at all', () => [], 1],
  ['a changed count', (lines: string[]) => lines.with(4, (lines[4] ?? '').replace('"entries":4', '"entries":3')), 5],
  ['a line after the count', (lines: string[]) => [...lines, lines[3] ?? ''], 6],
] as const)('%s is found, and its line named', async (_, change, line) => {
  await using desk = await startTermDesk();
  for (const name of ['Net 30', 'Net 45']) await desk.callTool('create_term', { name });

  const verdict = await verifyLines(change(await exportLines(desk)), desk.memory.audit.isAnchor);

  expect(verdict).toMatchObject({ ok: false, line });
});

test('each hash goes to the log of the process, and a log that lacks it is not whole', async () => {
  await using desk = await startTermDesk();
  await desk.callTool('create_term', { name: 'Net 30' });

  const logged = desk.logged.flatMap((line) => /"entry":(\d+),"hash":"([0-9a-f]{64})"/.exec(line)?.slice(1) ?? []);
  const [, first = '', , last = ''] = logged;
  await desk.callTool('create_term', { name: 'Net 45' });

  const { audit } = desk.memory;
  expect(logged).toEqual(['1', first, '2', last]);
  expect(await verifyLog(audit, { last, atLeast: 4 })).toMatchObject({ ok: true });
  expect(await verifyLog(audit, { last: first, atLeast: 5 })).toMatchObject({ ok: false, line: 5 });
  expect(await verifyLog(audit, { last: last.replace(/./, 'x') })).toMatchObject({ ok: false, line: 5 });
});
