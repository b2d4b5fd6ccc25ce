import { expect, test } from 'vitest';
import { runApproved } from '../../../../tools/control/run_approved.ts';
import { setUpCustomer } from '../../../../tools/parties/set_up_customer.ts';
import { apiWrite } from '../../../../tools/raw/api_write.ts';
import { startDesk } from '../../../support/desk.ts';
import { listWarningTexts } from '../../../support/desk/plan-texts.ts';
import { insertCustomer, insertInvoice } from '../../../support/records/fixtures.ts';

const tools = [setUpCustomer, apiWrite, runApproved];

async function startWithDebtor() {
  const desk = await startDesk({ tools });
  const { id, friendly_id: customer } = await insertCustomer(desk.service, { credit_limit_cents: 250_000 });
  await insertInvoice(desk.service, { customer_id: id, amount_cents: 200_000, due_date: '2026-08-01' });
  return { desk, id, customer };
}

test.each([
  ['set_up_customer', ({ customer }: { customer: string }) => ({ customer, creditLimit: 5000 })],
  ['api_write', ({ id }: { id: string }) => ({ operation: 'customers.update', input: { id, creditLimit: 5000 } })],
] as const)(
  '%s shows beside a new credit limit what the customer owes, and what of it is past due',
  async (tool, toInput) => {
    const { desk, id, customer } = await startWithDebtor();
    await using _ = desk;

    const { data, text } = await desk.callTool(tool, toInput({ id, customer }));

    expect(data.plan.changes).toEqual([{ label: 'Credit limit', before: '$2,500.00', after: '$5,000.00' }]);
    expect(listWarningTexts(data.plan)).toContainEqual(
      expect.stringMatching(/^Past due: \$2,000\.00 on 1 invoice, all it owes; the oldest is \d+ days late\.$/),
    );
    expect(text).toMatch(/Exposure: open invoices \$2,000\.00 \+ delivered and not invoiced \$0\.00 \+ booked/);
    expect(text).toContain('Left of the limit: $500.00 -> $3,000.00');
  },
);

test('a limit below what the customer owes says by how much', async () => {
  const { desk, customer } = await startWithDebtor();
  await using _ = desk;

  const { data } = await desk.callTool('set_up_customer', { customer, creditLimit: 1500 });

  expect(listWarningTexts(data.plan)).toContain('The exposure is over the new limit by $500.00.');
});

test('an address of a free mail service is a warning', async () => {
  const { desk, customer } = await startWithDebtor();
  await using _ = desk;

  const { data } = await desk.callTool('set_up_customer', {
    customer,
    contact: 'Kim Doyle',
    email: 'kim.doyle@gmail.com',
  });

  expect(listWarningTexts(data.plan)).toContain('«kim.doyle@gmail.com» is a free mail address, which anyone can open.');
});

test('an address at another domain than the one that it replaces is a warning', async () => {
  const { desk, customer } = await startWithDebtor();
  await using _ = desk;
  const reach = (email: string) =>
    desk.callTool('set_up_customer', { customer, contact: 'Kim Doyle', email, verifiedBy: 'called Kim' }, 'accept');
  const first = await reach('kim@acme-foods-llc.example');
  await desk.approve(first.data.approval.id);
  await desk.callTool('run_approved', { approvalId: first.data.approval.id });

  const [other, same] = [await reach('kim@acme-foods.example'), await reach('ap@acme-foods-llc.example')];

  const sentence = '«kim@acme-foods.example» is at another domain than «kim@acme-foods-llc.example».';
  expect(listWarningTexts(other.data.plan)).toContain(sentence);
  expect(listWarningTexts(same.data.plan).filter((text) => text.includes('domain'))).toEqual([]);
});
