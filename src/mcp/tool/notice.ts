import type { Approval } from './context.ts';

/** What becomes of an approval, in the order in which it does. */
export type ApprovalEvent = 'APPROVAL_WAITING' | 'APPROVAL_DECIDED' | 'APPROVAL_RAN' | 'APPROVAL_EXPIRED';

export interface ApprovalNotice {
  readonly event: ApprovalEvent;
  readonly at: string;
  readonly approval: Approval;
  /** Where a person reads and decides about it. */
  readonly page?: string | undefined;
}

/** Tells people outside of the conversation. It neither waits nor fails. */
export type Notify = (notice: ApprovalNotice) => void;
