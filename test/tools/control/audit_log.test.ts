import { expect, test } from 'vitest';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { auditLog } from '../../../tools/control/audit_log.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { createBilledLoad } from '../../support/records/payables.ts';
import { replaceVolatileParts } from '../../support/volatile-parts.ts';

const start = () => startDesk({ tools: [apiWrite, auditLog, runApproved] });
const create = (desk: TestDesk, name: string) =>
  desk.callTool('api_write', { operation: 'customers.create', input: { name, status: 'ACTIVE' } });

test('what was changed is listed newest first, with who, the outcome and its undo', async () => {
  await using desk = await start();
  await create(desk, 'Acme Foods');
  const { bill } = await createBilledLoad(desk);
  const { data: planned } = await desk.callTool('api_write', {
    operation: 'bills.approve',
    input: { id: bill.id },
  });
  await desk.approve(planned.approval.id);
  await desk.callTool('run_approved', { approvalId: planned.approval.id });

  const { text, data } = await desk.callTool('audit_log');

  expect(replaceVolatileParts(text)).toMatchInlineSnapshot(`
    "3 entries in the audit log, newest first. As of Fri, Nov 20, 9:00 AM CST.

    | When | Who | Status | What | Undo |
    | --- | --- | --- | --- | --- |
    | Nov 20, 2026, 9:00 AM CST | dana | done | «Approve bill BILL-00001 ‹Prairie Haul› for payment.» | The approval can be taken back while nothing is paid on the bill (undo). |
    | Nov 20, 2026, 9:00 AM CST | morgan | approved | «Approve bill BILL-00001 ‹Prairie Haul› for payment» | - |
    | Nov 20, 2026, 9:00 AM CST | dana | done | «Add customer ‹Acme Foods›: A100001 ‹Acme Foods›.» | The customer can be made inactive; it is not deleted (undo). |

    In every row shown: Tool: api_write."
  `);
  expect(data.rows.map(({ who: person, status }: { who: string; status: string }) => [person, status])).toEqual([
    ['dana', 'done'],
    ['morgan', 'approved'],
    ['dana', 'done'],
  ]);
});

test('one person’s changes are listed when that person is named', async () => {
  await using desk = await start();
  const { bill } = await createBilledLoad(desk);
  const { data: planned } = await desk.callTool('api_write', { operation: 'bills.approve', input: { id: bill.id } });
  await desk.approve(planned.approval.id, 'riley');
  await create(desk, 'Acme Foods');

  const { data } = await desk.callTool('audit_log', { who: 'riley' });

  expect(data.rows).toMatchObject([{ who: 'riley', status: 'approved' }]);
});

test('a limit shows the newest only, with how many there are in all', async () => {
  await using desk = await start();
  for (const name of ['One', 'Two', 'Three']) await create(desk, name);

  const { data } = await desk.callTool('audit_log', { limit: 2 });

  expect(data).toMatchObject({ total: 3, rows: [{}, {}], nextCursor: expect.any(String) });
});

test('an attempt that the API refuses is in the log with its code', async () => {
  await using desk = await start();
  const input = { key: 'acme', name: 'Acme Foods', status: 'ACTIVE' };
  await desk.callTool('api_write', { operation: 'customers.create', input });
  await desk.callTool('api_write', { operation: 'customers.create', input: { ...input, name: 'Acme Again' } });

  const { data } = await desk.callTool('audit_log', { limit: 1 });

  expect(data.rows).toMatchObject([{ status: 'DUPLICATE_KEY', operations: 'customers.create DUPLICATE_KEY' }]);
});

test('before anything was changed it says so', async () => {
  await using desk = await start();

  const { text, data } = await desk.callTool('audit_log');

  expect(data).toMatchObject({ total: 0, rows: [] });
  expect(text).toMatch(/^No changes yet\./);
});
