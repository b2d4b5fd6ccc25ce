import { expect, test } from 'vitest';
import { apiRead } from '../../../tools/raw/api_read.ts';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { startDesk } from '../../support/desk.ts';
import { createPayee } from '../../support/records/payables.ts';
import { readEverything } from '../../support/stores/stored.ts';

const number = '000123456789';

test('an account number that an assistant sends is in no answer, approval, audit entry, log or row', async () => {
  await using desk = await startDesk({ tools: [apiRead, apiWrite, runApproved], hasOwnStore: true });
  const carrier = await createPayee(desk, 'Prairie Haul');
  const input = {
    carrierId: carrier.id,
    paymentRecipientType: 'DIRECT',
    paymentMethodType: 'ACH',
    accountNumber: number,
  };

  const planned = await desk.callTool('api_write', { operation: 'carrierPaymentMethods.create', input });
  const { id: approvalId } = planned.data.approval;
  await desk.approve(approvalId);
  const done = await desk.callTool('run_approved', { approvalId });
  const read = await desk.callTool('api_read', { operation: 'carrierPaymentMethods.filter' });

  expect(done.data).toMatchObject({ status: 'done', record: { accountNumber: '****6789' } });
  const remembered = [await desk.memory.approvals.list({ limit: 10 }), await desk.memory.audit.after(0, 100)];
  const everything = JSON.stringify([planned, done, read, remembered, desk.shownForms, desk.logged]);
  expect(everything).toContain('****6789');
  expect(everything).not.toContain(number);
  expect(await readEverything(desk.service)).not.toContain(number);
});
