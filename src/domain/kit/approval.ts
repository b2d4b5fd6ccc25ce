/** Status of a plan that needs an approval. `void` means that records changed after the plan was made; its outcome says so. */
export type ApprovalStatus = 'pending' | 'approved' | 'denied' | 'executing' | 'done' | 'void';
