import { expect, test } from 'vitest';
import { issueCredit } from '../../../tools/billing/issue_credit.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { type LoadDesk, startLoadDesk } from '../../mcp/support/load-desk.ts';
import { createInvoicedLoad } from '../../support/records/invoiced-loads.ts';
import { listPlanTexts, listWarningTexts } from '../../support/desk/plan-texts.ts';

const start = () => startLoadDesk({ tools: [issueCredit, runApproved] });

async function issueWithApproval(desk: LoadDesk, input: Record<string, unknown>) {
  const planned = await desk.callTool('issue_credit', input, 'accept');
  await desk.approve(planned.data.approval.id);
  const done = await desk.callTool('run_approved', { approvalId: planned.data.approval.id });
  return { plan: planned.data.plan, data: done.data };
}

test('credit for an invoice is applied to it, after an approval that shows both balances, and undo takes it off and ends it', async () => {
  await using desk = await start();
  const invoice = await createInvoicedLoad(desk);

  const { plan, data } = await issueWithApproval(desk, { invoice: 'INV-00001', amount: 150, reason: 'late delivery' });

  expect(plan).toMatchObject({
    gate: 'approve',
    title: 'Give A100001 «Acme Foods» $150.00 of credit, applied to INV-00001',
    changes: expect.arrayContaining([
      { label: 'INV-00001 open, with $150.00 of credit', before: '$2,000.00', after: '$1,850.00' },
    ]),
    details: expect.arrayContaining(['Why: «INV-00001: late delivery»']),
    context: { lines: ['Credit that is not applied: $0.00 as before', 'After it A100001 owes $1,850.00'] },
  });
  expect(data.summary).toBe(
    'CM-00001, $150.00 of credit for A100001 «Acme Foods», applied $150.00 to INV-00001, $0.00 left of it. A100001 «Acme Foods» owes $1,850.00 now.',
  );
  expect(await desk.api.invoices.get({ id: invoice.id })).toMatchObject({ amountOwed: 1850, creditsApplied: 150 });

  const back = await desk.callTool('undo', {}, 'accept');
  await desk.approve(back.data.approval.id);
  const undone = await desk.callTool('run_approved', { approvalId: back.data.approval.id });

  expect(listPlanTexts(back.data.plan)).toContain('Left of CM-00001: $150.00 -> $0.00');
  expect(undone.data.status).toBe('done');
  expect(await desk.api.invoices.get({ id: invoice.id })).toMatchObject({ amountOwed: 2000, creditsApplied: 0 });
  const [memo] = (await desk.api.creditMemos.filter({})).data;
  expect(memo).toMatchObject({ status: 'VOIDED', appliedAmount: 0 });
});

test('credit on account stays there unless it is to be applied, and says how it is taken back', async () => {
  await using desk = await start();
  await createInvoicedLoad(desk, 100);
  await createInvoicedLoad(desk, 700);

  const unapplied = await issueWithApproval(desk, { customer: 'Acme Foods', amount: 250, reason: 'volume rebate' });
  const spread = await issueWithApproval(desk, { customer: 'Acme Foods', amount: 300, reason: 'claim', apply: true });

  expect(listPlanTexts(unapplied.plan)).toContain('$250.00 stays on account, applied to nothing');
  expect(unapplied.plan.context.lines).toContain('Credit that is not applied: $0.00 -> $250.00');
  expect(unapplied.data.undo).toBe('It can be voided while none of it is applied (undo).');
  expect(spread.plan.context.lines).toContain('Credit that is not applied: $250.00 as before');
  expect(spread.data.summary).toContain('applied $100.00 to INV-00001, $200.00 to INV-00002, $0.00 left');
  const memos = (await desk.api.creditMemos.filter({})).data.map(({ remainingBalance }) => remainingBalance);
  expect(new Set(memos)).toEqual(new Set([0, 250]));
});

test('a credit over the same amount is pointed out, and one for nobody is refused', async () => {
  await using desk = await start();
  await createInvoicedLoad(desk);
  await issueWithApproval(desk, { customer: 'Acme Foods', amount: 250, reason: 'rebate' });

  const again = await desk.callTool('issue_credit', { customer: 'Acme Foods', amount: 250, reason: 'rebate, too' });
  const nobody = await desk.callTool('issue_credit', { amount: 250, reason: 'rebate' });

  expect(listWarningTexts(again.data.plan)).toEqual(['Given before? CM-00001 of Nov 20, 2026 has the same amount.']);
  expect(nobody.text).toContain('customer: is needed, or the invoice it is for');
});
