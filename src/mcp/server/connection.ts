import { tooMany, listSubscribedUris, getServer } from './subscribed.ts';
import { type McpServerFactory, ProtocolError, type Server } from '@modelcontextprotocol/server';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import type { Log } from '../../log.ts';
import type { Watching } from '../resources/watch.ts';
import { refuseTaskSubscription } from './tasks.ts';
import type { ToolServer } from './tool-server.ts';

/** One connection that lasts, of either protocol era. */
export interface Connection {
  readonly buildServer: McpServerFactory;
  /**
   * Receives every message of the client before the library, which answers a subscription of the newer protocol by
   * itself.
   */
  readonly receive: (message: unknown, to: Onward) => void;
  readonly close: () => void;
}

interface Onward {
  /** Gives the message to the library. */
  readonly passOn: () => void;
  /** Sends the client an answer in its stead. */
  readonly answer: (response: object) => void;
}

/**
 * Opens a connection. The addresses that its client subscribes to are watched until it unsubscribes or the connection
 * ends.
 */
export function openConnection({ buildServer, watch }: ToolServer, log: Log): Connection {
  let current: Server | undefined;
  const { start, stop, close } = createSubscribed(watch, (uri) => {
    current?.sendResourceUpdated({ uri }).catch((error: unknown) => {
      log('debug', 'A client could not be notified of a change.', { cause: String(error) });
    });
  });
  const listen = async (id: unknown, uris: readonly string[], { passOn, answer }: Onward): Promise<void> => {
    if (!watch.hasRoomFor(uris.length)) return answer({ jsonrpc: '2.0', id, error: tooMany });
    if (await start(id, uris)) passOn();
  };
  return {
    async buildServer(request) {
      const built = await buildServer(request);
      current = getServer(built);
      current.registerCapabilities({ resources: { subscribe: true } });
      if (request.era === 'legacy') {
        current.setRequestHandler('resources/subscribe', async ({ params: { uri } }) => {
          if (!watch.hasRoomFor(1)) throw new ProtocolError(tooMany.code, tooMany.message);
          await start(uri, [uri]);
          return {};
        });
        current.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
          stop(uri);
          return {};
        });
      }
      return built;
    },
    receive(message, onward) {
      const { id, method, params } = isPlainRecord(message) ? message : {};
      if (method === 'notifications/cancelled' && isPlainRecord(params)) stop(params['requestId']);
      if (method !== 'subscriptions/listen') return onward.passOn();
      const error = refuseTaskSubscription(params);
      if (error === undefined) void listen(id, listSubscribedUris(params), onward);
      else onward.answer({ jsonrpc: '2.0', id, error });
    },
    close,
  };
}

/**
 * Creates the list of watched addresses, each once with the subscriptions that name it. The library notifies every one
 * of them.
 */
function createSubscribed(watch: ToolServer['watch'], tell: (uri: string) => void) {
  const watched = new Map<string, { readonly watching: Watching; readonly named: Set<unknown> }>();
  const add = (key: unknown, uri: string): Watching => {
    const entry = watched.get(uri) ?? { watching: watch.start([uri], undefined, tell), named: new Set() };
    entry.named.add(key);
    watched.set(uri, entry);
    return entry.watching;
  };
  return {
    /** Ends once each change from now on is told; false where it was taken back meanwhile. */
    start: async (key: unknown, uris: readonly string[]): Promise<boolean> => {
      await Promise.all(uris.map((uri) => add(key, uri).ready));
      return uris.every((uri) => watched.get(uri)?.named.has(key));
    },
    stop: (key: unknown): void => {
      for (const [uri, { watching, named: subscriptionKeys }] of watched) {
        if (!subscriptionKeys.delete(key) || subscriptionKeys.size > 0) continue;
        watching.stop();
        watched.delete(uri);
      }
    },
    close: (): void => {
      for (const { watching } of watched.values()) watching.stop();
      watched.clear();
    },
  };
}
