import type { Operations } from '../../../contract/types.ts';
import { fromCents } from '../../../domain/money/money.ts';
import type { Row } from '../../../store/schema.ts';
import { recordActivity } from '../../shared/activity.ts';
import { toPositiveCents } from '../../ledger/amounts.ts';
import { buildBlankRow } from '../../shared/blank-row.ts';
import { describeChange } from '../../shared/changed-text.ts';
import { applyCredit, removeAppliedCredit } from '../../receivables/credit-application.ts';
import { readApplications, memoFields, memoSource, showMemos } from '../../receivables/credit-memo-view.ts';
import { createFriendlyId } from '../../identifiers/friendly-ids.ts';
import { voidMemo } from '../../ledger/memo-balance.ts';
import { changeRecord, buildNewRecord } from '../../shared/records.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';
import { requirePartyToUse } from '../../parties/party-use.ts';

const record = createRecordHandlers({
  ...memoSource,
  kind: 'credit memo',
  show: showMemos,
  page: (pagination) => ({ pagination }),
});

export const creditMemoHandlers: Handlers<Operations['creditMemos']> = {
  filter: record.filter,
  get: record.get,

  async create(ctx, input) {
    const customer = await requirePartyToUse(ctx, 'customer', 'customerId', { id: input.customerId });
    const currency = input.currency ?? customer.currency ?? ctx.organization.currency;
    const amountCents = toPositiveCents(input.amount, currency);
    const row: Row<'credit_memo'> = {
      ...buildBlankRow('credit_memo'),
      ...buildNewRecord(ctx, input.key),
      friendly_id: await createFriendlyId(ctx, 'creditMemo'),
      customer_id: customer.id,
      reference: input.reference ?? null,
      amount_cents: amountCents,
      applied_cents: 0,
      remaining_cents: amountCents,
      currency,
      status: 'OPEN',
      memo_date: input.memoDate,
      notes: input.notes ?? null,
    };
    await ctx.db.insertInto('credit_memo').values(row).execute();
    await recordActivity(ctx, { recordType: 'credit_memo', recordId: row.id, text: 'Recorded.' });
    return record.show(ctx, row);
  },

  async update(ctx, input) {
    const memo = await record.require(ctx, input);
    const changed = await changeRecord(ctx, 'credit_memo', memo, {
      ...memoFields.toRow(input),
      ...(input.key === undefined ? {} : { key: input.key }),
    });
    await recordActivity(ctx, { recordType: 'credit_memo', recordId: memo.id, text: describeChange(input) });
    return record.show(ctx, changed);
  },

  async void(ctx, input) {
    const memo = await record.require(ctx, input);
    return record.show(ctx, await voidMemo(ctx, memo, input.reason ?? null));
  },

  async apply(ctx, input) {
    const { memo, applicationId } = await applyCredit(ctx, await record.require(ctx, input), input);
    const creditMemo = await record.show(ctx, memo);
    const application = creditMemo.applications.find(({ id }) => id === applicationId);
    if (!application) throw new Error('the applied credit is not on its memo');
    return { application, creditMemo };
  },

  async applications(ctx, input) {
    const memo = await record.require(ctx, input);
    const data = (await readApplications(ctx, [memo.id])).get(memo.id) ?? [];
    return {
      data,
      totalApplied: fromCents(memo.applied_cents),
      remainingBalance: fromCents(memo.remaining_cents),
    };
  },

  async unapply(ctx, { creditMemoId, applicationId }) {
    const memo = await record.require(ctx, { id: creditMemoId });
    return record.show(ctx, await removeAppliedCredit(ctx, memo, applicationId));
  },
};
