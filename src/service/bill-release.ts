import type { Row } from '../store/schema.ts';
import { recordActivity } from './activity.ts';
import type { ServiceContext } from './context.ts';
import { changeRecord } from './records.ts';

/**
 * Takes a bill out of every payment that was applied to it: the applications go, payments that covered nothing else go
 * with them, and credit that an overpayment of this bill had made is voided.
 */
export async function releaseBillPayments(ctx: ServiceContext, bill: Row<'bill'>): Promise<void> {
  const applications = await ctx.db
    .selectFrom('bill_payment_application')
    .selectAll()
    .where('organization_id', '=', ctx.organizationId)
    .where('bill_id', '=', bill.id)
    // One order for everybody who takes several payments, so that two of them never wait for each other.
    .orderBy('bill_payment_id')
    .execute();
  if (applications.length === 0) return;
  await ctx.db
    .deleteFrom('bill_payment_application')
    .where('organization_id', '=', ctx.organizationId)
    .where('bill_id', '=', bill.id)
    .execute();
  const applied = Map.groupBy(applications, (application) => application.bill_payment_id);
  const excess = Math.max(0, sumOf(applications) - bill.amount_cents);
  // Only the newest payment can have carried more than was open: nothing can be paid on top of it.
  const newest = applications.reduce((latest, next) => (next.id > latest.id ? next : latest)).bill_payment_id;
  for (const [paymentId, ofPayment] of applied) {
    await shrinkPayment(ctx, bill, paymentId, sumOf(ofPayment), paymentId === newest ? excess : 0);
  }
}

const sumOf = (applications: readonly { readonly amount_cents: number }[]) =>
  applications.reduce((sum, { amount_cents: cents }) => sum + cents, 0);

async function shrinkPayment(
  ctx: ServiceContext,
  bill: Row<'bill'>,
  paymentId: string,
  releasedCents: number,
  excessCents: number,
): Promise<void> {
  // Changed in place before anything is counted: whoever releases another bill of this payment waits here.
  const payment = await ctx.db
    .updateTable('bill_payment')
    .set((eb) => ({ total_cents: eb('total_cents', '-', releasedCents), updated_at: ctx.now }))
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', paymentId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst();
  if (!payment) return;
  await voidExcess(ctx, payment, Math.min(excessCents, payment.overpayment_cents), bill);
  const others = await ctx.db
    .selectFrom('bill_payment_application')
    .select('id')
    .where('organization_id', '=', ctx.organizationId)
    .where('bill_payment_id', '=', paymentId)
    .limit(1)
    .executeTakeFirst();
  if (!others) await changeRecord(ctx, 'bill_payment', payment, { deleted_at: ctx.now });
  const rest = others ? 'its other bills stay paid' : 'it covered nothing else and is deleted';
  await recordActivity(ctx, {
    recordType: 'bill_payment',
    recordId: paymentId,
    text: `${bill.friendly_id} was reverted; ${rest}.`,
  });
}

async function voidExcess(
  ctx: ServiceContext,
  payment: Row<'bill_payment'>,
  excessCents: number,
  bill: Row<'bill'>,
): Promise<void> {
  if (excessCents === 0 || payment.overpayment_credit_memo_id === null) return;
  await ctx.db
    .updateTable('credit_memo')
    .set({
      status: 'VOIDED',
      remaining_cents: 0,
      voided_at: ctx.now,
      void_reason: `${bill.friendly_id} was reverted`,
      updated_at: ctx.now,
    })
    .where('organization_id', '=', ctx.organizationId)
    .where('id', '=', payment.overpayment_credit_memo_id)
    .where('status', '=', 'OPEN')
    .execute();
  await changeRecord(ctx, 'bill_payment', payment, {
    overpayment_cents: payment.overpayment_cents - excessCents,
    overpayment_credit_memo_id: null,
  });
}
