import { expect, test } from 'vitest';
import { morningBrief } from '../../../tools/brief/morning_brief.ts';
import { analyze } from '../../../tools/insight/analyze.ts';
import { listBills } from '../../../tools/bills/list_bills.ts';
import { payBills } from '../../../tools/payables/pay_bills.ts';
import { getRecord } from '../../../tools/record/get_record.ts';
import { startDesk } from '../../support/desk.ts';
import { createBilledLoad } from '../../support/records/payables.ts';

test('a bill without a due date is due 30 days after its date in every tool', async () => {
  await using desk = await startDesk({ tools: [listBills, payBills, analyze, morningBrief, getRecord] });
  const { bill } = await createBilledLoad(desk);
  await desk.api.bills.approve({ id: bill.id });
  await desk.service.database.transaction((tx) =>
    tx.updateTable('bill').set({ due_date: null, invoice_date: '2026-08-10' }).where('id', '=', bill.id).execute(),
  );
  const ask = async (name: string, input: object) => (await desk.callTool(name, { ...input })).data;

  const late = { friendlyId: bill.friendlyId, dueDate: '2026-09-09', daysOverdue: 72 };
  expect(await ask('list_bills', { overdue: true })).toMatchObject({ total: 1, rows: [late] });
  expect(await ask('list_bills', { to: '2026-09-09' })).toMatchObject({ total: 1, rows: [late] });
  expect(await ask('list_bills', { to: '2026-09-08' })).toMatchObject({ total: 0 });
  expect(await ask('list_bills', { from: '2026-09-09' })).toMatchObject({ total: 1, rows: [late] });
  expect(await ask('list_bills', { from: '2026-09-10' })).toMatchObject({ total: 0 });
  expect(await ask('analyze', { measures: ['overdue_ap'] })).toMatchObject({ rows: [{ overdue_ap: 1200 }] });
  expect(await ask('pay_bills', { dueBy: '2026-09-09' })).toMatchObject({
    plan: { lines: [{ key: bill.friendlyId, date: 'due Sep 9, 2026' }] },
  });
  expect(await ask('morning_brief', { role: 'payables' })).toMatchObject({
    sections: expect.arrayContaining([
      expect.objectContaining({
        title: 'Approved and due this week',
        items: [expect.objectContaining({ record: bill.friendlyId })],
      }),
    ]),
  });
  expect(await ask('get_record', { record: bill.friendlyId })).toMatchObject({
    record: { dueDate: '2026-09-09', daysOverdue: 72 },
  });
});
