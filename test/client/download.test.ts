import { expect, test } from 'vitest';
import { startRemoteApi } from './remote-api.ts';

async function read(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

test('a file is read from its pre-signed address, without the token', async () => {
  const pdf = Buffer.alloc(300_000, 37);
  await using api = await startRemoteApi(
    (response) =>
      void response.writeHead(200, { 'content-type': 'application/pdf', 'content-length': pdf.length }).end(pdf),
  );

  const download = await api.client.download(`${api.origin}/storage/doc-9?X-Amz-Signature=5ec2e7`);

  expect(download).toMatchObject({ contentType: 'application/pdf', size: 300_000 });
  expect((await read(download.chunks)).equals(pdf)).toBe(true);
  expect(api.requests[0]?.headers).not.toHaveProperty('authorization');
});

test('an address relative to the API is followed there', async () => {
  await using api = await startRemoteApi((response) => void response.end('x'));

  await read((await api.client.download('/files/9')).chunks);

  expect(api.requests[0]?.url).toBe('/files/9');
});

test('a download that breaks off is reported, not taken for the whole file', async () => {
  await using api = await startRemoteApi((response) => {
    response.writeHead(200, { 'content-length': '1000' });
    response.write('begin', () => response.destroy());
  });

  const download = await api.client.download(`${api.origin}/storage/9`);

  await expect(read(download.chunks)).rejects.toMatchObject({ code: 'UNREACHABLE' });
});

test('a file larger than the ceiling is not read to its end', async () => {
  await using api = await startRemoteApi((response) => void response.end(Buffer.alloc(5_000)), {
    limits: { fileBytesMax: 1_000 },
  });

  const download = await api.client.download(`${api.origin}/storage/9`);

  await expect(read(download.chunks)).rejects.toMatchObject({
    code: 'PAYLOAD_TOO_LARGE',
    message: 'downloadUrl: the file has more than the 1000 bytes that a file may have',
  });
});

test('a download can be stopped in the middle', async () => {
  await using api = await startRemoteApi((response) => void response.write('begin'));
  const caller = new AbortController();

  const download = await api.client.download(`${api.origin}/storage/9`, { signal: caller.signal });
  const reading = read(download.chunks);
  caller.abort();

  await expect(reading).rejects.toMatchObject({ code: 'CANCELLED' });
});

test('an expired address says to read the document again', async () => {
  await using api = await startRemoteApi((response) => void response.writeHead(403).end());

  const download = api.client.download(`${api.origin}/storage/9?X-Amz-Signature=5ec2e7`);

  await expect(download).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.not.stringContaining('5ec2e7') as string,
  });
});
