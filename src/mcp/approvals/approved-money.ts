import { WaybillError } from '../../errors.ts';
import type { Excess } from '../bounds/money-limits.ts';
import { type Counting, holdMoney, standingOf } from '../bounds/moved-money.ts';
import type { Approval } from '../tool/context.ts';
import type { ApprovalRow } from '../tool/memory.ts';
import type { GateOptions } from '../run/run.ts';
import { deskZone } from '../run/call-facts.ts';
import { approvedPlan, openPlan } from './approval-row.ts';
import type { FreshnessDesk } from './freshness.ts';
import { isSecondYes } from './same-person.ts';

type Desk = Pick<GateOptions, 'memory' | 'policy' | 'now' | 'timeZone'> & Pick<FreshnessDesk, 'records'>;

/** What is approved counts from the yes on, as the limits of the policy say; what is above them is not approved. */
export async function holdDecided(
  desk: Desk,
  row: ApprovalRow,
  { status, left_out }: Pick<ApprovalRow, 'status' | 'left_out'>,
  deciders: readonly (string | null)[],
): Promise<void> {
  if (status !== 'approved') return;
  const { plan } = approvedPlan({ ...row, left_out }, desk.memory.cipher);
  const isApproved = isSecondYes(desk, row, deciders);
  const held = { id: row.id, who: row.requester, plan, expiresAt: row.expires_at, isApproved, isCounted: false };
  const excess = await holdMoney(deciderCounting(desk), held);
  if (excess !== undefined)
    throw new WaybillError('REFUSED', `${row.id}: ${excessText(excess, row)} Nothing was decided.`);
}

/** The day is the desk's, as the API tells it or this process knows it. */
const deciderCounting = ({ memory, policy, now, records, timeZone }: Desk): Counting => ({
  memory,
  policy,
  now,
  async zone() {
    const told = await records?.api.time().catch(() => undefined);
    return deskZone(records?.timeZone, told?.timeZone ?? timeZone);
  },
});

/** Why a yes is not enough for what is above a limit. */
export const excessText = ({ above, text }: Excess, { requester }: Pick<ApprovalRow, 'requester'>): string =>
  above === 'refuse'
    ? text
    : `${text} It was asked for by ${requester}: with separation of duties somebody else approves it.`;

/** An approval that may still run, with where it stands with the limits of the policy now. */
export async function withLimits(desk: Desk, approval: Approval): Promise<Approval> {
  if (approval.status !== 'pending' && approval.status !== 'approved') return approval;
  const row = await desk.memory.approvals.get(approval.id);
  const sealed = row && openPlan(row, desk.memory.cipher);
  if (sealed === undefined) return approval;
  const { notes } = await standingOf(deciderCounting(desk), sealed.plan, [approval.id]);
  return notes.length === 0 ? approval : { ...approval, plan: { ...approval.plan, limits: [...notes] } };
}
