import type { Log } from '../../log.ts';

/** Keeps entries that could not be written while this process runs, for the next one. Its lines are encrypted. */
export interface EntrySpool {
  /** Lines that processes left behind that have ended; from now on they are this one's. */
  read(): Promise<readonly string[]>;
  /** Replaces all lines that were stored before. */
  write(lines: readonly string[]): Promise<void>;
}

export interface QueueOptions<Entry> {
  readonly log: Log;
  readonly spool?: EntrySpool | undefined;
  /** Pauses between tries; the last one is repeated. */
  readonly retryMs?: readonly number[] | undefined;
  readonly write: (entry: Entry) => Promise<unknown>;
  readonly encode: (entry: Entry) => string;
  readonly decode: (line: string) => Entry;
}

interface EntryQueue<Entry> {
  readonly add: (entry: Entry) => Promise<void>;
  readonly size: () => number;
  /** Tries once more to write what waits. */
  readonly close: () => Promise<void>;
}

const waitsMs = [500, 1_000, 2_000, 5_000, 10_000, 30_000];
/** More than a desk writes in hours; beyond it the oldest entries are given up, with a line in the log. */
const entriesMax = 10_000;
/** Long enough to tell of every file whether its process has ended. */
const readAgainMs = 120_000;

/** Entries for a store that is away, written in their order as soon as it is back. */
export function createEntryQueue<Entry>(options: QueueOptions<Entry>): EntryQueue<Entry> {
  const { log, retryMs = waitsMs } = options;
  const entries: Entry[] = [];
  let timer: NodeJS.Timeout | undefined;
  let failures = 0;
  let draining: Promise<void> | undefined;
  let isClosed = false;

  function schedule(): void {
    if (isClosed || timer !== undefined || entries.length === 0) return;
    const drainAgain = () => {
      timer = undefined;
      void drain();
    };
    timer = setTimeout(drainAgain, retryMs[Math.min(failures, retryMs.length - 1)]);
    timer.unref();
  }

  async function drainOnce(): Promise<void> {
    failures = (await writeAll(options, entries)) ? 0 : failures + 1;
    await keep(options, entries);
    draining = undefined;
    schedule();
  }
  /** Writes what waits until one fails. */
  const drain = (): Promise<void> => (draining ??= drainOnce());

  async function takeUp(): Promise<void> {
    const lines = await readSpool(options);
    entries.push(...lines);
    if (lines.length > 0) await drain();
  }
  const takenUp = takeUp();
  const later = setTimeout(() => void takeUp(), readAgainMs);
  later.unref();

  return {
    async add(entry) {
      entries.push(entry);
      if (entries.length > entriesMax) {
        entries.shift();
        log('error', 'An entry for the store was dropped: too many are waiting.', { waiting: entriesMax });
      }
      await keep(options, entries);
      schedule();
    },
    size: () => entries.length,
    async close() {
      await takenUp;
      await draining;
      if (entries.length > 0) await drain();
      isClosed = true;
      clearTimeout(timer);
      clearTimeout(later);
    },
  };
}

/** Returns whether nothing waits any more. */
async function writeAll<Entry>({ log, write }: QueueOptions<Entry>, entries: Entry[]): Promise<boolean> {
  try {
    for (let entry = entries[0]; entry !== undefined; entry = entries[0]) {
      await write(entry);
      entries.shift();
    }
    log('info', 'What waited for the store is written.', {});
    return true;
  } catch (error) {
    log('warn', 'Entries are still waiting for the store.', { waiting: entries.length, cause: String(error) });
    return false;
  }
}

async function keep<Entry>({ log, spool, encode }: QueueOptions<Entry>, entries: readonly Entry[]): Promise<void> {
  try {
    await spool?.write(entries.map(encode));
  } catch (error) {
    log('error', 'Entries that wait for the store could not be kept in the data folder either.', {
      waiting: entries.length,
      cause: String(error),
    });
  }
}

async function readSpool<Entry>({ log, spool, decode }: QueueOptions<Entry>): Promise<Entry[]> {
  try {
    const lines = (await spool?.read()) ?? [];
    return lines.flatMap((line) => {
      try {
        return [decode(line)];
      } catch (error) {
        log('error', 'An entry of an earlier process could not be read.', { cause: String(error) });
        return [];
      }
    });
  } catch (error) {
    log('error', 'Entries of an earlier process could not be read.', { cause: String(error) });
    return [];
  }
}
