import { isSamePrincipal } from '../policy/principal-name.ts';
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { Log } from '../../log.ts';
import type { Principal } from '../tool/context.ts';
import type { DeskChanges, DeskMark } from '../tool/desk-changes.ts';
import type { Runner } from '../run/runner.ts';
import type { Caller } from '../run/run.ts';
import { pageAt } from './pages.ts';
import type { Reader } from './read.ts';

export interface WatchOptions {
  readonly read: Reader;
  readonly runner: () => Promise<Pick<Runner, 'changes'>>;
  readonly log: Log;
  readonly paces?: WatchPaces | undefined;
}

export interface WatchPaces {
  /** How often it is asked what this desk has done. */
  readonly tickMs: number;
  /** After so long an address is looked at again, whoever may have changed what is there. */
  readonly lookMs: number;
}

/** Addresses that one client subscribes to. */
export interface Watched {
  readonly uris: readonly string[];
  readonly principal: Principal;
  /** Called each time an address shows something else than before. */
  readonly updated: (uri: string) => void;
}

export interface Watch {
  /** Looks for changes until it is stopped; nobody who subscribes costs nothing. */
  readonly start: (watched: Watched) => Watching;
  /** `person` is whose they are, where several people share the room. */
  readonly hasRoomFor: (count: number, person?: string) => boolean;
}

export interface Watching {
  /** Once every address has been looked at: of each change after that it is told. */
  readonly ready: Promise<unknown>;
  readonly stop: () => void;
}

/** Each keeps the text that it showed last. */
const addressesMax = 1000;
/** One person leaves room for the others. */
const addressesOfPersonMax = 200;
const usualPaces: WatchPaces = { tickMs: 2000, lookMs: 60_000 };

interface Item {
  readonly uri: string;
  readonly caller: Caller;
  readonly updated: (uri: string) => void;
  /** What the address showed last; undefined until that is known. */
  text: string | undefined;
  lookedAt: number;
  readonly firstLook: PromiseWithResolvers<void>;
}

/**
 * Tells of changes at addresses: soon where this desk has written a record that is shown there, and otherwise with the
 * next look. An address is read as its subscriber would read it, and has changed when it shows something else.
 */
export function createWatch(options: WatchOptions): Watch {
  const { runner, log, paces = usualPaces } = options;
  const items = new Set<Item>();
  const sleep = createSleep(paces.tickMs);
  let isRunning = false;

  async function run(): Promise<void> {
    let mark: DeskMark | undefined;
    while (items.size > 0) {
      try {
        const changes = await (await runner()).changes(mark);
        ({ mark } = changes);
        for (const item of dueAmong(items, changes, performance.now() - paces.lookMs)) await look(options, item);
      } catch (error) {
        log('debug', 'Changes of resources could not be looked for.', { cause: String(error) });
        for (const item of items) item.firstLook.resolve();
      }
      await sleep.wait();
    }
    isRunning = false;
  }

  return {
    start({ uris, principal, updated }) {
      const ending = new AbortController();
      const caller = watchingCaller(principal, ending.signal);
      const own = [...new Set(uris)].map((uri) => newItem({ uri, caller, updated }));
      for (const item of own) items.add(item);
      if (isRunning) sleep.wake();
      else if (own.length > 0) {
        isRunning = true;
        void run();
      }
      return {
        ready: Promise.all(own.map(({ firstLook }) => firstLook.promise)),
        stop() {
          ending.abort();
          for (const item of own) items.delete(item);
          for (const item of own) item.firstLook.resolve();
          sleep.wake();
        },
      };
    },
    hasRoomFor(count, person) {
      const isFull = items.size + count > addressesMax;
      return !isFull && (person === undefined || countOf(items, person) + count <= addressesOfPersonMax);
    },
  };
}

const countOf = (items: ReadonlySet<Item>, person: string): number =>
  [...items].filter(({ caller }) => isSamePrincipal(caller.principal.name, person)).length;

const newItem = (facts: Pick<Item, 'uri' | 'caller' | 'updated'>): Item => ({
  ...facts,
  text: undefined,
  lookedAt: 0,
  firstLook: Promise.withResolvers(),
});

/** What is new, what this desk has changed, and of the others the one that was not looked at for longest. */
function dueAmong(items: ReadonlySet<Item>, { written, isAny }: DeskChanges, before: number): readonly Item[] {
  const isDue = ({ uri, text }: Item) =>
    text === undefined || (isAny && pageAt(uri)?.isOfDesk === true) || written.some((id) => text.includes(id));
  const [due, others] = [[...items].filter(isDue), [...items].filter((item) => !isDue(item))];
  const oldest = others.toSorted((one, other) => one.lookedAt - other.lookedAt)[0];
  return oldest !== undefined && oldest.lookedAt <= before ? [...due, oldest] : due;
}

async function look({ read }: WatchOptions, item: Item): Promise<void> {
  const { uri, caller, updated, text: before } = item;
  const text = await textAt(read, uri, caller);
  item.lookedAt = performance.now();
  // While it cannot be read, it is what it was: nothing at first, and not asked for again at every turn.
  item.text = text ?? before ?? '';
  item.firstLook.resolve();
  if (before !== undefined && before !== item.text && !caller.signal.aborted) updated(uri);
}

async function textAt(read: Reader, uri: string, caller: Caller): Promise<string | undefined> {
  try {
    return JSON.stringify((await read(uri, caller)).facts);
  } catch (error) {
    return error instanceof ResourceNotFoundError ? '' : undefined;
  }
}

const watchingCaller = (principal: Principal, signal: AbortSignal): Caller => ({
  principal,
  clientInfo: undefined,
  canAsk: false,
  signal,
  progress: async () => {},
});

/** Waits without keeping the process from ending; not at all where it was woken since it waited last. */
function createSleep(ms: number) {
  let isWoken = false;
  let endWait = () => {};
  return {
    wake() {
      isWoken = true;
      endWait();
    },
    async wait() {
      if (!isWoken) {
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms).unref();
          endWait = () => {
            clearTimeout(timer);
            resolve();
          };
        });
      }
      isWoken = false;
    },
  };
}
