import { printDueDate } from '../../src/domain/money/due-date.ts';
import { isEqualWhereAsked } from '../copied/conditions.ts';
import { measureSql, type OnDay } from '../copied/measure-sql.ts';
import { type Reader, rowsOf } from '../copied/rows.ts';

/** An open invoice on which money came, and not all of it. */
export interface ShortPaid {
  readonly friendlyId: string;
  readonly customerId: string;
  readonly currency: string;
  readonly openCents: number;
}

/** Of one customer or of all, the first to fall due first. */
export async function shortPaidInvoices(
  read: Reader,
  onDay: OnDay,
  customerId?: string,
): Promise<readonly ShortPaid[]> {
  const { where } = measureSql('short_pays', onDay);
  const whose = isEqualWhereAsked('f.customer_id', customerId);
  return rowsOf<ShortPaid>(
    read,
    `select f.friendly_id as friendlyId, f.customer_id as customerId, f.currency, f.owed_cents as openCents
    from invoice f where ${where} and ${whose.text}
    order by ${printDueDate('f')} nulls last, f.created_at desc, f.id desc`,
    whose.values,
  );
}
