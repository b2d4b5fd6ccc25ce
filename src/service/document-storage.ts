import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** A complete upload that nobody can read yet. Whoever receives it decides its fate. */
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

/** Where the bytes of documents are kept, by document id. */
export interface DocumentStorage {
  /** Receives the whole stream or nothing; rejects with LimitExceeded when it is longer than allowed. */
  receive(id: string, body: ReadableStream<Uint8Array>, maxBytes: number): Promise<ReceivedFile>;
  read(id: string): Promise<{ readonly body: ReadableStream; readonly size: number } | undefined>;
  remove(id: string): Promise<void>;
}

export class LimitExceeded extends Error {}

/** One file per document below a folder; an upload becomes visible only when it is complete. */
export function folderStorage(folder: string): DocumentStorage {
  const fileOf = (id: string) => path.join(folder, id.slice(-2), id);
  return {
    async receive(id, body, maxBytes) {
      const file = fileOf(id);
      const partial = `${file}.${randomUUID()}.part`;
      await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
      const { meter, result } = measuring(maxBytes);
      try {
        // Node's and the web's stream types differ in name only.
        const source = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
        await pipeline(source, meter, createWriteStream(partial, { mode: 0o600, flush: true }));
      } catch (error) {
        await rm(partial, { force: true });
        throw error;
      }
      // A transaction that is tried again asks again.
      let kept: Promise<void> | undefined;
      const keep = () => (kept ??= rename(partial, file));
      return { ...result(), keep, discard: () => rm(partial, { force: true }) };
    },
    async read(id) {
      const file = fileOf(id);
      const found = await stat(file).catch(() => undefined);
      if (!found) return undefined;
      return { body: Readable.toWeb(createReadStream(file)) as ReadableStream, size: found.size };
    },
    remove: (id) => rm(fileOf(id), { force: true }),
  };
}

function measuring(maxBytes: number): { meter: Transform; result: () => StoredFile } {
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
