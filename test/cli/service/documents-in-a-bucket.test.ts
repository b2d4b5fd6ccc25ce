import { expect, test } from 'vitest';
import { type S3Server, startS3 } from '../../support/servers/s3.ts';
import { createServiceClient, startServiceCommand } from '../support/service.ts';
import { createOpenedHome } from '../support/opened-home.ts';
import { createTemporaryFolder, runWaybillProcess } from '../support/waybill.ts';

const paper = 'Received in good order.';

const buildSettings = ({ settings }: S3Server, more: Record<string, string> = {}) => ({
  WAYBILL_S3_BUCKET: settings.bucket,
  WAYBILL_S3_ENDPOINT: settings.endpoint,
  WAYBILL_S3_REGION: settings.region,
  WAYBILL_S3_ACCESS_KEY_ID: 'test-key',
  WAYBILL_S3_SECRET_ACCESS_KEY: 'test-secret',
  ...more,
});

test('a service with a bucket keeps documents there and hands them out from there', async () => {
  using folder = createTemporaryFolder();
  await using s3 = await startS3();
  await using service = await startServiceCommand(['--database', 'sqlite:desk.db'], {
    home: folder.path,
    environment: buildSettings(s3),
  });
  await using api = createServiceClient(service.ready, service.ready.clientSecret);

  const created = await api.documents.create({ type: 'PROOF_OF_DELIVERY', fileName: 'pod.txt' });
  const uploaded = await api.upload(created, new TextEncoder().encode(paper));
  const { chunks } = await api.download(String(uploaded.downloadUrl));

  expect(await readText(chunks)).toBe(paper);
  expect((await s3.state()).objects).toMatchObject([{ key: `documents/${created.id}`, size: paper.length }]);
});

test("the desk's own service keeps its documents there as well, with keys from the environment of Amazon's tools", async () => {
  using folder = await createOpenedHome();
  await using s3 = await startS3();
  const { WAYBILL_S3_ACCESS_KEY_ID: id, WAYBILL_S3_SECRET_ACCESS_KEY: secret, ...settings } = buildSettings(s3);
  const environment = { ...settings, AWS_ACCESS_KEY_ID: id, AWS_SECRET_ACCESS_KEY: secret };
  const call = async (tool: string, input: object) => {
    const args = ['call', tool, JSON.stringify(input), '--json'];
    const { code, stdout, stderr } = await runWaybillProcess(args, { home: folder.path, environment });
    expect([code, stderr]).toEqual([0, '']);
    return stdout;
  };

  await call('upload_document', { base64: btoa(paper), fileName: 'proof-of-nothing.txt', type: 'OTHER' });
  const read = await call('get_document', { document: 'proof-of-nothing.txt' });

  expect(read).toContain(paper);
  expect((await s3.state()).objects).toHaveLength(1);
});

async function readText(chunks: AsyncIterable<Uint8Array>): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts).toString();
}
