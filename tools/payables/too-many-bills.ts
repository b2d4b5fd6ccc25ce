import { compareAmounts, formatMoney } from '../../src/domain/money/money.ts';
import { createFieldError, type WaybillError } from '../../src/errors.ts';
import { withNextActions } from '../../src/mcp/results/next-actions.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { readPayees } from '../bills/bill-payees.ts';
import { toAmountCents } from '../records/amounts.ts';
import type { BillRecord } from '../records/record-types.ts';
import type { OtherPayee } from './named-factor.ts';
import { groupByPayee } from './pay-run.ts';

interface TooMany {
  /** The arguments of the call. */
  readonly asked: Readonly<Record<string, unknown>>;
  readonly other: OtherPayee | undefined;
}

/**
 * Builds the error for more bills than the policy allows, before any is judged. It suggests a separate call for each
 * payee, the payees with the most to pay first.
 */
export async function buildTooManyBillsError(
  ctx: ToolContext,
  bills: readonly BillRecord[],
  { asked: input, other }: TooMany,
): Promise<WaybillError> {
  const { batchMax } = ctx.policy;
  const { payees } = await readPayees(ctx, bills);
  const payable = bills.map((bill) => ({ bill, payee: payees.get((bill.carrier ?? bill.vendor)?.id ?? '') }));
  const biggest = groupByPayee(payable, other)
    .map((run) => ({ ...run, openCents: run.bills.reduce((sum, { bill }) => sum + toAmountCents(bill.amountOwed), 0) }))
    .toSorted((first, second) =>
      compareAmounts({ ...first, amountCents: first.openCents }, { ...second, amountCents: second.openCents }),
    )
    .slice(0, 3);
  // Numbers name the bills without doubt; a payee's name may match several.
  const { payee: _payee, dueBy: _dueBy, ...same } = input;
  return withNextActions(
    createFieldError(
      'BAD_REQUEST',
      'bills',
      `the policy allows ${batchMax} at once; these are ${bills.length}: name a payee, fewer bills or an earlier dueBy`,
    ),
    biggest.map(({ bills: payeeBills, title, currency, openCents }) => {
      const numbers = payeeBills.slice(0, batchMax).map(({ bill }) => bill.friendlyId);
      const which = numbers.length < payeeBills.length ? `the first ${numbers.length} of ${payeeBills.length}` : 'all';
      const scope = `${which} of ${title}, ${formatMoney(openCents, currency)} open`;
      return { tool: 'pay_bills', arguments: { ...same, bills: numbers }, why: `pays ${scope}; a person approves` };
    }),
  );
}
