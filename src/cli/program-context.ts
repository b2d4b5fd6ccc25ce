import type { Readable, Writable } from 'node:stream';
import type { SqliteThreads } from '../store/sqlite/threads.ts';
import type { Clock } from './clock.ts';
import type { ServiceThread } from './threads/service-thread.ts';

export type Variables = Readonly<Record<string, string | undefined>>;

export interface OutputStream extends Writable {
  readonly isTTY?: boolean | undefined;
  /** Width of a terminal. */
  readonly columns?: number | undefined;
}

export interface Streams {
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
}

/** Everything of a process that a command uses. */
export interface ProgramContext {
  readonly streams: Streams;
  readonly env: Variables;
  readonly now: Clock;
  /** The absolute path of a file that is named from the working folder. */
  readonly resolvePath: (file: string) => string;
  /** Resolves when the command has to end. A command that does not wait for it may be ended at any time. */
  readonly waitForStop: () => Promise<void>;
  /** True where threads of this process see the same settings, files and clock; without them all work is done in this thread. */
  readonly hasThreads?: boolean;
}

/** Loads the threads of databases when the first one is opened. */
export type DatabaseThreads = () => Promise<SqliteThreads>;

/** Loads what starts the thread of the service, when the service is opened; undefined where it works in the caller's thread. */
export type StartServiceThread = () => Promise<ServiceThread | undefined>;
