import { expect, test } from 'vitest';
import * as z from 'zod';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { undo } from '../../../tools/control/undo.ts';
import { listBills } from '../../../tools/bills/list_bills.ts';
import { payBills } from '../../../tools/payables/pay_bills.ts';
import { reverseBill } from '../../../tools/payables/reverse_bill.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { insertRow } from '../../support/records/fixtures.ts';
import { createBilledLoad, insertFactor, createPayee } from '../../support/records/payables.ts';
import { listPlanTexts, listWarningTexts } from '../../support/desk/plan-texts.ts';

const start = (policy = builtInPolicy) =>
  startDesk({ tools: [listBills, payBills, reverseBill, runApproved, undo], offersNoOthers: true, server: { policy } });
const readBill = ({ api }: TestDesk, { id }: { id: string }) => api.bills.get({ id });
const listPayments = async ({ api }: TestDesk) => (await api.billPayments.filter({ filter: {} })).data;

async function createApprovedBill(desk: TestDesk, billing: Parameters<typeof createBilledLoad>[1] = {}) {
  const billed = await createBilledLoad(desk, billing);
  await desk.api.bills.approve({ id: billed.bill.id });
  return billed;
}

/** Reads the filter of a request to a list. */
async function readFilter(request: Request): Promise<object> {
  const { filter } = z.object({ filter: z.looseObject({}) }).parse(await request.clone().json());
  return filter;
}

async function run(desk: TestDesk, approvalId: string) {
  await desk.approve(approvalId);
  return desk.callTool('run_approved', { approvalId });
}

test('each payee of record gets one payment, what is not approved is held, and a person may leave a bill out', async () => {
  await using desk = await start();
  const carrier = await createPayee(desk, 'Prairie Haul');
  const factorId = await insertFactor(desk, carrier.id, 'Apex Factoring');
  const first = await createApprovedBill(desk, { carrier, reference: 'PH-1' });
  const second = await createApprovedBill(desk, { carrier, agreed: 800, reference: 'PH-2' });
  const third = await createApprovedBill(desk, { carrier: await createPayee(desk, 'Bolt Lines'), agreed: 500 });
  const open = await createBilledLoad(desk, { carrier, agreed: 700, amount: 950, reference: 'PH-3' });
  const bills = [first, second, third, open].map(({ bill }) => bill.friendlyId);

  const { data, text } = await desk.callTool('pay_bills', {
    bills,
    date: '2026-11-23',
    method: 'ACH',
    reference: 'RUN-7',
  });

  expect(data).toMatchObject({
    status: 'approval_required',
    plan: { title: 'Pay 3 bills of 2 payees: $2,500.00', money: [{ currency: 'USD', amount: 2500 }] },
  });
  expect(data.plan.lines).toMatchObject([
    { key: 'BILL-00001', money: [{ amount: 1200 }] },
    { key: 'BILL-00002', money: [{ amount: 800 }] },
    { key: 'BILL-00003', money: [{ amount: 500 }] },
  ]);
  expect(listPlanTexts(data.plan)).toEqual(
    expect.arrayContaining([
      'To factor «Apex Factoring»: 2 bills, $2,000.00, by ACH on record',
      'To «Bolt Lines»: 1 bill, $500.00, by ACH on record',
    ]),
  );
  expect(data.plan.context.lines).toEqual(['Cash out on Nov 23, 2026, before and after: $0.00 -> $2,500.00']);
  expect(text).toContain(
    'Left out: BILL-00004 «Prairie Haul», $950.00 open: in review, not approved; $950.00 billed, $250.00 more',
  );
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);

  await desk.approve(data.approval.id);
  const done = await desk.callTool('run_approved', { approvalId: data.approval.id });

  expect(done.data.status).toBe('done');
  expect(done.data.summary).toMatch(/^2 payments recorded: .* \$2,000\.00, .* \$500\.00\.$/);
  expect(
    (await listPayments(desk)).map((payment) => [
      payment.carrierFactor?.id ?? null,
      payment.totalAmount,
      payment.reference,
    ]),
  ).toEqual(
    expect.arrayContaining([
      [factorId, 2000, 'RUN-7'],
      [null, 500, 'RUN-7'],
    ]),
  );
  expect((await readBill(desk, first.bill)).status).toBe('PAID');
  expect((await readBill(desk, open.bill)).status).toBe('IN_REVIEW');

  const again = await desk.callTool('pay_bills', { bills });

  expect(again.text).toContain('None of these bills can be paid.');
  expect(again.text).toContain('Left out: BILL-00001 «Prairie Haul», paid already');
});

test('a bill that waits for approval is never told to be done: nothing was paid, and the answer says what comes first', async () => {
  await using desk = await start();
  const { bill: open } = await createBilledLoad(desk);
  const { bill: paid } = await createApprovedBill(desk);
  const { data } = await desk.callTool('pay_bills', { bills: [paid.friendlyId] });
  await desk.approve(data.approval.id);
  await desk.callTool('run_approved', { approvalId: data.approval.id });

  const waiting = await desk.callTool('pay_bills', { bills: [open.friendlyId, paid.friendlyId] });
  const again = await desk.callTool('pay_bills', { bills: [paid.friendlyId] });

  expect(waiting.isError).toBe(true);
  expect(waiting.text).toMatch(/^NOT DONE\. None of these bills can be paid\. Left out: /);
  expect(waiting.data.error.nextActions).toMatchObject([{ tool: 'list_bills', arguments: { status: 'IN_REVIEW' } }]);
  expect(again.data.status).toBe('already_done');
});

test('a bill that is paid in part keeps its amount with quick pay, and each currency is a payment of its own', async () => {
  await using desk = await start();
  const carrier = await createPayee(desk, 'Prairie Haul');
  const term = await desk.api.paymentTerms.create({ name: 'Quick', days: 2, quickPayFee: 0.02 });
  await desk.api.carriers.update({ id: carrier.id, paymentTermId: term.id });
  const { bill } = await createApprovedBill(desk, { carrier, agreed: 600 });
  await desk.api.billPayments.create({ paymentDate: '2026-11-20', applications: [{ billId: bill.id, amount: 100 }] });
  await createApprovedBill(desk, { carrier, agreed: 400, currency: 'CAD' });

  const { data } = await desk.callTool('pay_bills', { payee: 'Prairie Haul', quickPay: true, date: '2026-11-23' });

  const lines = [...listPlanTexts(data.plan), ...data.plan.lines.map(({ text }: { text: string }) => text)].join('\n');
  expect(data.plan.title).toMatch(/^Pay 2 bills of .*Prairie Haul.*: /);
  expect(lines).toContain('$500.00 | part paid: its amount stays, no quick pay fee is taken');
  expect(lines).toContain('To «Prairie Haul»: 1 bill, $500.00, by ACH on record');
  expect(lines).toContain('To «Prairie Haul»: 1 bill, CAD 392.00, quick pay fees kept CAD 8.00, by ACH on record');
});

test('quick pay takes the fee of the terms off what is billed whole, once, and closes the bill', async () => {
  await using desk = await start();
  const carrier = await createPayee(desk, 'Prairie Haul');
  const term = await desk.api.paymentTerms.create({ name: 'Quick', days: 2, quickPayFee: 0.02 });
  await desk.api.carriers.update({ id: carrier.id, paymentTermId: term.id });
  const whole = await createApprovedBill(desk, { carrier, agreed: 1200, reference: 'PH-1' });
  const net = await createApprovedBill(desk, { carrier, agreed: 1000, amount: 980, reference: 'PH-2' });

  const { data } = await desk.callTool('pay_bills', { payee: 'Prairie Haul', quickPay: true, date: '2026-11-23' });

  expect(data.plan.title).toBe('Pay 2 bills of «Prairie Haul»: $2,156.00');
  const lines = data.plan.lines.map(({ text }: { text: string }) => text).join('\n');
  expect(lines).toContain('$1,176.00 | closes $1,200.00 open, 2 % quick pay fee $24.00');
  expect(lines).toContain('$980.00 | 2 % quick pay fee taken off by the payee already');
  expect(listPlanTexts(data.plan)).toContain(
    'To «Prairie Haul»: 2 bills, $2,156.00, quick pay fees kept $24.00, by ACH on record',
  );

  await run(desk, data.approval.id);

  expect(await readBill(desk, whole.bill)).toMatchObject({ status: 'PAID', amount: 1176, amountPaid: 1176 });
  expect(await readBill(desk, net.bill)).toMatchObject({ status: 'PAID', amountPaid: 980 });
  expect(await listPayments(desk)).toMatchObject([{ totalAmount: 2156 }]);

  const back = await desk.callTool('undo');
  await run(desk, back.data.approval.id);

  expect(await listPayments(desk)).toEqual([]);
  expect(await readBill(desk, whole.bill)).toMatchObject({ status: 'APPROVED_TO_PAY', amount: 1200, amountPaid: 0 });
});

test('after a yes to some of the bills the result shows and takes back what was paid, and no bill that was left out', async () => {
  await using desk = await start();
  const { carrier, bill: first } = await createApprovedBill(desk, { reference: 'PH-1' });
  const { bill: second } = await createApprovedBill(desk, { carrier, agreed: 800, reference: 'PH-2' });
  const { bill: third } = await createApprovedBill(desk, { carrier, agreed: 500, reference: 'PH-3' });
  const bills = [first, second, third].map(({ friendlyId }) => friendlyId);

  const { data } = await desk.callTool('pay_bills', { bills, date: '2026-11-23' });
  await desk.approve(data.approval.id, 'morgan', [first.friendlyId]);
  const done = await desk.callTool('run_approved', { approvalId: data.approval.id });

  expect(data.plan).toMatchObject({
    undo: 'The payment can be taken back, or one bill taken out of it while the others stay paid.',
    undoCall: 'undo, or reverse_bill bill=BILL-00001 what=payment',
  });
  expect(done.data.summary).toMatch(/^Payment recorded: BP-\d+ \$1,300\.00\.$/);
  expect(done.data.undo).toContain('reverse_bill bill=BILL-00002 what=payment');
  expect(done.text).toMatch(/BP-\d+ of Nov 23, 2026 to «Prairie Haul»: BILL-00002 \$800\.00, BILL-00003 \$500\.00/);
  expect(done.text).not.toContain('2,500');
  expect(done.text.replace(/Left out by .*/, '')).not.toContain(first.friendlyId);
});

test('payments of one day that were approved side by side all run, whichever comes first', async () => {
  await using desk = await start();
  const carrier = await createPayee(desk, 'Bolt Lines');
  const bills = [
    await createApprovedBill(desk, { carrier, agreed: 500 }),
    await createApprovedBill(desk, { carrier, agreed: 800 }),
    await createApprovedBill(desk, { agreed: 700 }),
  ];
  const ids: string[] = [];
  for (const { bill } of bills) {
    const { data } = await desk.callTool('pay_bills', { bills: [bill.friendlyId], date: '2026-11-23' });
    await desk.approve(data.approval.id);
    ids.unshift(data.approval.id);
  }

  const statuses: string[] = [];
  for (const approvalId of ids) statuses.push((await desk.callTool('run_approved', { approvalId })).data.status);

  expect(statuses).toEqual(['done', 'done', 'done']);
  expect(await listPayments(desk)).toHaveLength(3);
});

test.each([
  { words: 'a day', toInput: () => ({ dueBy: '2027-06-01' }) },
  { words: 'their numbers', toInput: (bills: readonly string[]) => ({ bills }) },
])(
  'a run over bills named by $words that was interrupted pays the rest, whatever is approved meanwhile',
  async ({ toInput }) => {
    await using desk = await start();
    const first = await createApprovedBill(desk, { carrier: await createPayee(desk, 'Bolt Lines'), agreed: 500 });
    const second = await createApprovedBill(desk, { agreed: 800 });
    const inReview = await createBilledLoad(desk, { agreed: 700 });
    const bills = [first, second, inReview].map(({ bill }) => bill);
    const { data } = await desk.callTool('pay_bills', toInput(bills.map(({ friendlyId }) => friendlyId)));
    const approvalId: string = data.approval.id;
    await desk.approve(approvalId);
    let payments = 0;
    desk.wire.intercept = async (request) => {
      if (request.method !== 'POST' || !new URL(request.url).pathname.endsWith('/bill-payments')) return undefined;
      payments += 1;
      if (payments === 1) return undefined;
      return Response.json({ error: { code: 'UNAUTHORIZED', message: 'not now' } }, { status: 401 });
    };

    const interrupted = await desk.callTool('run_approved', { approvalId });
    desk.wire.intercept = async () => undefined;
    await desk.api.bills.approve({ id: inReview.bill.id });
    const resumed = await desk.callTool('run_approved', { approvalId });

    expect(interrupted.data.status).toBe('partial');
    expect([resumed.text, resumed.data.status]).toEqual([resumed.text, 'done']);
    expect(await Promise.all(bills.map(async (bill) => (await readBill(desk, bill)).status))).toEqual([
      'PAID',
      'PAID',
      'APPROVED_TO_PAY',
    ]);
    expect(await listPayments(desk)).toHaveLength(2);
  },
);

test('a factor is paid for those who are paid through it now, and its whole name is enough', async () => {
  await using desk = await start();
  const served = await createApprovedBill(desk, { carrier: await createPayee(desk, 'Prairie Haul') });
  const unserved = await createApprovedBill(desk, { carrier: await createPayee(desk, 'Bolt Lines') });
  const factorId = await insertFactor(desk, served.carrier.id, 'Apex');
  await insertFactor(desk, unserved.carrier.id, 'Apex Capital');
  const { organization_id: organizationId } = await desk.service.database.reader
    .selectFrom('carrier')
    .select('organization_id')
    .where('id', '=', unserved.carrier.id)
    .executeTakeFirstOrThrow();
  await insertRow({ database: desk.service.database, organizationId }, 'carrier_payment_method', {
    carrier_id: unserved.carrier.id,
    carrier_factor_id: factorId,
    payment_recipient_type: 'FACTOR',
    payment_method_type: 'ACH',
    is_preferred: 0,
    status: 'ACTIVE',
  });

  const { data } = await desk.callTool('pay_bills', { payee: 'apex' });
  const unclear = await desk.callTool('pay_bills', { payee: 'ape' });
  const byName = await desk.callTool('pay_bills', { payee: 'factor Apex Capital' });

  expect(data.plan.lines).toMatchObject([{ key: served.bill.friendlyId }]);
  expect(data.plan.title).toBe('Pay bill BILL-00001 of factor «Apex»: $1,200.00');
  expect(unclear.text).toContain('a factor as "factor" with its whole name');
  expect(byName.data.plan.lines).toMatchObject([{ key: unserved.bill.friendlyId }]);
});

test('what is factored goes to the carrier itself only where the policy makes that exception', async () => {
  await using desk = await start({ ...builtInPolicy, exceptions: ['factored_to_other'] });
  await using strict = await desk.restart({ policy: builtInPolicy });
  const { bill, carrier } = await createApprovedBill(desk);
  await insertFactor(desk, carrier.id, 'Apex Factoring');
  const input = { bills: [bill.friendlyId], payTo: 'the carrier', date: '2026-11-23' };

  const refused = await strict.callTool('pay_bills', input);
  const unknown = await desk.callTool('pay_bills', { ...input, payTo: 'Unheard Of' });
  const { data } = await desk.callTool('pay_bills', input);

  expect(refused.data.error).toMatchObject({ code: 'REFUSED' });
  expect(refused.text).toContain('BILL-00001 (payee of record: its factor «Apex Factoring»)');
  expect(unknown.text).toContain('payTo: no factor matches «Unheard Of»; for the carrier itself say "carrier"');
  expect(data.plan.title).toBe('Pay bill BILL-00001 of «Prairie Haul»: $1,200.00');
  expect(listPlanTexts(data.plan)).toContain('To «Prairie Haul»: 1 bill, $1,200.00, NOT who is paid on record');
  expect(listWarningTexts(data.plan)[0]).toMatch(/^EXCEPTION that the policy allows \(factored_to_other\)/);
  await expect(desk.approve(data.approval.id)).rejects.toThrow('it is approved with a reason');
});

test('a payment says which account it goes to, which other one is on record, and warns where no number is shown', async () => {
  await using desk = await start();
  const { bill, carrier } = await createApprovedBill(desk);
  const factored = await createApprovedBill(desk, { reference: 'PH-2' });
  const factorId = await insertFactor(desk, factored.carrier.id, 'Apex Factoring');
  const pay = async (number: string) => (await desk.callTool('pay_bills', { bills: [number] })).data.plan;
  const addMethod = (accountNumber: string) =>
    desk.api.carrierPaymentMethods.create({
      carrierId: carrier.id,
      paymentRecipientType: 'DIRECT',
      paymentMethodType: 'ACH',
      status: 'ACTIVE',
      isPreferred: true,
      accountNumber,
    });
  const formerMethod = await addMethod('700011112222');

  const withoutNumber = await pay(factored.bill.friendlyId);
  const withFormer = await pay(bill.friendlyId);
  await addMethod('700033334444');
  await desk.api.carrierPaymentMethods.update({ id: formerMethod.id, status: 'INACTIVE' });
  const withBoth = await pay(bill.friendlyId);
  await desk.api.carrierFactors.update({ id: factorId, accountNumber: '880055556666', bankName: 'First Bank' });
  const withFactor = await pay(factored.bill.friendlyId);

  const missing = /^No account number is shown for factor «Apex Factoring»/;
  expect(listWarningTexts(withoutNumber)).toContainEqual(expect.stringMatching(missing));
  expect(listPlanTexts(withFormer)).toContain(
    'To «Prairie Haul»: 1 bill, $1,200.00, by ACH on record to account ****2222',
  );
  expect(listPlanTexts(withBoth)).toContain(
    'To «Prairie Haul»: 1 bill, $1,200.00, by ACH on record to account ****4444 (other account on record: ****2222, inactive now)',
  );
  expect(listPlanTexts(withFactor)).toContain(
    'To factor «Apex Factoring»: 1 bill, $1,200.00, by ACH on record to account ****6666 at «First Bank»',
  );
  expect(listWarningTexts(withFactor).filter((text) => missing.test(text))).toEqual([]);
});

test('bills that are named and not of the payee, or not due, are said to be left out', async () => {
  await using desk = await start();
  const ownBill = await createApprovedBill(desk);
  const other = await createApprovedBill(desk, { carrier: await createPayee(desk, 'Bolt Lines') });
  const bills = [ownBill.bill.friendlyId, other.bill.friendlyId];

  const { data, text } = await desk.callTool('pay_bills', { bills, payee: 'Prairie Haul' });
  const none = await desk.callTool('pay_bills', { bills: [ownBill.bill.friendlyId], dueBy: '2026-12-01' });

  expect(data.plan.lines).toMatchObject([{ key: ownBill.bill.friendlyId }]);
  expect(text).toMatch(/Left out: BILL-00002 «Bolt Lines», not a bill of carrier \S+ «Prairie Haul»/);
  expect(none.text).toContain('Left out: BILL-00001 «Prairie Haul», due Dec 10, 2026');
});

test('what is due by a day is paid, the rest stays open', async () => {
  await using desk = await start();
  const { bill } = await createApprovedBill(desk);
  const payDue = (day: string) => desk.callTool('pay_bills', { dueBy: day });

  const before = await payDue('2026-12-09');
  const { data } = await payDue('2026-12-10');

  expect([before.isError, before.text]).toEqual([
    true,
    expect.stringContaining('NOT DONE. There is no such bill to pay.'),
  ]);
  expect(data.plan.lines).toMatchObject([{ key: 'BILL-00001' }]);
  expect(data.plan.title).toBe('Pay bill BILL-00001 of «Prairie Haul»: $1,200.00');
  expect((await readBill(desk, bill)).status).toBe('APPROVED_TO_PAY');
});

test('what is due is found among all bills there are, and each is read as it is now', async () => {
  await using desk = await start();
  const [paid, open] = [
    await createApprovedBill(desk, { reference: 'PH-1' }),
    await createApprovedBill(desk, { agreed: 800 }),
  ];
  const due = { dueBy: '2026-12-10' };
  desk.clock.now = '2026-11-20T17:00:00.000Z';
  const unapproved = await createBilledLoad(desk);
  const before = await desk.callTool('pay_bills', due);
  // No instant tells of it, so what was changed does not bring it.
  await desk.service.database.transaction((tx) =>
    tx.updateTable('bill').set({ status: 'PAID' }).where('id', '=', paid.bill.id).execute(),
  );
  const filters: { readonly id?: { readonly in: readonly string[] } }[] = [];
  desk.wire.intercept = async (request) => {
    if (new URL(request.url).pathname === '/v1/bills/filter') filters.push(await readFilter(request));
    return undefined;
  };

  const after = await desk.callTool('pay_bills', due);

  expect(before.data.plan.title).toBe('Pay 2 bills of 2 payees: $2,000.00');
  expect(after.data.plan.lines).toMatchObject([{ key: open.bill.friendlyId }]);
  expect(filters.flatMap(({ id }) => id?.in ?? [])).toEqual(
    expect.arrayContaining([unapproved, open].map(({ bill }) => bill.id)),
  );
  // No list of the API, which would have an end, says which bills are due.
  for (const filter of filters) expect(Object.keys(filter)).not.toContain('status');
});

test('more bills than the policy allows are refused with calls that work, the biggest payees first', async () => {
  await using desk = await start({ ...builtInPolicy, batchMax: 2 });
  const big = await createPayee(desk, 'Prairie Haul');
  const small = await createApprovedBill(desk, { carrier: await createPayee(desk, 'Bolt Lines'), agreed: 500 });
  const approvedBills = [];
  for (const reference of ['PH-1', 'PH-2'])
    approvedBills.push(await createApprovedBill(desk, { carrier: big, reference }));
  const readById: string[] = [];
  desk.wire.intercept = async (request) => {
    const isById = (await request.clone().text()).startsWith('{"filter":{"id":{"in"');
    if (isById) readById.push(new URL(request.url).pathname);
    return undefined;
  };

  const { data, text } = await desk.callTool('pay_bills', { dueBy: '2026-12-10', method: 'ACH' });
  const readForIt = [...readById];
  const [first, second] = data.error.nextActions;
  const paid = await desk.callTool(first.tool, first.arguments);

  expect(text).toContain('the policy allows 2 at once; these are 3: name a payee, fewer bills or an earlier dueBy');
  expect(first.arguments.bills.toSorted()).toEqual(approvedBills.map(({ bill }) => bill.friendlyId));
  expect(first.why).toBe('pays all of «Prairie Haul», $2,400.00 open; a person approves');
  expect(second.arguments).toEqual({ method: 'ACH', bills: [small.bill.friendlyId] });
  // No bill is judged for an answer that shows none.
  expect(readForIt).toContain('/v1/carriers/filter');
  expect(readForIt).not.toContain('/v1/shipments/filter');
  expect(readById).toContain('/v1/shipments/filter');
  expect(paid.data.plan.title).toBe('Pay 2 bills of «Prairie Haul»: $2,400.00');
});

test.each([
  ['nothing named', {}, 'name bills, a payee or a day'],
  ['a payee that nobody knows', { payee: 'Unheard Of Lines' }, 'no carrier, vendor or factor matches'],
  ['a method that nobody pays by', { bills: ['BILL-00001'], method: 'gold' }, 'must be ACH, wire, check'],
])('%s is refused', async (_what, input, words) => {
  await using desk = await start();
  await createApprovedBill(desk);

  const { isError, text } = await desk.callTool('pay_bills', input);

  expect(isError).toBe(true);
  expect(text).toContain(words);
});
