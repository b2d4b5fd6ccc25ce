import { sql } from 'kysely';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';

type CreditQuery = Pick<CopiedRecords, 'db'>;

/** Credit of customers that was not applied; payees have credit, too. */
function selectOpenCredits({ db }: CreditQuery, customerId: string | undefined) {
  const open = db
    .selectFrom('credit_memo as m')
    // Word for word the condition of the partial index.
    .where(sql<boolean>`m.remaining_cents > 0`)
    .where('m.customer_id', 'is not', null);
  return customerId === undefined ? open : open.where('m.customer_id', '=', customerId);
}

/** Sums the open credit of one customer or of all. */
export const readCreditBalances = (query: CreditQuery, customerId?: string) =>
  selectOpenCredits(query, customerId)
    .select(({ fn }) => [
      'm.customer_id as customerId',
      'm.currency',
      fn.sum<number>('m.remaining_cents').as('unappliedCents'),
    ])
    .groupBy(['m.customer_id', 'm.currency'])
    .$narrowType<{ customerId: string }>()
    .execute();

export type OpenCredit = Awaited<ReturnType<typeof readOpenCredits>>[number];

/** Reads the open credit of one customer, newest first. */
export const readOpenCredits = (query: CreditQuery, customerId: string) =>
  selectOpenCredits(query, customerId)
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
    .orderBy('m.id', 'desc')
    .execute();
