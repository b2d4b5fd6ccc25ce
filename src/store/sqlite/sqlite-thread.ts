import { parentPort } from 'node:worker_threads';
import { createThreadHost, type HostMethod } from './thread-host.ts';
import { type ThreadFault, toFault } from './thread-fault.ts';

/** One piece of work for the thread, with the number that its answer has. */
export type ThreadRequest = readonly [id: number, method: HostMethod, input: readonly unknown[]];

/** The answer, or how the work failed. */
export type ThreadReply = readonly [id: number, answer: unknown, fault?: ThreadFault];

// A thread of its own, started by startThread only.
const host = createThreadHost();

function answer([id, method, input]: ThreadRequest): ThreadReply {
  try {
    // The caller's types fit the method (thread.ts).
    const work = host[method] as (...values: readonly unknown[]) => unknown;
    return [id, work(...input)];
  } catch (error) {
    return [id, undefined, toFault(error)];
  }
}

parentPort?.on('message', (request: ThreadRequest) => parentPort?.postMessage(answer(request)));
