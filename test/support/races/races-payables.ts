import type { Row } from '../../../src/store/schema.ts';
import { givenBill, givenLoadCarrier } from '../records/fixtures.ts';
import type { Move, Race } from './race.ts';
import { patch, post, race, remove } from './race-moves.ts';
import type { ApiAnswer, TestService } from '../service/service.ts';

type Bill = Row<'bill'>;

const onBill = ({ id }: Bill, verb: string) => post(`/v1/bills/${id}/${verb}`);
const deleted = ({ id }: Bill) => remove(`/v1/bills/${id}`);

const approved = (home: TestService, columns: Partial<Bill> = {}) =>
  givenBill(home, { status: 'APPROVED_TO_PAY', ...columns });

const batch = (bills: readonly Bill[]): Move => ({
  ...post('/v1/bills/batch-approve', { billIds: bills.map(({ id }) => id) }),
  isDone: ({ body }) => body.approved.length > 0,
});

const pay = (applied: readonly (readonly [Bill, number])[], more: object = {}) =>
  post('/v1/bill-payments', {
    paymentDate: '2026-11-19',
    applications: applied.map(([{ id }, amount]) => ({ billId: id, amount })),
    ...more,
  });

/** A bill that was paid for $1,000, and the payment. */
async function paid(home: TestService, amount = 1000): Promise<{ bill: Bill; payment: ApiAnswer['body'] }> {
  const bill = await approved(home);
  const answer = await home.request('POST', '/v1/bill-payments', pay([[bill, amount]]).body);
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return { bill, payment: answer.body };
}

/** Two bills of one carrier. */
async function two(home: TestService): Promise<readonly [Bill, Bill]> {
  const first = await approved(home);
  return [first, await approved(home, { carrier_id: first.carrier_id })];
}

/** What two people at the desk may do to the same bill at the same moment. */
export const payableRaces: readonly Race[] = [
  race('two approvals', givenBill, (bill) => [onBill(bill, 'approve'), onBill(bill, 'approve')]),
  race('an approval and a batch of approvals', givenBill, (bill) => [onBill(bill, 'approve'), batch([bill])]),
  race(
    'two batches that name the bills in opposite order',
    async (home) => ({ one: await givenBill(home), other: await givenBill(home) }),
    ({ one, other }) => [batch([one, other]), batch([other, one])],
  ),
  race('an approval and a deletion', givenBill, (bill) => [onBill(bill, 'approve'), deleted(bill)]),
  race('an approval and a revert', givenBill, (bill) => [onBill(bill, 'approve'), onBill(bill, 'revert')]),
  race('an approval and another amount', givenBill, (bill) => [
    onBill(bill, 'approve'),
    patch(`/v1/bills/${bill.id}`, { amount: 900 }),
  ]),
  race('another amount of an approved bill and a withdrawn approval', approved, (bill) => [
    patch(`/v1/bills/${bill.id}`, { amount: 900 }),
    onBill(bill, 'unapprove'),
  ]),
  race('two other amounts of an approved bill', approved, (bill) => [
    patch(`/v1/bills/${bill.id}`, { amount: 900 }),
    patch(`/v1/bills/${bill.id}`, { amount: 800 }),
  ]),
  race('two withdrawn approvals', approved, (bill) => [onBill(bill, 'unapprove'), onBill(bill, 'unapprove')]),
  race('two payments of a whole bill', approved, (bill) => [pay([[bill, 1000]]), pay([[bill, 1000]])]),
  race('two payments of more than half a bill', approved, (bill) => [pay([[bill, 600]]), pay([[bill, 700]])]),
  race('two payments of parts that fit', approved, (bill) => [pay([[bill, 300]]), pay([[bill, 200]])]),
  race('two overpayments', approved, (bill) => [
    pay([[bill, 1100]], { allowOverpayment: true }),
    pay([[bill, 1200]], { allowOverpayment: true }),
  ]),
  race('two payments that name the bills in opposite order', two, ([one, other]) => [
    pay([
      [one, 1000],
      [other, 1000],
    ]),
    pay([
      [other, 1000],
      [one, 1000],
    ]),
  ]),
  race('a payment and a withdrawn approval', approved, (bill) => [pay([[bill, 1000]]), onBill(bill, 'unapprove')]),
  race('a payment and a revert', approved, (bill) => [pay([[bill, 1000]]), onBill(bill, 'revert')]),
  race('a payment and a deletion', approved, (bill) => [pay([[bill, 1000]]), deleted(bill)]),
  race('a payment and another amount', approved, (bill) => [
    pay([[bill, 1000]]),
    patch(`/v1/bills/${bill.id}`, { amount: 900 }),
  ]),
  race('two deletions of a bill', givenBill, (bill) => [deleted(bill), deleted(bill)]),
  race('two reverts of a paid bill', paid, ({ bill }) => [onBill(bill, 'revert'), onBill(bill, 'revert')]),
  race(
    'two bills for one load carrier',
    (home) => givenLoadCarrier(home),
    ({ id }) => [billFor(id, 800), billFor(id, 900)],
  ),
  race('two deletions of a payment', paid, ({ payment }) => [onPayment(payment), onPayment(payment)]),
  race('a deleted payment and a revert of its bill', paid, ({ bill, payment }) => [
    onPayment(payment),
    onBill(bill, 'revert'),
  ]),
  race(
    'a deleted payment and another one',
    (home) => paid(home, 600),
    ({ bill, payment }) => [onPayment(payment), pay([[bill, 400]])],
  ),
  race('a deleted payment and a changed one', paid, ({ payment }) => [
    onPayment(payment),
    patch(`/v1/bill-payments/${payment.id}`, { applications: [{ id: payment.applications[0].id, amount: 500 }] }),
  ]),
  race('two changes of one payment', paid, ({ payment }) => [
    patch(`/v1/bill-payments/${payment.id}`, { applications: [{ id: payment.applications[0].id, amount: 500 }] }),
    patch(`/v1/bill-payments/${payment.id}`, { applications: [{ id: payment.applications[0].id, amount: 700 }] }),
  ]),
];

const onPayment = ({ id }: ApiAnswer['body']) => remove(`/v1/bill-payments/${id}`);

const billFor = (entityId: string, amount: number) =>
  post('/v1/bills', { entityType: 'CARRIER', entityId, invoiceDate: '2026-11-18', amount });
