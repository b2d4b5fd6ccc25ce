import type { Row } from '../../../src/store/schema.ts';
import { insertBill, insertLoadCarrier } from '../records/fixtures.ts';
import type { RaceMove, Race } from './race.ts';
import { patch, post, defineRace, remove } from './race-moves.ts';
import type { ApiAnswer, TestService } from '../service/service.ts';

type StoredBill = Row<'bill'>;

const postToBill = ({ id }: StoredBill, verb: string) => post(`/v1/bills/${id}/${verb}`);
const deleteBill = ({ id }: StoredBill) => remove(`/v1/bills/${id}`);

const insertApprovedBill = (home: TestService, columns: Partial<StoredBill> = {}) =>
  insertBill(home, { status: 'APPROVED_TO_PAY', ...columns });

const approveBatch = (bills: readonly StoredBill[]): RaceMove => ({
  ...post('/v1/bills/batch-approve', { billIds: bills.map(({ id }) => id) }),
  isDone: ({ body }) => body.approved.length > 0,
});

const pay = (applied: readonly (readonly [StoredBill, number])[], more: object = {}) =>
  post('/v1/bill-payments', {
    paymentDate: '2026-11-19',
    applications: applied.map(([{ id }, amount]) => ({ billId: id, amount })),
    ...more,
  });

/** Creates a bill that was paid for $1,000, and the payment. */
async function createPaidBill(
  home: TestService,
  amount = 1000,
): Promise<{ bill: StoredBill; payment: ApiAnswer['body'] }> {
  const bill = await insertApprovedBill(home);
  const answer = await home.request('POST', '/v1/bill-payments', pay([[bill, amount]]).body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return { bill, payment: answer.body };
}

/** Creates two bills of one carrier. */
async function createTwoBills(home: TestService): Promise<readonly [StoredBill, StoredBill]> {
  const first = await insertApprovedBill(home);
  return [first, await insertApprovedBill(home, { carrier_id: first.carrier_id })];
}

/** Pairs of requests by two people that may reach the same bill at the same moment. */
export const payableRaces: readonly Race[] = [
  defineRace('two approvals', insertBill, (bill) => [postToBill(bill, 'approve'), postToBill(bill, 'approve')]),
  defineRace('an approval and a batch of approvals', insertBill, (bill) => [
    postToBill(bill, 'approve'),
    approveBatch([bill]),
  ]),
  defineRace(
    'two batches that name the bills in opposite order',
    async (home) => ({ one: await insertBill(home), other: await insertBill(home) }),
    ({ one: bill, other }) => [approveBatch([bill, other]), approveBatch([other, bill])],
  ),
  defineRace('an approval and a deletion', insertBill, (bill) => [postToBill(bill, 'approve'), deleteBill(bill)]),
  defineRace('an approval and a revert', insertBill, (bill) => [
    postToBill(bill, 'approve'),
    postToBill(bill, 'revert'),
  ]),
  defineRace('an approval and another amount', insertBill, (bill) => [
    postToBill(bill, 'approve'),
    patch(`/v1/bills/${bill.id}`, { amount: 900 }),
  ]),
  defineRace('another amount of an approved bill and a withdrawn approval', insertApprovedBill, (bill) => [
    patch(`/v1/bills/${bill.id}`, { amount: 900 }),
    postToBill(bill, 'unapprove'),
  ]),
  defineRace('two other amounts of an approved bill', insertApprovedBill, (bill) => [
    patch(`/v1/bills/${bill.id}`, { amount: 900 }),
    patch(`/v1/bills/${bill.id}`, { amount: 800 }),
  ]),
  defineRace('two withdrawn approvals', insertApprovedBill, (bill) => [
    postToBill(bill, 'unapprove'),
    postToBill(bill, 'unapprove'),
  ]),
  defineRace('two payments of a whole bill', insertApprovedBill, (bill) => [pay([[bill, 1000]]), pay([[bill, 1000]])]),
  defineRace('two payments of more than half a bill', insertApprovedBill, (bill) => [
    pay([[bill, 600]]),
    pay([[bill, 700]]),
  ]),
  defineRace('two payments of parts that fit', insertApprovedBill, (bill) => [pay([[bill, 300]]), pay([[bill, 200]])]),
  defineRace('two overpayments', insertApprovedBill, (bill) => [
    pay([[bill, 1100]], { allowOverpayment: true }),
    pay([[bill, 1200]], { allowOverpayment: true }),
  ]),
  defineRace('two payments that name the bills in opposite order', createTwoBills, ([bill, other]) => [
    pay([
      [bill, 1000],
      [other, 1000],
    ]),
    pay([
      [other, 1000],
      [bill, 1000],
    ]),
  ]),
  defineRace('a payment and a withdrawn approval', insertApprovedBill, (bill) => [
    pay([[bill, 1000]]),
    postToBill(bill, 'unapprove'),
  ]),
  defineRace('a payment and a revert', insertApprovedBill, (bill) => [pay([[bill, 1000]]), postToBill(bill, 'revert')]),
  defineRace('a payment and a deletion', insertApprovedBill, (bill) => [pay([[bill, 1000]]), deleteBill(bill)]),
  defineRace('a payment and another amount', insertApprovedBill, (bill) => [
    pay([[bill, 1000]]),
    patch(`/v1/bills/${bill.id}`, { amount: 900 }),
  ]),
  defineRace('two deletions of a bill', insertBill, (bill) => [deleteBill(bill), deleteBill(bill)]),
  defineRace('two reverts of a paid bill', createPaidBill, ({ bill }) => [
    postToBill(bill, 'revert'),
    postToBill(bill, 'revert'),
  ]),
  defineRace(
    'two bills for one load carrier',
    (home) => insertLoadCarrier(home),
    ({ id }) => [billFor(id, 800), billFor(id, 900)],
  ),
  defineRace('two deletions of a payment', createPaidBill, ({ payment }) => [
    deletePayment(payment),
    deletePayment(payment),
  ]),
  defineRace('a deleted payment and a revert of its bill', createPaidBill, ({ bill, payment }) => [
    deletePayment(payment),
    postToBill(bill, 'revert'),
  ]),
  defineRace(
    'a deleted payment and another one',
    (home) => createPaidBill(home, 600),
    ({ bill, payment }) => [deletePayment(payment), pay([[bill, 400]])],
  ),
  defineRace('a deleted payment and a changed one', createPaidBill, ({ payment }) => [
    deletePayment(payment),
    patch(`/v1/bill-payments/${payment.id}`, { applications: [{ id: payment.applications[0].id, amount: 500 }] }),
  ]),
  defineRace('two changes of one payment', createPaidBill, ({ payment }) => [
    patch(`/v1/bill-payments/${payment.id}`, { applications: [{ id: payment.applications[0].id, amount: 500 }] }),
    patch(`/v1/bill-payments/${payment.id}`, { applications: [{ id: payment.applications[0].id, amount: 700 }] }),
  ]),
];

const deletePayment = ({ id }: ApiAnswer['body']) => remove(`/v1/bill-payments/${id}`);

const billFor = (entityId: string, amount: number) =>
  post('/v1/bills', { entityType: 'CARRIER', entityId, invoiceDate: '2026-11-18', amount });
