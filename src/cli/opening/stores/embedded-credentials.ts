import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { keepOnce } from './secret-file.ts';

/** Credentials with which the tool server logs in at the service of its own process. */
export interface EmbeddedCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Credentials of this installation for a database that is not the sandbox, made once and kept 0600. */
export function readOwnCredentials(home: string): EmbeddedCredentials {
  const fresh = {
    clientId: `wb_embedded_${randomBytes(8).toString('hex')}`,
    clientSecret: randomBytes(32).toString('base64url'),
  };
  // Written by this function only.
  return JSON.parse(keepOnce(path.join(home, 'embedded-client.json'), JSON.stringify(fresh))) as EmbeddedCredentials;
}
