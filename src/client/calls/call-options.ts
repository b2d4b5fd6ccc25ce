import type { ReadRecord } from '../../contract/kit/record-version.ts';

/** Log whose details name operations, statuses and request ids; never addresses, tokens or bodies. */
export type ClientLog = (
  level: 'debug' | 'info' | 'warn',
  message: string,
  facts: Readonly<Record<string, unknown>>,
) => void;

export interface CallOptions {
  readonly signal?: AbortSignal | undefined;
  /** Idempotency key of a write. Default: one made by the client, the same in every attempt. */
  readonly idempotencyKey?: string | undefined;
  /** Keep the result of a read this long, and accept a kept one of that age; 0 asks anew. */
  readonly cacheSeconds?: number | undefined;
  /**
   * Identity that a read is for: the person, with what they may do. Equal reads in flight for the same one are one request; left out,
   * the read is a request of its own.
   */
  readonly sharedFor?: string | undefined;
  /**
   * True if a filter that the API ignores is named in `errors` of the page instead of being applied on this machine.
   */
  readonly isStrict?: boolean | undefined;
  /**
   * Records that must be unchanged since they were read for the write to be carried out. An API without this check
   * ignores them.
   */
  readonly unchanged?: readonly ReadRecord[] | undefined;
  /** Called before an attempt that is delayed by a pause or a refusal. An error that it throws ends the call. */
  readonly recheck?: (() => Promise<void>) | undefined;
  /** Returns how long a request that has not been sent may wait; undefined where only the limits of the client end it. */
  readonly remainingMs?: (() => number | undefined) | undefined;
  /** W3C trace context of the caller; an API that reports traces makes its own trace a part of it. */
  readonly traceparent?: string | undefined;
  /** Called with the response that ended the call well, for an audit. */
  readonly onResponse?: ((meta: Meta) => void) | undefined;
  /**
   * Reports whether a write may have been carried out: called with true before each attempt leaves, and with false once
   * it is certain that nothing was carried out. The last call counts, whatever is thrown afterwards.
   */
  readonly onOpen?: ((isOpen: boolean) => void) | undefined;
}

export interface Meta {
  readonly status: number;
  readonly requestId: string | undefined;
  readonly attempts: number;
  /** The API repeated a stored response and did nothing new. */
  readonly isReplay: boolean;
}

export type MediaType = 'application/json' | 'text/csv' | 'application/pdf';

export type RawOptions = Omit<CallOptions, 'cacheSeconds'> & { readonly accept?: MediaType | undefined };

export interface RawResponse {
  readonly status: number;
  /** Media type without its parameters. */
  readonly contentType: string;
  readonly requestId: string | undefined;
  readonly bytes: Uint8Array;
  readonly text: () => string;
}

/** Path parameters, query and body in one flat object. */
export type OperationInput = Readonly<Record<string, unknown>>;

/** Bytes, a file that can be read again, or a stream that can be read once, with its size. */
export type UploadSource =
  | Uint8Array
  | { readonly size: number; readonly read: () => AsyncIterable<Uint8Array> }
  | { readonly size: number; readonly chunks: AsyncIterable<Uint8Array> };

/** The response of POST /documents. */
export interface UploadTarget {
  readonly id: string;
  readonly fileName?: string | undefined;
  readonly uploadUrl?: string | null | undefined;
  readonly contentType: string;
  readonly fileSize?: number | null | undefined;
}

export interface UploadOptions {
  /** Bytes handed to the network; begins again from 0 when the upload is tried again. */
  readonly onProgress?: ((progress: { readonly sentBytes: number; readonly totalBytes: number }) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onOpen?: CallOptions['onOpen'];
}

export interface Download {
  readonly contentType: string | undefined;
  /** Size in bytes as the response announces it; undefined for a compressed transfer. */
  readonly size: number | undefined;
  /** Read once, to the end; it fails when more arrives than a file may have. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

export interface DownloadOptions {
  readonly signal?: AbortSignal | undefined;
}
