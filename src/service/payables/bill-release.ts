import { lockRecords } from '../../store/locked-records.ts';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import { recordActivity } from '../shared/activity.ts';
import { getOnlyCarrier } from './bill-payment-lines.ts';
import { deleteApplications, listApplications } from './bill-payment-rows.ts';
import type { ServiceContext } from '../shared/context.ts';
import { withdrawCredit } from '../ledger/memo-balance.ts';
import { changeRecord } from '../shared/records.ts';

type ReleasedApplication = Row<'bill_payment_application'>;

/**
 * Takes a bill out of every payment that was applied to it: the applications go, payments that covered nothing else go
 * with them, and credit that an overpayment of this bill had made is voided. 409 when that credit was used.
 */
export async function releaseBillPayments(ctx: ServiceContext, bill: Row<'bill'>): Promise<void> {
  const paymentIds = await listPaymentIds(ctx, bill);
  if (paymentIds.length === 0) return;
  const payments = await lockRecords(ctx, 'bill_payment', paymentIds);
  // Read once the payments are held: a request that releases another bill of one of them has ended by now.
  const rows = Map.groupBy(await listApplications(ctx, paymentIds), (row) => row.bill_payment_id);
  for (const [id, payment] of payments) await shrinkPayment(ctx, bill, payment, rows.get(id) ?? []);
}

async function listPaymentIds(ctx: ServiceContext, bill: Row<'bill'>): Promise<string[]> {
  const rows = await ctx.db
    .selectFrom('bill_payment_application')
    .select('bill_payment_id')
    .distinct()
    .where('organization_id', '=', ctx.organizationId)
    .where('bill_id', '=', bill.id)
    .execute();
  return rows.map((row) => row.bill_payment_id);
}

async function shrinkPayment(
  ctx: ServiceContext,
  bill: Row<'bill'>,
  payment: Row<'bill_payment'>,
  rows: readonly ReleasedApplication[],
): Promise<void> {
  const released = rows.filter((row) => row.bill_id === bill.id);
  const isAll = released.length === rows.length;
  // The last application carries what was paid above the bills.
  const hadExcess = payment.overpayment_cents > 0 && rows.at(-1)?.bill_id === bill.id;
  if (hadExcess) await withdrawCredit(ctx, [payment.overpayment_credit_memo_id], `${bill.friendly_id} was reverted`);
  await deleteApplications(ctx, released);
  await changeRecord(ctx, 'bill_payment', payment, {
    total_cents: released.reduce((cents, row) => cents - row.amount_cents, payment.total_cents),
    ...(hadExcess ? { overpayment_cents: 0, overpayment_credit_memo_id: null } : {}),
    ...(isAll ? { deleted_at: ctx.now } : await computeRemainingPayee(ctx, payment, released, rows)),
  });
  const rest = isAll ? 'it covered nothing else and is deleted' : 'its other bills stay paid';
  await recordActivity(ctx, {
    recordType: 'bill_payment',
    recordId: payment.id,
    text: `${bill.friendly_id} was reverted; ${rest}.`,
  });
}

/**
 * Computes the payee after a release. A factor's payment that covered several carriers may be left with the bills of
 * one.
 */
async function computeRemainingPayee(
  ctx: ServiceContext,
  payment: Row<'bill_payment'>,
  released: readonly ReleasedApplication[],
  rows: readonly ReleasedApplication[],
): Promise<Partial<Row<'bill_payment'>>> {
  if (payment.carrier_factor_id === null) return {};
  const rest = rows.filter((row) => !released.includes(row)).map((row) => row.bill_id);
  return { carrier_id: getOnlyCarrier([...(await findRecords(ctx, 'bill', rest)).values()]) };
}
