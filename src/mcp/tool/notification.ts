import type { Approval } from './context.ts';

/** Events of an approval, in the order in which they happen. */
export type ApprovalEvent =
  | 'APPROVAL_WAITING'
  | 'APPROVAL_DECIDED'
  | 'APPROVAL_WITHDRAWN'
  | 'APPROVAL_RAN'
  | 'APPROVAL_EXPIRED';

export interface ApprovalNotification {
  readonly event: ApprovalEvent;
  readonly at: string;
  readonly approval: Approval;
  /** Page on which a person decides about the approval. */
  readonly page?: string | undefined;
}

/** Tells people outside of the conversation. It neither waits nor fails. */
export type Notify = (notification: ApprovalNotification) => void;
