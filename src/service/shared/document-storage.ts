import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A complete upload that cannot be read yet: the caller then keeps it or discards it. */
export interface ReceivedFile extends StoredFile {
  /** Makes it the document's file. */
  keep(): Promise<void>;
  discard(): Promise<void>;
}

export interface StoredFile {
  /** Bytes. */
  readonly size: number;
  /** Hexadecimal digest of the bytes. */
  readonly sha256: string;
}

/** Storage of the bytes of documents, by document id. */
export interface DocumentStorage {
  /** Receives the whole stream or nothing; rejects with LimitExceeded when it is longer than allowed. */
  receive(id: string, body: ReadableStream<Uint8Array>, maxBytes: number): Promise<ReceivedFile>;
  read(id: string): Promise<{ readonly body: ReadableStream; readonly size: number } | undefined>;
  /** A short-lived address at which the store itself hands out the file; absent where only this service can. */
  locate?(id: string, shown: ShownFile): Promise<string>;
  remove(id: string): Promise<void>;
  /** Clears what uploads left behind whose process ended in the middle. */
  removePartial(startedBefore: Date): Promise<void>;
}

/** Options of sending a file. */
export interface ShownFile {
  readonly method: 'GET' | 'HEAD';
  readonly contentType: string;
  readonly disposition: string;
}

export class LimitExceeded extends Error {}

export const isDiskFull = (cause: unknown): boolean =>
  cause instanceof Error && 'code' in cause && (cause.code === 'ENOSPC' || cause.code === 'EDQUOT');

/** Creates a storage with one file per document below a folder. An upload becomes visible only when it is complete. */
export function createFolderStorage(folder: string): DocumentStorage {
  const toPath = (id: string) => path.join(folder, id.slice(-2), id);
  const arriving = path.join(folder, 'arriving');
  return {
    async receive(id, body, maxBytes) {
      const file = toPath(id);
      const partial = path.join(arriving, `${id}.${randomUUID()}.part`);
      for (const needed of [path.dirname(file), arriving]) await mkdir(needed, { recursive: true, mode: 0o700 });
      const { meter, result } = measureBytes(maxBytes);
      try {
        await pipeline(toNodeStream(body), meter, createWriteStream(partial, { mode: 0o600, flush: true }));
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
      // A transaction that is tried again calls this again.
      let renamed: Promise<void> | undefined;
      const keep = () => (renamed ??= rename(partial, file));
      return { ...result(), keep, discard: () => rm(partial, { force: true }) };
    },
    async read(id) {
      const file = toPath(id);
      const stats = await stat(file).catch(() => undefined);
      if (!stats) return undefined;
      return { body: Readable.toWeb(createReadStream(file)) as ReadableStream, size: stats.size };
    },
    remove: (id) => rm(toPath(id), { force: true }),
    async removePartial(startedBefore) {
      const names = await readdir(arriving).catch(() => []);
      for (const file of names.map((name) => path.join(arriving, name))) {
        const stats = await stat(file).catch(() => undefined);
        if (stats && stats.mtime < startedBefore) await rm(file, { force: true });
      }
    },
  };
}

/** Converts a web stream to a Node stream. Their types differ in name only. */
export const toNodeStream = (body: ReadableStream<Uint8Array>): Readable =>
  Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);

/** Counts and digests what flows through; more than allowed ends the flow with LimitExceeded. */
export function measureBytes(maxBytes: number): { meter: Transform; result: () => StoredFile } {
  const hash = createHash('sha256');
  let size = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.byteLength;
      if (size > maxBytes) return done(new LimitExceeded());
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { meter, result: () => ({ size, sha256: hash.digest('hex') }) };
}
