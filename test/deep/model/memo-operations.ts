import * as fc from 'fast-check';
import {
  broken,
  cents,
  customerAt,
  operation,
  otherCurrency,
  pick,
  pickMore,
  place,
  share,
  shareOf,
  weighted,
  wire,
} from './operation.ts';
import { leftOf, owedOn, usedOf } from './standing.ts';
import type { Memo } from './world.ts';

const newMemo = fc.record({
  customer: place,
  amount: cents,
  currency: otherCurrency,
});

export const createMemo = operation(
  'create credit memo',
  newMemo,
  (world, { customer: at, amount, currency: named }) => {
    const customer = customerAt(world, at);
    if (!customer) return undefined;
    const given = { customerId: customer.id, amount: wire(amount), memoDate: '2026-11-12' };
    return {
      request: ['POST', '/v1/credit-memos', { ...given, ...(named && { currency: named }) }],
      refusals: [],
      after({ id }) {
        const currency = named ?? customer.currency;
        world.memos.push({ id, gone: false, customer, currency, amount, isVoid: false, credits: [] });
      },
    };
  },
);

const applied = fc.record({ memo: place, invoice: place, how: share });

const apply = operation('apply credit', applied, (world, { memo: memoAt, invoice: invoiceAt, how }) => {
  const memo = pick(world.memos, memoAt, (one) => leftOf(one) > 0 && one.customer !== null);
  const invoice = pickMore(
    world.invoices,
    invoiceAt,
    (one) => owedOn(world, one) > 0 && one.customer === memo?.customer && one.currency === memo.currency,
  );
  if (!memo || !invoice) return undefined;
  const amount = shareOf(how, Math.min(leftOf(memo), owedOn(world, invoice)));
  const isUnfit = memo.customer !== invoice.customer || memo.currency !== invoice.currency;
  return {
    request: ['POST', `/v1/credit-memos/${memo.id}/apply`, { invoiceId: invoice.id, amount: wire(amount) }],
    refusals: invoice.gone
      ? [422]
      : broken([memo.isVoid || isUnfit, 409], [amount > leftOf(memo) || amount > owedOn(world, invoice), 409]),
    after() {
      memo.credits.push({ invoiceId: invoice.id, cents: amount, paymentId: null });
    },
  };
});

const isUsed = (memo: Memo): boolean => usedOf(memo) > 0;

const unapply = operation('unapply credit', fc.record({ memo: place, credit: place }), (world, choice) => {
  const memo = pickMore(world.memos, choice.memo, isUsed);
  if (!memo) return undefined;
  const credit = memo.credits[choice.credit % Math.max(1, memo.credits.length)];
  return {
    async request(caller) {
      const { body } = await caller.request('GET', `/v1/credit-memos/${memo.id}/applications`);
      const shown = body.data.find(
        (line: { invoiceId: string; paymentId: string | null; amount: number }) =>
          line.invoiceId === credit?.invoiceId &&
          line.paymentId === credit.paymentId &&
          line.amount === wire(credit.cents),
      );
      return ['DELETE', `/v1/credit-memos/${memo.id}/applications/${shown?.id ?? memo.id}`];
    },
    refusals: broken([credit === undefined, 404]),
    after() {
      memo.credits = memo.credits.filter((other) => other !== credit);
    },
  };
});

const voidIt = operation('void credit memo', fc.record({ memo: place }), (world, choice) => {
  const memo = pick(world.memos, choice.memo, (one) => !isUsed(one));
  if (!memo) return undefined;
  return {
    request: ['POST', `/v1/credit-memos/${memo.id}/void`],
    refusals: broken([memo.isVoid || isUsed(memo), 409]),
    after() {
      memo.isVoid = true;
    },
  };
});

export const memoOperations = weighted([createMemo, 2], [apply, 3], [unapply, 1], [voidIt, 1]);
