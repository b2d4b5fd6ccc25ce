import { type ErrorCode, WaybillError } from '../../src/errors.ts';

/** The API lacks the operation, or this client may not use it. */
const notShown: ReadonlySet<ErrorCode> = new Set(['NOT_IMPLEMENTED', 'NOT_FOUND', 'FORBIDDEN']);

/** Undefined where an API does not offer an operation, so that the answer can say "unknown"; other failures stay failures. */
export async function orUnknown<Answer>(read: () => Promise<Answer>): Promise<Answer | undefined> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof WaybillError && notShown.has(error.code)) return undefined;
    throw error;
  }
}
