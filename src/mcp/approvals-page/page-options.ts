import type { DeciderApi } from '../approvals/freshness.ts';
import type { GateOptions } from '../tool/run.ts';

/** What the page works with; the same for every request of a process. */
export interface PageOptions extends Pick<GateOptions, 'memory' | 'policy' | 'now' | 'newId' | 'log' | 'commandText'> {
  /** The operating system's user of this process, who stands beside every name. */
  readonly user: string;
  /** To read again what a plan rests on. */
  readonly records?: DeciderApi | undefined;
  /** The port at which this page is reached; known once it is listened on. */
  readonly port: () => number;
  /** IANA zone of the times on the page. */
  readonly timeZone: string;
  /** Tells this page from another program that may have its port later. */
  readonly instance: string;
}

/** Passkeys are bound to a name and not to an address, so the page has this one only. */
export const pageHost = 'localhost';

export const originOf = ({ port }: Pick<PageOptions, 'port'>): string => `http://${pageHost}:${port()}`;
