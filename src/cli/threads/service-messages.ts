import type { BodyMessage } from './body-pipes.ts';
import type { SentError } from './sent-error.ts';
import type { SentLine } from './sent-log.ts';

/** A whole body, or how it comes. */
export type SentBody = Uint8Array<ArrayBuffer> | 'none' | 'in pieces';

export type SentHeaders = readonly (readonly [name: string, value: string])[];

export interface SentRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: SentHeaders;
  readonly body: SentBody;
  /** False for requests that the limit of requests is not about. */
  readonly isCounted: boolean;
}

export interface SentResponse {
  readonly status: number;
  readonly headers: SentHeaders;
  readonly body: SentBody;
}

/** Messages to the thread of the service. Several desks share it, by numbers of the process. */
export type ServiceMessage =
  | { readonly kind: 'open'; readonly id: number; readonly desk: number; readonly start: unknown }
  | { readonly kind: 'fetch'; readonly id: number; readonly desk: number; readonly request: SentRequest }
  /** The caller of a request has gone. */
  | { readonly kind: 'abort'; readonly id: number }
  | { readonly kind: 'close'; readonly id: number; readonly desk: number }
  | BodyMessage;

/** Messages of the thread of the service. */
export type ServiceReport =
  | { readonly kind: 'answer'; readonly id: number; readonly response: SentResponse | undefined }
  | { readonly kind: 'failed'; readonly id: number; readonly error: SentError }
  | SentLine
  | BodyMessage;
