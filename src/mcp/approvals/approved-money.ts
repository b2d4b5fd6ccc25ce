import { WaybillError } from '../../errors.ts';
import type { Excess } from '../limits/money-limits.ts';
import { type Counting, reserveMoney, checkLimits } from '../limits/moved-money.ts';
import type { Approval } from '../tool/context.ts';
import type { ApprovalRow } from '../tool/memory.ts';
import type { GateOptions } from '../run/run.ts';
import { chooseDeskZone } from '../run/desk-zone.ts';
import { openApprovedPlan, openPlan } from './approval-row.ts';
import type { FreshnessDesk } from './freshness.ts';
import { isSecondYes } from './same-person.ts';

type ApprovedMoneyDesk = Pick<GateOptions, 'memory' | 'policy' | 'now' | 'timeZone'> & Pick<FreshnessDesk, 'records'>;

/**
 * Counts the money of a plan toward the policy's limits from its approval on, and refuses to approve a plan above them.
 */
export async function reserveApprovedMoney(
  desk: ApprovedMoneyDesk,
  row: ApprovalRow,
  { status, left_out }: Pick<ApprovalRow, 'status' | 'left_out'>,
  deciders: readonly (string | null)[],
): Promise<void> {
  if (status !== 'approved') return;
  const { plan } = openApprovedPlan({ ...row, left_out }, desk.memory.cipher);
  const isApproved = isSecondYes(desk, row, deciders);
  const reservation = { id: row.id, who: row.requester, plan, expiresAt: row.expires_at, isApproved, isCounted: false };
  const excess = await reserveMoney(createCounting(desk), reservation);
  if (excess !== undefined)
    throw new WaybillError('REFUSED', `${row.id}: ${describeExcess(excess, row)} Nothing was decided.`);
}

/** Creates the counting for a decision. Its days are the desk's, in the zone of the API or of this process. */
const createCounting = ({ memory, policy, now, records, timeZone }: ApprovedMoneyDesk): Counting => ({
  memory,
  policy,
  now,
  async zone() {
    const apiTime = await records?.api.time().catch(() => undefined);
    return chooseDeskZone(records?.timeZone, apiTime?.timeZone ?? timeZone);
  },
});

/** Describes why a yes is not enough for a plan above a limit. */
export const describeExcess = ({ above, text }: Excess, { requester }: Pick<ApprovalRow, 'requester'>): string =>
  above === 'refuse'
    ? text
    : `${text} It was asked for by ${requester}: with separation of duties another person approves it.`;

/** Adds the current use of the policy's limits to an approval that may still run. */
export async function addLimits(desk: ApprovedMoneyDesk, approval: Approval): Promise<Approval> {
  if (approval.status !== 'pending' && approval.status !== 'approved') return approval;
  const row = await desk.memory.approvals.get(approval.id);
  const sealed = row && openPlan(row, desk.memory.cipher);
  if (sealed === undefined) return approval;
  const { notes } = await checkLimits(createCounting(desk), sealed.plan, [approval.id]);
  return notes.length === 0 ? approval : { ...approval, plan: { ...approval.plan, limits: [...notes] } };
}
