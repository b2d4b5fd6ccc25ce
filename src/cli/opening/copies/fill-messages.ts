import type { CopyProgress } from '../../../copy/progress.ts';
import type { SentConfig } from '../../sent-config.ts';
import type { SentError } from '../../threads/sent-error.ts';
import type { SentLine } from '../../threads/sent-log.ts';

/** Data that a thread begins with. */
export interface FillStart {
  readonly config: SentConfig;
  readonly task: CopyTask;
}

/** Work of a thread, which ends with it. */
export type CopyTask =
  /** Makes the sandbox, and completes the copy: first the collections that a question waits for. */
  | { readonly kind: 'fill'; readonly wanted: readonly string[] }
  /** Compares some of the copy with the API, unless a process has done so on this day. */
  | { readonly kind: 'compare'; readonly day: string };

/** Messages to a thread that fills a copy. */
export type FillRequest = { readonly kind: 'want'; readonly names: readonly string[] } | { readonly kind: 'stop' };

/** Messages of a thread that fills a copy. */
export type FillReport =
  /** Message that the service is ready: a new sandbox is complete. */
  | { readonly kind: 'prepared' }
  | { readonly kind: 'page' }
  | { readonly kind: 'progress'; readonly progress: CopyProgress }
  | SentLine
  | { readonly kind: 'failed'; readonly error: SentError };
