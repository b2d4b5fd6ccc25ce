import type { OperationName } from '../../../src/contract/operation-names.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { checkBillsAgain, listBillJudgments, listReasonWarnings, listUncleanHits } from '../../bills/bill-checks.ts';
import { isCheckable } from '../../bills/bill-row.ts';
import type { BillRecord } from '../../records/record-types.ts';
import type { PlanPart } from '../kit/plan-part.ts';
import { type AppliedMoney, isMoneyAdded } from './applied-money.ts';
import type { NamedRecord } from '../../records/record-names.ts';

const approving: ReadonlySet<OperationName> = new Set(['bills.approve', 'bills.batchApprove']);
const paying: ReadonlySet<OperationName> = new Set(['billPayments.create', 'billPayments.update']);

interface BillWrite {
  readonly name: OperationName;
  readonly records: readonly NamedRecord[];
  readonly moved: AppliedMoney;
  /** An approved bill as a change of it leaves it. */
  readonly revised: BillRecord | undefined;
}

/** Checks the bills of a write before approval or payment, with the verdicts that the tools for bills give. */
export async function checkWrittenBills(
  ctx: ToolContext,
  { name, records, moved, revised }: BillWrite,
): Promise<PlanPart> {
  const isPaying = paying.has(name);
  if (!approving.has(name) && !isPaying && !revised) return {};
  const paid = new Set(moved.applications.filter(isMoneyAdded).map(({ id }) => id));
  const candidates = revised ? [revised] : listBills(records).filter((bill) => !isPaying || paid.has(bill.id));
  const bills = candidates.filter(isCheckable);
  const checked = await checkBillsAgain(ctx, bills);
  return {
    judgments: listBillJudgments(checked),
    contextWarnings: listReasonWarnings(checked),
    hits: listUncleanHits(checked),
  };
}

/** Records of the API's own reading of bills have that shape. */
const listBills = (records: readonly NamedRecord[]) =>
  records.filter(({ resource }) => resource === 'bills').map(({ record }) => record as unknown as BillRecord);
