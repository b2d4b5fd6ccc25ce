import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { onBothDatabases } from '../../support/stores/databases.ts';
import { insertBill, insertCarrier, insertCustomer, insertInvoice } from '../../support/records/fixtures.ts';
import { listBrokenSums, insertMemo } from '../../support/records/ledger.ts';
import { type ApiAnswer, startService, type TestService } from '../../support/service/service.ts';

/** One step of a bookkeeper who does anything, sensible or not: which record, which other one, how much. */
const step = fc.record({
  action: fc.constantFrom(
    'pay',
    'pay',
    'payWithCredit',
    'payWithCredit',
    'changePayment',
    'changeCredit',
    'deletePayment',
    'apply',
    'unapply',
    'voidMemo',
    'voidInvoice',
    'payBills',
    'payBills',
    'overpayBills',
    'changeBillPayment',
    'removeFromBillPayment',
    'addToBillPayment',
    'deleteBillPayment',
    'revert',
  ),
  one: fc.nat({ max: 5 }),
  other: fc.nat({ max: 5 }),
  amount: fc.integer({ min: 1, max: 40_000 }).map((cents) => cents / 100),
});
type LedgerStep = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Books {
  readonly api: TestService;
  readonly customerId: string;
  readonly invoices: readonly string[];
  readonly memos: readonly string[];
  readonly bills: readonly string[];
  readonly payments: string[];
  readonly billPayments: string[];
}

async function openBooks(api: TestService): Promise<Books> {
  const customer = await insertCustomer(api);
  const carrier = await insertCarrier(api);
  const books = { invoices: [] as string[], memos: [] as string[], bills: [] as string[] };
  for (const amount of [500_000, 123_456, 20_050, 9_900]) {
    books.invoices.push((await insertInvoice(api, { customer_id: customer.id, amount_cents: amount })).id);
    books.memos.push((await insertMemo(api, { customer_id: customer.id, amount_cents: amount })).id);
    const bill = await insertBill(api, { carrier_id: carrier.id, amount_cents: amount, status: 'APPROVED_TO_PAY' });
    books.bills.push(bill.id);
  }
  return { api, customerId: customer.id, ...books, payments: [], billPayments: [] };
}

/** Returns the last id: steps that end a record use only that one, so that the walk goes on. */
const getLast = (ids: readonly string[]) => ids.at(-1) ?? 'none';
const getNth = (ids: readonly string[], index: number) => ids[index % ids.length] ?? 'none';

/** Builds applications to two records; the same record twice is one of the mistakes that must be refused. */
const buildTwoApplications = (
  name: 'billId' | 'invoiceId',
  ids: readonly string[],
  { one, other, amount }: LedgerStep,
) => [{ [name]: getNth(ids, one), amount }, ...(other % 2 === 0 ? [] : [{ [name]: getNth(ids, other), amount: 1 }])];

async function take(books: Books, { action, one, other, amount }: LedgerStep): Promise<ApiAnswer> {
  const { api, customerId, invoices, memos, bills, payments, billPayments } = books;
  const chosen = { action, one, other, amount };
  const creditApplications = [{ creditMemoId: getNth(memos, other), amount }];
  const payment = {
    customerId,
    paymentDate: '2026-11-20',
    applications: buildTwoApplications('invoiceId', invoices, chosen),
  };
  const payOut = { paymentDate: '2026-11-20', applications: buildTwoApplications('billId', bills, chosen) };
  const paymentPath = `/v1/payments/${getNth(payments, one)}`;
  const payOutPath = `/v1/bill-payments/${getNth(billPayments, one)}`;
  const memoPath = `/v1/credit-memos/${getNth(memos, one)}`;
  const findApplication = async (path: string, list: string) =>
    (await api.request('GET', path)).body[list]?.[0]?.id ?? 'none';
  const buildEntry = async () => ({ id: await findApplication(payOutPath, 'applications') });
  const steps: Record<LedgerStep['action'], () => Promise<ApiAnswer>> = {
    pay: () => api.request('POST', '/v1/payments', payment),
    payWithCredit: () => api.request('POST', '/v1/payments', { ...payment, creditApplications }),
    changePayment: () => api.request('PATCH', paymentPath, { applications: payment.applications }),
    changeCredit: () => api.request('PATCH', paymentPath, { creditApplications }),
    deletePayment: () => api.request('DELETE', paymentPath),
    apply: () => api.request('POST', `${memoPath}/apply`, { invoiceId: getNth(invoices, other), amount }),
    unapply: async () =>
      api.request('DELETE', `${memoPath}/applications/${await findApplication(memoPath, 'applications')}`),
    voidMemo: () => api.request('POST', `/v1/credit-memos/${getLast(memos)}/void`),
    voidInvoice: () => api.request('DELETE', `/v1/invoices/${getLast(invoices)}`),
    payBills: () => api.request('POST', '/v1/bill-payments', payOut),
    overpayBills: () => api.request('POST', '/v1/bill-payments', { ...payOut, allowOverpayment: true }),
    changeBillPayment: async () =>
      api.request('PATCH', payOutPath, { applications: [{ ...(await buildEntry()), amount }] }),
    removeFromBillPayment: async () =>
      api.request('PATCH', payOutPath, { applications: [{ ...(await buildEntry()), delete: true }] }),
    addToBillPayment: () =>
      api.request('PATCH', payOutPath, { applications: [{ billId: getNth(bills, other), amount }] }),
    deleteBillPayment: () => api.request('DELETE', payOutPath),
    revert: () => api.request('POST', `/v1/bills/${getLast(bills)}/revert`),
  };
  const answer = await steps[action]();
  if (answer.status === 201) (action.includes('Bill') ? billPayments : payments).push(answer.body.id);
  return answer;
}

onBothDatabases('the ledgers', (database) => {
  test('whatever is recorded, changed and taken back, in whatever order, the sums agree', async () => {
    await using api = await startService(database);

    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40, size: 'max' }), async (steps) => {
        const books = await openBooks(api);
        for (const chosen of steps) {
          const { status } = await take(books, chosen);
          // Nothing that a bookkeeper does is a failure of the service.
          expect([200, 201, 204, 400, 404, 409, 422]).toContain(status);
        }
        expect(await listBrokenSums(api)).toEqual([]);
      }),
      { numRuns: 6 },
    );
  });
});
