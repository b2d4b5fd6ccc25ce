import { expect, test } from 'vitest';
import { getApproval } from '../../../src/mcp/approvals/approvals.ts';
import * as z from 'zod';
import { maskAccounts, maskAccountsIn } from '../../../src/mcp/text/mask-accounts.ts';
import { tool } from '../../../src/mcp/tool/tool.ts';
import { writeResult } from '../../../src/mcp/results/write-result.ts';
import { startDesk } from '../../support/desk.ts';

const number = '000123456789';

const payTo = tool({
  name: 'pay_to',
  title: 'Pay to an account',
  description: 'Carries an account number, as changes of payment methods do.',
  toolset: 'desk',
  gate: 'confirm',
  hints: { destructive: false, idempotent: false, openWorld: false },
  operations: ['paymentTerms.create'],
  input: z.strictObject({ name: z.string(), accountNumber: z.string() }),
  output: z.object({}),
  plan: async (_ctx, { name, accountNumber }) => ({
    gate: 'confirm',
    title: `Pay ${name} to ${accountNumber}`,
    steps: [
      { operation: 'paymentTerms.create', input: { name, description: accountNumber }, label: `Pay ${accountNumber}` },
    ],
    records: [],
    lines: [`Account: ${accountNumber}`],
    money: [],
    emails: [],
    sideEffects: [],
    undo: 'None.',
    policyHits: [],
  }),
  finish: async (_ctx, { input }) =>
    writeResult({ status: 'done', summary: `Paid to ${String(input['accountNumber'])}.` }),
});

test.each(['accept', 'none'] as const)(
  'an account number leaves no trace beyond its last four digits (person: %s)',
  async (person) => {
    await using desk = await startDesk({ tools: [payTo], offersNoOthers: true });

    const answer = await desk.callTool('pay_to', { name: 'Acme', accountNumber: number }, person);

    const [row] = await desk.memory.approvals.list({ limit: 1 });
    const approval = row && [row, await getApproval(desk.options, row.id)];
    const everything = JSON.stringify([
      answer,
      desk.shownForms,
      approval,
      await desk.memory.audit.after(0, 10),
      desk.logged,
    ]);
    expect(everything).not.toContain(number);
    expect(everything).toContain('****6789');
  },
);

test('the stored plan still knows the number: what is carried out is what was approved', async () => {
  await using desk = await startDesk({ tools: [payTo], offersNoOthers: true });

  await desk.callTool('pay_to', { name: 'Acme', accountNumber: number }, 'accept');

  const { data } = await desk.api.paymentTerms.filter({});
  expect(data).toMatchObject([{ name: 'Acme', description: number }]);
});

test('numbers are masked at any depth and wherever they are repeated in texts', () => {
  const input = { method: [{ accountNumber: number, bankName: 'First' }] };

  expect(maskAccounts(input)).toEqual({ method: [{ accountNumber: '****6789', bankName: 'First' }] });
  expect(maskAccounts({ accountNumber: 123456789 })).toEqual({ accountNumber: '****6789' });
  expect(maskAccountsIn({ note: `to ${number}.` }, input)).toEqual({ note: 'to ****6789.' });
  expect(maskAccountsIn({ note: number, accountNumber: '998877665' }, input)).toEqual({
    note: '****6789',
    accountNumber: '****7665',
  });
});
