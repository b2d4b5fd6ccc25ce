import { type ErrorCode, errorKinds, WaybillError } from '../../errors.ts';

/** Besides the retryable codes: the answer was lost, unreadable, or nobody waited for it, the key may be renewed, writes may go on. */
const alsoUnsettled: ReadonlySet<ErrorCode> = new Set(['BAD_RESPONSE', 'CANCELLED', 'UNAUTHORIZED', 'WRITES_STOPPED']);

/** Whether the same call under the same Idempotency-Key may still succeed, or may have succeeded already. */
export function isUnsettled(error: unknown): boolean {
  // What is not a WaybillError is a fault of this program, which may have struck after the call.
  if (!(error instanceof WaybillError)) return true;
  return errorKinds[error.code].retryable || alsoUnsettled.has(error.code);
}
