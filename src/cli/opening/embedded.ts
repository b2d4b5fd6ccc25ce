import type { Fetch } from '../../client/network.ts';
import type { Log } from '../../log.ts';
import { SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET } from '../../sandbox/kit/credentials.ts';
import { ownCredentials } from './embedded-credentials.ts';
import type { Config } from '../config.ts';
import { whenNeeded } from './when-needed.ts';

/** Never resolved: the client's requests go to the service in this process. */
const origin = 'http://embedded.invalid';

export interface EmbeddedService {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly fetch: Fetch;
  /** For what this process reads for itself. */
  readonly fetchUncounted: Fetch;
  close(): Promise<void>;
}

/** The service inside this process, opened (and the sandbox made) when the first request comes. */
export function embeddedService(
  config: Pick<Config, 'home' | 'databaseUrl' | 'encryptionKey' | 'documentBucket' | 'mail'>,
  now: () => string,
  log: Log,
): EmbeddedService {
  const isSandbox = config.databaseUrl === undefined;
  const credentials = isSandbox
    ? { clientId: SANDBOX_CLIENT_ID, clientSecret: SANDBOX_CLIENT_SECRET }
    : ownCredentials(config.home);
  /** The service is most of the program: it is loaded with the first request for a record, not to greet a client. */
  const brokerage = whenNeeded(async () => {
    const { openEmbedded } = await import('./embedded-store.ts');
    return openEmbedded({ ...config, origin }, isSandbox ? undefined : credentials, now, log);
  });

  return {
    baseUrl: `${origin}/v1`,
    authUrl: origin,
    ...credentials,
    async fetch(request) {
      const { service } = await brokerage.get();
      const answer = await service.fetch(request);
      // Only a document that is kept in a bucket has this header.
      const elsewhere = answer.headers.get('location');
      return elsewhere === null ? answer : fetch(elsewhere, { method: request.method, signal: request.signal });
    },
    fetchUncounted: async (request) => (await brokerage.get()).service.fetchUncounted(request),
    async close() {
      await (await brokerage.opened())?.close();
    },
  };
}
