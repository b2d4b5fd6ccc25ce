import { expect, test } from 'vitest';
import { catalogue, getGate } from '../../../src/contract/catalogue.ts';
import { builtInPolicy } from '../../../src/mcp/policy/policy.ts';
import { getApproval } from '../../../src/mcp/approvals/approvals.ts';
import { changeOrganization } from '../../../src/service/organization/settings.ts';
import { tools } from '../../../tools/index.ts';
import { type TestDesk, type TestDeskOptions, startDesk } from '../../support/desk.ts';
import { insertReadyShipment } from '../../support/records/invoicing.ts';
import {
  uploadProof,
  createBilledLoad,
  createOpenShipment,
  createPayee,
  createVettedCarrier,
} from '../../support/records/payables.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';

const policy = { ...builtInPolicy, confirmPerDayCents: 300_000 };

/** Raw calls that pay money out never pass with a yes in a form, so that the sums per day can't be bypassed. */
test.each(catalogue().filter(({ effect }) => effect === 'money'))(
  '$name asks for an approval where money leaves',
  ({ name, operation }) => {
    const staying = ['payments.create', 'shipments.generateInvoice', 'creditMemos.apply', 'loads.addCarrier'];

    expect(getGate(operation) === 'confirm').toBe(staying.includes(name));
  },
);

const recordPayment = (desk: TestDesk, customerId: string, application: object) =>
  write(desk, 'payments.create', { customerId, paymentDate: '2026-11-20', applications: [application] });

onOneDatabase('the day of a person who says yes in a form', (database) => {
  const start = (server: TestDeskOptions['server'] = {}) =>
    startDesk({ tools, database, person: 'accept', server: { policy, ...server } });

  test('is not used up by money that comes in, by credit that was given before, or by a booking', async () => {
    await using desk = await start();
    const { shipment, customerId } = await insertReadyShipment(desk.service, { charges: [900_000] });
    await uploadProof(desk, shipment.id);
    const memo = await desk.api.creditMemos.create({ customerId, amount: 4000, memoDate: '2026-11-20' });
    const carrier = await createVettedCarrier(desk, 'Prairie Haul');
    const { bill } = await createBilledLoad(desk, { carrier, agreed: 2900, reference: 'R-1' });
    const { loads } = await createOpenShipment(desk);

    const invoiced = await write(desk, 'shipments.generateInvoice', { id: shipment.id });
    const [invoice] = (await desk.api.invoices.filter({ pageSize: 1 })).data;
    const incoming = [
      invoiced,
      await recordPayment(desk, customerId, { invoiceId: invoice?.id, amount: 2600 }),
      await recordPayment(desk, customerId, { invoiceId: invoice?.id, amount: 2400 }),
      await write(desk, 'creditMemos.apply', { id: memo.id, invoiceId: invoice?.id, amount: 4000 }),
      await write(desk, 'loads.addCarrier', {
        id: loads[0]?.id,
        carrier: { id: carrier.id },
        charges: [{ chargeCodeId: 1, amount: 9000 }],
      }),
    ];
    const approved = await approve(desk, bill);

    expect(incoming.map(({ data }) => data.status)).toEqual(['done', 'done', 'done', 'done', 'done']);
    expect(approved.data.status).toBe('done');
  });

  test('never pays raw, however small the payments are and however many: each one is approved', async () => {
    await using desk = await start();
    const carrier = await createPayee(desk, 'Prairie Haul');
    const bills = await createApproved(desk, carrier, 10);
    const applications = bills.map(({ id }) => ({ billId: id, amount: 1 }));

    const small = [];
    for (const application of applications) small.push(await pay(desk, [application]));
    const together = await pay(desk, applications);
    const onceMore = await pay(desk, applications.slice(0, 5));

    const answers = [...small, together, onceMore].map(({ data }) => data.status);
    expect(answers).toEqual(answers.map(() => 'approval_required'));
    expect(desk.shownForms).toEqual([]);
    expect((await desk.api.billPayments.filter({})).data).toEqual([]);
  });

  test('approves no bill raw, one by one or in batches of any size', async () => {
    await using desk = await start();
    const carrier = await createPayee(desk, 'Prairie Haul');
    const bills = await createInReview(desk, carrier, 4);
    const ids = bills.map(({ id }) => id);

    const answers = [
      ...(await Promise.all(ids.map((id) => write(desk, 'bills.approve', { id })))),
      await write(desk, 'bills.batchApprove', { billIds: ids.slice(0, 1) }),
      await write(desk, 'bills.batchApprove', { billIds: ids.slice(1) }),
    ];

    expect(answers.map(({ data }) => data.status)).toEqual(answers.map(() => 'approval_required'));
    expect(desk.shownForms).toEqual([]);
    expect(new Set((await desk.api.bills.filter({})).data.map(({ status }) => status))).toEqual(new Set(['IN_REVIEW']));
  });

  test('ends for one payee at the limit, for all persons together and however the sum is split', async () => {
    let name = '';
    await using desk = await start({ principalOf: () => ({ name, kind: 'person' }) });
    const carrier = await createPayee(desk, 'Prairie Haul');
    const bills = await createInReview(desk, carrier, 10, 400);
    const persons = ['dana', 'kim', 'lee'];

    const statuses: string[] = [];
    for (const [index, bill] of bills.entries()) {
      name = persons[index % 3] ?? '';
      statuses.push((await approve(desk, bill)).data.status);
    }

    expect(statuses).toEqual([...Array(7).fill('done'), ...Array(3).fill('approval_required')]);
  });

  test('ends with a yes of somebody else, where the policy separates duties', async () => {
    await using desk = await start({ policy: { ...policy, separationOfDuties: true } });
    const [first, second] = await createInReview(desk, await createPayee(desk, 'Prairie Haul'), 2, 2000);
    await approve(desk, first);
    const { data } = await approve(desk, second);
    const { id } = data.approval;
    const { requester } = await getApproval(desk.options, id);

    await expect(desk.approve(id, requester)).rejects.toThrow('another person approves it');
    await desk.approve(id, 'the controller');
    expect((await desk.callTool('run_approved', { approvalId: id })).data.status).toBe('done');
  });

  test("begins at midnight where the organization is, whatever the machine's zone", async () => {
    await using desk = await start({ timeZone: undefined });
    await moveTo(desk, 'Pacific/Kiritimati');
    const [first, second, third] = await createInReview(desk, await createPayee(desk, 'Prairie Haul'), 3, 2500);
    // Midnight at UTC+14 is 10:00 in UTC.
    desk.clock.now = '2026-11-21T09:30:00.000Z';
    const before = await approve(desk, first);
    const sameDay = await approve(desk, second);
    desk.clock.now = '2026-11-21T10:30:00.000Z';
    const nextDay = await approve(desk, third);

    expect([before, sameDay, nextDay].map(({ data }) => data.status)).toEqual(['done', 'approval_required', 'done']);
  });
});

const moveTo = ({ service }: TestDesk, timeZone: string) =>
  service.database.transaction((tx) => changeOrganization(tx, service.organizationId, { timeZone }));

const write = (desk: TestDesk, operation: string, input: object) => desk.callTool('api_write', { operation, input });
const pay = (desk: TestDesk, applications: readonly object[]) =>
  write(desk, 'billPayments.create', { paymentDate: '2026-11-20', applications });
const approve = (desk: TestDesk, bill: { friendlyId: string } | undefined) =>
  desk.callTool('approve_bills', { bills: [bill?.friendlyId] });

type LimitPayee = Awaited<ReturnType<typeof createPayee>>;

async function createInReview(desk: TestDesk, carrier: LimitPayee, count: number, amount = 100) {
  const bills: { id: string; friendlyId: string }[] = [];
  for (let nth = 0; nth < count; nth += 1)
    bills.push((await createBilledLoad(desk, { carrier, agreed: amount + nth, reference: `R-${nth}` })).bill);
  return bills;
}

async function createApproved(desk: TestDesk, carrier: LimitPayee, count: number) {
  const bills = await createInReview(desk, carrier, count);
  await desk.api.bills.batchApprove({ billIds: bills.map(({ id }) => id) });
  return bills;
}
