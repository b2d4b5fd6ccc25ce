import type { Log } from '../../log.ts';
import { appendAudit, type AuditDetails, readEntry } from '../audit/audit.ts';
import { createEntryQueue, type QueueOptions } from './entry-queue.ts';
import type { ApprovalChange, ToolMemory } from './memory.ts';

/** An entry that is written down after a write. Writing it twice does no harm. */
export type BookEntry =
  | { readonly kind: 'audit'; readonly facts: AuditDetails }
  | { readonly kind: 'reservation'; readonly key: string; readonly id: string; readonly outcome: string }
  | { readonly kind: 'release'; readonly key: string; readonly id: string }
  | { readonly kind: 'money'; readonly id: string; readonly steps: readonly number[] }
  | { readonly kind: 'money waits'; readonly id: string; readonly expiresAt: string }
  | { readonly kind: 'approval'; readonly id: string; readonly change: ApprovalChange }
  | { readonly kind: 'undo'; readonly row: Parameters<ToolMemory['undos']['keep']>[0] }
  | { readonly kind: 'undone'; readonly id: string }
  | { readonly kind: 'used key'; readonly key: string; readonly at: string; readonly expiresAt: string };

/**
 * Bookkeeping after a write. The API's result stands even if the bookkeeping fails: what cannot be written now is
 * written when the store is back.
 */
export interface Bookkeeping extends AsyncDisposable {
  /** Returns the store's answer, or undefined if the entry waits for the store to be back. */
  write(entry: BookEntry): Promise<boolean | undefined>;
  /** Entries that wait. */
  waiting(): number;
  /** Tries once more to write what waits. */
  close(): Promise<void>;
}

interface BookkeepingOptions extends Omit<QueueOptions<BookEntry>, 'write' | 'encode' | 'decode'> {
  readonly memory: ToolMemory;
  /** Longer than a store that works takes, and shorter than a person waits. */
  readonly withinMs?: number;
}

const place = 'bookkeeping';

export function createBookkeeping({ memory, log, withinMs = 5_000, ...options }: BookkeepingOptions): Bookkeeping {
  /** Writes that were not waited for to their end: the store may still do them. */
  const underWay = new Set<Promise<unknown>>();
  const writeInTime = (entry: BookEntry, isLate: boolean): Promise<boolean> => {
    const writing = writeEntry(memory, log, entry, isLate);
    underWay.add(writing);
    const forget = () => void underWay.delete(writing);
    writing.then(forget, forget);
    return limitWait(writing, withinMs);
  };
  const queue = createEntryQueue<BookEntry>({
    ...options,
    log,
    async write(entry) {
      // Beside one that still goes on, it could be written twice.
      await limitWait(Promise.allSettled(underWay), withinMs);
      return writeInTime(entry, true);
    },
    encode: (entry) => memory.cipher.encrypt(JSON.stringify(entry), place),
    // Written by `encode`, encrypted with the key of this memory.
    decode: (line) => JSON.parse(memory.cipher.decrypt(line, place)) as BookEntry,
  });
  return {
    async write(entry) {
      try {
        return await writeInTime(entry, false);
      } catch (error) {
        log('error', 'A write is done, but its entries could not be stored yet.', {
          entry: entry.kind,
          cause: String(error),
        });
        await queue.add(entry);
        return undefined;
      }
    },
    waiting: queue.size,
    close: queue.close,
    [Symbol.asyncDispose]: queue.close,
  };
}

/** Creates the bookkeeping of one call, which tells whether any of its entries waits. */
export function watchDelays(bookkeeping: Bookkeeping): Bookkeeping & { readonly hasDelay: () => boolean } {
  let hasDelay = false;
  return {
    ...bookkeeping,
    async write(entry) {
      const answer = await bookkeeping.write(entry);
      hasDelay ||= answer === undefined;
      return answer;
    },
    hasDelay: () => hasDelay,
  };
}

/** Writes an entry into the memory. `isLate` means that it may be written already, by a write whose answer was lost. */
async function writeEntry(memory: ToolMemory, log: Log, entry: BookEntry, isLate: boolean): Promise<boolean> {
  switch (entry.kind) {
    case 'audit':
      if (!isLate || !(await hasEntry(memory, entry.facts))) await appendAudit({ memory, log }, entry.facts);
      return true;
    case 'reservation':
      return memory.reservations.complete(entry.key, entry.id, entry.outcome);
    case 'release':
      await memory.reservations.release(entry.key, entry.id);
      return true;
    case 'money':
      await memory.movedMoney.settle(entry.id, entry.steps);
      return true;
    case 'money waits':
      await memory.movedMoney.postpone(entry.id, entry.expiresAt);
      return true;
    case 'approval':
      return memory.approvals.move(entry.id, 'executing', entry.change);
    case 'undo':
      await memory.undos.keep(entry.row);
      return true;
    case 'undone':
      await memory.undos.forget(entry.id);
      return true;
    case 'used key':
      return memory.ledger.consume(entry.key, { at: entry.at, expiresAt: entry.expiresAt });
    default:
      return entry satisfies never;
  }
}

async function hasEntry({ audit }: ToolMemory, details: AuditDetails): Promise<boolean> {
  const stored = await audit.listContaining({ texts: [details.attempt], since: details.at });
  return stored
    .map(readEntry)
    .some(({ attempt, kind, at }) => attempt === details.attempt && kind === details.kind && at === details.at);
}

/** Limits the wait for a store that does not answer. The work itself may still be done. */
function limitWait<Value>(work: Promise<Value>, ms: number): Promise<Value> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer from the store within ${ms} ms`)), ms);
  });
  return Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
