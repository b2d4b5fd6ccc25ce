import { expect, test } from 'vitest';
import { getCarrier } from '../../../tools/carriers/get_carrier.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { setUpCarrier } from '../../../tools/parties/set_up_carrier.ts';
import { setUpCustomer } from '../../../tools/parties/set_up_customer.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { createPayee } from '../../support/records/payables.ts';
import { listPlanTexts, listWarningTexts } from '../../support/desk/plan-texts.ts';

const start = () => startDesk({ tools: [setUpCarrier, setUpCustomer, getCarrier, runApproved], offersNoOthers: true });
const listCustomers = async ({ api }: TestDesk) => (await api.customers.filter({ filter: {} })).data;
const listCarriers = async ({ api }: TestDesk) => (await api.carriers.filter({ filter: {} })).data;

async function run(desk: TestDesk, tool: string, input: Record<string, unknown>) {
  const planned = await desk.callTool(tool, input);
  expect(planned.text).toContain('APPROVAL NEEDED');
  await desk.approve(planned.data.approval.id);
  return { planned, done: await desk.callTool('run_approved', { approvalId: planned.data.approval.id }) };
}

test('a customer by its name is made at once, one with credit and a contact once a person approved', async () => {
  await using desk = await start();
  await desk.api.paymentTerms.create({ name: 'Net 30', days: 30 });

  const bare = await desk.callTool('set_up_customer', { name: 'Harbor Foods' });
  const { planned, done } = await run(desk, 'set_up_customer', {
    name: 'Bolt Paper',
    terms: 'net 30',
    creditLimit: '25k',
    contact: 'Dana Reyes',
    email: 'dana@boltpaper.example',
    phone: '312-555-0144',
    address: '1200 Main St, Chicago, IL 60607',
    verifiedBy: 'called Dana on the number of their website',
  });

  expect(bare.data).toMatchObject({
    status: 'done',
    summary: expect.stringMatching(
      /^Customer A\d+ «Harbor Foods» is set up: active, no terms, no credit limit, 0 contacts\.$/,
    ),
  });
  expect(planned.data.plan).toMatchObject({ gate: 'approve', title: 'Set up customer «Bolt Paper»' });
  expect(planned.text).toContain('Verified: «called Dana on the number of their website»');
  expect(planned.text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
  expect(done.data.summary).toContain('credit limit $25,000.00, 1 contact.');
  const made = (await listCustomers(desk)).find(({ name }) => name === 'Bolt Paper');
  expect(made).toMatchObject({
    creditLimit: 25_000,
    paymentTerm: { name: 'Net 30' },
    billingAddress: { line1: '1200 Main St', zipCode: '60607' },
    contacts: [{ name: 'Dana Reyes', contactInfo: { email: 'dana@boltpaper.example' }, isPrimary: true }],
  });
});

test('a contact by its name is added at once, and one that leads somewhere once a person approved', async () => {
  await using desk = await start();
  await desk.callTool('set_up_customer', { name: 'Harbor Foods' });
  await desk.callTool('set_up_carrier', { name: 'Prairie Lines' });

  const withoutAddress = await desk.callTool('set_up_customer', { customer: 'Harbor Foods', contact: 'Dana Reyes' });
  const driver = await desk.callTool('set_up_carrier', { carrier: 'Prairie Lines', contact: 'Sam Ortiz' });
  const reached = await desk.callTool('set_up_customer', {
    customer: 'Harbor Foods',
    contact: 'Dana Reyes',
    email: 'dana@harbor.example',
  });

  for (const added of [withoutAddress, driver]) expect(added.data).toMatchObject({ status: 'done' });
  expect(await listCustomers(desk)).toMatchObject([{ contacts: [{ name: 'Dana Reyes', isPrimary: false }] }]);
  expect(await listCarriers(desk)).toMatchObject([{ contacts: [{ name: 'Sam Ortiz' }] }]);
  expect(reached.data).toMatchObject({ status: 'approval_required', plan: { gate: 'approve' } });
  await desk.approve(reached.data.approval.id);
  await desk.callTool('run_approved', { approvalId: reached.data.approval.id });
  expect(await listCustomers(desk)).toMatchObject([
    { contacts: [{ name: 'Dana Reyes', isPrimary: true, contactInfo: { email: 'dana@harbor.example' } }] },
  ]);
});

test('a change shows old and new; two likely twins are asked about and nothing is made', async () => {
  await using desk = await start();
  await desk.api.customers.create({ name: 'Acme Foods', status: 'ACTIVE', creditLimit: 10_000 });
  await desk.api.customers.create({ name: 'Acme Foods Inc', status: 'ACTIVE' });

  const similarName = await desk.callTool('set_up_customer', { name: 'ACME Foods LLC' });
  const { planned, done } = await run(desk, 'set_up_customer', { customer: 'Acme Foods', creditLimit: 40_000 });
  const wrong = await desk.callTool('set_up_customer', { name: 'Other Co', address: 'somewhere' });

  expect(similarName.data.error).toMatchObject({ code: 'AMBIGUOUS' });
  expect(similarName.text).toContain('«Acme Foods Inc»');
  expect(listPlanTexts(planned.data.plan)).toContain('Credit limit: $10,000.00 -> $40,000.00');
  // A limit leads no money and no mail elsewhere.
  expect(planned.text).not.toContain('Not verified');
  expect(done.data.summary).toContain('is changed: active, no terms, credit limit $40,000.00');
  expect(wrong.text).toContain('1200 Main St, Chicago, IL 60607');
  expect(await listCustomers(desk)).toHaveLength(2);
});

test('a carrier begins as pending, with contact, insurance and an account that is shown by its end', async () => {
  await using desk = await start();

  const { planned, done } = await run(desk, 'set_up_carrier', {
    name: 'Prairie Haul',
    mc: 'MC-9000229',
    contact: 'Sam Ortiz',
    phone: '312-555-0155',
    insurance: { company: 'Great Plains Mutual', expires: '2027-06-30', auto: '1000k', cargo: '100k' },
    bank: { account: '000123456789', routing: '011000015', name: 'First Bank', holder: 'Prairie Haul' },
    verifiedBy: 'called Sam on the registry number',
  });

  expect(planned.data.plan).toMatchObject({ gate: 'approve', title: 'Set up carrier «Prairie Haul», pending' });
  expect(planned.text).toContain('Paid to: nothing on record -> account ****6789 at «First Bank»');
  expect(planned.text).toContain('Verified: «called Sam on the registry number»');
  expect(JSON.stringify(planned)).not.toContain('000123456789');
  expect(done.data.summary).toMatch(/is set up: pending, paid by ACH on record to account \S*6789 at «First Bank»\.$/);
  expect(done.data.nextActions[0]).toMatchObject({ tool: 'get_carrier' });
  expect(await listCarriers(desk)).toMatchObject([
    {
      status: 'PENDING',
      mcNumber: 'MC-9000229',
      insuranceAutoLiabilityLimit: 1_000_000,
      contacts: [{ name: 'Sam Ortiz' }],
      paymentMethods: [{ bankName: 'First Bank', isPreferred: true }],
    },
  ]);

  const again = await desk.callTool('set_up_carrier', { mc: '9000229' });

  expect(again.isError).toBe(true);
  expect(again.text).toContain('is on file already');
});

test('another account of a carrier is approved with the one before it beside it', async () => {
  await using desk = await start();
  const { friendlyId } = await createPayee(desk, 'Prairie Haul');
  const input = { carrier: friendlyId, bank: { account: '000123456789', routing: '011000015' } };

  const { data, text } = await desk.callTool('set_up_carrier', input);

  expect(data.plan.gate).toBe('approve');
  expect(text).toContain('Paid to: by ACH on record -> account ****6789');
  expect(listWarningTexts(data.plan)).toContainEqual(
    expect.stringMatching(/^Not verified: call a number that was on file before/),
  );
  expect(listWarningTexts(data.plan)).toContainEqual(
    expect.stringMatching(/^Bank details: Call the payee on a number/),
  );
  expect((await listCarriers(desk))[0]?.paymentMethods).toHaveLength(1);
});

test('a carrier that gets another name is read by its id, and what takes each part back is said', async () => {
  await using desk = await start();
  await createPayee(desk, 'Prairie Haul');

  const { planned, done } = await run(desk, 'set_up_carrier', {
    carrier: 'Prairie Haul',
    name: 'Meadow Freight',
    contact: 'Sam Ortiz',
    phone: '312-555-0155',
  });

  expect(done.data).toMatchObject({ status: 'done', summary: expect.stringContaining('«Meadow Freight» is changed') });
  expect(planned.data.plan.undo).toMatch(/^.+: What was there can be put back.* Add contact «Sam Ortiz» of .+: /);
});

test('a customer that gets another name is read by its id', async () => {
  await using desk = await start();
  await desk.api.customers.create({ name: 'Acme Foods', status: 'ACTIVE' });

  const changed = await desk.callTool('set_up_customer', { customer: 'Acme Foods', name: 'Zenith Foods' });
  const { done } = changed.data.approval ? await approveAndRun(desk, changed.data.approval.id) : { done: changed };

  expect(done.data).toMatchObject({ status: 'done', summary: expect.stringContaining('«Zenith Foods» is changed') });
});

test('an address without a person is the company’s: no contact is made of it', async () => {
  await using desk = await start();
  const { friendlyId } = await createPayee(desk, 'Prairie Haul');
  await desk.api.customers.create({ name: 'Acme Foods', status: 'ACTIVE' });

  await run(desk, 'set_up_carrier', { carrier: friendlyId, email: 'desk@prairie.example', phone: '312-555-0155' });
  const refused = await desk.callTool('set_up_customer', { customer: 'Acme Foods', email: 'ap@acme.example' });

  expect(await listCarriers(desk)).toMatchObject([{ email: 'desk@prairie.example', contacts: [] }]);
  expect(refused.data.error).toMatchObject({ code: 'BAD_REQUEST', field: 'contact' });
});

async function approveAndRun(desk: TestDesk, approvalId: string) {
  await desk.approve(approvalId);
  return { done: await desk.callTool('run_approved', { approvalId }) };
}
