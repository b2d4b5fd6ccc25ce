import type { Log } from '../../log.ts';
import type { Lease } from './lease.ts';
import type { ApiSource } from './requests.ts';
import type { CopyDatabase } from './tables.ts';

/** A copy with its API source, for one piece of work. */
export interface Copying {
  readonly database: CopyDatabase;
  readonly source: ApiSource;
  readonly lease: Lease;
  readonly signal: AbortSignal;
  readonly log: Log;
}
