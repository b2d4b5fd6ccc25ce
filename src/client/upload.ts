import type { UploadSource, UploadTarget, UploadOptions } from './calls/call-options.ts';
import { buildTooLargeError } from '../domain/freight/document.ts';
import { WaybillError } from '../errors.ts';
import { startDeadline, pause } from './transport/abort.ts';
import { isObject } from './responses/json-object.ts';
import { readText } from './transport/json-response.ts';
import { parseStorageAddress, toStorageError } from './storage.ts';
import { send, type Transport } from './transport/transport.ts';

const chunkBytes = 64 * 1024;

interface UploadContext {
  readonly transport: Transport;
  readonly baseUrl: string;
  readonly readDocument: (id: string, signal: AbortSignal | undefined) => Promise<unknown>;
}

/** Sends the file of a created document and waits until the API shows it as UPLOADED; returns the document. */
export async function uploadFile(
  context: UploadContext,
  target: UploadTarget,
  source: UploadSource,
  options: UploadOptions = {},
): Promise<unknown> {
  const { transport, baseUrl } = context;
  const size = source instanceof Uint8Array ? source.length : source.size;
  checkSize(size, target, transport.limits.fileBytesMax);
  if (!target.uploadUrl) {
    throw new WaybillError(
      'CONFLICT',
      'the document has no upload address: it is shown only when the document is created',
    );
  }
  const url = parseStorageAddress(target.uploadUrl, baseUrl);
  let bodyError: unknown;
  const openBody = () =>
    ReadableStream.from(
      noteError(countSentBytes(readSource(source), size, options.onProgress), (error) => (bodyError = error)),
    );
  const { contentType } = target;
  try {
    await sendFile(transport, {
      url,
      size,
      contentType,
      source,
      body: openBody,
      signal: options.signal,
      onOpen: options.onOpen,
    });
  } catch (error) {
    // A file that was not sent to its end has not arrived.
    if (bodyError !== undefined) {
      options.onOpen?.(false);
      throw bodyError;
    }
    // The answer was lost, or the storage refused a second try because the first one did arrive: the document shows it.
    if (!(error instanceof WaybillError) || !error.isOpen) throw error;
    if (!(await isUploadedNow(context, target.id, options.signal))) throw error;
  }
  return confirmUpload(context, target.id, options.signal);
}

/** Returns true if the document is shown as uploaded; false if it cannot be read. */
async function isUploadedNow(
  { readDocument, transport }: UploadContext,
  id: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    return isUploaded(await readDocument(id, signal));
  } catch (error) {
    transport.log('info', 'A document could not be read after its upload', { cause: String(error) });
    return false;
  }
}

interface FileExchange {
  readonly url: string;
  readonly size: number;
  readonly contentType: string;
  readonly source: UploadSource;
  readonly body: () => ReadableStream;
  readonly signal: AbortSignal | undefined;
  readonly onOpen: UploadOptions['onOpen'];
}

function sendFile(
  transport: Transport,
  { url, size, contentType, source, body, signal, onOpen }: FileExchange,
): Promise<string> {
  const { transferTimeoutMs, problemBytesMax } = transport.limits;
  return send(transport, {
    operation: 'upload',
    method: 'PUT',
    url,
    // No Authorization: the address itself is the permission, and it may belong to somebody else's storage.
    headers: { 'content-type': contentType, 'content-length': String(size) },
    body,
    isRepeatable: source instanceof Uint8Array || 'read' in source,
    isWrite: true,
    // Storage keeps no keys: what it says of a second try says nothing about the first one.
    isKeyed: false,
    onOpen,
    attemptTimeoutMs: transferTimeoutMs,
    overallTimeoutMs: transferTimeoutMs,
    signal,
    read: async (response, attemptSignal) => readText(response, problemBytesMax, attemptSignal),
    problem: (refusal) => toStorageError(refusal, url),
  });
}

function checkSize(size: number, { fileName, fileSize }: UploadTarget, bytesMax: number): void {
  if (!Number.isSafeInteger(size) || size < 1) throw new WaybillError('BAD_REQUEST', 'the file is empty');
  if (size > bytesMax) {
    const name = fileName === undefined ? 'the file' : `"${fileName}"`;
    throw buildTooLargeError({ field: 'fileSize', name, bytes: size, bytesMax });
  }
  if (typeof fileSize === 'number' && fileSize !== size) {
    throw new WaybillError('BAD_REQUEST', `the file has ${size} bytes, but the document was created for ${fileSize}`);
  }
}

async function* readSource(source: UploadSource): AsyncGenerator<Uint8Array, void, undefined> {
  try {
    yield* openParts(source);
  } catch (cause) {
    throw new WaybillError('CONFLICT', 'the file could not be read to its end', { cause });
  }
}

function openParts(source: UploadSource): AsyncIterable<Uint8Array> {
  if (source instanceof Uint8Array) return sliceBytes(source);
  return 'read' in source ? source.read() : source.chunks;
}

async function* sliceBytes(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  for (let start = 0; start < bytes.length; start += chunkBytes) yield bytes.subarray(start, start + chunkBytes);
}

async function* noteError<Chunk>(chunks: AsyncIterable<Chunk>, note: (error: unknown) => void) {
  try {
    yield* chunks;
  } catch (error) {
    note(error);
    throw error;
  }
}

async function* countSentBytes(
  chunks: AsyncIterable<Uint8Array>,
  totalBytes: number,
  onProgress: UploadOptions['onProgress'],
): AsyncGenerator<Uint8Array, void, undefined> {
  let sentBytes = 0;
  for await (const chunk of chunks) {
    sentBytes += chunk.length;
    if (sentBytes > totalBytes) break;
    yield chunk;
    onProgress?.({ sentBytes, totalBytes });
  }
  if (sentBytes !== totalBytes) {
    throw new WaybillError('CONFLICT', `the file changed while it was sent: it was announced with ${totalBytes} bytes`);
  }
}

/** Waits for the status, which follows the upload on its own a moment later. */
async function confirmUpload(
  { transport, readDocument }: UploadContext,
  id: string,
  caller: AbortSignal | undefined,
): Promise<unknown> {
  const { limits, now, sleep, closed } = transport;
  const endsAt = now() + limits.uploadPollTimeoutMs;
  using overall = startDeadline({
    ms: limits.uploadPollTimeoutMs,
    reason: () => buildUnconfirmedError(id),
    parents: [caller, closed],
  });
  for (let delayMs = limits.uploadPollMsFirst; ; delayMs = Math.min(delayMs * 2, limits.uploadPollMsMax)) {
    const document = await readDocument(id, overall.signal);
    if (isUploaded(document)) return document;
    if (now() + delayMs >= endsAt) throw buildUnconfirmedError(id);
    await pause(sleep, delayMs, overall.signal);
  }
}

function isUploaded(document: unknown): boolean {
  return isObject(document) && document['status'] === 'UPLOADED';
}

function buildUnconfirmedError(id: string): WaybillError {
  return new WaybillError(
    'TIMEOUT',
    `the file was sent, but document ${id} is not shown as UPLOADED yet; read it again`,
    { isOpen: true },
  );
}
