import type { Fetch } from '../../../client/transport/network.ts';
import type { Log } from '../../../log.ts';
import { SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET } from '../../../sandbox/kit/credentials.ts';
import { type EmbeddedCredentials, readOwnCredentials } from './embedded-credentials.ts';
import { type SentConfig, toSentConfig } from '../../sent-config.ts';
import type { DeskService } from '../../threads/service-thread.ts';
import type { Config } from '../../config.ts';
import { whenNeeded } from './when-needed.ts';

/** Never resolved: the client's requests go to the service in this process. */
const origin = 'http://embedded.invalid';

export type ServeFile = (request: Request, token: string) => Promise<Response>;

export interface EmbeddedService {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly fetch: Fetch;
  /** Fetches without counting against the limit, for reads that this process makes for itself. */
  readonly fetchUncounted: Fetch;
  /** Opens the store, and makes the sandbox where there is none. */
  readonly open: () => Promise<void>;
  /** Answers one request at the address of a file, and no other: what it names is the end of that address. */
  readonly serveFile: ServeFile;
  close(): Promise<void>;
}

export interface EmbeddedOptions {
  /** Returns the start of the addresses of its files; if it is left out, they cannot be opened outside this process. */
  readonly filesAt?: (() => Promise<string>) | undefined;
  /** Awaited before the store is opened, while another thread makes the sandbox. */
  readonly prepare?: (() => Promise<void>) | undefined;
  /** True where the service only reads: it sends no mail and no events then. */
  readonly isForReading?: boolean | undefined;
}

/** All that the service of a desk is opened with, beside its settings. */
interface DeskPlace {
  /** Credentials that its store has to admit; undefined for the sandbox, which has its own. */
  readonly credentials: EmbeddedCredentials | undefined;
  /** Beginning of the addresses of its files. */
  readonly publicUrl: string;
  /** True where the service only reads: it sends no mail and no events then. */
  readonly isForReading: boolean;
}

/** All that a thread opens the service of a desk with. */
export interface DeskStart extends DeskPlace {
  readonly config: SentConfig;
}

/** Creates the service inside this process. It is opened (and the sandbox made) when the first request comes. */
export function createEmbeddedService(
  config: Config,
  now: () => string,
  log: Log,
  { filesAt = async () => origin, prepare, isForReading = false }: EmbeddedOptions = {},
): EmbeddedService {
  const isSandbox = config.databaseUrl === undefined;
  const credentials = isSandbox
    ? { clientId: SANDBOX_CLIENT_ID, clientSecret: SANDBOX_CLIENT_SECRET }
    : readOwnCredentials(config.home);
  const service = whenNeeded(async () => {
    await prepare?.();
    const place = { credentials: isSandbox ? undefined : credentials, publicUrl: await filesAt(), isForReading };
    const thread = await config.serviceThread?.();
    return thread === undefined
      ? openDeskService(config, place, now, log)
      : thread.openDesk({ ...place, config: toSentConfig(config) } satisfies DeskStart);
  });

  return {
    baseUrl: `${origin}/v1`,
    authUrl: origin,
    ...credentials,
    async fetch(request) {
      const opened = await service.get();
      const files = `${await filesAt()}/files/`;
      const isFile = request.url.startsWith(files);
      const answer = await opened.fetch(isFile ? toFileRequest(request, request.url.slice(files.length)) : request);
      // Only a document that is kept in a bucket has this header.
      const elsewhere = answer.headers.get('location');
      return elsewhere === null ? answer : fetch(elsewhere, { method: request.method, signal: request.signal });
    },
    fetchUncounted: async (request) => (await service.get()).fetchUncounted(request),
    open: async () => void (await service.get()),
    serveFile: async (request, token) => (await service.get()).fetch(toFileRequest(request, token)),
    async close() {
      await (await service.opened())?.close();
    },
  };
}

/**
 * Opens the service of a desk in the thread of the caller. The service is most of the program: it is loaded with the first
 * request for a record, not to greet a client.
 */
export async function openDeskService(
  config: Config,
  { credentials, ...place }: DeskPlace,
  now: () => string,
  log: Log,
): Promise<DeskService> {
  const { openEmbedded } = await import('./embedded-store.ts');
  const brokerage = await openEmbedded({ ...config, ...place }, credentials, now, log);
  const { service } = brokerage;
  return {
    fetch: (request) => service.fetch(request),
    fetchUncounted: service.fetchUncounted,
    close: () => brokerage.close(),
  };
}

/** Converts a request for a file to the path at which the service has its files, its root. The body stays a stream. */
const toFileRequest = ({ method, headers, body, signal }: Request, token: string): Request =>
  new Request(`${origin}/files/${encodeURIComponent(token)}`, { method, headers, body, signal, duplex: 'half' });
