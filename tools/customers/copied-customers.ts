import { isAmongValues } from '../../src/copy-tables/conditions.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { distinct } from '../records/distinct.ts';

/** A customer as far as it is named, and its credit limit. */
export type CopiedCustomer = Awaited<ReturnType<ReturnType<typeof selectCustomers>['execute']>>[number];

const selectCustomers = (db: CopiedRecords['db']) =>
  db
    .selectFrom('customer as c')
    .select([
      'c.id',
      'c.friendly_id as friendlyId',
      'c.name',
      'c.currency',
      'c.credit_limit_cents as limitCents',
      'c.payment_term_id as paymentTermId',
    ]);

/** Reads customers by their ids, those that are not deleted; all of them where none are named. */
export async function readCustomers(
  { db }: Pick<CopiedRecords, 'db'>,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, CopiedCustomer>> {
  const all = selectCustomers(db);
  const rows = await (ids === undefined ? all : all.where(isAmongValues('c.id', distinct(ids)))).execute();
  return new Map(rows.map((row) => [row.id, row]));
}
