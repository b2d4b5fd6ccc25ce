import { expect, test } from 'vitest';
import { createClient } from '../../src/client/client.ts';
import { waitUntil } from '../support/wait-until.ts';
import { type RemoteAnswer, answerJson, answerProblem, type RemoteApi, startRemoteApi } from './remote-api.ts';

const id = '0190b6a0-0000-7000-8000-000000000009';
const signature = 'X-Amz-Signature=5ec2e7';
const pdf = new Uint8Array(200_000).fill(37);

const buildTarget = (api: RemoteApi) => ({
  id,
  uploadUrl: `${api.origin}/storage/doc-9?${signature}`,
  contentType: 'application/pdf',
  fileSize: pdf.length,
});

/** Serves storage that accepts every file, and an API that shows it as uploaded at the n-th look. */
function serveStorage({
  store = (response) => void response.end(),
  looks = 1,
}: { store?: RemoteAnswer; looks?: number } = {}): RemoteAnswer {
  let looked = 0;
  let stored = 0;
  return (response, seen) => {
    if (seen.method === 'PUT') return store(response, seen, (stored += 1));
    looked += 1;
    return answerJson(response, 200, { id, status: looked >= looks ? 'UPLOADED' : 'PENDING_UPLOAD', tags: {} });
  };
}

const listUploads = (api: RemoteApi) => api.requests.filter(({ method }) => method === 'PUT');

async function* generatePieces(): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < pdf.length; start += 50_000) yield pdf.subarray(start, start + 50_000);
}

const buildFile = (bytes: Uint8Array) => ({
  size: bytes.length,
  async *read() {
    yield bytes;
  },
});

test.each([
  ['bytes', () => pdf],
  ['a file', () => buildFile(pdf)],
  ['a stream', () => ({ size: pdf.length, chunks: generatePieces() })],
])(
  'a file given as %s arrives whole, with exactly the declared type and size and without the token',
  async (_what, source) => {
    await using api = await startRemoteApi(serveStorage());

    const document = await api.client.upload(buildTarget(api), source());

    const [upload] = listUploads(api);
    expect(document).toMatchObject({ id, status: 'UPLOADED' });
    expect(upload?.url).toBe(`/storage/doc-9?${signature}`);
    expect(upload?.body.equals(pdf)).toBe(true);
    expect(upload?.headers).toMatchObject({ 'content-type': 'application/pdf', 'content-length': '200000' });
    expect(upload?.headers).not.toHaveProperty('authorization');
    expect(upload?.headers).not.toHaveProperty('transfer-encoding');
  },
);

test('progress grows to the size of the file', async () => {
  await using api = await startRemoteApi(serveStorage());
  const progress: number[] = [];

  await api.client.upload(buildTarget(api), pdf, { onProgress: ({ sentBytes }) => progress.push(sentBytes) });

  expect(progress).toEqual([65_536, 131_072, 196_608, 200_000]);
});

test('the upload waits until the document is shown as uploaded', async () => {
  await using api = await startRemoteApi(serveStorage({ looks: 4 }));

  const document = await api.client.upload(buildTarget(api), pdf);

  expect(document).toMatchObject({ status: 'UPLOADED' });
  expect(api.waits).toEqual([250, 500, 1000]);
});

test('a document that never becomes uploaded ends the wait with a timeout', async () => {
  await using api = await startRemoteApi(serveStorage({ looks: Infinity }));

  const upload = api.client.upload(buildTarget(api), pdf);

  await expect(upload).rejects.toMatchObject({
    code: 'TIMEOUT',
    message: `the file was sent, but document ${id} is not shown as UPLOADED yet; read it again`,
  });
});

test('bytes are sent again from the beginning after a failure of the storage', async () => {
  await using api = await startRemoteApi(
    serveStorage({
      store: (response, _seen, count) => void (count === 1 ? response.writeHead(503).end() : response.end()),
    }),
  );

  await api.client.upload(buildTarget(api), pdf);

  expect(listUploads(api).map(({ body }) => body.length)).toEqual([200_000, 200_000]);
});

test('a stream, which can be read only once, is not sent again', async () => {
  const store: RemoteAnswer = (response) => void response.writeHead(503).end();
  await using api = await startRemoteApi(serveStorage({ store, looks: 2 }));

  const upload = api.client.upload(buildTarget(api), { size: pdf.length, chunks: generatePieces() });

  await expect(upload).rejects.toMatchObject({ code: 'OUTCOME_UNKNOWN', isOpen: true });
  expect(listUploads(api)).toHaveLength(1);
});

test('a file whose answer was lost is done where the document shows it', async () => {
  const store: RemoteAnswer = (response) => void response.destroy();
  await using api = await startRemoteApi(serveStorage({ store }));

  const document = await api.client.upload(buildTarget(api), { size: pdf.length, chunks: generatePieces() });

  expect(document).toMatchObject({ status: 'UPLOADED' });
  expect(listUploads(api)).toHaveLength(1);
});

test('a second try that storage refuses because the first one arrived is a success', async () => {
  await using api = await startRemoteApi(
    serveStorage({
      store: (response, _seen, count) =>
        void (count === 1 ? response.destroy() : answerProblem(response, 409, 'CONFLICT')),
    }),
  );

  const document = await api.client.upload(buildTarget(api), pdf);

  expect(document).toMatchObject({ status: 'UPLOADED' });
});

test('a refused address is reported without its signature and without the words of the storage', async () => {
  await using api = await startRemoteApi(
    serveStorage({ store: (response) => void response.writeHead(403).end(`<Error>${signature}</Error>`) }),
  );

  const refusal = await api.client.upload(buildTarget(api), pdf).catch((error: unknown) => error);

  expect(refusal).toMatchObject({
    code: 'CONFLICT',
    message: `the file storage at ${new URL(api.origin).host} refused the address (status 403): it may have expired. Create the document again to get a new one`,
  });
  expect(JSON.stringify([refusal, api.log])).not.toContain(signature);
});

test.each([
  ['that is empty', new Uint8Array(0), 'BAD_REQUEST'],
  ['larger than documents may be', { size: 100 * 1024 * 1024 + 1, chunks: generatePieces() }, 'PAYLOAD_TOO_LARGE'],
  ['of another size than the document was created for', new Uint8Array(7), 'BAD_REQUEST'],
])('a file %s is refused before anything is sent', async (_what, source, code) => {
  await using api = await startRemoteApi(serveStorage());

  await expect(api.client.upload(buildTarget(api), source)).rejects.toMatchObject({ code });

  expect(api.requests).toHaveLength(0);
});

test('a file above the limit is named with the field that has its size', async () => {
  await using api = await startRemoteApi(serveStorage());
  const source = { size: 100 * 1024 * 1024 + 1, chunks: generatePieces() };

  await expect(api.client.upload({ ...buildTarget(api), fileName: 'film.mp4' }, source)).rejects.toMatchObject({
    message: 'fileSize: "film.mp4" has 104857601 bytes, more than the 100 MB that a file may have',
  });
});

test.each([150_000, 250_000])(
  'a stream announced with %i bytes that has another length ends the upload',
  async (size) => {
    await using api = await startRemoteApi(serveStorage());

    const upload = api.client.upload({ ...buildTarget(api), fileSize: null }, { size, chunks: generatePieces() });

    await expect(upload).rejects.toMatchObject({
      code: 'CONFLICT',
      message: `the file changed while it was sent: it was announced with ${size} bytes`,
    });
  },
);

test('a file that cannot be read to its end is not mistaken for a failure of the network', async () => {
  await using api = await startRemoteApi(serveStorage());
  const chunks = (async function* () {
    yield* generatePieces();
    throw new Error('the disk is gone');
  })();

  const upload = api.client.upload(buildTarget(api), { size: pdf.length, chunks });

  await expect(upload).rejects.toMatchObject({ code: 'CONFLICT', message: 'the file could not be read to its end' });
});

test('a service in the same process receives the same upload', async () => {
  const seen: (string | null)[] = [];
  await using client = createClient({
    baseUrl: 'http://embedded/v1',
    authUrl: 'http://embedded',
    clientId: 'a',
    clientSecret: 'b',
    async fetch(request) {
      if (request.url.endsWith('/oauth2/token')) return Response.json({ access_token: 't', expires_in: 3600 });
      if (request.method === 'GET') return Response.json({ id, status: 'UPLOADED' });
      const { byteLength } = await request.arrayBuffer();
      seen.push(
        request.url,
        request.headers.get('content-type'),
        request.headers.get('authorization'),
        String(byteLength),
      );
      return new Response(null, { status: 204 });
    },
  });

  await client.upload({ id, uploadUrl: '/files/9', contentType: 'application/pdf' }, buildFile(pdf));

  expect(seen).toEqual(['http://embedded/files/9', 'application/pdf', null, '200000']);
});

test('a document without an upload address cannot be uploaded', async () => {
  await using api = await startRemoteApi(serveStorage());

  const upload = api.client.upload({ ...buildTarget(api), uploadUrl: null }, pdf);

  await expect(upload).rejects.toMatchObject({ code: 'CONFLICT' });
});

test.each(['file:///etc/passwd', 'data:text/plain,x'])('the address %s is not uploaded to', async (uploadUrl) => {
  await using api = await startRemoteApi(serveStorage());

  const upload = api.client.upload({ ...buildTarget(api), uploadUrl }, pdf);

  await expect(upload).rejects.toMatchObject({ code: 'BAD_RESPONSE' });
});

test('an upload can be stopped', async () => {
  await using api = await startRemoteApi(serveStorage({ store: () => {} }));
  const caller = new AbortController();

  const upload = api.client.upload(buildTarget(api), pdf, { signal: caller.signal });
  await waitUntil(() => listUploads(api).length === 1);
  caller.abort();

  await expect(upload).rejects.toMatchObject({ code: 'CANCELLED' });
});
