import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';
import { WaybillError } from '../../errors.ts';

/** Largest request body, as sent and as decompressed. */
const bodyMaxBytes = 1024 * 1024;

const [gunzipBytes, inflateBytes, brotliBytes] = [promisify(gunzip), promisify(inflate), promisify(brotliDecompress)];

type Decompress = (bytes: Uint8Array, options: { readonly maxOutputLength: number }) => Promise<Uint8Array>;

/** The codings of RFC 9110 that a request body may have. */
const decompressors = new Map<string, Decompress>([
  ['gzip', gunzipBytes],
  ['x-gzip', gunzipBytes],
  ['deflate', inflateBytes],
  ['br', brotliBytes],
]);

/** Reads the request body as text, at most 1 MB of it, and decompresses it. */
export async function readBody(request: Request): Promise<string> {
  // Requests of this kind have none, and asking for it costs more than the rest of a quick read.
  if (request.method === 'GET') return '';
  const decompress = findDecompressor(request.headers.get('content-encoding'));
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > bodyMaxBytes) throw buildTooLarge();
  const bytes = await (announced === null ? readCountedBytes(request) : readAnnouncedBytes(request)).catch(
    throwBrokenOff,
  );
  return decodeText(decompress && bytes.byteLength > 0 ? await decompressBytes(bytes, decompress) : bytes);
}

const buildTooLarge = () => new WaybillError('PAYLOAD_TOO_LARGE', 'The request body is larger than 1 MB.');

/** Returns what reads the coding of a body, or undefined for a body that is sent as it is; 415 for any other coding. */
function findDecompressor(header: string | null): Decompress | undefined {
  const coding = (header ?? '').trim().toLowerCase();
  if (coding === '' || coding === 'identity') return undefined;
  const decompress = decompressors.get(coding);
  if (decompress) return decompress;
  const message = 'must be gzip, deflate or br, or be left out';
  throw new WaybillError('UNSUPPORTED_MEDIA_TYPE', `Content-Encoding: ${message}`, {
    details: [{ field: 'Content-Encoding', message }],
  });
}

/** Decompresses a body. It stops at the limit, so that a few bytes can't become a body that fills the memory. */
async function decompressBytes(bytes: Uint8Array, decompress: Decompress): Promise<Uint8Array> {
  try {
    return await decompress(bytes, { maxOutputLength: bodyMaxBytes });
  } catch (error) {
    if (error instanceof RangeError && Reflect.get(error, 'code') === 'ERR_BUFFER_TOO_LARGE') throw buildTooLarge();
    const message = 'cannot be decompressed as its Content-Encoding says';
    throw new WaybillError('BAD_REQUEST', `The request body ${message}.`, {
      details: [{ field: 'body', message }],
      cause: error,
    });
  }
}

async function readCountedBytes({ body }: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.byteLength;
    if (size > bodyMaxBytes) throw buildTooLarge();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads a body of announced length, and no more. Counting the pieces of a stream costs several times as much. */
const readAnnouncedBytes = async (request: Request) => new Uint8Array(await request.arrayBuffer());

function throwBrokenOff(error: unknown): never {
  if (error instanceof WaybillError) throw error;
  throw new WaybillError('BAD_REQUEST', 'The connection ended before the whole request body had come.', {
    cause: error,
  });
}

/**
 * Reads text without a byte order mark, which some systems write before it. Text in another encoding is refused: guessing
 * would save a name with other letters than it was sent with.
 */
function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw new WaybillError('BAD_REQUEST', 'The request body is not valid UTF-8.', {
      details: [{ field: 'body', message: 'is not valid UTF-8' }],
      cause: error,
    });
  }
}
