import {
  createMcpHandler,
  InMemoryServerEventBus,
  type McpHandlerRequestOptions,
  type McpHttpHandler,
  type McpServerFactory,
  type ServerEventBus,
} from '@modelcontextprotocol/server';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { getServer, listSubscribedUris, tooMany } from '../server/subscribed.ts';
import type { ToolServer } from '../server/tool-server.ts';

export interface SubscriptionOptions extends Pick<ToolServer, 'watch'> {
  readonly buildServer: McpServerFactory;
  readonly onerror: (error: Error) => void;
}

export interface Subscriptions {
  readonly fetch: (request: Request, options: McpHandlerRequestOptions) => Promise<Response>;
  /** Ends every stream. */
  close(): Promise<void>;
}

/**
 * Makes servers offer subscriptions to clients of the newer protocol only. Over HTTP the older one needs a session, and
 * this server keeps none.
 */
export const makeSubscribable =
  (buildServer: McpServerFactory): McpServerFactory =>
  async (request) => {
    const built = await buildServer(request);
    if (request.era === 'modern') getServer(built).registerCapabilities({ resources: { subscribe: true } });
    return built;
  };

/** Streams of changes, each with a handler of its own: what one caller is told of is no other's business. */
export function createSubscriptions({ buildServer, watch, onerror }: SubscriptionOptions): Subscriptions {
  const open = new Set<McpHttpHandler>();
  let isClosed = false;
  return {
    async fetch(request, options) {
      const { id = null, params } = isPlainRecord(options.parsedBody) ? options.parsedBody : {};
      const uris = listSubscribedUris(params);
      if (!watch.hasRoomFor(uris.length, options.authInfo))
        return Response.json({ jsonrpc: '2.0', id, error: tooMany });
      const listeners = new InMemoryServerEventBus(onerror);
      const tell = (uri: string) => listeners.publish({ kind: 'resource_updated', uri });
      const { ready, stop } = watch.start(uris, options.authInfo, tell);
      await ready;
      const bus: ServerEventBus = {
        publish() {},
        subscribe(listener) {
          const leave = listeners.subscribe(listener);
          open.add(handler);
          return () => {
            leave();
            stop();
            open.delete(handler);
          };
        },
      };
      const handler = createMcpHandler(buildServer, { onerror, bus });
      const response = await handler.fetch(request, options);
      // A request that the library refuses subscribes to nothing.
      if (!open.has(handler)) stop();
      if (isClosed) await handler.close();
      return response;
    },
    async close() {
      isClosed = true;
      await Promise.all([...open].map((handler) => handler.close()));
    },
  };
}
