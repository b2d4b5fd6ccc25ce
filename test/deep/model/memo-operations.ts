import * as fc from 'fast-check';
import {
  listRefusals,
  cents,
  pickCustomer,
  defineOperation,
  otherCurrency,
  pick,
  pickMore,
  place,
  share,
  computeShare,
  repeatByWeight,
  toDollars,
} from './operation.ts';
import { computeRemainingCredit, computeOwed, sumUsedCredit } from './statuses.ts';
import type { Memo } from './world.ts';

const newMemo = fc.record({
  customer: place,
  amount: cents,
  currency: otherCurrency,
});

export const createMemo = defineOperation(
  'create credit memo',
  newMemo,
  (world, { customer: at, amount, currency: chosenCurrency }) => {
    const customer = pickCustomer(world, at);
    if (!customer) return undefined;
    const input = { customerId: customer.id, amount: toDollars(amount), memoDate: '2026-11-12' };
    return {
      request: ['POST', '/v1/credit-memos', { ...input, ...(chosenCurrency && { currency: chosenCurrency }) }],
      refusals: [],
      after({ id }) {
        const currency = chosenCurrency ?? customer.currency;
        world.memos.push({ id, gone: false, customer, currency, amount, isVoid: false, credits: [] });
      },
    };
  },
);

const applied = fc.record({ memo: place, invoice: place, how: share });

const apply = defineOperation('apply credit', applied, (world, { memo: memoAt, invoice: invoiceAt, how }) => {
  const memo = pick(
    world.memos,
    memoAt,
    (candidate) => computeRemainingCredit(candidate) > 0 && candidate.customer !== null,
  );
  const invoice = pickMore(
    world.invoices,
    invoiceAt,
    (candidate) =>
      computeOwed(world, candidate) > 0 &&
      candidate.customer === memo?.customer &&
      candidate.currency === memo.currency,
  );
  if (!memo || !invoice) return undefined;
  const amount = computeShare(how, Math.min(computeRemainingCredit(memo), computeOwed(world, invoice)));
  const isUnfit = memo.customer !== invoice.customer || memo.currency !== invoice.currency;
  return {
    request: ['POST', `/v1/credit-memos/${memo.id}/apply`, { invoiceId: invoice.id, amount: toDollars(amount) }],
    refusals: invoice.gone
      ? [422]
      : listRefusals(
          [memo.isVoid || isUnfit, 409],
          [amount > computeRemainingCredit(memo) || amount > computeOwed(world, invoice), 409],
        ),
    after() {
      memo.credits.push({ invoiceId: invoice.id, cents: amount, paymentId: null });
    },
  };
});

const isUsed = (memo: Memo): boolean => sumUsedCredit(memo) > 0;

const unapply = defineOperation('unapply credit', fc.record({ memo: place, credit: place }), (world, choice) => {
  const memo = pickMore(world.memos, choice.memo, isUsed);
  if (!memo) return undefined;
  const credit = memo.credits[choice.credit % Math.max(1, memo.credits.length)];
  return {
    async request(caller) {
      const { body } = await caller.request('GET', `/v1/credit-memos/${memo.id}/applications`);
      const line = body.data.find(
        (line: { invoiceId: string; paymentId: string | null; amount: number }) =>
          line.invoiceId === credit?.invoiceId &&
          line.paymentId === credit.paymentId &&
          line.amount === toDollars(credit.cents),
      );
      return ['DELETE', `/v1/credit-memos/${memo.id}/applications/${line?.id ?? memo.id}`];
    },
    refusals: listRefusals([credit === undefined, 404]),
    after() {
      memo.credits = memo.credits.filter((other) => other !== credit);
    },
  };
});

const voidIt = defineOperation('void credit memo', fc.record({ memo: place }), (world, choice) => {
  const memo = pick(world.memos, choice.memo, (candidate) => !isUsed(candidate));
  if (!memo) return undefined;
  return {
    request: ['POST', `/v1/credit-memos/${memo.id}/void`],
    refusals: listRefusals([memo.isVoid || isUsed(memo), 409]),
    after() {
      memo.isVoid = true;
    },
  };
});

export const memoOperations = repeatByWeight([createMemo, 2], [apply, 3], [unapply, 1], [voidIt, 1]);
