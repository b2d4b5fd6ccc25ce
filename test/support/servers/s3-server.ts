import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A small S3 in a process of its own: multipart uploads, objects, and every signature (version 4) computed again from what
 * arrived. `GET /state` shows what it holds and, unlike a real one, asks nobody who they are.
 */
const accessKeyId = 'test-key';
const secretAccessKey = 'test-secret';
const minPartBytes = 5 * 1024 * 1024;

interface MultipartUpload {
  readonly key: string;
  readonly initiated: string;
  readonly parts: Map<number, Buffer>;
}

const objects = new Map<string, Buffer>();
const uploads = new Map<string, MultipartUpload>();
/** Set by `POST /failing?operation=NAME`: that operation answers 503. */
let failing: string | null = null;
let counter = 0;

class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const computeHmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();
const computeSha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex');
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

interface Claimed {
  readonly credential: string;
  readonly signedHeaders: string;
  readonly signature: string;
  readonly date: string;
  readonly payload: string;
}

function readClaim(request: IncomingMessage, url: URL, body: Buffer): Claimed {
  const query = url.searchParams;
  if (query.has('X-Amz-Signature')) {
    const date = query.get('X-Amz-Date') ?? '';
    const iso = date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z');
    const expires = Date.parse(iso) + Number(query.get('X-Amz-Expires')) * 1000;
    if (!(Date.now() <= expires)) throw new Refusal(403, 'AccessDenied');
    return {
      credential: query.get('X-Amz-Credential') ?? '',
      signedHeaders: query.get('X-Amz-SignedHeaders') ?? '',
      signature: query.get('X-Amz-Signature') ?? '',
      date,
      payload: 'UNSIGNED-PAYLOAD',
    };
  }
  const pattern = /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]+)$/;
  const [, credential, signedHeaders, signature] = pattern.exec(request.headers.authorization ?? '') ?? [];
  if (!credential || !signedHeaders || !signature) throw new Refusal(403, 'AccessDenied');
  const payload = String(request.headers['x-amz-content-sha256']);
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== computeSha256(body))
    throw new Refusal(400, 'XAmzContentSHA256Mismatch');
  return { credential, signedHeaders, signature, date: String(request.headers['x-amz-date']), payload };
}

function checkSignature(request: IncomingMessage, url: URL, body: Buffer): void {
  const { credential, signedHeaders, signature, date, payload } = readClaim(request, url, body);
  const [keyId, day = '', region = '', service = '', end] = credential.split('/');
  if (keyId !== accessKeyId || end !== 'aws4_request' || day !== date.slice(0, 8))
    throw new Refusal(403, 'InvalidAccessKeyId');
  const names = signedHeaders.split(';');
  if (!names.includes('host')) throw new Refusal(403, 'AccessDenied');
  const query = [...url.searchParams]
    .filter(([name]) => name !== 'X-Amz-Signature')
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
  const headers = names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('');
  const path = decodeURIComponent(url.pathname).split('/').map(encode).join('/');
  const canonical = [request.method, path, query, headers, signedHeaders, payload].join('\n');
  const text = ['AWS4-HMAC-SHA256', date, `${day}/${region}/${service}/aws4_request`, computeSha256(canonical)].join(
    '\n',
  );
  const key = computeHmac(
    computeHmac(computeHmac(computeHmac(`AWS4${secretAccessKey}`, day), region), service),
    'aws4_request',
  );
  const expected = computeHmac(key, text);
  const signatureBytes = Buffer.from(signature, 'hex');
  if (signatureBytes.length !== expected.length || !timingSafeEqual(signatureBytes, expected))
    throw new Refusal(403, 'SignatureDoesNotMatch');
}

function answer(response: ServerResponse, status: number, body: string | Buffer, headers: Record<string, string> = {}) {
  response.writeHead(status, {
    'content-type': 'application/xml',
    'content-length': Buffer.byteLength(body),
    ...headers,
  });
  response.end(response.req.method === 'HEAD' ? undefined : body);
}

const formatXml = (text: string) => `<?xml version="1.0" encoding="UTF-8"?>${text}`;
const computeEtag = (bytes: Buffer) => `"${createHash('md5').update(bytes).digest('hex')}"`;

function requireUpload(url: URL): MultipartUpload {
  const upload = uploads.get(url.searchParams.get('uploadId') ?? '');
  if (!upload) throw new Refusal(404, 'NoSuchUpload');
  return upload;
}

interface S3Call {
  readonly url: URL;
  readonly key: string;
  readonly body: Buffer;
  readonly response: ServerResponse;
}

const operations: Record<string, (call: S3Call) => void> = {
  begin({ key, response }) {
    const id = `upload-${(counter += 1)}`;
    uploads.set(id, { key, initiated: new Date().toISOString(), parts: new Map() });
    answer(
      response,
      200,
      formatXml(
        `<InitiateMultipartUploadResult><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      ),
    );
  },
  part({ url, body, response }) {
    requireUpload(url).parts.set(Number(url.searchParams.get('partNumber')), body);
    answer(response, 200, '', { etag: computeEtag(body) });
  },
  complete({ url, key, body, response }) {
    const { parts } = requireUpload(url);
    const requestedParts = [...body.toString().matchAll(/<Part>.*?<\/Part>/gs)].map(([text]) => ({
      number: Number(/<PartNumber>(\d+)</.exec(text)?.[1]),
      etag: (/<ETag>(.*?)</.exec(text)?.[1] ?? '').replaceAll('&quot;', '"'),
    }));
    const pieces = requestedParts.map(({ number, etag }, index) => {
      const piece = parts.get(number);
      if (!piece || computeEtag(piece) !== etag || number !== index + 1) throw new Refusal(400, 'InvalidPart');
      if (piece.length < minPartBytes && index < requestedParts.length - 1) throw new Refusal(400, 'EntityTooSmall');
      return piece;
    });
    if (pieces.length === 0) throw new Refusal(400, 'MalformedXML');
    objects.set(key, Buffer.concat(pieces));
    uploads.delete(url.searchParams.get('uploadId') ?? '');
    answer(
      response,
      200,
      formatXml(`<CompleteMultipartUploadResult><Key>${key}</Key></CompleteMultipartUploadResult>`),
    );
  },
  abort({ url, response }) {
    requireUpload(url);
    uploads.delete(url.searchParams.get('uploadId') ?? '');
    answer(response, 204, '');
  },
  list({ response }) {
    const listed = [...uploads].map(
      ([id, { key, initiated }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${initiated}</Initiated></Upload>`,
    );
    answer(
      response,
      200,
      formatXml(
        `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${listed.join('')}</ListMultipartUploadsResult>`,
      ),
    );
  },
  get({ url, key, response }) {
    const bytes = objects.get(key);
    if (!bytes) throw new Refusal(404, 'NoSuchKey');
    const getOverride = (name: string) => url.searchParams.get(`response-${name}`);
    const headers: Record<string, string> = {};
    for (const name of ['content-type', 'content-disposition', 'cache-control']) {
      const value = getOverride(name);
      if (value !== null) headers[name] = value;
    }
    answer(response, 200, bytes, { etag: computeEtag(bytes), ...headers });
  },
  remove({ key, response }) {
    objects.delete(key);
    answer(response, 204, '');
  },
};

function identifyOperation(method: string, url: URL, key: string): string {
  const query = url.searchParams;
  if (method === 'POST') return query.has('uploads') ? 'begin' : 'complete';
  if (method === 'PUT' && query.has('partNumber')) return 'part';
  if (method === 'DELETE') return query.has('uploadId') ? 'abort' : 'remove';
  if (method === 'GET' && key === '' && query.has('uploads')) return 'list';
  if (method === 'GET' || method === 'HEAD') return 'get';
  throw new Refusal(405, 'MethodNotAllowed');
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  // Node hands out buffers unless an encoding was set.
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${request.headers.host}`);
  const body = await readBody(request);
  if (url.pathname === '/state') {
    const storedObjects = [...objects].map(([key, bytes]) => ({
      key,
      size: bytes.length,
      sha256: computeSha256(bytes),
    }));
    const waiting = [...uploads.values()].map(({ key, parts }) => ({ key, parts: parts.size }));
    return answer(response, 200, JSON.stringify({ objects: storedObjects, uploads: waiting }));
  }
  if (url.pathname === '/failing') {
    failing = url.searchParams.get('operation');
    return answer(response, 200, '');
  }
  if (url.pathname === '/clear') {
    objects.clear();
    uploads.clear();
    failing = null;
    return answer(response, 200, '');
  }
  try {
    checkSignature(request, url, body);
    const [, bucket, ...rest] = decodeURIComponent(url.pathname).split('/');
    if (bucket !== 'papers') throw new Refusal(404, 'NoSuchBucket');
    const key = rest.join('/');
    const name = identifyOperation(request.method ?? '', url, key);
    if (name === failing) throw new Refusal(503, 'SlowDown');
    operations[name]?.({ url, key, body, response });
  } catch (error) {
    const { status, code } = error instanceof Refusal ? error : new Refusal(500, 'InternalError');
    answer(response, status, formatXml(`<Error><Code>${code}</Code></Error>`));
  }
}

const server = createServer((request, response) => void serve(request, response));
server.listen(0, '127.0.0.1', () => {
  // A listening TCP server always has an address object.
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
