import { expect, test } from 'vitest';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { getApproval } from '../../../src/mcp/approvals/approvals.ts';
import { approveBills } from '../../../tools/bills/approve_bills.ts';
import { listBills } from '../../../tools/bills/list_bills.ts';
import { payBills } from '../../../tools/payables/pay_bills.ts';
import { getRecord } from '../../../tools/record/get_record.ts';
import { isDeep } from '../../support/depth.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { fillCopy } from '../../support/fill-copy.ts';

interface BillVerdictRow {
  readonly friendlyId: string;
  readonly status: string;
  readonly currency: string;
  readonly reasons: readonly string[] | null;
  readonly agreed: number | null;
  readonly amount: number;
}

async function listChecked(desk: TestDesk): Promise<readonly BillVerdictRow[]> {
  const fields = ['friendlyId', 'status', 'reasons', 'agreed', 'amount'];
  const bills: BillVerdictRow[] = [];
  for (let cursor: string | undefined; ;) {
    const { data } = await desk.callTool('list_bills', { check: true, limit: 250, fields, ...(cursor && { cursor }) });
    bills.push(...data.rows);
    if (data.nextCursor === null) return bills;
    cursor = data.nextCursor;
  }
}

/** The reasons that a plan of such a tool shows for each of its bills. */
async function planFor(desk: TestDesk, tool: string, bills: readonly BillVerdictRow[]) {
  const numbers = bills.map(({ friendlyId }) => friendlyId);
  const planVerdicts: [string, readonly string[]][] = [];
  for (let place = 0; place < numbers.length; place += builtInPolicy.batchMax) {
    const { data, text } = await desk.callTool(tool, { bills: numbers.slice(place, place + builtInPolicy.batchMax) });
    if (data?.approval === undefined) throw new Error(text);
    const { plan } = await getApproval(desk.options, data.approval.id);
    for (const { key } of plan.lines ?? [])
      planVerdicts.push([key, plan.warnings.filter(({ lines }) => lines?.includes(key)).map(({ text }) => text)]);
  }
  return Object.fromEntries(planVerdicts);
}

const listReasons = (bills: readonly BillVerdictRow[]) =>
  Object.fromEntries(bills.map(({ friendlyId, reasons }) => [friendlyId, reasons ?? []]));

/** A brokerage in which some customers and some carriers deal in Canadian dollars, and some bills come in the wrong currency. */
async function start(): Promise<TestDesk> {
  const desk = await startDesk({
    seed: isDeep ? 'small' : 'few',
    tools: [listBills, approveBills, payBills, getRecord],
  });
  await desk.service.database.transaction(async (tx) => {
    const selectShipments = (ending: string) =>
      tx.selectFrom('shipment as s').select('s.id').where('s.friendly_id', 'like', `%${ending}`);
    const canadian = { currency: 'CAD', updated_at: desk.clock.now };
    const changed = { updated_at: desk.clock.now };
    // The customer pays in another currency than the carrier gets.
    for (const ending of ['3', '7'])
      await tx.updateTable('freight_order').set(canadian).where('shipment_id', 'in', selectShipments(ending)).execute();
    for (const ending of ['3', '5', '7', '9'])
      await tx.updateTable('shipment').set(changed).where('id', 'in', selectShipments(ending)).execute();
    await tx.updateTable('load').set(changed).where('shipment_id', 'in', selectShipments('5')).execute();
    await tx.updateTable('load_carrier').set(canadian).where('shipment_id', 'in', selectShipments('5')).execute();
    for (const ending of ['5', '9'])
      await tx.updateTable('bill').set(canadian).where('shipment_id', 'in', selectShipments(ending)).execute();
  });
  await fillCopy(desk, 'list_bills', { check: true });
  return desk;
}

test('a list, a plan that approves, a plan that pays and the record say the same of every open bill', async () => {
  await using desk = await start();
  const listed = await listChecked(desk);
  // Each bill with a reason, and some of the others.
  const bills = listed.filter(({ reasons }, place) => isDeep || reasons !== null || place % 8 === 0);

  const inReview = bills.filter(({ status }) => status === 'IN_REVIEW');
  const approved = bills.filter(({ status }) => status === 'APPROVED_TO_PAY');
  expect(Math.min(inReview.length, approved.length)).toBeGreaterThan(5);
  expect(await planFor(desk, 'approve_bills', inReview)).toEqual(listReasons(inReview));
  expect(await planFor(desk, 'pay_bills', approved)).toEqual(listReasons(approved));
  for (const { friendlyId, reasons, agreed } of bills) {
    const { data } = await desk.callTool('get_record', { record: friendlyId });
    expect([friendlyId, data.record]).toMatchObject([friendlyId, { reasons: reasons ?? [], agreedTotal: agreed }]);
  }
});

test('a bill is compared with what was agreed with its carrier, whatever the customer pays in', async () => {
  await using desk = await start();
  const listed = await listChecked(desk);
  const work = await desk.service.database.reader
    .selectFrom('bill as b')
    .leftJoin('load_carrier as lc', 'lc.id', 'b.load_carrier_id')
    .leftJoin('service as sv', 'sv.id', 'b.service_id')
    .leftJoin('charge as c', (join) =>
      join.onRef('c.owner_id', '=', ({ fn }) => fn.coalesce('b.load_carrier_id', 'b.service_id')),
    )
    .select(({ fn }) => [
      'b.friendly_id as bill',
      'b.currency',
      'lc.status',
      fn.coalesce('lc.currency', 'sv.currency').as('agreedIn'),
      fn.sum<number>('c.total_cents').as('cents'),
    ])
    .groupBy(['b.friendly_id', 'b.currency', 'lc.status', 'lc.currency', 'sv.currency'])
    .execute();
  const expected = new Map(
    work.map(({ bill, status, currency, agreedIn, cents }) => [
      bill,
      status === 'BOUNCED' || currency !== agreedIn || !cents ? null : cents / 100,
    ]),
  );

  expect(listed.map(({ friendlyId, agreed }) => [friendlyId, agreed])).toEqual(
    listed.map(({ friendlyId }) => [friendlyId, expected.get(friendlyId)]),
  );
  expect(listed.filter(({ agreed }) => agreed !== null).length).toBeGreaterThan(listed.length * 0.8);
  const agreedElsewhere = listed.filter(({ reasons }) => reasons?.some((reason) => reason.includes('two currencies')));
  expect(agreedElsewhere.length).toBeGreaterThan(5);
});
