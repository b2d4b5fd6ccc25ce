import { nothingChangedHeader } from '../../contract/kit/nothing-changed.ts';
import type { WaybillError } from '../../errors.ts';

/** As JSON-RPC numbers what is no valid request. */
const invalidRequest = -32_600;

/** The answer to a message that is not handled, in the form in which clients of the protocol read errors. */
export const refuseMessage = (status: number, message: string, code = invalidRequest): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status });

/** The answer to a message that cannot be handled for the moment, before anything was done. */
export function refuseUnavailable({ message, retryAfterSeconds }: WaybillError): Response {
  const response = refuseMessage(503, message);
  response.headers.set(nothingChangedHeader, 'true');
  if (retryAfterSeconds !== undefined) response.headers.set('retry-after', String(retryAfterSeconds));
  return response;
}
