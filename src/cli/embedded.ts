import { randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Fetch } from '../client/network.ts';
import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { SANDBOX_CLIENT_ID, SANDBOX_CLIENT_SECRET } from '../sandbox/credentials.ts';
import type { Brokerage } from './brokerage.ts';

/** Never resolved: the client's requests go to the service in this process. */
const origin = 'http://embedded.invalid';

export interface EmbeddedService {
  readonly baseUrl: string;
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly fetch: Fetch;
  close(): Promise<void>;
}

export interface EmbeddedCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** The service inside this process, opened (and the sandbox made) when the first request comes. */
export function embeddedService(
  config: Pick<Config, 'home' | 'databaseUrl'>,
  now: () => string,
  log: Log,
): EmbeddedService {
  const isSandbox = config.databaseUrl === undefined;
  const credentials = isSandbox
    ? { clientId: SANDBOX_CLIENT_ID, clientSecret: SANDBOX_CLIENT_SECRET }
    : ownCredentials(config.home);
  let opening: Promise<Brokerage> | undefined;

  /** The service is most of the program: it is loaded when somebody asks for a record, not to greet a client. */
  async function open(): Promise<Brokerage> {
    const { openEmbedded } = await import('./embedded-store.ts');
    return openEmbedded(config, isSandbox ? undefined : credentials, now, log);
  }

  return {
    baseUrl: `${origin}/v1`,
    authUrl: origin,
    ...credentials,
    async fetch(request) {
      opening ??= open().catch((error: unknown) => {
        // The next request tries again: a locked or full disk may have been put right meanwhile.
        opening = undefined;
        throw error;
      });
      const { service } = await opening;
      return service.fetch(request);
    },
    async close() {
      const brokerage = await opening?.catch(() => undefined);
      await brokerage?.close();
    },
  };
}

/** Credentials of this installation for a database that is not the sandbox, made once and kept 0600. */
function ownCredentials(home: string): EmbeddedCredentials {
  const file = path.join(home, 'embedded-client.json');
  mkdirSync(home, { recursive: true, mode: 0o700 });
  const fresh = {
    clientId: `wb_embedded_${randomBytes(8).toString('hex')}`,
    clientSecret: randomBytes(32).toString('base64url'),
  };
  // Written whole beside it and then named, so that another process that starts now never reads half of it.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, JSON.stringify(fresh), { mode: 0o600 });
  try {
    linkSync(draft, file);
    return fresh;
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    // Written by this function only.
    return JSON.parse(readFileSync(file, 'utf8')) as EmbeddedCredentials;
  } finally {
    rmSync(draft, { force: true });
  }
}
