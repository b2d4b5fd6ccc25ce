import { createMcpHandler, type McpHandlerRequestOptions } from '@modelcontextprotocol/server';
import type { Log } from '../../log.ts';
import type { ToolServer } from '../server/server.ts';
import { isSubscription } from './message.ts';
import { createSubscriptions, subscribable } from './subscriptions.ts';

export interface MessageHandler {
  /** `parsedBody` is what was asked, where it has been read already. */
  readonly fetch: (request: Request, options: McpHandlerRequestOptions) => Promise<Response>;
  /** Ends open subscriptions. */
  readonly close: () => Promise<void>;
}

/** What answers the messages of clients, in both protocol eras. */
export function createMessageHandler(
  { buildServer, watch }: Pick<ToolServer, 'buildServer' | 'watch'>,
  log: Log,
): MessageHandler {
  const onerror = (error: Error) =>
    log('warn', 'A message of a client could not be handled.', { cause: error.message });
  const telling = subscribable(buildServer);
  const handler = createMcpHandler(telling, { onerror });
  const subscriptions = createSubscriptions({ buildServer: telling, watch, onerror });
  return {
    fetch: (request, options) =>
      isSubscription(options.parsedBody) ? subscriptions.fetch(request, options) : handler.fetch(request, options),
    async close() {
      await Promise.all([handler.close(), subscriptions.close()]);
    },
  };
}
