import type { KeyObject } from 'node:crypto';
import type { BrokerageDatabase, Tx } from '../../store/connection.ts';
import { buildTooLargeError, documentBytesMax, uploadLifetimeMs } from '../../domain/freight/document.ts';
import { WaybillError } from '../../errors.ts';
import type { Row } from '../../store/schema.ts';
import type { DocumentAddresses } from '../shared/context.ts';
import {
  type DocumentStorage,
  isDiskFull,
  LimitExceeded,
  type ReceivedFile,
  type ShownFile,
} from '../shared/document-storage.ts';
import { buildDocumentData } from './documents.ts';
import { readAudience, writeEvents } from '../shared/events.ts';
import { formatAttachment } from './attachment.ts';
import { createIds } from '../identifiers/ids.ts';
import type { Log } from '../../log.ts';
import type { Outages } from '../shared/outages.ts';
import { buildProblemResponse, toProblem } from '../shared/problem.ts';
import { addMs } from '../clock/request-times.ts';
import { holdOrganizationTime } from '../clock/sandbox-clock.ts';
import { seal, unseal } from '../secrets/secrets.ts';
import { isFuture } from '../../domain/kit/instants.ts';

const downloadLifetimeMs = 60 * 60 * 1000;

interface FileServiceOptions {
  readonly database: BrokerageDatabase;
  readonly storage: DocumentStorage;
  readonly hmacKey: KeyObject;
  readonly now: () => string;
  readonly log: Log;
  readonly outages: Outages;
  /** Bytes of a document that was never uploaded because the sandbox made it. */
  readonly placeholder?: ((document: Row<'document'>) => Uint8Array | undefined) | undefined;
}

/** The pre-signed upload and download addresses of documents: `PUT` and `GET /files/{token}`, no bearer token. */
export interface FileService {
  readonly storage: DocumentStorage;
  serve(request: Request, token: string): Promise<Response>;
  addresses(publicUrl: string, now: string): DocumentAddresses;
}

interface Ticket {
  readonly id: string;
  readonly expires: number;
}

export function createFileService(options: FileServiceOptions): FileService {
  const { hmacKey, storage } = options;
  const formatAddress = (publicUrl: string, purpose: string, id: string, expires: number) =>
    `${publicUrl}/files/${seal(hmacKey, purpose, { id, expires } satisfies Ticket)}`;
  return {
    storage,
    addresses: (publicUrl, now) => ({
      upload: (id) => formatAddress(publicUrl, 'upload', id, Date.parse(now) + uploadLifetimeMs),
      download: (id) => formatAddress(publicUrl, 'download', id, Date.parse(now) + downloadLifetimeMs),
    }),
    async serve(request, token) {
      try {
        return request.method === 'PUT'
          ? await upload(options, request, token)
          : await download(options, token, request.method);
      } catch (error) {
        const problem = toProblem(error);
        // A caller that hangs up in the middle looks the same from here as a store that fails.
        const level = problem.code === 'INTERNAL_ERROR' ? 'error' : 'warn';
        if (problem.cause instanceof Error && !options.outages.isExplained(problem.cause))
          options.log(level, problem.message, { cause: problem.cause.message });
        return buildProblemResponse(problem, {});
      }
    },
  };
}

async function readTicketDocument(
  { database, hmacKey, now }: FileServiceOptions,
  purpose: 'upload' | 'download',
  token: string,
): Promise<Row<'document'>> {
  // Only tickets made by createFileService carry a valid mac.
  const ticket = unseal<Ticket>(hmacKey, purpose, token);
  if (!ticket) throw new WaybillError('FORBIDDEN', `This ${purpose} address is not valid.`);
  const lifetimeMs = purpose === 'upload' ? uploadLifetimeMs : downloadLifetimeMs;
  if (ticket.expires < Date.parse(now()) || isFuture(ticket.expires - lifetimeMs, now()))
    throw new WaybillError('FORBIDDEN', expiredText[purpose]);
  const row = await database.reader
    .selectFrom('document')
    .selectAll()
    .where('id', '=', ticket.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw new WaybillError('NOT_FOUND', 'The document was deleted.');
  return row;
}

const expiredText = {
  upload: 'This upload address has expired (15 minutes). Create the document again to get a new one.',
  download: 'This download address has expired (1 hour). Read the document again to get a new one.',
} as const;

async function upload(options: FileServiceOptions, request: Request, token: string): Promise<Response> {
  const document = await readTicketDocument(options, 'upload', token);
  if (document.status !== 'PENDING_UPLOAD')
    throw new WaybillError('CONFLICT', 'The file of this document was already uploaded.');
  const sent = request.headers.get('content-type');
  if (sent !== document.content_type) {
    throw new WaybillError(
      'UNSUPPORTED_MEDIA_TYPE',
      `The upload must use exactly the content type ${document.content_type}, not ${sent ?? 'none'}.`,
    );
  }
  if ((request.headers.get('content-encoding') ?? 'identity') !== 'identity')
    throw new WaybillError(
      'UNSUPPORTED_MEDIA_TYPE',
      'Upload the file as it is, without Content-Encoding: what is sent is what is stored.',
    );
  const announcedBytes = Number(request.headers.get('content-length') ?? 0);
  const buildTooLarge = (bytes?: number) =>
    buildTooLargeError({ field: 'file', name: `"${document.file_name}"`, bytes });
  if (announcedBytes > documentBytesMax) throw buildTooLarge(announcedBytes);
  if (!request.body) throw buildNoBytesError();
  const received = await options.storage
    .receive(document.id, request.body, documentBytesMax)
    .catch((error: unknown) => {
      throw error instanceof LimitExceeded ? buildTooLarge() : buildStorageError(error);
    });
  try {
    requireWhole(document, received.size);
    await accept(options, document, received);
  } catch (error) {
    await received.discard();
    throw error;
  }
  return new Response(null, { status: 200 });
}

/** Refuses a file that is empty or not of the announced size: an incomplete file proves nothing. */
function requireWhole({ file_size: declared }: Row<'document'>, size: number): void {
  if (size === 0) throw buildNoBytesError();
  if (declared === null || declared === size) return;
  throw new WaybillError(
    'BAD_REQUEST',
    `The document was announced with ${declared} bytes and ${size} came; nothing was kept. Upload the whole file.`,
  );
}

const buildNoBytesError = () => new WaybillError('BAD_REQUEST', 'The upload has no bytes; nothing was kept.');

function buildStorageError(cause: unknown): WaybillError {
  const text = isDiskFull(cause)
    ? 'The disk that holds the documents is full; nothing was kept.'
    : 'The upload broke off; nothing was kept.';
  return new WaybillError('SERVICE_UNAVAILABLE', text, { cause });
}

/**
 * Accepts an upload. Of two concurrent uploads only the one that changes the document's row to UPLOADED puts its file
 * in place.
 */
async function accept(
  { database, now }: FileServiceOptions,
  document: Row<'document'>,
  received: ReceivedFile,
): Promise<void> {
  const machineNow = now();
  await database.transaction(async (tx) => {
    const at = addMs(machineNow, await holdOrganizationTime({ db: tx, kind: database.kind }, document.organization_id));
    const changed = await tx
      .updateTable('document')
      .set({ status: 'UPLOADED', file_size: received.size, sha256: received.sha256, uploaded_at: at, updated_at: at })
      .where('id', '=', document.id)
      .where('status', '=', 'PENDING_UPLOAD')
      .where('deleted_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    if (!changed) {
      throw new WaybillError('CONFLICT', 'The document was uploaded or deleted by another request.');
    }
    await tx
      .deleteFrom('document_deadline')
      .where('organization_id', '=', document.organization_id)
      .where('document_id', '=', document.id)
      .execute();
    await announceUpload(tx, changed, { now: at, machineNow });
    await received.keep().catch((error: unknown) => {
      throw buildStorageError(error);
    });
  });
}

async function announceUpload(
  tx: Tx,
  document: Row<'document'>,
  times: { readonly now: string; readonly machineNow: string },
): Promise<void> {
  const outbox = { db: tx, organizationId: document.organization_id, ...times, newId: createIds(() => times.now) };
  await writeEvents(outbox, await readAudience(outbox), [
    { event: 'DOCUMENT_UPLOADED', data: buildDocumentData(document) },
  ]);
}

async function download(options: FileServiceOptions, token: string, method: string): Promise<Response> {
  const document = await readTicketDocument(options, 'download', token);
  if (document.status !== 'UPLOADED')
    throw new WaybillError('NOT_FOUND', 'The file of this document was never uploaded.');
  const servedFile: ShownFile = {
    method: method === 'HEAD' ? 'HEAD' : 'GET',
    contentType: document.content_type,
    disposition: formatAttachment(document.file_name),
  };
  const { storage, placeholder } = options;
  const bytes = placeholder?.(document);
  if (bytes)
    return buildFileResponse(servedFile, { body: servedFile.method === 'HEAD' ? null : bytes, size: bytes.byteLength });
  if (storage.locate) return redirect(await storage.locate(document.id, servedFile).catch(throwUnreachable));
  const file = await storage.read(document.id).catch(throwUnreachable);
  if (!file) throw new WaybillError('NOT_FOUND', 'The file of this document is no longer stored.');
  if (servedFile.method === 'GET') return buildFileResponse(servedFile, file);
  // The stream of a response without a body is never read, so its file would stay open.
  await file.body.cancel();
  return buildFileResponse(servedFile, { body: null, size: file.size });
}

function throwUnreachable(cause: unknown): never {
  throw new WaybillError('SERVICE_UNAVAILABLE', 'The file cannot be read for the moment; try again shortly.', {
    cause,
  });
}

function buildFileResponse(
  { contentType, disposition }: ShownFile,
  { body, size }: { readonly body: ReadableStream | Uint8Array | null; readonly size: number },
): Response {
  return new Response(body instanceof Uint8Array ? Buffer.from(body) : body, {
    headers: {
      'content-type': contentType,
      'content-disposition': disposition,
      'content-length': String(size),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
    },
  });
}

/**
 * Redirects to the storage's address, which is valid for minutes only. The ticket is valid for an hour, while its
 * document exists.
 */
const redirect = (location: string) =>
  new Response(null, {
    status: 302,
    headers: { location, 'cache-control': 'private, no-store', 'referrer-policy': 'no-referrer' },
  });
