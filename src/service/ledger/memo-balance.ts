import { findCreditBalanceAction, creditMemoLifecycle } from '../../domain/money/credit-memo.ts';
import { advance } from '../../domain/kit/transitions.ts';
import { formatMoney } from '../../domain/money/money.ts';
import { WaybillError } from '../../errors.ts';
import { lockRecords } from '../../store/locked-records.ts';
import type { Row } from '../../store/schema.ts';
import { recordActivity } from '../shared/activity.ts';
import type { ServiceContext } from '../shared/context.ts';
import { changeRecord } from '../shared/records.ts';

/** Applies credit of a locked memo, or releases it where negative; its status follows. `by` is who did it. */
export async function changeMemoBalance(
  ctx: ServiceContext,
  memo: Row<'credit_memo'>,
  cents: number,
  by: string,
): Promise<Row<'credit_memo'>> {
  const appliedCents = memo.applied_cents + cents;
  const remainingCents = memo.amount_cents - appliedCents;
  const action = findCreditBalanceAction(memo.applied_cents, { appliedCents, remainingCents });
  if (action === null) return memo;
  const status = advance(creditMemoLifecycle, memo.status, action);
  const changed = await changeRecord(
    ctx,
    'credit_memo',
    memo,
    { status, applied_cents: appliedCents, remaining_cents: remainingCents },
    { status: memo.status, applied_cents: memo.applied_cents },
  );
  const text = `${by}: ${formatMoney(remainingCents, memo.currency)} of ${formatMoney(memo.amount_cents, memo.currency)} remains.`;
  await recordActivity(ctx, { recordType: 'credit_memo', recordId: memo.id, text });
  return changed;
}

/** Voids a memo that nothing was applied from; 409 otherwise. */
export async function voidMemo(
  ctx: ServiceContext,
  memo: Row<'credit_memo'>,
  reason: string | null,
): Promise<Row<'credit_memo'>> {
  const status = advance(creditMemoLifecycle, memo.status, 'void');
  const changed = await changeRecord(
    ctx,
    'credit_memo',
    memo,
    { status, remaining_cents: 0, voided_at: ctx.now, void_reason: reason },
    { status: memo.status, applied_cents: 0 },
  );
  const text = reason === null ? 'Voided.' : `Voided: ${reason}`;
  await recordActivity(ctx, { recordType: 'credit_memo', recordId: memo.id, text });
  return changed;
}

/** Withdraws the credit of a removed payment. It is refused if the credit was used. */
export async function withdrawCredit(
  ctx: ServiceContext,
  memoIds: Iterable<string | null>,
  reason: string,
): Promise<void> {
  for (const memo of (await lockRecords(ctx, 'credit_memo', memoIds)).values()) {
    if (memo.status === 'VOIDED') continue;
    if (memo.applied_cents > 0) {
      throw new WaybillError(
        'CONFLICT',
        `The overpayment made the credit ${memo.friendly_id}, which is applied already: unapply it first.`,
      );
    }
    await voidMemo(ctx, memo, reason);
  }
}
