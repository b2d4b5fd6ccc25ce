import { Worker } from 'node:worker_threads';
import type { ThreadReply } from './sqlite-thread.ts';
import { ThreadEnded } from './thread-ended.ts';
import { toError } from './thread-fault.ts';
import type { HostMethod, ThreadHost } from './thread-host.ts';

/** A thread that holds connections to databases. */
export interface SqliteThread {
  /** Has the thread do one piece of work; fails with `ThreadEnded` where the thread is gone. */
  call<Method extends HostMethod>(
    method: Method,
    ...input: Parameters<ThreadHost[Method]>
  ): Promise<ReturnType<ThreadHost[Method]>>;
  isOver(): boolean;
  end(): Promise<void>;
}

interface PendingCall {
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** Statements leave little behind: a small space for what is new keeps the thread small. */
const youngMegabytes = 8;

export function startThread(): SqliteThread {
  const worker = new Worker(findThreadFile(), {
    // What is loaded before the program, such as an observer, belongs to the thread that runs it.
    env: {},
    execArgv: [],
    resourceLimits: { maxYoungGenerationSizeMb: youngMegabytes },
    // On stdio the output of the process is the protocol.
    stdout: true,
    stderr: true,
  });
  const calls = new Map<number, PendingCall>();
  let lastId = 0;
  let ending: Error | undefined;

  function finish(reason: string): void {
    ending ??= new ThreadEnded(reason);
    for (const { reject } of calls.values()) reject(ending);
    calls.clear();
  }

  worker.on('message', ([id, answer, fault]: ThreadReply) => {
    const pending = calls.get(id);
    calls.delete(id);
    if (calls.size === 0) worker.unref();
    if (fault === undefined) pending?.resolve(answer);
    else pending?.reject(toError(fault));
  });
  worker.on('messageerror', (error) => {
    finish(error.message);
    // Another one is started for the next call, and this one would keep the process and its locks.
    void worker.terminate();
  });
  worker.on('error', (error) => finish(error instanceof Error ? error.message : String(error)));
  worker.on('exit', (code) => finish(`it ended with code ${code}`));
  // Only work under way keeps the process. The first listener for messages keeps it too, so this comes after.
  worker.unref();

  return {
    call<Method extends HostMethod>(method: Method, ...input: Parameters<ThreadHost[Method]>) {
      return new Promise<ReturnType<ThreadHost[Method]>>((resolve, reject) => {
        if (ending !== undefined) return reject(ending);
        lastId += 1;
        // Throws where a parameter is nothing that can be sent, such as a function.
        worker.postMessage([lastId, method, input]);
        if (calls.size === 0) worker.ref();
        // The thread answers with what the method returns.
        calls.set(lastId, { resolve: resolve as (answer: unknown) => void, reject });
      });
    },
    isOver: () => ending !== undefined,
    async end() {
      ending ??= new Error('database is not open');
      await worker.terminate();
    },
  };
}

/** Finds the file of the thread. It is beside the bundle, or beside this file in the source. */
const findThreadFile = (): URL =>
  new URL(import.meta.url.endsWith('.ts') ? './sqlite-thread.ts' : './sqlite-thread.mjs', import.meta.url);
