import { WaybillError } from '../../src/errors.ts';

export interface TurnLimits {
  /** Pieces of work that run at once, and how many of them one person may have. */
  readonly runningMax: number;
  readonly runningOfOneMax: number;
  /** Pieces of work that wait, and how many of them one person may have. */
  readonly waitingMax: number;
  readonly waitingOfOneMax: number;
  /** Bytes that all waiting work holds in memory. */
  readonly waitingBytesMax: number;
  /** Seconds after which a refused person may ask again. */
  readonly retryAfterSeconds: number;
}

export interface Turn {
  readonly person: string;
  /** Size of what the work holds while it waits. */
  readonly bytes: number;
  /** Ends the wait. */
  readonly signal: AbortSignal;
}

interface WaitingWork extends Pick<Turn, 'bytes'> {
  readonly start: () => void;
}

export type TakeTurn = <Answer>(turn: Turn, work: () => Promise<Answer>) => Promise<Answer>;

/**
 * Creates turns for expensive work: each person has a queue of their own, and the queues are served in rotation, so that
 * the work of one person never delays that of another while there is room.
 */
export function createTurns(limits: TurnLimits): TakeTurn {
  /** Queues by person, the person who was served longest ago first. */
  const queues = new Map<string, WaitingWork[]>();
  const running = new Map<string, number>();

  const countRunning = (person: string): number => running.get(person) ?? 0;
  const sumRunning = (): number => [...running.values()].reduce((sum, count) => sum + count, 0);

  function leaveQueue(person: string, work: WaitingWork): void {
    const queue = (queues.get(person) ?? []).filter((other) => other !== work);
    if (queue.length === 0) queues.delete(person);
    else queues.set(person, queue);
  }

  function startNext(): void {
    while (sumRunning() < limits.runningMax) {
      const next = [...queues].find(([person]) => countRunning(person) < limits.runningOfOneMax);
      if (next === undefined) return;
      const [person, [work, ...rest]] = next;
      queues.delete(person);
      if (rest.length > 0) queues.set(person, rest);
      work?.start();
    }
  }

  async function run<Answer>(person: string, work: () => Promise<Answer>): Promise<Answer> {
    running.set(person, countRunning(person) + 1);
    try {
      return await work();
    } finally {
      const remaining = countRunning(person) - 1;
      if (remaining === 0) running.delete(person);
      else running.set(person, remaining);
      startNext();
    }
  }

  return (turn, work) => {
    const { person, bytes, signal } = turn;
    requireRoom(limits, [...queues.values()].flat(), { queueLength: queues.get(person)?.length ?? 0, bytes });
    return new Promise((resolve, reject) => {
      const stop = (): void => {
        leaveQueue(person, waiting);
        reject(toCancellation(signal));
      };
      const waiting: WaitingWork = {
        bytes,
        start: () => {
          signal.removeEventListener('abort', stop);
          run(person, work).then(resolve, reject);
        },
      };
      if (signal.aborted) {
        reject(toCancellation(signal));
        return;
      }
      signal.addEventListener('abort', stop, { once: true });
      queues.set(person, [...(queues.get(person) ?? []), waiting]);
      startNext();
    });
  };
}

/** Refuses work beyond what may wait, before it is kept. */
function requireRoom(
  { waitingMax, waitingOfOneMax, waitingBytesMax, retryAfterSeconds }: TurnLimits,
  waiting: readonly WaitingWork[],
  { queueLength, bytes }: { readonly queueLength: number; readonly bytes: number },
): void {
  const retry = { retryAfterSeconds };
  if (queueLength >= waitingOfOneMax)
    throw new WaybillError(
      'RATE_LIMIT_EXCEEDED',
      `${queueLength} of your PDFs wait to be read, and no more are taken. Ask for this one when they have been answered.`,
      retry,
    );
  const waitingBytes = waiting.reduce((sum, work) => sum + work.bytes, bytes);
  if (waiting.length >= waitingMax || (waiting.length > 0 && waitingBytes > waitingBytesMax))
    throw new WaybillError(
      'RATE_LIMIT_EXCEEDED',
      `${waiting.length} PDFs of all people wait to be read, and no more are taken.`,
      retry,
    );
}

/** Returns the error of a caller who does not wait any longer. */
export function toCancellation({ reason }: AbortSignal): WaybillError {
  if (reason instanceof WaybillError) return reason;
  return new WaybillError('CANCELLED', 'the caller stopped the request', { cause: reason });
}
