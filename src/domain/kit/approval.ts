/** How far a plan is that a person was asked about. `void`: records changed since the plan; its outcome says so. */
export type ApprovalStatus = 'pending' | 'approved' | 'denied' | 'executing' | 'done' | 'void';
