import { formatMoney, toCents } from '../../domain/money/money.ts';
import type { WaybillError } from '../../errors.ts';
import type { AtStake, PlanView } from './result.ts';

const stakes = new WeakMap<WaybillError, AtStake>();

/** Says with an error what was asked for and not done; the same error is returned, to be thrown. */
export function withStake(error: WaybillError, plan: Pick<PlanView, 'title' | 'money'>): WaybillError {
  stakes.set(error, stakeIn(plan));
  return error;
}

export const stakeOf = (error: WaybillError): AtStake | undefined => stakes.get(error);

/** What a yes would have done, in few words. */
export const stakeIn = ({ title, money }: Pick<PlanView, 'title' | 'money'>): AtStake => ({ title, money });

/** `At stake was: Approve bill BILL-1042 for payment: $1,200.00.` Money that the title names is not said twice. */
export function stakeText({ title, money }: AtStake): string {
  const amounts = moneyTexts(money).filter((amount) => !title.includes(amount));
  return `At stake was: ${title}${amounts.length > 0 ? ` (${amounts.join(' and ')})` : ''}.`;
}

export const moneyTexts = (money: PlanView['money']): readonly string[] =>
  money.map(({ amount, currency }) => formatMoney(toCents(amount), currency));
