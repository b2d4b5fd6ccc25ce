import { type CallToolResult, createMcpHandler, type McpHandlerRequestOptions } from '@modelcontextprotocol/server';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import type { Log } from '../../log.ts';
import { refuseTaskSubscription } from '../server/tasks.ts';
import type { ToolServer } from '../server/tool-server.ts';
import { isSubscription } from './message.ts';
import { createSubscriptions, makeSubscribable } from './subscriptions.ts';

export interface MessageHandler {
  /** Answers a request. `parsedBody` is its message if it has been read already. */
  readonly fetch: (request: Request, options: McpHandlerRequestOptions) => Promise<Response>;
  /**
   * Answers a made-up request for the list of tools, and returns the text of the answer. With the first request the
   * library builds its schemas and compiles much code, which would keep others waiting once the server listens.
   */
  readonly prepare: () => Promise<string>;
  /** Ends open subscriptions. */
  readonly close: () => Promise<void>;
}

/** Creates the handler that answers messages of clients, in both protocol eras. */
export function createMessageHandler(
  { buildServer, watch, countMessage }: Pick<ToolServer, 'buildServer' | 'watch' | 'countMessage'>,
  log: Log,
): MessageHandler {
  const reportError = (error: Error) =>
    log('warn', 'A message of a client could not be handled.', { cause: error.message });
  const subscribableServer = makeSubscribable(buildServer);
  const handler = createMcpHandler(subscribableServer, { onerror: reportError });
  const subscriptions = createSubscriptions({ buildServer: subscribableServer, watch, onerror: reportError });
  return {
    async fetch(request, options) {
      const { parsedBody, authInfo } = options;
      // A body that hasn't been read yet is counted by the calls in it, and may reach every part of the server.
      for (const message of parsedBody === undefined ? [] : [parsedBody].flat()) {
        const result = await countMessage({ request, message, authInfo });
        if (result !== undefined) return answerAll(parsedBody, result);
      }
      if (!isSubscription(parsedBody)) return handler.fetch(request, options);
      return refuseTasks(parsedBody) ?? subscriptions.fetch(request, options);
    },
    async prepare() {
      const { request, body } = buildListRequest();
      const answer = await handler.fetch(request, { parsedBody: body });
      return answer.text();
    },
    async close() {
      await Promise.all([handler.close(), subscriptions.close()]);
    },
  };
}

const protocolVersion = '2026-07-28';

function buildListRequest() {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': protocolVersion,
    'io.modelcontextprotocol/clientInfo': { name: 'waybill', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const body = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: { _meta: meta } };
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': protocolVersion,
    'mcp-method': body.method,
  };
  const init = { method: 'POST', headers, body: JSON.stringify(body) };
  return { request: new Request('http://localhost/mcp', init), body };
}

const statusOfMissingCapability = 400;

/** Refuses a subscription to tasks by a client that does not follow tasks. */
function refuseTasks(message: unknown): Response | undefined {
  const { id = null, params } = isPlainRecord(message) ? message : {};
  const error = refuseTaskSubscription(params);
  return error && Response.json({ jsonrpc: '2.0', id, error }, { status: statusOfMissingCapability });
}

/** Answers every request of a body with the same result, as both protocol eras read it. */
function answerAll(body: unknown, result: CallToolResult): Response {
  const answers = (Array.isArray(body) ? body : [body]).flatMap((message: unknown) => {
    const id = isPlainRecord(message) ? message['id'] : undefined;
    return id === undefined ? [] : [{ jsonrpc: '2.0', id, result: { ...result, resultType: 'complete' } }];
  });
  return Response.json(Array.isArray(body) ? answers : answers[0]);
}
