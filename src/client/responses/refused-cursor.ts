import { type ErrorCode, errorKinds, WaybillError } from '../../errors.ts';

/** Codes of refusals that say nothing of a cursor: who asks, how often, and how long it took. */
const otherRefusals: ReadonlySet<ErrorCode> = new Set(['UNAUTHORIZED', 'FORBIDDEN', 'TIMEOUT', 'RATE_LIMIT_EXCEEDED']);

/**
 * Returns true if a request that was accepted with another cursor is refused: the cursor ran out, or belongs to another
 * service by now.
 */
export function isCursorRefused(error: unknown): boolean {
  if (!(error instanceof WaybillError)) return false;
  const { status } = errorKinds[error.code];
  return status !== null && status >= 400 && status < 500 && !otherRefusals.has(error.code);
}
