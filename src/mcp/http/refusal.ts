import { nothingChangedHeader } from '../../contract/kit/nothing-changed.ts';
import type { WaybillError } from '../../errors.ts';

/** JSON-RPC's code for an invalid request. */
const invalidRequest = -32_600;

/** Builds the answer to a message that is not handled, in the form of a protocol error. */
export const refuseMessage = (status: number, message: string, code = invalidRequest): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status });

/** Builds the answer to a message that cannot be handled right now. Nothing was done. */
export function refuseUnavailable({ message, retryAfterSeconds }: WaybillError): Response {
  const response = refuseMessage(503, message);
  response.headers.set(nothingChangedHeader, 'true');
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds));
  return response;
}
