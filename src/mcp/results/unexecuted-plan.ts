import { formatMoney, fromCents, sumByCurrency, toCents } from '../../domain/money/money.ts';
import type { WaybillError } from '../../errors.ts';
import type { UnexecutedPlan, PlanView } from './result.ts';

const unexecutedPlans = new WeakMap<WaybillError, UnexecutedPlan>();

/** Attaches the request that was not carried out to an error. Returns the same error, to be thrown. */
export function withUnexecutedPlan(error: WaybillError, plan: Pick<PlanView, 'title' | 'money'>): WaybillError {
  unexecutedPlans.set(error, toUnexecutedPlan(plan));
  return error;
}

export const getUnexecutedPlan = (error: WaybillError): UnexecutedPlan | undefined => unexecutedPlans.get(error);

/** Summarizes the plan that an approval would have carried out. */
export const toUnexecutedPlan = ({ title, money }: Pick<PlanView, 'title' | 'money'>): UnexecutedPlan => ({
  title,
  money,
});

/**
 * Formats `Requested: Approve bill BILL-1042 for payment ($1,200.00).` Money that the title names is not repeated.
 */
export function formatUnexecutedPlan({ title, money }: UnexecutedPlan): string {
  const amounts = formatAmounts(money).filter((amount) => !title.includes(amount));
  return `Requested: ${title}${amounts.length > 0 ? ` (${amounts.join(' and ')})` : ''}.`;
}

/** Sums amounts, each currency by itself. */
export const sumAmounts = (money: PlanView['money']): PlanView['money'] =>
  sumByCurrency(money.map(({ amount, currency }) => ({ amountCents: toCents(amount), currency }))).map(
    ({ amountCents, currency }) => ({ currency, amount: fromCents(amountCents) }),
  );

export const formatAmounts = (money: PlanView['money']): readonly string[] =>
  money.map(({ amount, currency }) => formatMoney(toCents(amount), currency));
