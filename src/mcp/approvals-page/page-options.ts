import type { DeciderApi } from '../approvals/freshness.ts';
import type { GateOptions } from '../run/run.ts';
import type { PasskeyRule } from '../approvals/passkeys.ts';
import type { KnownSessions } from './sessions.ts';

/** What the page works with; the same for every request of a process. */
export interface PageOptions
  extends Pick<GateOptions, 'memory' | 'policy' | 'now' | 'newId' | 'log' | 'commandText'>, PasskeyRule {
  /** The operating system's user of this process, who stands beside every name. */
  readonly user: string;
  /** To read again what a plan rests on. */
  readonly records?: DeciderApi | undefined;
  /** Where browsers reach this page, such as `http://localhost:49152`; known once it is listened on. */
  readonly origin: () => string;
  /** Given where people sign in at an issuer: then this page has no form for it. */
  readonly issued?: KnownSessions | undefined;
  /** IANA zone of the times on the page. */
  readonly timeZone: string;
  /** Tells this page from another program that may have its port later. */
  readonly instance: string;
}

/** Where somebody arrives who has signed out of a page with an issuer. */
export const signedOutPath = '/approvals/signed-out';

/** On this machine. Passkeys are bound to a name and not to an address, so the page has this one only. */
export const localOrigin = (port: number): string => `http://localhost:${port}`;

/** The name that passkeys are bound to. */
export const hostOf = ({ origin }: Pick<PageOptions, 'origin'>): string => new URL(origin()).hostname;
