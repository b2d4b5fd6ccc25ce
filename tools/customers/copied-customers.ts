import { allOf, isOneOf } from '../copied/conditions.ts';
import { type Reader, rowsOf } from '../copied/rows.ts';
import { distinct } from '../records/distinct.ts';

/** A customer as far as it is named, and its credit limit. */
export interface CopiedCustomer {
  readonly id: string;
  readonly friendlyId: string;
  readonly name: string;
  readonly currency: string | null;
  readonly limitCents: number | null;
  readonly paymentTermId: string | null;
}

/** By their ids, those that are not deleted; all of them where none are named. */
export async function copiedCustomers(
  read: Reader,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, CopiedCustomer>> {
  const of = allOf(ids === undefined ? [] : [isOneOf('id', distinct(ids))]);
  const rows = await rowsOf<CopiedCustomer>(
    read,
    `select id, friendly_id as friendlyId, name, currency, credit_limit_cents as limitCents,
      payment_term_id as paymentTermId
    from customer where ${of.text}`,
    of.values,
  );
  return new Map(rows.map((row) => [row.id, row]));
}
