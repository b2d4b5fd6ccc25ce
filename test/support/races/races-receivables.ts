import type { Row } from '../../../src/store/schema.ts';
import { insertCustomer, insertInvoice } from '../records/fixtures.ts';
import { insertReadyShipment } from '../records/invoicing.ts';
import { insertMemo } from '../records/ledger.ts';
import { recordProof } from '../records/freight.ts';
import type { RaceMove, Race } from './race.ts';
import { patch, post, defineRace, remove } from './race-moves.ts';
import type { ApiAnswer, TestService } from '../service/service.ts';

type StoredInvoice = Row<'invoice'>;
type StoredMemo = Row<'credit_memo'>;

const insertOpenInvoice = (home: TestService) => insertInvoice(home);
const voidInvoice = ({ id }: StoredInvoice) => remove(`/v1/invoices/${id}`);
const awaitPayment = ({ id }: StoredInvoice) => post(`/v1/invoices/${id}/mark-awaiting`);
const applyCredit = ({ id }: StoredMemo, invoice: StoredInvoice, amount: number) =>
  post(`/v1/credit-memos/${id}/apply`, { invoiceId: invoice.id, amount });

const pay = (applied: readonly (readonly [StoredInvoice, number])[], more: object = {}) =>
  post('/v1/payments', {
    customerId: applied[0]?.[0].customer_id,
    paymentDate: '2026-11-19',
    applications: applied.map(([{ id }, amount]) => ({ invoiceId: id, amount })),
    ...more,
  });

async function send(home: TestService, { method, target, body }: RaceMove): Promise<ApiAnswer['body']> {
  const answer = await home.request(method, target, body);
  if (answer.status >= 300) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

/** Two invoices of one customer, and credit of $500. */
async function withCredit(home: TestService) {
  const { id: customerId } = await insertCustomer(home);
  const invoice = await insertInvoice(home, { customer_id: customerId });
  const other = await insertInvoice(home, { customer_id: customerId });
  return { invoice, other, memo: await insertMemo(home, { customer_id: customerId }) };
}

/** Creates an invoice that was paid, and the payment. */
async function createPaidInvoice(home: TestService, amount = 2000) {
  const invoice = await insertOpenInvoice(home);
  return { invoice, payment: await send(home, pay([[invoice, amount]])) };
}

/** Creates credit that was applied, and the request that takes it back. */
async function createAppliedCredit(home: TestService) {
  const { invoice, other, memo } = await withCredit(home);
  const { application } = await send(home, applyCredit(memo, invoice, 500));
  return { invoice, other, memo, takeBack: remove(`/v1/credit-memos/${memo.id}/applications/${application.id}`) };
}

const deletePayment = ({ id }: ApiAnswer['body']) => remove(`/v1/payments/${id}`);
const changePayment = ({ id }: ApiAnswer['body'], invoice: StoredInvoice, amount: number) =>
  patch(`/v1/payments/${id}`, { applications: [{ invoiceId: invoice.id, amount }] });

/** Pairs of requests that may reach the same money of a customer at the same moment. */
export const receivableRaces: readonly Race[] = [
  defineRace('two payments of a whole invoice', insertOpenInvoice, (invoice) => [
    pay([[invoice, 2000]]),
    pay([[invoice, 2000]]),
  ]),
  defineRace('two payments of more than half an invoice', insertOpenInvoice, (invoice) => [
    pay([[invoice, 1200]]),
    pay([[invoice, 1300]]),
  ]),
  defineRace('two payments of parts that fit', insertOpenInvoice, (invoice) => [
    pay([[invoice, 700]]),
    pay([[invoice, 800]]),
  ]),
  defineRace('two payments that name the invoices in opposite order', withCredit, ({ invoice, other: second }) => [
    pay([
      [invoice, 2000],
      [second, 2000],
    ]),
    pay([
      [second, 2000],
      [invoice, 2000],
    ]),
  ]),
  defineRace('a payment and a voided invoice', insertOpenInvoice, (invoice) => [
    pay([[invoice, 2000]]),
    voidInvoice(invoice),
  ]),
  defineRace('a payment and a restarted invoice', insertOpenInvoice, (invoice) => [
    pay([[invoice, 500]]),
    awaitPayment(invoice),
  ]),
  defineRace('two voidings', insertOpenInvoice, (invoice) => [voidInvoice(invoice), voidInvoice(invoice)]),
  defineRace('a voided and a restarted invoice', insertOpenInvoice, (invoice) => [
    voidInvoice(invoice),
    awaitPayment(invoice),
  ]),
  defineRace('one credit for two invoices', withCredit, ({ memo, invoice, other: second }) => [
    applyCredit(memo, invoice, 500),
    applyCredit(memo, second, 400),
  ]),
  defineRace('one credit for one invoice, twice', withCredit, ({ memo, invoice }) => [
    applyCredit(memo, invoice, 500),
    applyCredit(memo, invoice, 500),
  ]),
  defineRace('credit and a voided invoice', withCredit, ({ memo, invoice }) => [
    applyCredit(memo, invoice, 500),
    voidInvoice(invoice),
  ]),
  defineRace('credit and its voiding', withCredit, ({ memo, invoice }) => [
    applyCredit(memo, invoice, 500),
    post(`/v1/credit-memos/${memo.id}/void`, {}),
  ]),
  defineRace('two voidings of credit', withCredit, ({ memo }) => [
    post(`/v1/credit-memos/${memo.id}/void`, { reason: 'one' }),
    post(`/v1/credit-memos/${memo.id}/void`, { reason: 'two' }),
  ]),
  defineRace(
    'credit that a payment brings and that is applied elsewhere',
    withCredit,
    ({ memo, invoice, other: second }) => [
      pay([[invoice, 1500]], { creditApplications: [{ creditMemoId: memo.id, amount: 500 }] }),
      applyCredit(memo, second, 500),
    ],
  ),
  defineRace('applied credit taken back twice', createAppliedCredit, ({ takeBack }) => [takeBack, takeBack]),
  defineRace('applied credit taken back and a payment', createAppliedCredit, ({ takeBack, invoice }) => [
    takeBack,
    pay([[invoice, 1500]]),
  ]),
  defineRace('two deletions of a payment', createPaidInvoice, ({ payment }) => [
    deletePayment(payment),
    deletePayment(payment),
  ]),
  defineRace('a deleted and a changed payment', createPaidInvoice, ({ payment, invoice }) => [
    deletePayment(payment),
    changePayment(payment, invoice, 900),
  ]),
  defineRace('two changes of one payment', createPaidInvoice, ({ payment, invoice }) => [
    changePayment(payment, invoice, 900),
    changePayment(payment, invoice, 1100),
  ]),
  defineRace(
    'a deleted payment and another one',
    (home) => createPaidInvoice(home, 1500),
    ({ payment, invoice }) => [deletePayment(payment), pay([[invoice, 500]])],
  ),
];

const generateInvoice = ({ shipment }: ReadyFreight) => post(`/v1/shipments/${shipment.id}/invoice/generate`);
const createInvoice = (order: Row<'freight_order'> | undefined, amount: number) =>
  post('/v1/invoices', { orderId: order?.id, invoiceDate: '2026-11-20', amount });
const generateBatch = ({ shipment }: ReadyFreight): RaceMove => ({
  ...post('/v1/invoices/batch-generate', { shipmentIds: [shipment.id] }),
  isDone: ({ body }) => body.generated.length > 0,
});

type ReadyFreight = Awaited<ReturnType<typeof insertReadyShipment>>;

const insertReadyFreight = (home: TestService) => insertReadyShipment(home);
const insertTwoOrders = (home: TestService) => insertReadyShipment(home, { charges: [120_000, 80_000] });

async function insertProvenFreight(home: TestService): Promise<ReadyFreight> {
  const made = await insertReadyShipment(home, {
    shipment: { billing_status: 'DOCS_NEEDED' },
    order: { billing_status: 'DOCS_NEEDED' },
  });
  await recordProof(home, { shipmentId: made.shipment.id });
  return made;
}

const postToShipment = ({ shipment }: ReadyFreight, verb: string, body?: object) =>
  post(`/v1/shipments/${shipment.id}/${verb}`, body);

/** Pairs of requests that may reach freight to be invoiced at the same moment. */
export const invoicingRaces: readonly Race[] = [
  defineRace('two invoices of one order', insertReadyFreight, ({ order }) => [
    createInvoice(order, 2000),
    createInvoice(order, 2100),
  ]),
  defineRace('invoices of two orders of one shipment', insertTwoOrders, ({ orders: [order, second] }) => [
    createInvoice(order, 1200),
    createInvoice(second, 800),
  ]),
  defineRace('two generated invoices', insertReadyFreight, (freight) => [
    generateInvoice(freight),
    generateInvoice(freight),
  ]),
  defineRace('a generated invoice and one by hand', insertReadyFreight, (freight) => [
    generateInvoice(freight),
    createInvoice(freight.order, 2100),
  ]),
  defineRace('a generated invoice and a batch', insertTwoOrders, (freight) => [
    generateInvoice(freight),
    generateBatch(freight),
  ]),
  defineRace('two batches', insertReadyFreight, (freight) => [generateBatch(freight), generateBatch(freight)]),
  defineRace('a generated invoice and freight held back', insertReadyFreight, (freight) => [
    generateInvoice(freight),
    postToShipment(freight, 'not-ready-to-invoice'),
  ]),
  defineRace('an invoice and another price', insertReadyFreight, (freight) => [
    generateInvoice(freight),
    patch(`/v1/orders/${freight.order.id}`, { charges: [{ chargeCodeId: 1, amount: 1750 }] }),
  ]),
  defineRace('an invoice and a deleted shipment', insertReadyFreight, (freight) => [
    createInvoice(freight.order, 2000),
    remove(`/v1/shipments/${freight.shipment.id}`),
  ]),
  defineRace('two releases', insertProvenFreight, (freight) => [
    postToShipment(freight, 'ready-to-invoice'),
    postToShipment(freight, 'ready-to-invoice'),
  ]),
  defineRace('freight held back twice', insertReadyFreight, (freight) => [
    postToShipment(freight, 'not-ready-to-invoice'),
    postToShipment(freight, 'not-ready-to-invoice'),
  ]),
];
