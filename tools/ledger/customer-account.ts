import { type AccountSnapshot, type CallReason, listReasonsToCall } from '../../src/domain/parties/collection.ts';
import type { OnDay } from '../copied/measure-sql.ts';
import type { CopiedRecords, RowsOfQueries } from '../../src/mcp/tool/records-copy.ts';
import { type OpenBalance, selectOpenBalances, toOpenBalances } from '../customers/open-balances.ts';
import { selectCreditBalances } from './open-credits.ts';
import { selectPayHabits, toPayHabits } from './pay-habits.ts';
import { selectShortPaid, type ShortPaid } from './short-paid.ts';

/** A customer's open amounts in one currency, and how it pays. */
export interface CustomerAccount extends AccountSnapshot, Pick<OpenBalance, 'customerId' | 'currency'> {
  readonly openCount: number;
  readonly openCents: number;
  readonly shortPaid: readonly ShortPaid[];
  readonly reasons: readonly CallReason[];
}

/** Days of a customer's payment term; null if it has none. */
type TermDays = (customerId: string) => number | null;

/** Selects what the accounts of one customer or of all are made of; read together they are of one moment. */
export const selectCustomerAccounts = (records: Pick<CopiedRecords, 'db'>, onDay: OnDay, customerId?: string) => ({
  balances: selectOpenBalances(records, onDay, customerId),
  creditBalances: selectCreditBalances(records, customerId),
  shortPaid: selectShortPaid(records, onDay, customerId),
  payHabits: selectPayHabits(records, onDay, customerId),
});

/** Builds the account of every customer with something open or with credit that was not applied. */
export function toCustomerAccounts(
  rows: RowsOfQueries<ReturnType<typeof selectCustomerAccounts>>,
  onDay: OnDay,
  termDays: TermDays,
): readonly CustomerAccount[] {
  const { creditBalances: credits, shortPaid } = rows;
  const balances = toOpenBalances(rows.balances, onDay);
  const findHabit = toPayHabits(rows.payHabits);
  const [balanceOf, creditOf] = [groupByAccount(balances), groupByAccount(credits)];
  const shortPaidOf = Map.groupBy(shortPaid, toAccountKey);
  const owners = new Map([...balances, ...credits].map((owner) => [toAccountKey(owner), owner]));
  return [...owners].map(([key, { customerId: id, currency }]) => {
    const balance = balanceOf.get(key);
    const snapshot: AccountSnapshot = {
      overdueCents: balance?.overdueCents ?? 0,
      oldestDays: balance?.oldestDays ?? null,
      shortPaidCount: balance?.shortPaidCount ?? 0,
      unappliedCents: creditOf.get(key)?.unappliedCents ?? 0,
      daysToPay: findHabit(id, currency),
      termDays: termDays(id),
    };
    return {
      ...snapshot,
      customerId: id,
      currency,
      openCount: balance?.openCount ?? 0,
      openCents: balance?.openCents ?? 0,
      shortPaid: shortPaidOf.get(key) ?? [],
      reasons: listReasonsToCall(snapshot),
    };
  });
}

interface AccountOwner {
  readonly customerId: string;
  readonly currency: string;
}

const toAccountKey = ({ customerId, currency }: AccountOwner): string => `${customerId} ${currency}`;

const groupByAccount = <Row extends AccountOwner>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [toAccountKey(row), row]));
