import * as fc from 'fast-check';
import type { ApiAnswer } from '../../support/service/service.ts';
import {
  listRefusals,
  listRecordRefusals,
  defineOperation,
  pick,
  pickMore,
  place,
  share,
  computeShare,
  repeatByWeight,
  toDollars,
} from './operation.ts';
import { billStatus, openOn } from './statuses.ts';
import { type ModelBill, type BillLine, type ModelBillPayment, requireRecord, type World } from './world.ts';

const isPayable = (world: World) => (bill: ModelBill) => billStatus(world, bill) === 'APPROVED_TO_PAY';

const newPayment = fc.record({
  bills: fc.array(fc.record({ bill: place, how: share }), { minLength: 1, maxLength: 3 }),
  mayExceed: fc.boolean(),
});

interface BillShare {
  readonly bill: ModelBill;
  readonly cents: number;
}

const create = defineOperation('pay bills', newPayment, (world, choice) => {
  const shares: BillShare[] = [];
  for (const { bill: at, how } of choice.bills) {
    const isNext = (bill: ModelBill) =>
      bill.payee === (shares[0]?.bill ?? bill).payee && shares.every((line) => line.bill !== bill);
    const choose = shares.length === 0 ? pick : pickMore;
    const bill = choose(world.bills, at, (candidate) => isPayable(world)(candidate) && isNext(candidate));
    if (bill) shares.push({ bill, cents: computeShare(how, openOn(world, bill)) });
  }
  const first = shares[0]?.bill;
  const last = shares.at(-1);
  if (!first || !last) return undefined;
  const excess = Math.max(0, last.cents - openOn(world, last.bill));
  return {
    request: ['POST', '/v1/bill-payments', buildPaymentBody(shares, choice.mayExceed)],
    refusals: listRefusals(
      [shares.some(({ bill }) => bill.gone), 422],
      [new Set(shares.map(({ bill }) => bill)).size < shares.length, 422],
      [shares.some(({ bill }) => !bill.gone && !isPayable(world)(bill)), 409],
      [shares.some(({ bill }) => bill.payee !== first.payee || bill.currency !== first.currency), 422],
      [shares.some(({ bill, cents }) => cents > openOn(world, bill) && (bill !== last.bill || !choice.mayExceed)), 422],
    ),
    after(answer) {
      const lines = toBillLines(answer, shares);
      const carrying = lines.at(-1);
      if (carrying) carrying.excess = excess;
      const { payee, currency } = first;
      const memoId: string | null = answer.overpaymentCreditMemoId;
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
      world.billPayments.push({ id: answer.id, gone: false, payee, currency, lines, memoId });
    },
  };
});

const buildPaymentBody = (shares: readonly BillShare[], allowOverpayment: boolean) => ({
  paymentDate: '2026-11-20',
  applications: shares.map(({ bill, cents }) => ({ billId: bill.id, amount: toDollars(cents) })),
  allowOverpayment,
});

const toBillLines = (answer: ApiAnswer['body'], shares: readonly BillShare[]): BillLine[] =>
  shares.map(({ bill, cents }) => ({ id: findLineId(answer, bill), billId: bill.id, cents, excess: 0 }));

function findLineId(answer: ApiAnswer['body'], bill: ModelBill): string {
  const applications: readonly { id: string; billId: string }[] = answer.applications;
  return applications.find(({ billId }) => billId === bill.id)?.id ?? 'missing';
}

const patched = fc.record({ payment: place, line: place, how: share });

/**
 * Withdraws the overpayment: the last line holds the amount paid above the bills, and a change of it cancels the
 * credit.
 */
function withdrawExcess(world: World, payment: ModelBillPayment, line: BillLine): void {
  if (line.excess === 0) return;
  requireRecord(world.memos, payment.memoId ?? '').isVoid = true;
  payment.memoId = null;
  line.excess = 0;
}

const changeLine = defineOperation(
  'change line of bill payment',
  patched,
  (world, { payment: at, line: lineAt, how }) => {
    const payment = pick(world.billPayments, at);
    const line = payment?.lines[lineAt % payment.lines.length];
    if (!payment || !line) return undefined;
    const open = openOn(world, requireRecord(world.bills, line.billId)) + line.cents - line.excess;
    const cents = computeShare(how, open);
    const isSame = cents === line.cents;
    return {
      request: buildPatch(payment, { id: line.id, amount: toDollars(cents) }),
      refusals: listRecordRefusals(payment, [!isSame && cents > open, 422]),
      after() {
        if (isSame) return;
        withdrawExcess(world, payment, line);
        line.cents = cents;
      },
    };
  },
);

const removeLine = defineOperation('remove line of bill payment', patched, (world, { payment: at, line: lineAt }) => {
  const payment = pick(world.billPayments, at, ({ lines }) => lines.length > 1);
  const line = payment?.lines[lineAt % payment.lines.length];
  if (!payment || !line) return undefined;
  return {
    request: buildPatch(payment, { id: line.id, delete: true }),
    refusals: listRecordRefusals(payment, [payment.lines.length === 1, 422]),
    after() {
      withdrawExcess(world, payment, line);
      payment.lines = payment.lines.filter((other) => other !== line);
    },
  };
});

const canAddBill = (world: World, payment: ModelBillPayment | undefined, bill: ModelBill): boolean =>
  isPayable(world)(bill) &&
  bill.payee === payment?.payee &&
  payment.lines.every(({ billId, excess }) => billId !== bill.id && excess === 0);

const addLine = defineOperation('add line to bill payment', patched, (world, { payment: at, line: billAt, how }) => {
  const payment = pick(world.billPayments, at);
  const bill = pick(world.bills, billAt, (candidate) => canAddBill(world, payment, candidate));
  if (!payment || !bill) return undefined;
  const cents = computeShare(how, openOn(world, bill));
  const isCovered = payment.lines.some(({ billId }) => billId === bill.id);
  return {
    request: buildPatch(payment, { billId: bill.id, amount: toDollars(cents) }),
    refusals: listRecordRefusals(
      payment,
      [bill.gone || isCovered, 422],
      [!bill.gone && !isPayable(world)(bill), 409],
      [bill.payee !== payment.payee || bill.currency !== payment.currency, 422],
      [cents > openOn(world, bill), 422],
      // The excess belongs to the last line, which another one would take the place of.
      [payment.lines.some(({ excess }) => excess > 0), 409],
    ),
    after(answer) {
      payment.lines = [...payment.lines, ...toBillLines(answer, [{ bill, cents }])];
    },
  };
});

const buildPatch = ({ id }: ModelBillPayment, application: object) =>
  ['PATCH', `/v1/bill-payments/${id}`, { applications: [application] }] as const;

const annotate = defineOperation('annotate bill payment', fc.record({ payment: place }), (world, choice) => {
  const payment = pick(world.billPayments, choice.payment);
  if (!payment) return undefined;
  const change = { paymentDate: '2026-11-19', reference: 'wire 7' };
  return {
    request: ['PATCH', `/v1/bill-payments/${payment.id}`, change],
    refusals: listRecordRefusals(payment),
    after() {},
  };
});

const remove = defineOperation('delete bill payment', fc.record({ payment: place }), (world, choice) => {
  const payment = pick(world.billPayments, choice.payment);
  if (!payment) return undefined;
  return {
    request: ['DELETE', `/v1/bill-payments/${payment.id}`],
    refusals: listRecordRefusals(payment),
    after() {
      for (const line of payment.lines) withdrawExcess(world, payment, line);
      payment.gone = true;
    },
  };
});

export const billPaymentOperations = repeatByWeight(
  [create, 4],
  [changeLine, 2],
  [removeLine, 1],
  [addLine, 2],
  [annotate, 1],
  [remove, 1],
);
