import { appendAudit } from '../audit/audit.ts';
import type { Approval } from '../tool/context.ts';
import type { GateOptions } from '../run/run.ts';

export type ApproverDesk = Pick<GateOptions, 'memory' | 'now' | 'newId' | 'log'>;

interface ApproverAct {
  readonly who: string;
  /** Page or command that was used, such as `approvals page`. */
  readonly place: string;
  readonly status: string;
  readonly summary: string;
  readonly approval?: Pick<Approval, 'id' | 'tool' | 'plan'> | undefined;
}

/**
 * Records in the audit log what an approver did besides deciding, such as adding a passkey or typing a wrong secret.
 */
export const auditApprover = (
  desk: ApproverDesk,
  { who: actor, place, status, summary, approval }: ApproverAct,
): Promise<void> =>
  appendAudit(desk, {
    kind: 'decided',
    attempt: desk.newId(),
    at: desk.now(),
    who: actor,
    client: null,
    tool: approval?.tool ?? place,
    planHash: approval?.plan.hash ?? null,
    approvalId: approval?.id ?? null,
    calls: [],
    status,
    summary,
    undo: null,
  });
