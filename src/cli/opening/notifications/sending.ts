import { setTimeout as pause } from 'node:timers/promises';
import type { Log } from '../../../log.ts';

/** After each attempt but the last. */
const pausesMs = [1000, 3000];
const closingMs = 8000;

/** Outcome of an attempt: null once it was delivered, else the reason, and whether trying again is of no use. */
export type AttemptOutcome = { readonly reason: string; readonly isFinal?: boolean } | null;

export interface Message {
  readonly id: string;
  readonly attempt: (signal: AbortSignal) => Promise<AttemptOutcome>;
}

/** Sends messages in the background, up to three times each within seconds, and stores none of them. */
export function createSending(log: Log) {
  const ending = new AbortController();
  const underWay = new Set<Promise<void>>();
  return {
    send(prepare: () => Promise<Message>): void {
      const send = async () => {
        const { id, attempt } = await prepare();
        const error = await deliver(attempt, ending.signal);
        if (error !== null) log('warn', 'A notification of an approval was not delivered.', { id, error });
      };
      const sending = send().then(() => void underWay.delete(sending));
      underWay.add(sending);
    },
    /** Waits a moment for what is under way, then gives it up. */
    async close(): Promise<void> {
      const overdue = setTimeout(() => ending.abort(), closingMs);
      await Promise.all(underWay);
      clearTimeout(overdue);
    },
  };
}

/** Returns the reason if the last attempt failed; null if the message was delivered. */
async function deliver(attempt: Message['attempt'], signal: AbortSignal): Promise<string | null> {
  for (const wait of [...pausesMs, undefined]) {
    const outcome = await attempt(signal);
    if (outcome === null) return null;
    if (wait === undefined || outcome.isFinal === true || signal.aborted) return outcome.reason;
    await pause(wait, undefined, { signal, ref: false }).catch(() => {});
  }
  return null;
}
