import { isSamePrincipal } from '../policy/principal-name.ts';
import { ResourceNotFoundError } from '@modelcontextprotocol/server';
import type { Log } from '../../log.ts';
import type { ToolPrincipal } from '../tool/context.ts';
import type { DeskChanges, DeskMark } from '../tool/desk-changes.ts';
import type { Runner } from '../run/runner.ts';
import type { ToolCaller } from '../run/run.ts';
import { findPage } from './pages.ts';
import type { ResourceReader } from './read.ts';

export interface WatchOptions {
  readonly read: ResourceReader;
  readonly runner: () => Promise<Pick<Runner, 'changes'>>;
  readonly log: Log;
  readonly paces?: WatchPaces | undefined;
}

export interface WatchPaces {
  /** Interval between checks for actions of this desk. */
  readonly tickMs: number;
  /** Interval after which an address is read again, since others may have changed its content. */
  readonly lookMs: number;
}

/** Addresses that one client subscribes to. */
export interface Watched {
  readonly uris: readonly string[];
  readonly principal: ToolPrincipal;
  /** Reports that the content of an address has changed. */
  readonly updated: (uri: string) => void;
}

export interface AddressWatch {
  /** Looks for changes until it is stopped. It does nothing without subscribers. */
  readonly start: (watched: Watched) => Watching;
  /** Returns true if this many more addresses fit. `person` is their subscriber, if several people share the limit. */
  readonly hasRoomFor: (count: number, person?: string) => boolean;
}

export interface Watching {
  /** Resolves once every address has been read. Each change after that is reported. */
  readonly ready: Promise<unknown>;
  readonly stop: () => void;
}

/** Largest number of watched addresses. Each keeps its last text in memory. */
const addressesMax = 1000;
/** Largest number of watched addresses of one person, so that others can watch too. */
const addressesOfPersonMax = 200;
const usualPaces: WatchPaces = { tickMs: 2000, lookMs: 60_000 };

interface WatchedItem {
  readonly uri: string;
  readonly caller: ToolCaller;
  readonly updated: (uri: string) => void;
  /** Last content of the address; undefined until it was read. */
  text: string | undefined;
  lookedAt: number;
  readonly firstLook: PromiseWithResolvers<void>;
}

/**
 * Creates the watch that reports changes of addresses: soon if this desk has written a record that is shown there, and
 * otherwise with the next look. An address is read as its subscriber would read it, and has changed when its content
 * differs.
 */
export function createWatch(options: WatchOptions): AddressWatch {
  const { runner, log, paces = usualPaces } = options;
  const items = new Set<WatchedItem>();
  const sleep = createSleep(paces.tickMs);
  let isRunning = false;

  async function run(): Promise<void> {
    let mark: DeskMark | undefined;
    while (items.size > 0) {
      try {
        const changes = await (await runner()).changes(mark);
        ({ mark } = changes);
        for (const item of listDue(items, changes, performance.now() - paces.lookMs)) await look(options, item);
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
      const caller = createWatchingCaller(principal, ending.signal);
      const newItems = [...new Set(uris)].map((uri) => createItem({ uri, caller, updated }));
      for (const item of newItems) items.add(item);
      if (isRunning) sleep.wake();
      else if (newItems.length > 0) {
        isRunning = true;
        void run();
      }
      return {
        ready: Promise.all(newItems.map(({ firstLook }) => firstLook.promise)),
        stop() {
          ending.abort();
          for (const item of newItems) items.delete(item);
          for (const item of newItems) item.firstLook.resolve();
          sleep.wake();
        },
      };
    },
    hasRoomFor(count, person) {
      const isFull = items.size + count > addressesMax;
      return !isFull && (person === undefined || countItems(items, person) + count <= addressesOfPersonMax);
    },
  };
}

const countItems = (items: ReadonlySet<WatchedItem>, person: string): number =>
  [...items].filter(({ caller }) => isSamePrincipal(caller.principal.name, person)).length;

const createItem = (item: Pick<WatchedItem, 'uri' | 'caller' | 'updated'>): WatchedItem => ({
  ...item,
  text: undefined,
  lookedAt: 0,
  firstLook: Promise.withResolvers(),
});

/**
 * Lists the items to read: new ones, those that this desk has changed, and of the others the one that was read longest
 * ago.
 */
function listDue(
  items: ReadonlySet<WatchedItem>,
  { written, isAny }: DeskChanges,
  before: number,
): readonly WatchedItem[] {
  const isDue = ({ uri, text }: WatchedItem) =>
    text === undefined || (isAny && findPage(uri)?.isOfDesk === true) || written.some((id) => text.includes(id));
  const [due, otherItems] = [[...items].filter(isDue), [...items].filter((item) => !isDue(item))];
  const oldest = otherItems.toSorted((item, other) => item.lookedAt - other.lookedAt)[0];
  return oldest !== undefined && oldest.lookedAt <= before ? [...due, oldest] : due;
}

async function look({ read }: WatchOptions, item: WatchedItem): Promise<void> {
  const { uri, caller, updated, text: before } = item;
  const text = await readText(read, uri, caller);
  item.lookedAt = performance.now();
  // While it cannot be read, it is what it was: nothing at first, and not asked for again at every turn.
  item.text = text ?? before ?? '';
  item.firstLook.resolve();
  if (before !== undefined && before !== item.text && !caller.signal.aborted) updated(uri);
}

async function readText(read: ResourceReader, uri: string, caller: ToolCaller): Promise<string | undefined> {
  try {
    return JSON.stringify((await read(uri, caller)).data);
  } catch (error) {
    return error instanceof ResourceNotFoundError ? '' : undefined;
  }
}

const createWatchingCaller = (principal: ToolPrincipal, signal: AbortSignal): ToolCaller => ({
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
