import type { DeclaredColumns } from '../table.ts';

/** The person who signed in and added a passkey; empty for passkeys that were added with the approver's secret alone. */
export const passkeyOwnerColumns = { issuer: 'text?', subject: 'text?' } as const satisfies DeclaredColumns;
