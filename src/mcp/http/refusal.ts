/** As JSON-RPC numbers what is no valid request. */
const invalidRequest = -32_600;

/** The answer to a message that is not handled, in the form in which clients of the protocol read errors. */
export const refuseMessage = (status: number, message: string, code = invalidRequest): Response =>
  Response.json({ jsonrpc: '2.0', id: null, error: { code, message } }, { status });
