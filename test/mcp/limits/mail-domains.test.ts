import { expect, test } from 'vitest';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { tools } from '../../../tools/index.ts';
import { startDesk } from '../../support/desk.ts';
import { createInvoicedLoad, insertOldContact } from '../../support/records/invoiced-loads.ts';
import { createBilledLoad } from '../../support/records/payables.ts';
import { startSecondServer } from '../gate/bypass/effects.ts';
import { startLoadDesk } from '../support/load-desk.ts';
import { requireSent } from '../../support/require-sent.ts';

const server = { policy: { ...builtInPolicy, mailDomains: ['acme.test', 'xn--bcher-kva.test'] } };
const listMailRequests = (desk: { readonly requests: readonly string[] }) =>
  desk.requests.filter((request) => /send|batch-generate|remittance/.test(request));

test('an invoice goes to a domain that the policy names, and nobody is asked about another', async () => {
  await using desk = await startLoadDesk({ tools, server, person: 'accept' });
  const invoice = await createInvoicedLoad(desk);
  await createInvoicedLoad(desk, 900, 'Bolt Steel');
  const [, other] = (await desk.api.invoices.filter({})).data.toSorted((a, b) =>
    a.friendlyId < b.friendlyId ? -1 : 1,
  );
  await insertOldContact(desk, requireSent(invoice.customer).id, 'ap@Billing.ACME.test');
  await insertOldContact(desk, requireSent(other?.customer).id, 'ap@acme.test.evil.test');

  const sent = await desk.callTool('send_invoice', { invoices: ['INV-00001'] });
  const refused = await desk.callTool('send_invoice', { invoices: ['INV-00002'] });
  const both = await desk.callTool('send_invoice', { invoices: ['INV-00001', 'INV-00002'] });

  expect(sent.data.status).toBe('done');
  for (const { data, text } of [refused, both]) {
    expect(data.error.code).toBe('REFUSED');
    expect(text).toContain('only, not to «ap@acme.test.evil.test». Nothing was sent.');
  }
  expect(desk.shownForms).toHaveLength(1);
  expect(listMailRequests(desk)).toHaveLength(1);
});

test.each([
  ['to', { toEmails: ['me@evil.test'] }],
  ['a copy to', { toEmails: ['ap@acme.test'], ccEmails: ['me@evil.test'] }],
  ['one of several', { toEmails: ['ap@acme.test', 'me@evil.test'] }],
  ['one that only looks like it', { toEmails: ['ap@notacme.test'] }],
])('a raw call with %s a domain that is not named is refused', async (_, emails) => {
  await using desk = await startLoadDesk({ tools, server, person: 'accept' });
  const { id } = await createInvoicedLoad(desk);

  const { data, text } = await desk.callTool('api_write', { operation: 'invoices.send', input: { id, ...emails } });

  expect(data.error.code).toBe('REFUSED');
  expect(text).toMatch(/only, not to «(me@evil|ap@notacme)\.test»/);
  expect([desk.shownForms, listMailRequests(desk)]).toEqual([[], []]);
});

test('mail that leaves beside the invoices of a batch is mail', async () => {
  await using desk = await startLoadDesk({ tools, server });
  const load = await desk.createLoad({ customer: 'Acme Foods', revenue: 2000, road: { status: 'DELIVERED' } });
  await desk.uploadPaper(load, 'PROOF_OF_DELIVERY');
  await desk.api.shipments.readyToInvoice({ id: load.id });
  await insertOldContact(desk, load.customer.id, 'ap@evil.test');

  const mailed = await desk.callTool('generate_invoices', { shipments: [load.friendlyId], email: true });
  const silent = await desk.callTool('generate_invoices', { shipments: [load.friendlyId] });

  expect(mailed.text).toContain('not to «ap@evil.test»');
  expect(silent.data.status).toBe('approval_required');
});

test('a remittance advice is mail, wherever its address comes from', async () => {
  await using desk = await startDesk({ tools, server });
  const { bill, carrier } = await createBilledLoad(desk);
  await desk.api.carriers.update({ id: carrier.id, email: 'pay@evil.test' });
  await desk.api.bills.batchApprove({ billIds: [bill.id] });
  const applications = [{ billId: bill.id, amount: 1200 }];
  const { id, friendlyId } = await desk.api.billPayments.create({ paymentDate: '2026-11-20', applications });

  const chosen = await desk.callTool('send_remittance', { payments: [friendlyId] });
  const typed = await desk.callTool('api_write', {
    operation: 'billPayments.sendRemittance',
    input: { id, toEmail: 'pay@acme.test', ccEmails: ['me@evil.test'] },
  });

  expect(chosen.text).toContain('not to «pay@evil.test»');
  expect(typed.text).toContain('not to «me@evil.test»');
});

test('an approved mail is looked at again before it leaves', async () => {
  await using desk = await startLoadDesk({ tools, server: { policy: builtInPolicy } });
  const { id } = await createInvoicedLoad(desk);
  const input = { id, toEmails: ['me@evil.test'] };
  const { approval } = (await desk.callTool('api_write', { operation: 'invoices.send', input })).data;
  await desk.approve(approval.id);

  const narrowed = await startSecondServer({ ...desk, options: { ...desk.options, ...server } });
  const { text } = await narrowed('run_approved', { approvalId: approval.id });

  expect(text).toContain('not to «me@evil.test»');
  expect(listMailRequests(desk)).toEqual([]);
});
