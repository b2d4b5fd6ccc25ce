import { splitPayment, sumBy } from '../../domain/money/allocation.ts';
import { WaybillError } from '../../errors.ts';
import { lockRecords } from '../../store/locked-records.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';

type BillApplicationRow = Row<'bill_payment_application'>;

/**
 * Lists the applications of payments in the order in which they were made. The last one of a payment carries its
 * excess.
 */
export function listApplications(ctx: ServiceContext, paymentIds: readonly string[]): Promise<BillApplicationRow[]> {
  return ctx.db
    .selectFrom('bill_payment_application')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where('bill_payment_id', 'in', [...paymentIds])
    .orderBy('id')
    .execute();
}

export interface LockedBillPayment {
  readonly payment: Row<'bill_payment'>;
  readonly rows: readonly BillApplicationRow[];
  /** Those of the rows and the additional ones. */
  readonly bills: ReadonlyMap<string, Row<'bill'>>;
}

/** Holds bills before payments, as every request does; 409 when the payment was changed meanwhile. */
export async function lockBillPayment(
  ctx: ServiceContext,
  { id, friendly_id: friendlyId }: Row<'bill_payment'>,
  moreBillIds: readonly string[] = [],
): Promise<LockedBillPayment> {
  const billIds = (await listApplications(ctx, [id])).map((row) => row.bill_id);
  const bills = await lockRecords(ctx, 'bill', [...billIds, ...moreBillIds]);
  const payment = (await lockRecords(ctx, 'bill_payment', [id])).get(id);
  const rows = await listApplications(ctx, [id]);
  if (payment && rows.every((row) => bills.has(row.bill_id))) return { payment, rows, bills };
  throw new WaybillError(
    'CONFLICT',
    `Another request changed ${friendlyId} at the same moment; read it and try again.`,
  );
}

/** Sums the amount that a payment pays on each bill, without its overpayment. */
export function sumPaidOnBills(rows: readonly BillApplicationRow[], overpaymentCents: number): Map<string, number> {
  const parts = splitPayment(
    rows.map((row) => ({ cents: row.amount_cents })),
    overpaymentCents,
  );
  const entries = rows.map((row, index) => ({ billId: row.bill_id, cents: parts[index] ?? 0 }));
  return sumBy(entries, ({ billId }) => billId);
}

export async function insertApplications(
  ctx: ServiceContext,
  paymentId: string,
  lines: readonly { readonly billId: string; readonly cents: number }[],
): Promise<void> {
  if (lines.length === 0) return;
  // Sorted, for the order of the ids says which line is the last, even where the clock was set back in between.
  const ids = lines.map(() => ctx.newId()).sort();
  const rows = lines.map(({ billId, cents }, index) => ({
    id: ids[index] ?? ctx.newId(),
    organization_id: ctx.organizationId,
    bill_payment_id: paymentId,
    bill_id: billId,
    amount_cents: cents,
    created_at: ctx.now,
  }));
  await ctx.db.insertInto('bill_payment_application').values(rows).execute();
}

export async function deleteApplications(ctx: ServiceContext, rows: readonly BillApplicationRow[]): Promise<void> {
  if (rows.length === 0) return;
  await ctx.db
    .deleteFrom('bill_payment_application')
    .where('organization_id', '=', ctx.organizationId)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
}
