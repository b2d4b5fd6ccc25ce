import type { ShownStatus, Approval } from '../tool/context.ts';
import { sha256 } from '../../contract/kit/canonical.ts';
import type { ApprovalRow, MemoryCipher } from '../tool/memory.ts';
import type { GateOptions } from '../tool/run.ts';
import type { Plan } from '../tool/plan.ts';
import type { PlanView, ToolResult } from '../results/result.ts';
import { WaybillError } from '../../errors.ts';

/** What is needed to plan again and to resume; never shown. */
export interface SealedPlan {
  readonly plan: Plan;
  readonly askedAt: string;
}

/** 40 bits of a fresh id in letters that cannot be misread, short enough to type: `APR-7K3M9QXD`. */
export function approvalIdFrom(newId: string): string {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const bytes = Buffer.from(sha256(newId), 'hex').subarray(0, 8);
  return `APR-${[...bytes].map((byte) => alphabet[byte % 32]).join('')}`;
}

/** A plan is bound to its approval: written into another one, it cannot be opened. */
const placeOf = (id: string) => `tool_approval.sealed ${id}`;

export const sealPlan = (sealed: SealedPlan, cipher: MemoryCipher, id: string): string =>
  cipher.encrypt(JSON.stringify(sealed), placeOf(id));

export function unsealPlan({ id, sealed }: ApprovalRow, cipher: MemoryCipher): SealedPlan {
  try {
    // Authenticated encryption: what opens is what sealPlan wrote.
    return JSON.parse(cipher.decrypt(sealed, placeOf(id))) as SealedPlan;
  } catch (cause) {
    const message = 'A stored plan cannot be read: it was changed or its key is gone.';
    throw new WaybillError('INTERNAL_ERROR', message, { cause });
  }
}

export function shownStatus(row: ApprovalRow, now: string): ShownStatus {
  const isWaiting = row.status === 'pending' || row.status === 'approved';
  return isWaiting && row.expires_at <= now ? 'expired' : row.status;
}

// Written by viewPlan.
export const planOf = (row: Pick<ApprovalRow, 'plan_view'>): PlanView => JSON.parse(row.plan_view) as PlanView;

export function toApproval(row: ApprovalRow, now: string): Approval {
  return {
    id: row.id,
    status: shownStatus(row, now),
    tool: row.tool,
    gate: row.gate,
    requester: row.requester,
    plan: planOf(row),
    createdAt: row.created_at,
    expiresAt: row.expires_at,
    decidedBy: row.decided_by === null ? null : deciderText(row.decided_by, row.decided_user),
    decidedAt: row.decided_at,
    reason: row.reason,
    warning: row.warning,
    outcome: row.outcome === null ? null : (outcomeOf(row.outcome).text.split('\n\n')[0] ?? null),
  };
}

/** A name is a claim; the operating system's user stands beside it. */
export const deciderText = (name: string, user: string | null): string =>
  user === null || user === name ? name : `${name} (user ${user})`;

/** The first result as it was stored. */
export function outcomeOf(stored: string): ToolResult {
  // Written by storeOutcome.
  return JSON.parse(stored) as ToolResult;
}

export const storeOutcome = (result: ToolResult): string => JSON.stringify(result);

/** How a person approves; the model can pass it on but not do it. */
export const approveCommand = ({ commandText }: Pick<GateOptions, 'commandText'>, id: string): string =>
  commandText(`approvals approve ${id}`);
