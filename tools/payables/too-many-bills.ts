import { compareAmounts, formatMoney } from '../../src/domain/money/money.ts';
import { fieldError, type WaybillError } from '../../src/errors.ts';
import { withNextActions } from '../../src/mcp/results/next-actions.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { readPayees } from '../bills/bill-payees.ts';
import { centsOf } from '../records/amounts.ts';
import type { BillRecord } from '../records/record-types.ts';
import type { OtherPayee } from './named-factor.ts';
import { byPayee } from './pay-run.ts';

interface TooMany {
  /** The arguments of the call. */
  readonly asked: Readonly<Record<string, unknown>>;
  readonly other: OtherPayee | undefined;
}

/** More bills than the policy allows, before any is judged: the payees with most to pay come first, each in a call of its own. */
export async function tooManyBills(
  ctx: ToolContext,
  bills: readonly BillRecord[],
  { asked, other }: TooMany,
): Promise<WaybillError> {
  const { batchMax } = ctx.policy;
  const { payees } = await readPayees(ctx, bills);
  const payable = bills.map((bill) => ({ bill, payee: payees.get((bill.carrier ?? bill.vendor)?.id ?? '') }));
  const biggest = byPayee(payable, other)
    .map((run) => ({ ...run, openCents: run.bills.reduce((sum, { bill }) => sum + centsOf(bill.amountOwed), 0) }))
    .toSorted((one, other) =>
      compareAmounts({ ...one, amountCents: one.openCents }, { ...other, amountCents: other.openCents }),
    )
    .slice(0, 3);
  // Numbers name the bills without doubt; a payee's name may match several.
  const { payee: _payee, dueBy: _dueBy, ...same } = asked;
  return withNextActions(
    fieldError(
      'BAD_REQUEST',
      'bills',
      `the policy allows ${batchMax} at once; these are ${bills.length}: name a payee, fewer bills or an earlier dueBy`,
    ),
    biggest.map(({ bills: own, title, currency, openCents }) => {
      const numbers = own.slice(0, batchMax).map(({ bill }) => bill.friendlyId);
      const which = numbers.length < own.length ? `the first ${numbers.length} of ${own.length}` : 'all';
      const what = `${which} of ${title}, ${formatMoney(openCents, currency)} open`;
      return { tool: 'pay_bills', arguments: { ...same, bills: numbers }, why: `pays ${what}; a person approves` };
    }),
  );
}
