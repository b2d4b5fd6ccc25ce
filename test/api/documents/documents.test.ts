import { expect, test } from 'vitest';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { startService, type TestService } from '../../support/service/service.ts';

onOneDatabase('documents', (database) => {
  test('an announced document waits for its file and shows its upload address once', async () => {
    await using api = await startService(database);

    const created = await api.request('POST', '/v1/documents', {
      type: 'PROOF_OF_DELIVERY',
      fileName: 'Signed POD.PDF',
      fileSize: 1200,
      key: 'pod-1',
      tags: { reviewed: true, pages: 2, dock: 'B', seal: null, scan: { dpi: 300, sides: ['A', 'B'] } },
    });

    expect(created).toMatchObject({
      status: 201,
      body: { status: 'PENDING_UPLOAD', extension: 'pdf', contentType: 'application/pdf', downloadUrl: null },
    });
    expect(created.body.tags).toEqual({
      reviewed: true,
      pages: 2,
      dock: 'B',
      seal: null,
      scan: { dpi: 300, sides: ['A', 'B'] },
    });
    expect(created.body.uploadUrl).toMatch(/^http:\/\/service\.test\/files\//);
    const read = await api.request('GET', '/v1/documents/pod-1?by=key');
    expect(read.body).toEqual({ ...created.body, uploadUrl: null });
  });

  test('the content type follows the file name unless it is given', async () => {
    await using api = await startService(database);
    const announce = async (input: object) =>
      (await api.request('POST', '/v1/documents', { type: 'OTHER', ...input })).body.contentType;

    expect(await announce({ fileName: 'photo.jpeg' })).toBe('image/jpeg');
    expect(await announce({ fileName: 'archive.tar.unknown' })).toBe('application/octet-stream');
    expect(await announce({ fileName: 'README' })).toBe('application/octet-stream');
    expect(await announce({ fileName: 'scan.pdf', contentType: 'image/png' })).toBe('image/png');
  });

  test.each([
    ['a folder in the name', { fileName: '../pod.pdf' }, 'fileName'],
    ['a Windows folder in the name', { fileName: 'C:\\pod.pdf' }, 'fileName'],
    ['a line break in the name', { fileName: 'pod\n.pdf' }, 'fileName'],
    ['a name that reads backwards', { fileName: 'invoice\u202Efdp.exe' }, 'fileName'],
    ['a content type that no header can carry', { contentType: 'text/plain;\u4E2D' }, 'contentType'],
    ['a link that is no text', { tags: { shipmentId: { id: 1 } } }, 'tags.shipmentId'],
    ['a link to a record that does not exist', { tags: { shipmentId: 'SHP-9999' } }, 'tags.shipmentId'],
    ['a link of the wrong kind', { tags: { shipmentId: 'INV-00001' } }, 'tags.shipmentId'],
    ['a link that is a number', { tags: { orderId: 7 } }, 'tags.orderId'],
  ])('%s breaks a rule', async (_, wrong, field) => {
    await using api = await startService(database);

    const answer = await api.request('POST', '/v1/documents', { type: 'OTHER', fileName: 'pod.pdf', ...wrong });

    expect(answer).toMatchObject({ status: 422, body: { error: { details: [{ field }] } } });
    expect((await api.request('POST', '/v1/documents/filter')).body.data).toEqual([]);
  });

  test('a type outside the accepted set and a file of more than 100 MB are refused', async () => {
    await using api = await startService(database);
    const announce = (input: object) =>
      api.request('POST', '/v1/documents', { type: 'OTHER', fileName: 'pod.pdf', ...input });

    expect(await announce({ type: 'SELFIE' })).toMatchObject({ status: 400, body: { error: { code: 'BAD_REQUEST' } } });
    const large = await announce({ fileSize: 100 * 1024 * 1024 + 1 });
    expect(large.body.error.details).toMatchObject([{ field: 'fileSize' }]);
    expect((await announce({ fileSize: 100 * 1024 * 1024 })).status).toBe(201);
  });

  test('a link tag takes a friendly id and is kept as the uuid of the record', async () => {
    await using api = await startService(database);
    const { customer, carrier } = await createParties(api);

    const { body } = await api.request('POST', '/v1/documents', {
      type: 'RATE_CON',
      fileName: 'rate.pdf',
      tags: { customerId: customer.friendlyId.toLowerCase(), carrierId: carrier.id.toUpperCase(), customer: 'x' },
    });

    expect(body.tags).toEqual({ customerId: customer.id, carrierId: carrier.id, customer: 'x' });
  });

  test('the documents of a record are found by its link, and those without one by its absence', async () => {
    await using api = await startService(database);
    const { customer, carrier } = await createParties(api);
    await announce(api, { fileName: 'both.pdf', tags: { customerId: customer.id, carrierId: carrier.id } });
    await announce(api, { fileName: 'customer.pdf', tags: { customerId: customer.id } });
    await announce(api, { fileName: 'none.pdf' });

    expect(await listNames(api, { customerId: { equalTo: customer.id } })).toEqual(['customer.pdf', 'both.pdf']);
    expect(await listNames(api, { carrierId: { in: [carrier.id, customer.id] } })).toEqual(['both.pdf']);
    expect(await listNames(api, { carrierId: { isNull: true } })).toEqual(['none.pdf', 'customer.pdf']);
    expect(await listNames(api, { customerId: { isNull: false } })).toEqual(['customer.pdf', 'both.pdf']);
    expect(await listNames(api, { customerId: { notEqualTo: customer.id } })).toEqual(['none.pdf']);
    expect(await listNames(api, { not: { carrierId: { equalTo: carrier.id } } })).toEqual(['none.pdf', 'customer.pdf']);
    expect(await listNames(api, { shipmentId: { equalTo: customer.id } })).toEqual([]);
  });

  test('a document of an internal type is shown and found as OTHER', async () => {
    await using api = await startService(database);
    const internal = await announce(api, { type: 'FUEL_RECEIPT', fileName: 'fuel.pdf' });
    await announce(api, { type: 'OTHER', fileName: 'other.pdf' });
    await announce(api, { type: 'W9', fileName: 'w9.pdf' });

    expect(internal.type).toBe('OTHER');
    expect(await listNames(api, { type: { equalTo: 'OTHER' } })).toEqual(['other.pdf', 'fuel.pdf']);
    expect(await listNames(api, { type: { in: ['W9'] } })).toEqual(['w9.pdf']);
    expect(await listNames(api, { type: { notEqualTo: 'OTHER' } })).toEqual(['w9.pdf']);
  });

  test('documents are found by each of their own fields', async () => {
    await using api = await startService(database);
    const pod = await announce(api, { type: 'PROOF_OF_DELIVERY', fileName: 'POD 7.pdf', key: 'p7' });
    api.clock.now = '2026-11-20T15:30:00.000Z';
    await announce(api, { fileName: 'photo.png' });
    const filters = [
      { id: { equalTo: pod.id } },
      { key: { equalTo: 'p7' } },
      { type: { equalTo: 'PROOF_OF_DELIVERY' } },
      { fileName: { startsWith: 'pod' } },
      { contentType: { equalTo: 'application/pdf' } },
      { extension: { in: ['pdf'] } },
      { createdAt: { lessThan: '2026-11-20T15:30:00Z' } },
      { status: { equalTo: 'PENDING_UPLOAD' }, extension: { notEqualTo: 'png' } },
    ];

    for (const filter of filters) expect(await listNames(api, filter)).toEqual(['POD 7.pdf']);
    expect(await listNames(api, { status: { equalTo: 'UPLOADED' } })).toEqual([]);
    expect(await listNames(api, { updatedAt: { isNull: false } })).toEqual([]);
  });

  test('tags are replaced as a whole, null clears them, and the links follow', async () => {
    await using api = await startService(database);
    const { customer, carrier } = await createParties(api);
    const { id } = await announce(api, { fileName: 'a.pdf', tags: { customerId: customer.id, dock: 'B' } });

    const moved = await api.request('PATCH', `/v1/documents/${id}`, { tags: { carrierId: carrier.friendlyId } });
    const byCustomer = await listNames(api, { customerId: { equalTo: customer.id } });
    const byCarrier = await listNames(api, { carrierId: { equalTo: carrier.id } });
    const cleared = await api.request('PATCH', `/v1/documents/${id}`, { tags: null });

    expect(moved.body.tags).toEqual({ carrierId: carrier.id });
    expect([byCustomer, byCarrier]).toEqual([[], ['a.pdf']]);
    expect(cleared.body.tags).toBeNull();
    expect(await listNames(api, { carrierId: { isNull: false } })).toEqual([]);
  });

  test('a link to a record that was deleted since may stay, but not be set anew', async () => {
    await using api = await startService(database);
    const { customer } = await createParties(api);
    const { id } = await announce(api, { fileName: 'a.pdf', tags: { customerId: customer.id } });
    await api.request('DELETE', `/v1/customers/${customer.id}`);

    const unchanged = await api.request('PATCH', `/v1/documents/${id}`, {
      tags: { customerId: customer.id, seen: true },
    });
    const anew = await api.request('POST', '/v1/documents', {
      type: 'OTHER',
      fileName: 'b.pdf',
      tags: { customerId: customer.id },
    });

    expect(unchanged.body.tags).toEqual({ customerId: customer.id, seen: true });
    expect(anew.status).toBe(422);
  });

  test('name, type and key can change; the content type stays what the upload has to use', async () => {
    await using api = await startService(database);
    const { id } = await announce(api, { fileName: 'a.pdf', key: 'first' });
    await announce(api, { fileName: 'b.pdf', key: 'second' });

    const changed = await api.request('PATCH', `/v1/documents/${id}`, { type: 'W9', fileName: 'w9.tiff', key: null });
    const duplicate = await api.request('PATCH', `/v1/documents/${id}`, { key: 'second' });
    const path = await api.request('PATCH', `/v1/documents/${id}`, { fileName: 'a/b.pdf' });

    expect(changed.body).toMatchObject({ type: 'W9', fileName: 'w9.tiff', extension: 'tiff', key: null });
    expect(changed.body.contentType).toBe('application/pdf');
    expect(duplicate).toMatchObject({ status: 409, body: { error: { code: 'DUPLICATE_KEY' } } });
    expect(path.status).toBe(422);
  });

  test('a deleted document is gone, and only a filter for deleted ones shows it', async () => {
    await using api = await startService(database);
    const { id } = await announce(api, { fileName: 'a.pdf', key: 'a' });

    expect((await api.request('DELETE', '/v1/documents/a?by=key')).status).toBe(204);

    expect((await api.request('GET', `/v1/documents/${id}`)).status).toBe(404);
    expect(await listNames(api, {})).toEqual([]);
    expect(await listNames(api, { deletedAt: { isNull: false } })).toEqual(['a.pdf']);
  });

  test('another organization can neither see, change, delete nor link to what is not its own', async () => {
    await using api = await startService(database);
    const stranger = await api.anotherOrganization();
    const { customer } = await createParties(api);
    const { id } = await announce(api, { fileName: 'a.pdf', key: 'a', tags: { customerId: customer.id } });

    expect((await stranger.request('GET', `/v1/documents/${id}`)).status).toBe(404);
    expect((await stranger.request('PATCH', '/v1/documents/a', { tags: null })).status).toBe(404);
    expect((await stranger.request('DELETE', `/v1/documents/${id}`)).status).toBe(404);
    const filter = { customerId: { equalTo: customer.id } };
    expect((await stranger.request('POST', '/v1/documents/filter', { filter })).body.data).toEqual([]);
    for (const customerId of [customer.id, customer.friendlyId]) {
      const link = { type: 'OTHER', fileName: 'b.pdf', tags: { customerId } };
      expect((await stranger.request('POST', '/v1/documents', link)).status).toBe(422);
    }
  });
});

async function createParties(api: TestService) {
  const customer = await api.request('POST', '/v1/customers', { name: 'Acme Foods', status: 'ACTIVE' });
  const carrier = await api.request('POST', '/v1/carriers', { name: 'Blue Line Trucking', type: 'LTL' });
  return { customer: customer.body, carrier: carrier.body };
}

async function announce(api: TestService, input: object) {
  const { status, body } = await api.request('POST', '/v1/documents', { type: 'OTHER', ...input });
  expect(status).toBe(201);
  return body;
}

async function listNames(api: TestService, filter: object): Promise<string[]> {
  const { status, body } = await api.request('POST', '/v1/documents/filter', { filter });
  expect(status).toBe(200);
  return body.data.map(({ fileName }: { fileName: string }) => fileName);
}
