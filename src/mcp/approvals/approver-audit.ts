import { appendAudit } from '../audit/audit.ts';
import type { Approval } from '../tool/context.ts';
import type { GateOptions } from '../run/run.ts';

export type ApproverDesk = Pick<GateOptions, 'memory' | 'now' | 'newId' | 'log'>;

interface ApproverAct {
  readonly who: string;
  /** What it was done with, such as `approvals page`. */
  readonly place: string;
  readonly status: string;
  readonly summary: string;
  readonly approval?: Pick<Approval, 'id' | 'tool' | 'plan'> | undefined;
}

/** Writes down what an approver did, or somebody who would be one, beside the decisions themselves. */
export const auditApprover = (
  desk: ApproverDesk,
  { who, place, status, summary, approval }: ApproverAct,
): Promise<void> =>
  appendAudit(desk, {
    kind: 'decided',
    attempt: desk.newId(),
    at: desk.now(),
    who,
    client: null,
    tool: approval?.tool ?? place,
    planHash: approval?.plan.hash ?? null,
    approvalId: approval?.id ?? null,
    calls: [],
    status,
    summary,
    undo: null,
  });
