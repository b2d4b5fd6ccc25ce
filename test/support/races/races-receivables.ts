import type { Row } from '../../../src/store/schema.ts';
import { givenCustomer, givenInvoice } from '../records/fixtures.ts';
import { givenReadyShipment } from '../records/invoicing.ts';
import { givenMemo } from '../records/ledger.ts';
import { fileProof } from '../records/freight.ts';
import type { Move, Race } from './race.ts';
import { patch, post, race, remove } from './race-moves.ts';
import type { ApiAnswer, TestService } from '../service/service.ts';

type Invoice = Row<'invoice'>;
type Memo = Row<'credit_memo'>;

const open = (home: TestService) => givenInvoice(home);
const voided = ({ id }: Invoice) => remove(`/v1/invoices/${id}`);
const awaited = ({ id }: Invoice) => post(`/v1/invoices/${id}/mark-awaiting`);
const apply = ({ id }: Memo, invoice: Invoice, amount: number) =>
  post(`/v1/credit-memos/${id}/apply`, { invoiceId: invoice.id, amount });

const pay = (applied: readonly (readonly [Invoice, number])[], more: object = {}) =>
  post('/v1/payments', {
    customerId: applied[0]?.[0].customer_id,
    paymentDate: '2026-11-19',
    applications: applied.map(([{ id }, amount]) => ({ invoiceId: id, amount })),
    ...more,
  });

async function done(home: TestService, { method, target, body }: Move): Promise<ApiAnswer['body']> {
  const answer = await home.request(method, target, body);
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

/** Two invoices of one customer, and credit of $500. */
async function withCredit(home: TestService) {
  const { id: customerId } = await givenCustomer(home);
  const one = await givenInvoice(home, { customer_id: customerId });
  const other = await givenInvoice(home, { customer_id: customerId });
  return { one, other, memo: await givenMemo(home, { customer_id: customerId }) };
}

/** An invoice that was paid, and the payment. */
async function paid(home: TestService, amount = 2000) {
  const invoice = await open(home);
  return { invoice, payment: await done(home, pay([[invoice, amount]])) };
}

/** Credit that was applied. */
async function applied(home: TestService) {
  const { one, other, memo } = await withCredit(home);
  const { application } = await done(home, apply(memo, one, 500));
  return { one, other, memo, taken: remove(`/v1/credit-memos/${memo.id}/applications/${application.id}`) };
}

const onPayment = ({ id }: ApiAnswer['body']) => remove(`/v1/payments/${id}`);
const other = ({ id }: ApiAnswer['body'], invoice: Invoice, amount: number) =>
  patch(`/v1/payments/${id}`, { applications: [{ invoiceId: invoice.id, amount }] });

/** What may happen to the same money of a customer at the same moment. */
export const receivableRaces: readonly Race[] = [
  race('two payments of a whole invoice', open, (invoice) => [pay([[invoice, 2000]]), pay([[invoice, 2000]])]),
  race('two payments of more than half an invoice', open, (invoice) => [
    pay([[invoice, 1200]]),
    pay([[invoice, 1300]]),
  ]),
  race('two payments of parts that fit', open, (invoice) => [pay([[invoice, 700]]), pay([[invoice, 800]])]),
  race('two payments that name the invoices in opposite order', withCredit, ({ one, other: second }) => [
    pay([
      [one, 2000],
      [second, 2000],
    ]),
    pay([
      [second, 2000],
      [one, 2000],
    ]),
  ]),
  race('a payment and a voided invoice', open, (invoice) => [pay([[invoice, 2000]]), voided(invoice)]),
  race('a payment and a restarted invoice', open, (invoice) => [pay([[invoice, 500]]), awaited(invoice)]),
  race('two voidings', open, (invoice) => [voided(invoice), voided(invoice)]),
  race('a voided and a restarted invoice', open, (invoice) => [voided(invoice), awaited(invoice)]),
  race('one credit for two invoices', withCredit, ({ memo, one, other: second }) => [
    apply(memo, one, 500),
    apply(memo, second, 400),
  ]),
  race('one credit for one invoice, twice', withCredit, ({ memo, one }) => [
    apply(memo, one, 500),
    apply(memo, one, 500),
  ]),
  race('credit and a voided invoice', withCredit, ({ memo, one }) => [apply(memo, one, 500), voided(one)]),
  race('credit and its voiding', withCredit, ({ memo, one }) => [
    apply(memo, one, 500),
    post(`/v1/credit-memos/${memo.id}/void`, {}),
  ]),
  race('two voidings of credit', withCredit, ({ memo }) => [
    post(`/v1/credit-memos/${memo.id}/void`, { reason: 'one' }),
    post(`/v1/credit-memos/${memo.id}/void`, { reason: 'two' }),
  ]),
  race('credit that a payment brings and that is applied elsewhere', withCredit, ({ memo, one, other: second }) => [
    pay([[one, 1500]], { creditApplications: [{ creditMemoId: memo.id, amount: 500 }] }),
    apply(memo, second, 500),
  ]),
  race('applied credit taken back twice', applied, ({ taken }) => [taken, taken]),
  race('applied credit taken back and a payment', applied, ({ taken, one }) => [taken, pay([[one, 1500]])]),
  race('two deletions of a payment', paid, ({ payment }) => [onPayment(payment), onPayment(payment)]),
  race('a deleted and a changed payment', paid, ({ payment, invoice }) => [
    onPayment(payment),
    other(payment, invoice, 900),
  ]),
  race('two changes of one payment', paid, ({ payment, invoice }) => [
    other(payment, invoice, 900),
    other(payment, invoice, 1100),
  ]),
  race(
    'a deleted payment and another one',
    (home) => paid(home, 1500),
    ({ payment, invoice }) => [onPayment(payment), pay([[invoice, 500]])],
  ),
];

const generated = ({ shipment }: Ready) => post(`/v1/shipments/${shipment.id}/invoice/generate`);
const invoiced = (order: Row<'freight_order'> | undefined, amount: number) =>
  post('/v1/invoices', { orderId: order?.id, invoiceDate: '2026-11-20', amount });
const batch = ({ shipment }: Ready): Move => ({
  ...post('/v1/invoices/batch-generate', { shipmentIds: [shipment.id] }),
  isDone: ({ body }) => body.generated.length > 0,
});

type Ready = Awaited<ReturnType<typeof givenReadyShipment>>;

const ready = (home: TestService) => givenReadyShipment(home);
const twoOrders = (home: TestService) => givenReadyShipment(home, { charges: [120_000, 80_000] });

async function proven(home: TestService): Promise<Ready> {
  const made = await givenReadyShipment(home, {
    shipment: { billing_status: 'DOCS_NEEDED' },
    order: { billing_status: 'DOCS_NEEDED' },
  });
  await fileProof(home, { shipmentId: made.shipment.id });
  return made;
}

const onShipment = ({ shipment }: Ready, verb: string, body?: object) =>
  post(`/v1/shipments/${shipment.id}/${verb}`, body);

/** What may happen to freight that is to be invoiced at the same moment. */
export const invoicingRaces: readonly Race[] = [
  race('two invoices of one order', ready, ({ order }) => [invoiced(order, 2000), invoiced(order, 2100)]),
  race('invoices of two orders of one shipment', twoOrders, ({ orders: [one, second] }) => [
    invoiced(one, 1200),
    invoiced(second, 800),
  ]),
  race('two generated invoices', ready, (given) => [generated(given), generated(given)]),
  race('a generated invoice and one by hand', ready, (given) => [generated(given), invoiced(given.order, 2100)]),
  race('a generated invoice and a batch', twoOrders, (given) => [generated(given), batch(given)]),
  race('two batches', ready, (given) => [batch(given), batch(given)]),
  race('a generated invoice and freight held back', ready, (given) => [
    generated(given),
    onShipment(given, 'not-ready-to-invoice'),
  ]),
  race('an invoice and another price', ready, (given) => [
    generated(given),
    patch(`/v1/orders/${given.order.id}`, { charges: [{ chargeCodeId: 1, amount: 1750 }] }),
  ]),
  race('an invoice and a deleted shipment', ready, (given) => [
    invoiced(given.order, 2000),
    remove(`/v1/shipments/${given.shipment.id}`),
  ]),
  race('two releases', proven, (given) => [
    onShipment(given, 'ready-to-invoice'),
    onShipment(given, 'ready-to-invoice'),
  ]),
  race('freight held back twice', ready, (given) => [
    onShipment(given, 'not-ready-to-invoice'),
    onShipment(given, 'not-ready-to-invoice'),
  ]),
];
