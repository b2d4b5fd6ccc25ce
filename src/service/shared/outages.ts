import type { Log } from '../../log.ts';
import { classify, type StoreFailure } from '../../store/store-error.ts';
import { type DocumentStorage, isDiskFull, LimitExceeded } from './document-storage.ts';

type StoreOutage = Extract<
  StoreFailure,
  'unavailable' | 'busy' | 'full' | 'readonly' | 'corrupt' | 'displaced' | 'pooler'
>;
type Trouble = StoreOutage | 'documents' | 'mail';

/** Kinds of work whose success shows that an outage is over. */
export type OutageWork = 'reading' | 'writing' | 'documents' | 'mail';

interface Sentences {
  readonly began: string;
  readonly over: string;
  readonly endedBy: readonly OutageWork[];
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

/** Time within which alternating successes and failures are one outage. */
const quietMs = 5000;

interface OngoingOutage {
  readonly beganAt: number;
  lastFailedAt: number;
}

/**
 * Outages of the systems that the service depends on. Each has one line in the log when it begins, and one when it
 * ends.
 */
export interface Outages {
  noteFailure(trouble: Trouble, error: unknown): void;
  noteSuccess(work: OutageWork): void;
  /** Returns true if an outage explains this failure, which is noted then. */
  isExplained(error: unknown): boolean;
}

export interface OutageOptions {
  readonly log: Log;
  readonly now: () => string;
  /** Address of the database, for the person who reads the log. */
  readonly database?: string | undefined;
}

export function createOutages({ log, now, database }: OutageOptions): Outages {
  const open = new Map<Trouble, OngoingOutage>();
  const noted = new WeakSet<object>();

  function noteFailure(trouble: Trouble, error: unknown): void {
    const at = Date.parse(now());
    if (error instanceof Error) noted.add(error);
    const ongoing = open.get(trouble);
    if (ongoing) {
      ongoing.lastFailedAt = at;
      return;
    }
    open.set(trouble, { beganAt: at, lastFailedAt: at });
    const where = isOfStore(trouble) ? { database } : {};
    log('error', troubles[trouble].began, { ...where, cause: error instanceof Error ? error.message : String(error) });
  }

  function noteSuccess(work: OutageWork): void {
    if (open.size === 0) return;
    const at = Date.parse(now());
    for (const [trouble, { beganAt, lastFailedAt }] of open) {
      if (!troubles[trouble].endedBy.includes(work) || at - lastFailedAt < quietMs) continue;
      open.delete(trouble);
      log('info', troubles[trouble].over, { seconds: Math.round((at - beganAt) / 1000) });
    }
  }

  function isExplained(error: unknown): boolean {
    for (let cause = error; cause instanceof Error; cause = cause.cause) {
      if (noted.has(cause)) return true;
      const failure = classify(cause);
      if (!isOutage(failure)) continue;
      noteFailure(failure, cause);
      return true;
    }
    return false;
  }

  return { noteFailure, noteSuccess, isExplained };
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

/** Wraps a storage so that its failures are noted. */
export function watchStorage(storage: DocumentStorage, outages: Outages): DocumentStorage {
  async function watch<Result>(work: Promise<Result>, isOurs: (error: unknown) => boolean): Promise<Result> {
    try {
      const result = await work;
      outages.noteSuccess('documents');
      return result;
    } catch (error) {
      if (isOurs(error) && !(error instanceof LimitExceeded)) outages.noteFailure('documents', error);
      throw error;
    }
  }
  const returnTrue = () => true;
  const locate = storage.locate?.bind(storage);
  return {
    async receive(id, body, maxBytes) {
      const received = await watch(storage.receive(id, body, maxBytes), isAway);
      return { ...received, keep: () => watch(received.keep(), returnTrue) };
    },
    read: (id) => watch(storage.read(id), returnTrue),
    // An address is signed without asking the store.
    ...(locate && { locate }),
    remove: (id) => watch(storage.remove(id), returnTrue),
    removePartial: (startedBefore) => watch(storage.removePartial(startedBefore), returnTrue),
  };
}
