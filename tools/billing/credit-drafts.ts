import { fromCents } from '../../src/domain/money/money.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { PlanDraft, ChangedValue } from '../../src/mcp/tool/plan.ts';
import { planOperation } from '../plans/plan-operation.ts';
import { centsText } from '../records/amounts.ts';
import type { Share } from './invoice-shares.ts';

interface NewCredit {
  readonly customerId: string;
  readonly currency: string;
  readonly cents: number;
  readonly date: string;
  readonly reason: string;
  readonly shares: readonly Share[];
  /** Step of the joined plan that makes the memo. */
  readonly step: number;
}

interface CreditDrafts {
  readonly memo: PlanDraft;
  readonly applied: readonly PlanDraft[];
  /** Lines that show each invoice before and after. */
  readonly lines: readonly ChangedValue[];
}

/** Plans a credit memo and its shares of invoices. */
export async function planCredit(ctx: ToolContext, credit: NewCredit): Promise<CreditDrafts> {
  const { customerId, currency, cents, date, reason, shares, step } = credit;
  const applying = shares.map((share) => ({
    operation: 'creditMemos.apply' as const,
    input: { invoiceId: share.invoice.id, amount: fromCents(share.cents) },
    takes: { id: { step, member: 'id' } },
  }));
  const memo = await planOperation(ctx, {
    operation: 'creditMemos.create',
    input: { customerId, amount: fromCents(cents), currency, memoDate: date, notes: reason },
    relatedSteps: applying,
  });
  const applied = await Promise.all(applying.map((call) => planOperation(ctx, call)));
  return { memo, applied, lines: shares.map((share) => formatShare(share, currency)) };
}

function formatShare({ invoice, cents, openCents }: Share, currency: string): ChangedValue {
  const after = centsText(openCents - cents, currency);
  return {
    label: `${invoice.friendlyId} open, with ${centsText(cents, currency)} of credit`,
    before: centsText(openCents, currency),
    after,
  };
}
