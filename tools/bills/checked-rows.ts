import { todayIn } from '../../src/domain/kit/dates.ts';
import type { CopyNow } from '../../src/mcp/tool/copy-now.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { Reader } from '../copied/rows.ts';
import { distinct } from '../records/distinct.ts';
import { type CheckedBill, type CheckedBills, judgeBills } from './bill-facts.ts';
import { alikeBills, gravestFirst, unsearched } from './bill-history.ts';
import { type Payees, payeesOf } from './bill-payees.ts';
import { type BillRow, billTables } from './bill-row.ts';
import { copiedShipments } from './copied-shipments.ts';
import { ordinaryShipments } from './ordinary-bills.ts';

/** What bills are judged by, beside where their payees are paid. */
export const checkTables = [...billTables, 'shipment', 'freight_order', 'load', 'service', 'document'] as const;

/**
 * The same verdicts for any number of bills: the copy knows all but where their payees are paid. Most bills are clean,
 * which shows by little of it; the others are judged by everything.
 */
export async function checkRows(
  ctx: ToolContext,
  { read, coverage }: Pick<CopyNow, 'read' | 'coverage'>,
  bills: readonly BillRow[],
): Promise<CheckedBills<BillRow>> {
  if (bills.length === 0) return { checked: [], coverage: undefined };
  const [ordinary, payees] = await Promise.all([
    ordinaryShipments(read, bills, todayIn(ctx.timeZone, ctx.askedAt)),
    payeesOf(ctx, bills),
  ]);
  const plain = bills.filter(({ shipmentId }) => ordinary.has(shipmentId ?? ''));
  const judged = judgeBills(ctx, plain, { shipments: ordinary, payees, history: [] });
  const clean = judged.filter(({ check }) => check.verdict === 'clean');
  const known = new Set(clean.map(({ bill }) => bill.id));
  const rest = await judgeRows(ctx, read, { bills: bills.filter(({ id }) => !known.has(id)), payees });
  const byId = new Map([...clean, ...rest].map((checked) => [checked.bill.id, checked]));
  return {
    checked: bills.flatMap(({ id }) => byId.get(id) ?? []),
    coverage: coverage && unsearched(coverage),
  };
}

async function judgeRows(
  ctx: ToolContext,
  read: Reader,
  { bills, payees }: { readonly bills: readonly BillRow[]; readonly payees: Payees },
): Promise<readonly CheckedBill<BillRow>[]> {
  const [shipments, others] = await Promise.all([
    copiedShipments(read, distinct(bills.map(({ shipmentId }) => shipmentId)), ctx.timeZone),
    alikeBills(read, bills),
  ]);
  return judgeBills(ctx, bills, { shipments, payees, history: gravestFirst([...bills, ...others]) });
}
