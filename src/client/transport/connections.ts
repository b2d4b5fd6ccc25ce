import { Agent, fetch as undiciFetch, type RequestInit as UndiciRequestInit } from 'undici';
import type { Limits } from './limits.ts';

export interface Network {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly close: () => Promise<void>;
}

/** Connections over HTTP that are kept open between requests. The transport itself limits how long a request may take. */
export function openConnections(limits: Limits): Network {
  const dispatcher = new Agent({
    connect: { timeout: limits.connectTimeoutMs },
    connections: limits.connectionsMax,
    keepAliveTimeout: 10_000,
    headersTimeout: 0,
    bodyTimeout: 0,
  });
  return {
    fetch(url, init) {
      // undici declares its own copies of the web types; what the transport passes is the part both share.
      return undiciFetch(url, { ...(init as unknown as UndiciRequestInit), dispatcher });
    },
    close: () => dispatcher.destroy(),
  };
}
