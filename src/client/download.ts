import type { Download, DownloadOptions } from './calls/call-options.ts';
import { buildTooLargeError } from '../domain/freight/document.ts';
import { WaybillError } from '../errors.ts';
import { startDeadline } from './transport/abort.ts';
import { readChunks } from './transport/json-response.ts';
import { toNetworkFailure } from './transport/network.ts';
import { parseStorageAddress, toStorageError } from './storage.ts';
import { send, type Transport } from './transport/transport.ts';

interface DownloadContext {
  readonly transport: Transport;
  readonly baseUrl: string;
}

/** Opens a pre-signed download address; the bytes arrive as they are read. */
export function downloadFile(
  { transport, baseUrl }: DownloadContext,
  address: string,
  options: DownloadOptions = {},
): Promise<Download> {
  const url = parseStorageAddress(address, baseUrl);
  return send(transport, {
    operation: 'download',
    method: 'GET',
    url,
    headers: { 'accept-encoding': 'identity' },
    isRepeatable: true,
    isWrite: false,
    // The request carries no credentials, and storage may move an object to another host.
    redirect: 'follow',
    signal: options.signal,
    read: async (response) => ({
      contentType: response.headers.get('content-type') ?? undefined,
      size: readAnnouncedSize(response.headers),
      chunks: readWithinLimit(transport, response, url, options),
    }),
    problem: (refusal) => toStorageError(refusal, url),
  });
}

async function* readWithinLimit(
  { limits, closed }: Transport,
  response: Response,
  url: string,
  { signal }: DownloadOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  using transfer = startDeadline({
    ms: limits.transferTimeoutMs,
    reason: () => new WaybillError('TIMEOUT', 'the download took too long'),
    parents: [signal, closed],
  });
  let size = 0;
  try {
    for await (const chunk of readChunks(response, transfer.signal)) {
      size += chunk.length;
      if (size > limits.fileBytesMax) {
        throw buildTooLargeError({ field: 'downloadUrl', name: 'the file', bytesMax: limits.fileBytesMax });
      }
      yield chunk;
    }
  } catch (thrown) {
    throw toNetworkFailure(thrown, url)?.error ?? thrown;
  }
}

function readAnnouncedSize(headers: Headers): number | undefined {
  const text = headers.get('content-length');
  return text !== null && /^\d{1,15}$/.test(text) && !headers.has('content-encoding') ? Number(text) : undefined;
}
