import type { PageOrigin } from '../page/protection.ts';
import type { PageExecutor } from '../approvals/page-executor.ts';
import type { DeciderApi } from '../approvals/freshness.ts';
import type { GateOptions } from '../run/run.ts';
import type { PasskeyRule } from '../approvals/passkeys.ts';
import type { SessionLookup } from './session/sessions.ts';

/** Options of the page; the same for every request of a process. */
export interface PageOptions
  extends Pick<GateOptions, 'memory' | 'policy' | 'now' | 'newId' | 'log' | 'commandText'>, PasskeyRule {
  /** The operating system's user of this process, shown beside every name. */
  readonly user: string;
  /** API that re-reads the records of a plan. */
  readonly records?: DeciderApi | undefined;
  /** Executes approved plans; undefined in a process that only reads. */
  readonly executor?: PageExecutor | undefined;
  /** Where the approvals are stored, for people of this machine; undefined where people sign in from elsewhere. */
  readonly memoryAddress?: string | undefined;
  /**
   * Returns the page's address for browsers, such as `http://localhost:49152`. It is available once the server listens.
   */
  readonly origin: () => string;
  /** Sessions of people who sign in at an issuer. With them, this page has no sign-in form of its own. */
  readonly issued?: SessionLookup | undefined;
  /** IANA zone of the times on the page. */
  readonly timeZone: string;
  /** Path of the desk page of the same process, if it serves one. */
  readonly deskPath?: string | undefined;
  /** Tells this page from another program that may have its port later. */
  readonly instance: string;
}

/** Time and zone of the page. */
export type PageClock = Pick<PageOptions, 'now' | 'timeZone'>;

/** Path that people see after they sign out of a page with an issuer. */
export const signedOutPath = '/approvals/signed-out';

/**
 * Returns the page's origin on this machine. Passkeys are bound to a host name, so the page uses this name only, never
 * an IP address.
 */
export const toLocalOrigin = (port: number): string => `http://localhost:${port}`;

/** Returns the host name that passkeys are bound to. */
export const getHostName = ({ origin }: PageOrigin): string => new URL(origin()).hostname;
