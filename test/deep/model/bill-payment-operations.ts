import * as fc from 'fast-check';
import type { ApiAnswer } from '../../support/service/service.ts';
import { broken, missing, operation, pick, pickMore, place, share, shareOf, weighted, wire } from './operation.ts';
import { billStatus, openOn } from './standing.ts';
import { type Bill, type BillLine, type BillPayment, must, type World } from './world.ts';

const isPayable = (world: World) => (bill: Bill) => billStatus(world, bill) === 'APPROVED_TO_PAY';

const newPayment = fc.record({
  bills: fc.array(fc.record({ bill: place, how: share }), { minLength: 1, maxLength: 3 }),
  mayExceed: fc.boolean(),
});

interface Wanted {
  readonly bill: Bill;
  readonly cents: number;
}

const create = operation('pay bills', newPayment, (world, choice) => {
  const wanted: Wanted[] = [];
  for (const { bill: at, how } of choice.bills) {
    const isNext = (bill: Bill) =>
      bill.payee === (wanted[0]?.bill ?? bill).payee && wanted.every((line) => line.bill !== bill);
    const choose = wanted.length === 0 ? pick : pickMore;
    const bill = choose(world.bills, at, (one) => isPayable(world)(one) && isNext(one));
    if (bill) wanted.push({ bill, cents: shareOf(how, openOn(world, bill)) });
  }
  const first = wanted[0]?.bill;
  const last = wanted.at(-1);
  if (!first || !last) return undefined;
  const excess = Math.max(0, last.cents - openOn(world, last.bill));
  return {
    request: ['POST', '/v1/bill-payments', body(wanted, choice.mayExceed)],
    refusals: broken(
      [wanted.some(({ bill }) => bill.gone), 422],
      [new Set(wanted.map(({ bill }) => bill)).size < wanted.length, 422],
      [wanted.some(({ bill }) => !bill.gone && !isPayable(world)(bill)), 409],
      [wanted.some(({ bill }) => bill.payee !== first.payee || bill.currency !== first.currency), 422],
      [wanted.some(({ bill, cents }) => cents > openOn(world, bill) && (bill !== last.bill || !choice.mayExceed)), 422],
    ),
    after(shown) {
      const lines = linesOf(shown, wanted);
      const carrying = lines.at(-1);
      if (carrying) carrying.excess = excess;
      const { payee, currency } = first;
      const memoId: string | null = shown.overpaymentCreditMemoId;
      if (excess > 0 && memoId !== null)
        world.memos.push({
          id: memoId,
          gone: false,
          customer: null,
          currency,
          amount: excess,
          isVoid: false,
          credits: [],
        });
      world.billPayments.push({ id: shown.id, gone: false, payee, currency, lines, memoId });
    },
  };
});

const body = (wanted: readonly Wanted[], allowOverpayment: boolean) => ({
  paymentDate: '2026-11-20',
  applications: wanted.map(({ bill, cents }) => ({ billId: bill.id, amount: wire(cents) })),
  allowOverpayment,
});

const linesOf = (shown: ApiAnswer['body'], wanted: readonly Wanted[]): BillLine[] =>
  wanted.map(({ bill, cents }) => ({ id: lineIdOf(shown, bill), billId: bill.id, cents, excess: 0 }));

function lineIdOf(shown: ApiAnswer['body'], bill: Bill): string {
  const applications: readonly { id: string; billId: string }[] = shown.applications;
  return applications.find(({ billId }) => billId === bill.id)?.id ?? 'missing';
}

const patched = fc.record({ payment: place, line: place, how: share });

/** The last line holds what was paid above the bills: a change of it takes the credit back. */
function withdrawExcess(world: World, payment: BillPayment, line: BillLine): void {
  if (line.excess === 0) return;
  must(world.memos, payment.memoId ?? '').isVoid = true;
  payment.memoId = null;
  line.excess = 0;
}

const changeLine = operation('change line of bill payment', patched, (world, { payment: at, line: lineAt, how }) => {
  const payment = pick(world.billPayments, at);
  const line = payment?.lines[lineAt % payment.lines.length];
  if (!payment || !line) return undefined;
  const open = openOn(world, must(world.bills, line.billId)) + line.cents - line.excess;
  const cents = shareOf(how, open);
  const isSame = cents === line.cents;
  return {
    request: patch(payment, { id: line.id, amount: wire(cents) }),
    refusals: missing(payment, [!isSame && cents > open, 422]),
    after() {
      if (isSame) return;
      withdrawExcess(world, payment, line);
      line.cents = cents;
    },
  };
});

const removeLine = operation('remove line of bill payment', patched, (world, { payment: at, line: lineAt }) => {
  const payment = pick(world.billPayments, at, ({ lines }) => lines.length > 1);
  const line = payment?.lines[lineAt % payment.lines.length];
  if (!payment || !line) return undefined;
  return {
    request: patch(payment, { id: line.id, delete: true }),
    refusals: missing(payment, [payment.lines.length === 1, 422]),
    after() {
      withdrawExcess(world, payment, line);
      payment.lines = payment.lines.filter((other) => other !== line);
    },
  };
});

const mayBeAdded = (world: World, payment: BillPayment | undefined, bill: Bill): boolean =>
  isPayable(world)(bill) &&
  bill.payee === payment?.payee &&
  payment.lines.every(({ billId, excess }) => billId !== bill.id && excess === 0);

const addLine = operation('add line to bill payment', patched, (world, { payment: at, line: billAt, how }) => {
  const payment = pick(world.billPayments, at);
  const bill = pick(world.bills, billAt, (one) => mayBeAdded(world, payment, one));
  if (!payment || !bill) return undefined;
  const cents = shareOf(how, openOn(world, bill));
  const isCovered = payment.lines.some(({ billId }) => billId === bill.id);
  return {
    request: patch(payment, { billId: bill.id, amount: wire(cents) }),
    refusals: missing(
      payment,
      [bill.gone || isCovered, 422],
      [!bill.gone && !isPayable(world)(bill), 409],
      [bill.payee !== payment.payee || bill.currency !== payment.currency, 422],
      [cents > openOn(world, bill), 422],
      // The excess belongs to the last line, which another one would take the place of.
      [payment.lines.some(({ excess }) => excess > 0), 409],
    ),
    after(shown) {
      payment.lines = [...payment.lines, ...linesOf(shown, [{ bill, cents }])];
    },
  };
});

const patch = ({ id }: BillPayment, application: object) =>
  ['PATCH', `/v1/bill-payments/${id}`, { applications: [application] }] as const;

const annotate = operation('annotate bill payment', fc.record({ payment: place }), (world, choice) => {
  const payment = pick(world.billPayments, choice.payment);
  if (!payment) return undefined;
  const change = { paymentDate: '2026-11-19', reference: 'wire 7' };
  return { request: ['PATCH', `/v1/bill-payments/${payment.id}`, change], refusals: missing(payment), after() {} };
});

const remove = operation('delete bill payment', fc.record({ payment: place }), (world, choice) => {
  const payment = pick(world.billPayments, choice.payment);
  if (!payment) return undefined;
  return {
    request: ['DELETE', `/v1/bill-payments/${payment.id}`],
    refusals: missing(payment),
    after() {
      for (const line of payment.lines) withdrawExcess(world, payment, line);
      payment.gone = true;
    },
  };
});

export const billPaymentOperations = weighted(
  [create, 4],
  [changeLine, 2],
  [removeLine, 1],
  [addLine, 2],
  [annotate, 1],
  [remove, 1],
);
