import { documentBytesMax } from '../../domain/freight/document.ts';

const minuteMs = 60_000;
const megabyte = 1024 * 1024;

/** Every limit the client keeps; each can be overridden with `createClient({ limits })`. */
export const defaultLimits = {
  connectTimeoutMs: 5_000,
  connectionsMax: 32,
  /** Infinity for none, as in `overallTimeoutMs`: only the caller's signal ends an attempt then. */
  attemptTimeoutMs: 30_000,
  /** Hosts of tools give up near 60 s; a call with all its retries stays well below. */
  overallTimeoutMs: 45_000,
  /** Time after which a call without an overall time-out stops waiting for the rate limit or for another try. */
  waitMsMax: 45_000,
  retriesMax: 4,
  delayMsFirst: 500,
  delayMsMax: 8_000,

  tokenRefreshAheadMs: minuteMs,
  tokenRefreshPauseMs: 5_000,

  /** Share of the rate limit below which calls are spread over the minute. */
  paceBelow: 0.2,
  paceMsMax: 5_000,
  holdMsMax: minuteMs,

  responseBytesMax: 64 * megabyte,
  problemBytesMax: 64 * 1024,
  fileBytesMax: documentBytesMax,
  transferTimeoutMs: 10 * minuteMs,
  uploadPollMsFirst: 250,
  uploadPollMsMax: 2_000,
  uploadPollTimeoutMs: 30_000,

  cacheSeconds: 600,
  cacheEntriesMax: 200,
} as const;

export type Limits = { readonly [Name in keyof typeof defaultLimits]: number };
