import type { CopyProgress } from '../../../copy/progress.ts';
import type { ErrorCode, ErrorExtras } from '../../../errors.ts';
import type { LogLevel } from '../../../log.ts';
import type { Config } from '../../config.ts';

/** Settings as a thread receives them: functions can't be sent. */
export type SentConfig = Omit<Config, 'commandText' | 'tell' | 'signIn' | 'databaseThreads'>;

/** Data that a thread begins with. */
export interface FillStart {
  readonly config: SentConfig;
  /** Collections that somebody waits for. */
  readonly wanted: readonly string[];
}

/** Messages to a thread that fills a copy. */
export type FillRequest = { readonly kind: 'want'; readonly names: readonly string[] } | { readonly kind: 'stop' };

/** An error as it crosses from one thread to another. */
export interface SentError extends Pick<ErrorExtras, 'details' | 'retryAfterSeconds' | 'command'> {
  readonly code: ErrorCode;
  readonly message: string;
}

/** Messages of a thread that fills a copy. */
export type FillReport =
  /** The service can be asked: a new sandbox is complete. */
  | { readonly kind: 'prepared' }
  | { readonly kind: 'page' }
  | { readonly kind: 'progress'; readonly progress: CopyProgress }
  | {
      readonly kind: 'log';
      readonly level: LogLevel;
      readonly message: string;
      readonly facts: Readonly<Record<string, unknown>> | undefined;
    }
  | { readonly kind: 'failed'; readonly error: SentError };
