import type { InferResult } from 'kysely';
import type { CopiedRecords } from '../../src/mcp/tool/records-copy.ts';
import { measureExpressions, type OnDay } from '../copied/measure-sql.ts';

/** An open invoice on which money came, and not all of it. */
export type ShortPaid = InferResult<ReturnType<typeof selectShortPaid>>[number];

/** Selects the invoices that one customer or any paid short, the first to fall due first. */
export function selectShortPaid({ db }: Pick<CopiedRecords, 'db'>, onDay: OnDay, customerId?: string) {
  const { where: isShortPaid } = measureExpressions('short_pays', onDay);
  const { day: dueDay } = measureExpressions('cash_in', onDay);
  const short = db.selectFrom('invoice as f').where(isShortPaid).where('f.customer_id', 'is not', null);
  return (customerId === undefined ? short : short.where('f.customer_id', '=', customerId))
    .select(['f.friendly_id as friendlyId', 'f.customer_id as customerId', 'f.currency', 'f.owed_cents as openCents'])
    .orderBy(dueDay, (item) => item.asc().nullsLast())
    .orderBy('f.created_at', 'desc')
    .orderBy('f.id', 'desc')
    .$narrowType<{ customerId: string }>();
}
