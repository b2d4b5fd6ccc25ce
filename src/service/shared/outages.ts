import type { Log } from '../../log.ts';
import { classify, type StoreFailure } from '../../store/store-error.ts';
import { type DocumentStorage, isDiskFull, LimitExceeded } from './document-storage.ts';

type StoreOutage = Extract<
  StoreFailure,
  'unavailable' | 'busy' | 'full' | 'readonly' | 'corrupt' | 'displaced' | 'pooler'
>;
type Trouble = StoreOutage | 'documents' | 'mail';

/** What shows by working that an outage is over. */
export type Work = 'reading' | 'writing' | 'documents' | 'mail';

interface Sentences {
  readonly began: string;
  readonly over: string;
  readonly endedBy: readonly Work[];
}

const troubles: Record<Trouble, Sentences> = {
  unavailable: {
    began: 'The database cannot be reached.',
    over: 'The database can be reached again.',
    endedBy: ['reading', 'writing'],
  },
  busy: {
    began: 'The database is locked by another program, or busy.',
    over: 'The database is no longer locked.',
    endedBy: ['writing'],
  },
  full: {
    began: 'The disk that holds the database is full.',
    over: 'The disk that holds the database has space again.',
    endedBy: ['writing'],
  },
  readonly: {
    began: 'The database may only be read: give this user the right to write it, or name the primary server.',
    over: 'The database may be written again.',
    endedBy: ['writing'],
  },
  corrupt: {
    began: 'The database is damaged: restore it from a backup, then start again.',
    over: 'The database was repaired.',
    // Other pages of a damaged file can still be read.
    endedBy: [],
  },
  pooler: {
    began: 'The database cannot be used through its connection pooler.',
    over: 'The database can be used through its connection pooler.',
    endedBy: ['writing'],
  },
  displaced: {
    began: 'The file of the database was deleted, renamed or replaced: put it back, or restore it and start again.',
    over: 'The file of the database is back.',
    endedBy: ['writing'],
  },
  documents: {
    began: 'The store of documents fails.',
    over: 'The store of documents works again.',
    endedBy: ['documents'],
  },
  mail: {
    began: 'Mail cannot be handed over; it is tried again.',
    over: 'Mail is handed over again.',
    endedBy: ['mail'],
  },
};

/** What works and fails in turns within this time is one outage. */
const quietMs = 5000;

interface Outage {
  readonly beganAt: number;
  lastFailedAt: number;
}

/** What the service needs and cannot have: one line in the log when it goes, and one when it is back. */
export interface Outages {
  failed(trouble: Trouble, error: unknown): void;
  worked(work: Work): void;
  /** Whether an outage is all there is to say of this failure; it is noted then. */
  explains(error: unknown): boolean;
}

export interface OutageOptions {
  readonly log: Log;
  readonly now: () => string;
  /** Where the database is, for the person who reads the log. */
  readonly database?: string | undefined;
}

export function createOutages({ log, now, database }: OutageOptions): Outages {
  const open = new Map<Trouble, Outage>();
  const noted = new WeakSet<object>();

  function failed(trouble: Trouble, error: unknown): void {
    const at = Date.parse(now());
    if (error instanceof Error) noted.add(error);
    const known = open.get(trouble);
    if (known) {
      known.lastFailedAt = at;
      return;
    }
    open.set(trouble, { beganAt: at, lastFailedAt: at });
    const where = isOfStore(trouble) ? { database } : {};
    log('error', troubles[trouble].began, { ...where, cause: error instanceof Error ? error.message : String(error) });
  }

  function worked(work: Work): void {
    if (open.size === 0) return;
    const at = Date.parse(now());
    for (const [trouble, { beganAt, lastFailedAt }] of open) {
      if (!troubles[trouble].endedBy.includes(work) || at - lastFailedAt < quietMs) continue;
      open.delete(trouble);
      log('info', troubles[trouble].over, { seconds: Math.round((at - beganAt) / 1000) });
    }
  }

  function explains(error: unknown): boolean {
    for (let cause = error; cause instanceof Error; cause = cause.cause) {
      if (noted.has(cause)) return true;
      const failure = classify(cause);
      if (!isOutage(failure)) continue;
      failed(failure, cause);
      return true;
    }
    return false;
  }

  return { failed, worked, explains };
}

const isOutage = (failure: StoreFailure): failure is StoreOutage => failure in troubles;
const isOfStore = (trouble: Trouble): boolean => trouble !== 'documents' && trouble !== 'mail';

/** A caller that hangs up in the middle of an upload is no outage: these are failures of the store itself. */
const awayCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EIO',
]);
const isAway = (error: unknown): boolean =>
  isDiskFull(error) ||
  (error instanceof Error &&
    ('$fault' in error || '$metadata' in error || ('code' in error && awayCodes.has(String(error.code)))));

/** The storage, whose failures are noted. */
export function watchStorage(storage: DocumentStorage, outages: Outages): DocumentStorage {
  async function watch<Result>(work: Promise<Result>, isOurs: (error: unknown) => boolean): Promise<Result> {
    try {
      const result = await work;
      outages.worked('documents');
      return result;
    } catch (error) {
      if (isOurs(error) && !(error instanceof LimitExceeded)) outages.failed('documents', error);
      throw error;
    }
  }
  const always = () => true;
  const locate = storage.locate?.bind(storage);
  return {
    async receive(id, body, maxBytes) {
      const received = await watch(storage.receive(id, body, maxBytes), isAway);
      return { ...received, keep: () => watch(received.keep(), always) };
    },
    read: (id) => watch(storage.read(id), always),
    // An address is signed without asking the store.
    ...(locate && { locate }),
    remove: (id) => watch(storage.remove(id), always),
    removePartial: (startedBefore) => watch(storage.removePartial(startedBefore), always),
  };
}
