import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { pipeline } from 'node:stream/promises';
import { type DocumentStorage, measureBytes, toNodeStream } from '../shared/document-storage.ts';

export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  /** Address of a store that isn't Amazon's. */
  readonly endpoint?: string | undefined;
  /** Left out: found by the SDK's own chain (environment, profile, instance role). */
  readonly credentials?: { readonly accessKeyId: string; readonly secretAccessKey: string } | undefined;
}

const prefix = 'documents/';
/** S3 takes no smaller part than 5 MiB, except as the last one. */
const partBytes = 8 * 1024 * 1024;
const addressLifetimeSeconds = 300;
/** The uploader tries again as well. */
const attemptsMax = 2;
/** Milliseconds after which a request is given up. */
const s3Waits = {
  connectMs: 3000,
  /** In which nothing moves on the connection, in either direction. */
  silenceMs: 20_000,
  /** From the request to the begin of its answer: a part of an upload on a slow line has to fit. */
  answerMs: 120_000,
};
/** Completing happens while a transaction is open, and other writers wait five seconds for theirs. */
const completeMaxMs = 4000;

/**
 * Creates a storage that keeps documents in a bucket. Uploads come through this service, because only so size, type and
 * digest are known before anything can be read, and because a signature that S3 gave away could replace a file that was
 * checked already. They arrive as multipart uploads: nothing is visible until the last step, which the document's row
 * decides about.
 */
export function createS3Storage(
  { bucket, region, endpoint, credentials }: S3Settings,
  { connectMs, silenceMs, answerMs } = s3Waits,
): DocumentStorage {
  const client = new S3Client({
    region,
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials && { credentials }),
    // Stores that are not Amazon's know no checksums in trailers.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: attemptsMax,
    // Without the last of them a request that takes too long is a warning, and is waited for all the same.
    requestHandler: {
      connectionTimeout: connectMs,
      socketTimeout: silenceMs,
      requestTimeout: answerMs,
      throwOnRequestTimeout: true,
    },
  });
  const toTarget = (id: string) => ({ Bucket: bucket, Key: `${prefix}${id}` });

  return {
    async receive(id, body, maxBytes) {
      const upload = await beginUpload(client, toTarget(id));
      const { meter, result } = measureBytes(maxBytes);
      try {
        await pipeline(toNodeStream(body), meter, (source: AsyncIterable<Uint8Array>) => upload.send(source));
      } catch (error) {
        await upload.abort();
        throw error;
      }
      // A transaction that is tried again calls this again.
      let completed: Promise<void> | undefined;
      return { ...result(), keep: () => (completed ??= upload.complete()), discard: () => upload.abort() };
    },
    async read(id) {
      try {
        const { Body, ContentLength } = await client.send(new GetObjectCommand(toTarget(id)));
        return Body && { body: Body.transformToWebStream(), size: ContentLength ?? 0 };
      } catch (error) {
        if (error instanceof Error && error.name === 'NoSuchKey') return undefined;
        throw error;
      }
    },
    locate(id, { method, contentType, disposition }) {
      const input = {
        ...toTarget(id),
        ResponseContentType: contentType,
        ResponseContentDisposition: disposition,
        ResponseCacheControl: 'private, no-store',
      };
      const command = method === 'HEAD' ? new HeadObjectCommand(input) : new GetObjectCommand(input);
      return getSignedUrl(client, command, { expiresIn: addressLifetimeSeconds });
    },
    async remove(id) {
      await client.send(new DeleteObjectCommand(toTarget(id)));
    },
    removePartial: (startedBefore) => abortOldUploads(client, bucket, startedBefore),
  };
}

interface BucketTarget {
  readonly Bucket: string;
  readonly Key: string;
}

interface MultipartUpload {
  send(source: AsyncIterable<Uint8Array>): Promise<void>;
  complete(): Promise<void>;
  /** Aborts the upload. It doesn't fail, so that the cause stays visible; the sweep removes what is left. */
  abort(): Promise<void>;
}

async function beginUpload(client: S3Client, target: BucketTarget): Promise<MultipartUpload> {
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
  const upload = { ...target, UploadId };
  const parts: { ETag: string | undefined; PartNumber: number }[] = [];

  async function sendPart(bytes: Uint8Array): Promise<void> {
    const PartNumber = parts.length + 1;
    const { ETag } = await client.send(new UploadPartCommand({ ...upload, PartNumber, Body: bytes }));
    parts.push({ ETag, PartNumber });
  }

  return {
    async send(source) {
      for await (const part of splitIntoParts(source)) await sendPart(part);
    },
    async complete() {
      const command = new CompleteMultipartUploadCommand({ ...upload, MultipartUpload: { Parts: parts } });
      await client.send(command, { abortSignal: AbortSignal.timeout(completeMaxMs) });
    },
    async abort() {
      await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
    },
  };
}

/** Splits a file into parts. An empty file is one empty part. */
async function* splitIntoParts(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let waiting: Uint8Array[] = [];
  let size = 0;
  let isFirst = true;
  for await (const chunk of source) {
    waiting.push(chunk);
    size += chunk.byteLength;
    if (size < partBytes) continue;
    yield Buffer.concat(waiting);
    [waiting, size, isFirst] = [[], 0, false];
  }
  if (isFirst || size > 0) yield Buffer.concat(waiting);
}

async function abortOldUploads(client: S3Client, bucket: string, startedBefore: Date): Promise<void> {
  let marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined } | undefined = {};
  while (marker) {
    const page: Awaited<ReturnType<typeof listUploads>> = await listUploads(client, bucket, marker);
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!Key || !Initiated || Initiated >= startedBefore) continue;
      await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }));
    }
    marker = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : undefined;
  }
}

const listUploads = (
  client: S3Client,
  bucket: string,
  marker: { KeyMarker?: string | undefined; UploadIdMarker?: string | undefined },
) => client.send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix, ...marker }));
