import type { creditMemos } from '../../../contract/receivables/credit-memos.ts';
import { fromCents } from '../../../domain/money/money.ts';
import type { Row } from '../../../store/schema.ts';
import { recordActivity } from '../../shared/activity.ts';
import { positiveCents } from '../../ledger/amounts.ts';
import { blankRow } from '../../shared/blank-row.ts';
import { changedText } from '../../shared/changed-text.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { applyCredit, unapplyCredit } from '../../receivables/credit-application.ts';
import { applicationsOf, memoFields, memoSource, showMemo, showMemos } from '../../receivables/credit-memos.ts';
import { nextFriendlyId } from '../../shared/friendly-ids.ts';
import { voidMemo } from '../../ledger/memo-balance.ts';
import { filterPage } from '../../filter/page.ts';
import { changeRecord, newRecord, requireRecord, requireReference } from '../../shared/records.ts';
import type { Handlers } from '../../shared/handlers.ts';

export const creditMemoHandlers: Handlers<typeof creditMemos> = {
  async filter(ctx, input) {
    const { rows, page, problems } = await filterPage(ctx, memoSource, input);
    return { data: await showMemos(ctx, rows), pagination: page, ...problems };
  },

  async create(ctx, input) {
    const customer = await requireReference(ctx, 'customer', 'customerId', { id: input.customerId });
    const amountCents = positiveCents(input.amount);
    const row: Row<'credit_memo'> = {
      ...blankRow('credit_memo'),
      ...newRecord(ctx, input.key),
      friendly_id: await nextFriendlyId(ctx, 'creditMemo'),
      customer_id: customer.id,
      reference: input.reference ?? null,
      amount_cents: amountCents,
      applied_cents: 0,
      remaining_cents: amountCents,
      currency: input.currency ?? customer.currency ?? ctx.organization.currency,
      status: 'OPEN',
      memo_date: input.memoDate,
      notes: input.notes ?? null,
    };
    await ctx.db.insertInto('credit_memo').values(row).execute();
    await recordActivity(ctx, { recordType: 'credit_memo', recordId: row.id, text: 'Recorded.' });
    return showMemo(ctx, row);
  },

  get: async (ctx, input) => showMemo(ctx, await requireMemo(ctx, input)),

  async update(ctx, input) {
    const memo = await requireMemo(ctx, input);
    const changed = await changeRecord(ctx, 'credit_memo', memo, {
      ...memoFields.toRow(input),
      ...(input.key === undefined ? {} : { key: input.key }),
    });
    await recordActivity(ctx, { recordType: 'credit_memo', recordId: memo.id, text: changedText(input) });
    return showMemo(ctx, changed);
  },

  async void(ctx, input) {
    const memo = await requireMemo(ctx, input);
    return showMemo(ctx, await voidMemo(ctx, memo, input.reason ?? null));
  },

  async apply(ctx, input) {
    const { memo, applicationId } = await applyCredit(ctx, await requireMemo(ctx, input), input);
    const creditMemo = await showMemo(ctx, memo);
    const application = creditMemo.applications.find(({ id }) => id === applicationId);
    if (!application) throw new Error('the applied credit is not on its memo');
    return { application, creditMemo };
  },

  async applications(ctx, input) {
    const memo = await requireMemo(ctx, input);
    const data = (await applicationsOf(ctx, [memo.id])).get(memo.id) ?? [];
    return {
      data,
      totalApplied: fromCents(memo.applied_cents),
      remainingBalance: fromCents(memo.remaining_cents),
    };
  },

  async unapply(ctx, { creditMemoId, applicationId }) {
    const memo = await requireMemo(ctx, { id: creditMemoId });
    return showMemo(ctx, await unapplyCredit(ctx, memo, applicationId));
  },
};

const requireMemo = (ctx: ServiceContext, input: Parameters<typeof requireRecord>[3]) =>
  requireRecord(ctx, 'credit_memo', 'credit memo', input);
