import { WaybillError } from '../errors.ts';
import { formatHostAndPort, isWeb } from './transport/path.ts';
import { retryAfterSeconds } from './transport/backoff.ts';
import type { RefusedResponse } from './transport/problem.ts';

/**
 * Parses a pre-signed address, absolute or relative to the API. It is enough to use the file, so it appears in no
 * message.
 */
export function parseStorageAddress(address: string, baseUrl: string): string {
  const url = URL.parse(address, baseUrl);
  if (!url || !isWeb(url))
    throw new WaybillError('BAD_RESPONSE', 'the address of the file is not an http or https address');
  return url.href;
}

/** Converts a refusal of the storage to an error. Its text may repeat the signature: only the status is used. */
export function toStorageError({ status, headers, now }: RefusedResponse, url: string): WaybillError {
  const where = formatHostAndPort(url);
  const extras = { retryAfterSeconds: retryAfterSeconds(headers, now) };
  if (status === 413)
    return new WaybillError('PAYLOAD_TOO_LARGE', `${where} refused the file: it is too large`, extras);
  if (status === 415) {
    return new WaybillError(
      'UNSUPPORTED_MEDIA_TYPE',
      `${where} refused the file: its content type is not the declared one`,
    );
  }
  if (status >= 500 || status === 408 || status === 429) {
    return new WaybillError(
      'SERVICE_UNAVAILABLE',
      `the file storage at ${where} answered with status ${status}`,
      extras,
    );
  }
  return new WaybillError(
    'CONFLICT',
    `the file storage at ${where} refused the address (status ${status}): it may have expired. Create the document again to get a new one`,
    { details: [{ field: 'uploadUrl', message: 'was refused by the storage' }] },
  );
}
