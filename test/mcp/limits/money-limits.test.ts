import { expect, test } from 'vitest';
import { WaybillError } from '../../../src/errors.ts';
import { addLimits } from '../../../src/mcp/approvals/approved-money.ts';
import { listApprovals } from '../../../src/mcp/approvals/approvals.ts';
import type { PolicyLimit } from '../../../src/mcp/policy/limits-file.ts';
import { builtInPolicy, type Policy } from '../../../src/mcp/policy/policy.ts';
import { tools } from '../../../tools/index.ts';
import { countCases } from '../../support/depth.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import {
  createBilledLoad,
  createOpenShipment,
  createPayee,
  createVettedCarrier,
} from '../../support/records/payables.ts';
import { type DatabaseName, onBothDatabases, onOneDatabase } from '../../support/stores/databases.ts';
import { startSecondServer } from '../gate/bypass/effects.ts';

const buildLimit = (kind: PolicyLimit['kind'], limit: Partial<PolicyLimit>): PolicyLimit => ({
  kind,
  perCallCents: null,
  perDayCents: null,
  perPayeeCents: null,
  above: 'refuse',
  ...limit,
});
const buildPaymentPolicy = (limit: Partial<PolicyLimit>): Policy =>
  withLimit('pay_bills', buildLimit('payment', limit));
const withLimit = (name: string, limit: PolicyLimit): Policy => ({
  ...builtInPolicy,
  confirmPerDayCents: 100_000_000,
  limits: { [name]: limit },
});

type LimitedPayee = Awaited<ReturnType<typeof createPayee>>;

interface LimitedBilling {
  readonly carrier?: LimitedPayee;
  readonly currency?: 'CAD' | 'USD';
}

/** Creates approved bills of 1,000 and some dollars each. */
async function createApproved(desk: TestDesk, count: number, { carrier, ...billing }: LimitedBilling = {}) {
  const payee = carrier ?? (await createPayee(desk, 'Prairie Haul'));
  const bills = await createInReview(desk, count, { carrier: payee, ...billing });
  await desk.api.bills.batchApprove({ billIds: bills.map(({ id }) => id) });
  return bills;
}

async function createInReview(desk: TestDesk, count: number, billing: LimitedBilling = {}) {
  const bills: { id: string; friendlyId: string }[] = [];
  for (let nth = 0; nth < count; nth += 1) {
    // Bills of one payee over the same amount would be taken for one.
    numbered += 1;
    const input = { ...billing, agreed: 1000 + nth, reference: `R-${numbered}` };
    bills.push((await createBilledLoad(desk, input)).bill);
  }
  return bills;
}

let numbered = 0;

interface LimitedAnswer {
  readonly text: string;
  // Tests read results freely; each assertion says what it expects.
  readonly data: any; // eslint-disable-line typescript/no-explicit-any
}

const pay = (desk: TestDesk, ...bills: readonly { readonly friendlyId: string }[]): Promise<LimitedAnswer> =>
  desk.callTool('pay_bills', { bills: bills.map(({ friendlyId }) => friendlyId) });
const payRaw = (desk: TestDesk, bill: { readonly id: string } | undefined, amount: number): Promise<LimitedAnswer> =>
  desk.callTool('api_write', {
    operation: 'billPayments.create',
    input: { paymentDate: '2026-11-20', applications: [{ billId: bill?.id, amount }] },
  });

/** Runs a call, and approves its plan if it needs an approval. */
async function runWithApproval(desk: TestDesk, answer: Promise<LimitedAnswer>): Promise<LimitedAnswer> {
  const { data } = await answer;
  if (data.status !== 'approval_required') return answer;
  await desk.approve(data.approval.id);
  return desk.callTool('run_approved', { approvalId: data.approval.id });
}

const sumPaid = async (desk: TestDesk) =>
  (await desk.api.billPayments.filter({})).data.reduce((sum, { totalAmount }) => sum + totalAmount, 0);
const start = (database: DatabaseName, policy: Policy, person: 'accept' | 'none' = 'none') =>
  startDesk({ tools, database, person, server: { policy } });

onOneDatabase('a limit of money', (database) => {
  test('of one call is kept by tools, raw calls and batches alike, and says who can change it', async () => {
    await using desk = await start(database, buildPaymentPolicy({ perCallCents: 200_000 }));
    const bills = await createApproved(desk, 3);

    const two = await pay(desk, ...bills.slice(0, 2));
    const raw = await payRaw(desk, bills[0], 1000);
    const all = await pay(desk, ...bills);

    expect(all.data.error.code).toBe('REFUSED');
    expect(all.text).toContain(
      'The policy lets at most $2,000.00 be paid to carriers, factors and vendors in one call (limits.pay_bills), and this is $3,003.00. The owner of the policy file can change it.',
    );
    expect(two.data.error.code).toBe('REFUSED');
    expect(raw.data.plan.limits).toEqual([
      'At most $2,000.00 paid to carriers, factors and vendors in one call, this $1,000.00, left $1,000.00.',
    ]);
    expect(raw.text).toContain('- Limit: At most $2,000.00');
  });

  test('of a day counts what was paid and what is approved, by whomever and with whatever', async () => {
    await using desk = await start(database, buildPaymentPolicy({ perDayCents: 250_000 }));
    const bills = await createApproved(desk, 3);
    const first = await runWithApproval(desk, payRaw(desk, bills[0], 1000));
    const second = await pay(desk, bills[1] ?? throwMissing());
    await desk.approve(second.data.approval.id);

    const third = await pay(desk, bills[2] ?? throwMissing());
    const other = await startSecondServer({
      ...desk,
      options: { ...desk.options, principalOf: () => ({ name: 'kim', kind: 'person' }) },
    });
    const raw = await other('api_write', {
      operation: 'billPayments.create',
      input: { paymentDate: '2026-11-20', applications: [{ billId: bills[2]?.id, amount: 1000 }] },
    });
    const small = await payRaw(desk, bills[2], 499);

    expect(first.data.status).toBe('done');
    expect(third.text).toContain(
      '$2,001.00 are used («dana» $2,001.00), $499.00 are left, and this is $1,002.00. The day ends Sat, Nov 21, 12:00 AM CST',
    );
    expect(raw.data.error.code).toBe('REFUSED');
    expect(small.data.plan.limits).toEqual([
      'At most $2,500.00 paid to carriers, factors and vendors in a day, used $2,001.00 («dana» $2,001.00), this $499.00, left $0.00.',
    ]);
    expect((await desk.callTool('run_approved', { approvalId: second.data.approval.id })).data.status).toBe('done');
  });

  test('of a payee in a day holds for each payee by itself', async () => {
    await using desk = await start(database, buildPaymentPolicy({ perPayeeCents: 150_000 }));
    const prairie = await createApproved(desk, 2);
    const [mesa] = await createApproved(desk, 1, { carrier: await createPayee(desk, 'Blue Mesa') });
    await runWithApproval(desk, pay(desk, prairie[0] ?? throwMissing()));

    const same = await pay(desk, prairie[1] ?? throwMissing());
    const both = await pay(desk, prairie[1] ?? throwMissing(), mesa ?? throwMissing());
    const other = await runWithApproval(desk, pay(desk, mesa ?? throwMissing()));

    for (const { text } of [same, both])
      expect(text).toContain('paid to carriers, factors and vendors in a day for «Prairie Haul» (limits.pay_bills)');
    expect(other.data.status).toBe('done');
  });

  test('holds for each currency by itself', async () => {
    await using desk = await start(database, buildPaymentPolicy({ perDayCents: 150_000 }));
    const [dollars, second] = await createApproved(desk, 2);
    const [canadian] = await createApproved(desk, 1, {
      carrier: await createPayee(desk, 'Blue Mesa'),
      currency: 'CAD',
    });

    const statuses = [];
    for (const bill of [dollars, canadian, second])
      statuses.push((await runWithApproval(desk, pay(desk, bill ?? throwMissing()))).data);

    expect(statuses.map(({ status, error }) => status ?? error.code)).toEqual(['done', 'done', 'REFUSED']);
  });

  test('begins anew at midnight of the desk, but not for what is approved and has not run', async () => {
    await using desk = await start(database, buildPaymentPolicy({ perDayCents: 150_000 }));
    const bills = await createApproved(desk, 3);
    desk.clock.now = '2026-11-21T05:00:00.000Z';
    await runWithApproval(desk, pay(desk, bills[0] ?? throwMissing()));
    const sameDay = await pay(desk, bills[1] ?? throwMissing());
    desk.clock.now = '2026-11-21T06:00:00.000Z';
    const nextDay = await pay(desk, bills[1] ?? throwMissing());
    await desk.approve(nextDay.data.approval.id);
    desk.clock.now = '2026-11-22T05:59:00.000Z';
    const expired = await pay(desk, bills[2] ?? throwMissing());
    desk.clock.now = '2026-11-22T06:00:00.000Z';
    const after = await pay(desk, bills[2] ?? throwMissing());

    expect([sameDay, nextDay, expired, after].map(({ data }) => data.status ?? data.error.code)).toEqual([
      'REFUSED',
      'approval_required',
      'REFUSED',
      'approval_required',
    ]);
  });
});

/** Bills of which only two fit the limit; more of them repeat the promise. */
const reachedAtOnce = countCases({ usual: 3, deep: 5 });

onBothDatabases('a limit of money that many reach at once', (database) => {
  test('is not passed by many runs of approved plans at once, in two processes', async () => {
    await using desk = await start(database, builtInPolicy);
    const bills = await createApproved(desk, reachedAtOnce + 1);
    const ids: string[] = [];
    for (const bill of bills) {
      const { data } = await pay(desk, bill);
      await desk.approve(data.approval.id);
      ids.push(data.approval.id);
    }
    // They were approved before there was a limit: only two and a half of them fit.
    const limited = { ...desk, options: { ...desk.options, policy: buildPaymentPolicy({ perDayCents: 250_000 }) } };
    const [firstServer, secondServer] = [await startSecondServer(limited), await startSecondServer(limited)];

    const run = (id: string, nth: number) =>
      (nth % 2 === 0 ? firstServer : secondServer)('run_approved', { approvalId: id });
    const answers = await Promise.all([...ids, ...ids].map(run));

    const ran = answers.filter(({ data }) => data.status === 'done');
    expect(ran).toHaveLength(2);
    expect(await sumPaid(desk)).toBeLessThanOrEqual(2500);
  });

  test('is not passed by many yeses at once', async () => {
    await using desk = await start(database, buildPaymentPolicy({ perDayCents: 250_000 }));
    const bills = await createApproved(desk, reachedAtOnce);
    const planned = await Promise.all(bills.map((bill) => pay(desk, bill)));

    const decided = await Promise.allSettled(planned.map(({ data }) => desk.approve(data.approval.id)));

    expect(decided.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const refused = decided.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []));
    expect(refused[0]).toMatch(/in a day \(limits\.pay_bills\).*Nothing was decided\./);
  });

  test('is not passed by many ticks in forms at once', async () => {
    await using desk = await start(
      database,
      withLimit('approve_bills', buildLimit('approval', { perDayCents: 250_000 })),
      'accept',
    );
    const bills = await createInReview(desk, reachedAtOnce);
    const elsewhere = await startSecondServer(desk);

    const answers = await Promise.all(
      bills.map(({ friendlyId }, nth) =>
        nth % 2 === 0
          ? desk.callTool('approve_bills', { bills: [friendlyId] })
          : elsewhere('approve_bills', { bills: [friendlyId] }, 'accept'),
      ),
    );

    expect(answers.filter(({ data }) => data.status === 'done')).toHaveLength(2);
    expect(answers.filter(({ data }) => data.error?.code === 'REFUSED')).toHaveLength(reachedAtOnce - 2);
  });
});

const throwMissing = (): never => {
  throw new Error('the bill is there');
};

test('the day on which the clock goes back has 25 hours', async () => {
  await using desk = await start('SQLite', buildPaymentPolicy({ perDayCents: 150_000 }));
  const bills = await createApproved(desk, 2);
  // 00:30 in summer time and 23:59 in winter time of the same day.
  desk.clock.now = '2026-11-01T05:30:00.000Z';
  await runWithApproval(desk, pay(desk, bills[0] ?? throwMissing()));
  desk.clock.now = '2026-11-02T05:59:00.000Z';
  const late = await pay(desk, bills[1] ?? throwMissing());
  desk.clock.now = '2026-11-02T06:00:00.000Z';
  const next = await pay(desk, bills[1] ?? throwMissing());

  expect([late.data.error?.code, next.data.status]).toEqual(['REFUSED', 'approval_required']);
});

test('of a run that was done in part only what was done counts, and what is left as soon as it runs', async () => {
  await using desk = await start('SQLite', buildPaymentPolicy({ perDayCents: 350_000 }));
  const [prairie] = await createApproved(desk, 1);
  const [mesa] = await createApproved(desk, 1, { carrier: await createPayee(desk, 'Blue Mesa') });
  const { data } = await pay(desk, prairie ?? throwMissing(), mesa ?? throwMissing());
  await desk.approve(data.approval.id);
  let isSecond = false;
  const refuseSecond: typeof desk.api.call = async (name, input, options) => {
    if (name !== 'billPayments.create') return desk.api.call(name, input, options);
    if (isSecond) throw new WaybillError('VALIDATION_ERROR', 'applications: not this one');
    isSecond = true;
    return desk.api.call(name, input, options);
  };
  const getApi = () => ({ ...desk.api, call: refuseSecond });
  const flaky = await startSecondServer({ ...desk, options: { ...desk.options, apiOf: getApi } });

  const partly = await flaky('run_approved', { approvalId: data.approval.id });
  const again = await pay(desk, mesa ?? throwMissing());

  expect(partly.data.status).toBe('partial');
  expect(again.data.plan.limits).toEqual([
    expect.stringContaining('used $1,000.00 («dana» $1,000.00), this $1,000.00, left $1,500.00.'),
  ]);
});

test('whoever is asked sees it, in a form as it was asked, and later as it is then', async () => {
  const policy = withLimit('approve_bills', buildLimit('approval', { perDayCents: 450_000 }));
  await using desk = await start('SQLite', policy, 'accept');
  const [first, second, third] = await createInReview(desk, 3);
  const waiting = await desk.callTool('approve_bills', { bills: [first?.friendlyId, second?.friendlyId] });
  const [row] = await listApprovals(desk.options, { limit: 1 });

  await desk.callTool('approve_bills', { bills: [third?.friendlyId] });
  const withAmounts = await addLimits(desk.options, row ?? throwMissing());

  expect(waiting.data.plan.limits).toEqual([
    'At most $4,500.00 approved for payment in a day, used $0.00, this $2,001.00, left $2,499.00.',
  ]);
  expect(desk.shownForms[0]).toContain(
    'Limits:\n- At most $4,500.00 approved for payment in a day, used $0.00, this $1,002.00, left $3,498.00.',
  );
  expect(withAmounts.plan.limits).toEqual([
    'At most $4,500.00 approved for payment in a day, used $1,002.00 («dana» $1,002.00), this $2,001.00, left $1,497.00.',
  ]);
});

test('what is taken back stays counted', async () => {
  await using desk = await start('SQLite', buildPaymentPolicy({ perDayCents: 150_000 }));
  const [bill, other] = await createApproved(desk, 2);
  await runWithApproval(desk, pay(desk, bill ?? throwMissing()));
  const [payment] = (await desk.api.billPayments.filter({})).data;
  await runWithApproval(
    desk,
    desk.callTool('api_write', { operation: 'billPayments.delete', input: { id: payment?.id } }),
  );

  expect((await desk.api.billPayments.filter({})).data).toEqual([]);
  expect((await pay(desk, other ?? throwMissing())).text).toContain('$1,000.00 are used');
});

test('lines that are left out do not count, and what the yes was for does', async () => {
  await using desk = await start('SQLite', buildPaymentPolicy({ perDayCents: 350_000 }));
  const bills = await createApproved(desk, 3);
  const { data } = await pay(desk, ...bills);
  await desk.approve(data.approval.id, 'morgan', [bills[0]?.friendlyId ?? '']);
  await desk.callTool('run_approved', { approvalId: data.approval.id });

  const [rest] = await createApproved(desk, 1, { carrier: await createPayee(desk, 'Blue Mesa') });
  const { data: planned } = await pay(desk, rest ?? throwMissing());

  expect(planned.plan.limits).toEqual([
    expect.stringContaining('used $2,003.00 («dana» $2,003.00), this $1,000.00, left $497.00'),
  ]);
});

test('what ended without being done does not count, and what is run twice counts once', async () => {
  await using desk = await start('SQLite', buildPaymentPolicy({ perDayCents: 150_000 }));
  const [bill, other] = await createApproved(desk, 2);
  const stale = await pay(desk, bill ?? throwMissing());
  await desk.approve(stale.data.approval.id);
  await desk.api.bills.update({ id: bill?.id ?? '', key: 'R-new' });
  const changed = await desk.callTool('run_approved', { approvalId: stale.data.approval.id });

  const again = await runWithApproval(desk, pay(desk, bill ?? throwMissing()));
  const replayed = await desk.callTool('run_approved', {
    approvalId: again.data.approval?.id ?? stale.data.approval.id,
  });
  const small = await payRaw(desk, other, 499);

  expect(changed.data.status).toBe('changed');
  expect(again.data.status).toBe('done');
  expect(replayed.data.error?.code).not.toBe('REFUSED');
  expect(small.data.plan.limits[0]).toContain('used $1,000.00');
});

test('a limit that asks for an approval takes one, of somebody else where duties are separated', async () => {
  const policy = {
    ...withLimit('bills.approve', buildLimit('approval', { perDayCents: 150_000, above: 'approve' })),
    separationOfDuties: true,
  };
  await using desk = await start('SQLite', policy, 'accept');
  const bills = await createInReview(desk, 2);
  const approveBill = (nth: number) => desk.callTool('approve_bills', { bills: [bills[nth]?.friendlyId] });

  const within = await approveBill(0);
  const above = await approveBill(1);
  const ownApproval = desk.approve(above.data.approval.id, 'dana');

  expect(within.data.status).toBe('done');
  expect(above.data.approval.warning).toBe(
    'This goes above the $1,500.00 that may be approved for payment in a day (limits.bills.approve), so it is approved instead.',
  );
  await expect(ownApproval).rejects.toThrow('another person approves it');
  await desk.approve(above.data.approval.id, 'morgan');
  expect((await desk.callTool('run_approved', { approvalId: above.data.approval.id })).data.status).toBe('done');
});

test('promises count together, whether booked with a tool, raw or with a service', async () => {
  const policy = withLimit('book_carrier', buildLimit('promise', { perDayCents: 200_000, perPayeeCents: 100_000 }));
  await using desk = await start('SQLite', policy, 'accept');
  await desk.api.customers.create({ name: 'Acme Foods', status: 'ACTIVE' });
  const [carrier, other] = [
    await createVettedCarrier(desk, 'Prairie Haul'),
    await createVettedCarrier(desk, 'Blue Mesa'),
  ];
  const vendor = await desk.api.vendors.create({ name: 'Dock Crew', status: 'ACTIVE' });
  const shipments: Awaited<ReturnType<typeof createOpenShipment>>[] = [];
  for (let nth = 0; nth < 3; nth += 1) shipments.push(await createOpenShipment(desk));
  const add = (nth: number, id: string, amount: number) =>
    desk.callTool('api_write', {
      operation: 'loads.addCarrier',
      input: { id: shipments[nth]?.loads[0]?.id, carrier: { id }, charges: [{ chargeCodeId: 1, amount }] },
    });

  const booked = await desk.callTool('book_carrier', { shipment: shipments[0]?.id, carrier: carrier.id, rate: 900 });
  const raw = await add(1, carrier.id, 200);
  const service = await desk.callTool('api_write', {
    operation: 'services.create',
    input: {
      shipmentId: shipments[0]?.id,
      service: { vendor: { id: vendor.id }, serviceType: 'WAREHOUSING', charges: [{ chargeCodeId: 1, amount: 700 }] },
    },
  });
  const day = await add(2, other.id, 500);

  expect([booked.data.status, service.data.status]).toEqual(['done', 'done']);
  expect(raw.text).toContain('promised to carriers and vendors in a day for «Prairie Haul» (limits.book_carrier)');
  expect(day.text).toContain('in a day (limits.book_carrier): $1,600.00 are used');
});
