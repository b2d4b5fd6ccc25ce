import { formatMoney, toCents } from '../../domain/money/money.ts';
import type { WaybillError } from '../../errors.ts';
import type { AtStake, PlanView } from './result.ts';

const stakes = new WeakMap<WaybillError, AtStake>();

/** Says with an error what was asked for and not done; the same error is returned, to be thrown. */
export function withStake(error: WaybillError, plan: Pick<PlanView, 'title' | 'money'>): WaybillError {
  stakes.set(error, toStake(plan));
  return error;
}

export const getStake = (error: WaybillError): AtStake | undefined => stakes.get(error);

/** Returns what a yes would have done, in few words. */
export const toStake = ({ title, money }: Pick<PlanView, 'title' | 'money'>): AtStake => ({ title, money });

/**
 * Formats `At stake was: Approve bill BILL-1042 for payment: $1,200.00.` Money that the title names is not repeated.
 */
export function formatStake({ title, money }: AtStake): string {
  const amounts = formatAmounts(money).filter((amount) => !title.includes(amount));
  return `At stake was: ${title}${amounts.length > 0 ? ` (${amounts.join(' and ')})` : ''}.`;
}

export const formatAmounts = (money: PlanView['money']): readonly string[] =>
  money.map(({ amount, currency }) => formatMoney(toCents(amount), currency));
