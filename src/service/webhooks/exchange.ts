import { Agent, request } from 'undici';
import { createGuardedLookup, type AllowedReach, type Resolve } from './address.ts';

/** The text of a response is not used; a little of it is read so that the connection can be used again. */
const responseBytesMax = 4096;
const headerBytesMax = 16_384;

interface WebhookRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface WebhookExchange {
  /** Returns the HTTP status; redirects are not followed. */
  readonly send: (sending: WebhookRequest, reach: AllowedReach, signal: AbortSignal) => Promise<number>;
  readonly close: () => Promise<void>;
}

/**
 * Creates connections to receivers. They connect only to addresses that their reach allows, whatever a host name
 * resolves to.
 */
export function createExchange({ timeoutMs, resolve }: { timeoutMs: number; resolve: Resolve }): WebhookExchange {
  const createAgent = (reach: AllowedReach) =>
    new Agent({
      connect: { lookup: createGuardedLookup(reach, resolve), timeout: timeoutMs },
      maxHeaderSize: headerBytesMax,
      allowH2: false,
    });
  const open = createAgent({ includesLoopback: false });
  const local = createAgent({ includesLoopback: true });
  return {
    async send({ url, headers, body: sent }, reach, signal) {
      const dispatcher = reach.includesLoopback ? local : open;
      const { statusCode, body } = await request(url, { method: 'POST', headers, body: sent, dispatcher, signal });
      // Only the status counts: a response that is too long or breaks off is as good as a whole one.
      await body.dump({ limit: responseBytesMax, signal }).catch(() => {});
      return statusCode;
    },
    async close() {
      await Promise.all([open.destroy(), local.destroy()]);
    },
  };
}
