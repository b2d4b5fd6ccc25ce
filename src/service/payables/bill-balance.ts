import { billBalanceAction, billLifecycle } from '../../domain/bills/bill.ts';
import { advance } from '../../domain/kit/transitions.ts';
import { formatMoney } from '../../domain/money/money.ts';
import type { Row } from '../../store/schema.ts';
import { recordActivity } from '../shared/activity.ts';
import type { ServiceContext } from '../shared/context.ts';
import { changeRecord } from '../shared/records.ts';
import { settlePayment } from './settlement.ts';

/** Pays on a locked bill, or takes back where negative; its status and its load carrier or service follow. */
export async function changeBillBalance(
  ctx: ServiceContext,
  bill: Row<'bill'>,
  cents: number,
  by: string,
): Promise<void> {
  const paidCents = bill.paid_cents + cents;
  const openCents = bill.amount_cents - paidCents;
  const action = billBalanceAction(bill.paid_cents, { paidCents, openCents });
  if (action === null) return;
  const status = advance(billLifecycle, bill.status, action);
  await changeRecord(
    ctx,
    'bill',
    bill,
    { status, paid_cents: paidCents, owed_cents: openCents },
    { status: bill.status, paid_cents: bill.paid_cents },
  );
  if (action === 'pay') await settlePayment(ctx, bill, 'pay');
  if (bill.status === 'PAID' && status !== 'PAID') await settlePayment(ctx, bill, 'unpay');
  const text = `${by}: ${formatMoney(openCents, bill.currency)} of ${formatMoney(bill.amount_cents, bill.currency)} is open, ${status}.`;
  await recordActivity(ctx, { recordType: 'bill', recordId: bill.id, text });
}
