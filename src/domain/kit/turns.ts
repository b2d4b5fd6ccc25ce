import { WaybillError } from '../../errors.ts';

export interface TurnLimits {
  /** Pieces of work that run at once. */
  readonly runningMax: number;
  /** Turns that one key (a person, a program, an API client) has at once. */
  readonly turnsOfOneMax: number;
  /** Requests that wait, and how many of them one key may have. */
  readonly waitingMax: number;
  readonly waitingOfOneMax: number;
  /** Bytes that all waiting requests hold in memory. */
  readonly waitingBytesMax: number;
  /** Builds the error of a request that finds the queue full. */
  readonly toRefusal: (queue: FullQueue) => WaybillError;
}

export interface FullQueue {
  /** True if all waiting requests have the same key. */
  readonly isOfOne: boolean;
  readonly waiting: number;
}

export interface TurnRequest {
  /** Key of the caller, such as a person or a token. */
  readonly key: string;
  /** Size of what the request holds in memory while it waits. */
  readonly bytes?: number;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

/** The right of one request to be under way. */
export interface Turn {
  /** Waits until there is room for the work itself. */
  startWork(): Promise<void>;
  /** Makes room for the work of another request. The turn goes on, for example until its response is sent. */
  endWork(): void;
  /** Ends the turn, and its work. */
  end(): void;
}

export interface Turns {
  /** Waits until this key may have one more turn; throws when too many wait. */
  take(request: TurnRequest): Promise<Turn>;
}

/** A request that waits for a turn, or a turn that waits for room to work. */
interface WaitingRequest {
  readonly state: KeyState;
  readonly bytes: number;
  readonly proceed: () => void;
}

interface KeyState {
  turns: number;
  running: number;
  /** Place of its latest start among all; 0 where no work of its turns has started. */
  startedAs: number;
  waiting: number;
  /** Requests that wait for a turn. */
  readonly queue: WaitingRequest[];
}

/**
 * Creates turns for work that many ask for. Each key has a queue of its own, and the key with the least work under way
 * comes first, and of several the one whose turn is longest ago, so that one key never holds up another. The event loop
 * runs once between two starts: work that waits for nothing would otherwise keep the process from reading its sockets.
 */
export const createTurns = (limits: TurnLimits): Turns => new TurnQueue(limits);

class TurnQueue implements Turns {
  readonly #limits: TurnLimits;
  readonly #states = new Map<string, KeyState>();
  /** Turns that wait for room to work, in the order in which they came. */
  readonly #ready: WaitingRequest[] = [];
  #running = 0;
  #starts = 0;
  #waiting = 0;
  #waitingBytes = 0;
  #hasJustStarted = false;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  async take(request: TurnRequest): Promise<Turn> {
    const { key, signal } = request;
    const state = this.#states.get(key) ?? { turns: 0, running: 0, startedAs: 0, waiting: 0, queue: [] };
    this.#requireRoom(state, request);
    if (signal.aborted) throw toCancellation(signal);
    this.#states.set(key, state);
    const addTurn = () => {
      state.turns += 1;
    };
    if (state.turns < this.#limits.turnsOfOneMax) addTurn();
    else await this.#waitIn(state.queue, { state, request, passed: addTurn });
    return this.#createTurn(state, request);
  }

  #requireRoom({ waiting }: KeyState, { bytes = 0 }: TurnRequest): void {
    const { waitingMax, waitingOfOneMax, waitingBytesMax, toRefusal } = this.#limits;
    if (waiting >= waitingOfOneMax) throw toRefusal({ isOfOne: true, waiting });
    const isTooMuch = this.#waiting > 0 && this.#waitingBytes + bytes > waitingBytesMax;
    if (isTooMuch || this.#waiting >= waitingMax) throw toRefusal({ isOfOne: false, waiting: this.#waiting });
  }

  /** Waits in a line until it is let through, or leaves the line when its signal ends the wait. */
  #waitIn(line: WaitingRequest[], { state, request, passed }: Wait): Promise<void> {
    const { bytes = 0, signal } = request;
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(toCancellation(signal));
        return;
      }
      const removeFromLine = () => {
        line.splice(line.indexOf(waiting), 1);
        this.#countWaiting(waiting, -1);
        signal.removeEventListener('abort', giveUp);
      };
      const giveUp = () => {
        removeFromLine();
        reject(toCancellation(signal));
      };
      const waiting: WaitingRequest = {
        state,
        bytes,
        proceed() {
          removeFromLine();
          passed();
          resolve();
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      line.push(waiting);
      this.#countWaiting(waiting, 1);
    });
  }

  #countWaiting({ state, bytes }: WaitingRequest, change: 1 | -1): void {
    state.waiting += change;
    this.#waiting += change;
    this.#waitingBytes += change * bytes;
  }

  #startNext(): void {
    if (this.#hasJustStarted || this.#running >= this.#limits.runningMax || this.#ready.length === 0) return;
    this.#hasJustStarted = true;
    setImmediate(() => {
      this.#hasJustStarted = false;
      this.#startNext();
    });
    const next = this.#ready.reduce((first, other) => (isBefore(other.state, first.state) ? other : first));
    this.#starts += 1;
    next.state.startedAs = this.#starts;
    next.proceed();
  }

  #createTurn(state: KeyState, request: TurnRequest): Turn {
    let isRunning = false;
    let isOver = false;
    const countRunning = (change: 1 | -1) => {
      isRunning = change === 1;
      state.running += change;
      this.#running += change;
    };
    const endWork = () => {
      if (!isRunning) return;
      countRunning(-1);
      this.#startNext();
    };
    return {
      startWork: () => {
        const started = this.#waitIn(this.#ready, { state, request, passed: () => countRunning(1) });
        this.#startNext();
        return started;
      },
      endWork,
      end: () => {
        if (isOver) return;
        isOver = true;
        endWork();
        state.turns -= 1;
        state.queue[0]?.proceed();
        if (state.turns === 0) this.#states.delete(request.key);
      },
    };
  }
}

/** Work that waits for nothing is over before the next is chosen: then only the order of the starts tells who had less. */
const isBefore = (state: KeyState, rival: KeyState): boolean =>
  state.running === rival.running ? state.startedAs < rival.startedAs : state.running < rival.running;

interface Wait {
  readonly state: KeyState;
  readonly request: TurnRequest;
  /** Called at the moment at which the wait is over. */
  readonly passed: () => void;
}

/** Returns the error of a caller who does not wait any longer. */
export function toCancellation({ reason }: AbortSignal): WaybillError {
  if (reason instanceof WaybillError) return reason;
  return new WaybillError('CANCELLED', 'the caller stopped the request', { cause: reason });
}

/** The turn of one HTTP request, as far as the code that answers it has to do with it. */
export interface RequestTurn {
  /** Waits until the caller may have one more request under way. Called once the caller is known, before the body is read. */
  enter(key: string, kind?: RequestKind): Promise<void>;
  /** Waits until there is room for the work. Called once everything is there that the work needs. */
  startWork(): Promise<void>;
  /** Ends the turn of a request whose response goes on for long and has limits of its own. */
  leave(): void;
}

/** A transfer of a file takes long and little work, so it has limits of its own. */
export type RequestKind = 'work' | 'transfer';

/** The turn of a request that comes from this process: what it is part of has a turn already. */
export const ownTurn: RequestTurn = { async enter() {}, async startWork() {}, leave() {} };
