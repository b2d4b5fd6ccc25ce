import { isEqualWhereAsked } from '../copied/conditions.ts';
import { type Reader, rowsOf } from '../copied/rows.ts';

/** Credit of customers that was not applied; payees have credit, too. */
const isOpen = 'm.remaining_cents > 0 and m.customer_id is not null';

export interface CreditBalance {
  readonly customerId: string;
  readonly currency: string;
  readonly unappliedCents: number;
}

/** Of one customer or of all. */
export async function creditBalances(read: Reader, customerId?: string): Promise<readonly CreditBalance[]> {
  const whose = isEqualWhereAsked('m.customer_id', customerId);
  return rowsOf<CreditBalance>(
    read,
    `select m.customer_id as customerId, m.currency, sum(m.remaining_cents) as unappliedCents
    from credit_memo m where ${isOpen} and ${whose.text} group by m.customer_id, m.currency`,
    whose.values,
  );
}

export interface OpenCredit {
  readonly id: string;
  readonly friendlyId: string;
  readonly memoDate: string;
  readonly currency: string;
  readonly amountCents: number;
  readonly remainingCents: number;
  readonly notes: string | null;
}

/** Of one customer, newest first. */
export const openCredits = (read: Reader, customerId: string): Promise<readonly OpenCredit[]> =>
  rowsOf<OpenCredit>(
    read,
    `select m.id, m.friendly_id as friendlyId, m.memo_date as memoDate, m.currency, m.amount_cents as amountCents,
      m.remaining_cents as remainingCents, m.notes
    from credit_memo m where ${isOpen} and m.customer_id = ? order by m.created_at desc, m.id desc`,
    [customerId],
  );
