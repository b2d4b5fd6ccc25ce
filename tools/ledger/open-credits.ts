import type { InferResult } from 'kysely';
import { matchRule } from '../../src/copy-tables/conditions.ts';
import { openCredit } from '../../src/domain/money/credit-memo.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';

type CreditQuery = Pick<CopiedRecords, 'db'>;

/** Selects credit of customers that was not applied; payees have credit, too. */
function selectUnapplied({ db }: CreditQuery, customerId: string | undefined) {
  const open = db
    .selectFrom('credit_memo as m')
    .where(matchRule(openCredit, 'm'))
    .where('m.customer_id', 'is not', null);
  return customerId === undefined ? open : open.where('m.customer_id', '=', customerId);
}

/** Selects sums of the open credit of one customer or of all. */
export const selectCreditBalances = (query: CreditQuery, customerId?: string) =>
  selectUnapplied(query, customerId)
    .select(({ fn }) => [
      'm.customer_id as customerId',
      'm.currency',
      fn.sum<number>('m.remaining_cents').as('unappliedCents'),
    ])
    .groupBy(['m.customer_id', 'm.currency'])
    .$narrowType<{ customerId: string }>();

export type OpenCredit = InferResult<ReturnType<typeof selectOpenCredits>>[number];

/** Selects the open credit of one customer, newest first. */
export const selectOpenCredits = (query: CreditQuery, customerId: string) =>
  selectUnapplied(query, customerId)
    .select([
      'm.id',
      'm.friendly_id as friendlyId',
      'm.memo_date as memoDate',
      'm.currency',
      'm.amount_cents as amountCents',
      'm.remaining_cents as remainingCents',
      'm.notes',
    ])
    .orderBy('m.created_at', 'desc')
    .orderBy('m.id', 'desc');
