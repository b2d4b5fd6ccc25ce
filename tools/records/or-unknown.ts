import { type ErrorCode, WaybillError } from '../../src/errors.ts';

/** The API lacks the operation, or this client may not use it. */
const notShown: ReadonlySet<ErrorCode> = new Set(['NOT_IMPLEMENTED', 'NOT_FOUND', 'FORBIDDEN']);

/**
 * Reads with an operation, and returns undefined if the API does not offer it, so that the answer can say "unknown".
 * Other failures are thrown.
 */
export async function readOrUnknown<Answer>(read: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof WaybillError && notShown.has(error.code)) return undefined;
    throw error;
  }
}
