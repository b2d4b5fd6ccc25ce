import { expect, test } from 'vitest';
import { computeVersion } from '../../../src/contract/kit/record-version.ts';
import { packSnapshots, sealPlan, unsealPlan } from '../../../src/mcp/approvals/approval-row.ts';
import { checkFreshness } from '../../../src/mcp/approvals/freshness.ts';
import { comparePlans, describeChanges, type ShownPlan } from '../../../src/mcp/approvals/plan-changes.ts';
import type { Plan } from '../../../src/mcp/tool/plan.ts';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { bookCarrier } from '../../../tools/booking/book_carrier.ts';
import { runApproved } from '../../../tools/control/run_approved.ts';
import { startDesk } from '../../support/desk.ts';
import { countCases } from '../../support/depth.ts';
import {
  deliverOn,
  createBilledLoad,
  createBookedLoad,
  createOpenShipment,
  createPayee,
  createVettedCarrier,
} from '../../support/records/payables.ts';
import { startTermDesk } from '../support/term-desk.ts';

const bill = {
  id: 'bill-1',
  friendlyId: 'BILL-01191',
  amount: 851,
  currency: 'USD',
  status: 'IN_REVIEW',
  accountNumber: '123456789',
  notes: null,
  updatedAt: '2026-11-20T15:00:00.000Z',
};
const plan: Plan = {
  tool: 'approve_bills',
  gate: 'confirm',
  title: 'Approve bill BILL-01191 for payment: $851.00',
  steps: [{ operation: 'bills.approve', input: { id: bill.id }, label: 'Approve BILL-01191' }],
  records: [{ kind: 'bill', id: bill.id, friendlyId: bill.friendlyId, name: null }],
  lines: ['BILL-01191 «Prairie Haul», agreed $851.00'],
  money: [{ currency: 'USD', amountCents: 85_100 }],
  emails: ['ap@acme.test'],
  sideEffects: [],
  undo: 'Take it back.',
  policyHits: ['Not clean.'],
  contextWarnings: [{ key: 'limit', text: 'Over the limit by $1.00.' }],
  context: ['Lane average $900.00'],
  contextAsOf: 'Nov 20, 9:00 AM CST',
  input: {},
  readings: [{ operation: 'bills.get', id: bill.id, version: computeVersion(bill) }],
};
const before: ShownPlan = { plan, snapshots: { [`bills ${bill.id}`]: bill } };

const readAgain = (record: Readonly<Record<string, unknown>>, changes: Partial<Plan> = {}) =>
  describeChanges(
    comparePlans(before, {
      plan: {
        ...plan,
        readings: [{ operation: 'bills.filter', id: bill.id, version: computeVersion(record) }],
        ...changes,
      },
      snapshots: { [`bills ${bill.id}`]: record },
    }),
  );

test.each([
  ['money', { amount: 951 }, 'BILL-01191: amount $851.00 -> $951.00'],
  ['a status', { status: 'APPROVED_TO_PAY' }, 'BILL-01191: status in review -> approved to pay'],
  ['a text', { notes: 'ok  now' }, 'BILL-01191: notes none -> «ok now»'],
  ['an account', { accountNumber: '923456789' }, 'BILL-01191: an account number is another one'],
  [
    'the time of the last change',
    { updatedAt: '2026-11-20T16:00:00.000Z' },
    'BILL-01191: saved again, with no value that this API shows changed',
  ],
  [
    'several',
    { amount: 1, status: 'PAID', notes: 'x', key: 'y' },
    'BILL-01191: amount $851.00 -> $1.00, status in review -> paid, notes none -> x, 1 more value',
  ],
] as const)('%s of a record is named before and after', (_what, change, text) => {
  expect(readAgain({ ...bill, ...change })).toBe(text);
});

test.each([
  ['the context', { context: ['Lane average $950.00'], contextAsOf: 'Nov 21, 9:00 AM CST' }, ''],
  [
    'the figures of a warning about other records',
    { contextWarnings: [{ key: 'limit', text: 'Over the limit by $9.00.' }] },
    '',
  ],
  ['a warning that is gone', { policyHits: [], contextWarnings: [] }, ''],
  ['data that came in', { gaps: [] }, ''],
  ['a new warning', { policyHits: ['Not clean.', 'Paid twice.'] }, 'new warning: Paid twice'],
  [
    'a new limit',
    { contextWarnings: [{ key: 'other', text: 'Over another limit.' }] },
    'new warning: Over another limit',
  ],
  [
    'another recipient',
    { emails: ['ap@other.test'] },
    'e-mail would go to «ap@other.test» now; no e-mail would go to «ap@acme.test» any more',
  ],
  [
    'another line',
    { lines: ['BILL-01191 «Prairie Haul», agreed $900.00'] },
    'BILL-01191 «Prairie Haul», agreed $851.00 -> BILL-01191 «Prairie Haul», agreed $900.00',
  ],
  [
    'another call',
    { steps: [{ ...plan.steps[0], input: { id: bill.id, amount: 2 } }] as Plan['steps'] },
    'Approve BILL-01191: amount none -> $2.00',
  ],
  ['a stricter gate', { gate: 'approve' as const }, 'it needs an approval now'],
  ['another reason for the same gate', { reason: 'several bills at once' }, ''],
  ['another payee', { payees: ['someone'] }, 'what the plan moves is not the same any more'],
])('%s counts as it should', (_what, changes, text) => {
  expect(readAgain(bill, changes)).toBe(text);
});

test('a plan that an earlier version stored is void, with the reason', async () => {
  await using desk = await startTermDesk();
  const id = await desk.addTerm('Net 30');
  const { data } = await desk.callTool('delete_terms', { ids: [id] });
  const approvalId = String(data.approval.id);
  await desk.approve(approvalId);
  const { cipher, approvals } = desk.memory;
  const stored = await approvals.get(approvalId);
  if (stored === undefined) throw new Error('the approval is gone');
  const { isGenuine: _isGenuine, ...row } = stored;
  const { snapshots: _snapshots, ...older } = unsealPlan(row, cipher);
  const olderId = 'APR-0DER';
  await approvals.insert({ ...row, id: olderId, sealed: sealPlan(older, cipher, olderId) });

  const { data: answer, text } = await desk.callTool('run_approved', { approvalId: olderId });

  expect(answer.status).toBe('changed');
  expect(text).toContain(`${olderId} is void: It was stored by an earlier version of Waybill`);
  expect(await desk.listTermNames()).toEqual(['Net 30']);
});

test('the records of a plan are kept as a part of its seal', () => {
  expect(packSnapshots({ 'bills 1': { note: 'x'.repeat(10_000) } }).length).toBeLessThan(200);
});

const deliveries = countCases({ usual: 3, deep: 200 });

test(`a booking survives ${deliveries} deliveries on its lane and a refilled copy`, async () => {
  await using desk = await startDesk({ tools: [bookCarrier, runApproved] });
  const carrier = await createVettedCarrier(desk, 'Prairie Haul 9');
  await createBookedLoad(desk, { isDelivered: false });
  const { id, friendlyId } = await createOpenShipment(desk);
  const booked = await desk.callTool('book_carrier', { shipment: friendlyId, carrier: carrier.friendlyId, rate: 9000 });
  const approvalId = String(booked.data.approval.id);
  await desk.approve(approvalId);
  for (let count = 0; count < deliveries; count += 1) {
    // Each takes some calls, of which the API allows so many in a minute.
    desk.clock.now = new Date(Date.parse(desk.clock.now) + 5000).toISOString();
    const { shipmentId } = await createBookedLoad(desk, { agreed: 1000 + count, isDelivered: true });
    await deliverOn(desk, shipmentId, '2026-11-18');
  }
  await using refilled = await desk.restart();

  const replanned = await refilled.callTool('book_carrier', {
    shipment: friendlyId,
    carrier: carrier.friendlyId,
    rate: 9000,
  });
  const { text, data } = await refilled.callTool('run_approved', { approvalId });

  expect(replanned.data.approval.id).toBe(approvalId);
  expect(replanned.data.plan.context.lines[0]).not.toBe(booked.data.plan.context.lines[0]);
  expect([text, data.status]).toEqual([text, 'done']);
  expect((await desk.api.shipments.get({ id })).loads[0]?.carriers).toHaveLength(1);
});

test('a booking is void when another load of the carrier appears on its days, and only then', async () => {
  await using desk = await startDesk({ tools: [bookCarrier, runApproved] });
  const carrier = await createVettedCarrier(desk, 'Prairie Haul 9');
  await createBookedLoad(desk, { isDelivered: false });
  const { friendlyId } = await createOpenShipment(desk);
  const { data } = await desk.callTool('book_carrier', {
    shipment: friendlyId,
    carrier: carrier.friendlyId,
    rate: 9000,
  });
  const approvalId = String(data.approval.id);
  await desk.approve(approvalId);
  await createBookedLoad(desk, { carrier, isDelivered: false });

  const { text } = await desk.callTool('run_approved', { approvalId });

  expect(text).toMatch(/is void: new warning: The carrier has another load in these days: LD-/);
});

test('page and answer name the changed amount of a bill that was approved for payment', async () => {
  await using desk = await startDesk({ tools: [apiWrite, runApproved] });
  const carrier = await createPayee(desk, 'Prairie Haul');
  const { bill: billed } = await createBilledLoad(desk, { carrier, agreed: 851, reference: 'R-1' });
  const { data } = await desk.callTool('api_write', { operation: 'bills.approve', input: { id: billed.id } });
  const approvalId = String(data.approval.id);
  await desk.approve(approvalId);
  await desk.api.bills.update({ id: billed.id, amount: 951 });
  const records = { api: desk.api, name: undefined, timeZone: 'America/Chicago', planAgain: desk.server.planAgain };

  const page = await checkFreshness({ ...desk.options, records }, approvalId);
  const { text, data: answer } = await desk.callTool('run_approved', { approvalId });

  const change = `${billed.friendlyId}: amount $851.00 -> $951.00`;
  expect(page?.text).toContain(change);
  expect(text).toContain(change);
  expect(answer.status).toBe('changed');
});
