import { type AccountFacts, type CallReason, reasonsToCall } from '../../src/domain/parties/collection.ts';
import type { OnDay } from '../copied/measure-sql.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { type OpenBalance, readOpenBalances } from '../customers/open-balances.ts';
import { readCreditBalances } from './open-credits.ts';
import { readPayHabits } from './pay-habits.ts';
import { readShortPaid, type ShortPaid } from './short-paid.ts';

/** What one customer owes in one currency, and how it pays. */
export interface CustomerAccount extends AccountFacts, Pick<OpenBalance, 'customerId' | 'currency'> {
  readonly openCount: number;
  readonly openCents: number;
  readonly shortPaid: readonly ShortPaid[];
  readonly reasons: readonly CallReason[];
}

/** Days of a customer's payment term; null where it has none. */
type TermDays = (customerId: string) => number | null;

/** Reads every customer with something open or with credit that was not applied, or the one that is named. */
export async function readCustomerAccounts(
  records: CopiedRecords,
  onDay: OnDay,
  termDays: TermDays,
  customerId?: string,
): Promise<readonly CustomerAccount[]> {
  const [balances, credits, shortPaid, habitOf] = await Promise.all([
    readOpenBalances(records, onDay, customerId),
    readCreditBalances(records, customerId),
    readShortPaid(records, onDay, customerId),
    readPayHabits(records, onDay, customerId),
  ]);
  const [balanceOf, creditOf] = [indexed(balances), indexed(credits)];
  const shortPaidOf = Map.groupBy(shortPaid, keyOf);
  const owners = new Map([...balances, ...credits].map((owner) => [keyOf(owner), owner]));
  return [...owners].map(([key, { customerId: id, currency }]) => {
    const balance = balanceOf.get(key);
    const facts: AccountFacts = {
      overdueCents: balance?.overdueCents ?? 0,
      oldestDays: balance?.oldestDays ?? null,
      shortPaidCount: balance?.shortPaidCount ?? 0,
      unappliedCents: creditOf.get(key)?.unappliedCents ?? 0,
      daysToPay: habitOf(id, currency),
      termDays: termDays(id),
    };
    return {
      ...facts,
      customerId: id,
      currency,
      openCount: balance?.openCount ?? 0,
      openCents: balance?.openCents ?? 0,
      shortPaid: shortPaidOf.get(key) ?? [],
      reasons: reasonsToCall(facts),
    };
  });
}

interface Owner {
  readonly customerId: string;
  readonly currency: string;
}

const keyOf = ({ customerId, currency }: Owner): string => `${customerId} ${currency}`;

const indexed = <Row extends Owner>(rows: readonly Row[]): ReadonlyMap<string, Row> =>
  new Map(rows.map((row) => [keyOf(row), row]));
