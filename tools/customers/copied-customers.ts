import { isAmongValues } from '../../src/copy-tables/conditions.ts';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { listDistinct } from '../records/distinct.ts';

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

/** Reads the customers that are not deleted, by their ids. Without ids it reads all of them. */
export async function readCustomers(
  { db }: Pick<CopiedRecords, 'db'>,
  ids?: readonly string[],
): Promise<ReadonlyMap<string, CopiedCustomer>> {
  const all = selectCustomers(db);
  const rows = await (ids === undefined ? all : all.where(isAmongValues('c.id', listDistinct(ids)))).execute();
  return new Map(rows.map((row) => [row.id, row]));
}
