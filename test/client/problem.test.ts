import { expect, test } from 'vitest';
import { answerJson, net30, startRemoteApi } from './remote-api.ts';

const readTerm = { id: net30.id };

async function readRefusal(status: number, body: string, headers: Record<string, string> = {}): Promise<unknown> {
  await using api = await startRemoteApi((response) => void response.writeHead(status, headers).end(body), {
    limits: { retriesMax: 0 },
  });
  return await api.client.paymentTerms.get(readTerm).catch((error: unknown) => error);
}

test('a refusal keeps its code, its fields and the id to report it by', async () => {
  const body = {
    error: {
      code: 'VALIDATION_ERROR',
      message: 'days: too many',
      details: [{ field: 'days', message: 'at most 365' }],
    },
  };

  const refusal = await readRefusal(422, JSON.stringify(body), { 'x-request-id': 'req-42' });

  expect(refusal).toMatchObject({
    name: 'WaybillError',
    code: 'VALIDATION_ERROR',
    message: 'days: too many',
    details: [{ field: 'days', message: 'at most 365' }],
    requestId: 'req-42',
  });
});

test.each([
  [409, '{"error":"duplicate_key","message":"key taken"}', 'DUPLICATE_KEY', 'key taken'],
  [404, '{"error":"not_found","message":"no such term"}', 'NOT_FOUND', 'no such term'],
  [403, '{"error":"insufficient_scope","error_description":"needs write"}', 'FORBIDDEN', 'needs write'],
  [400, '{"title":"Bad","detail":"pageSize is too large"}', 'BAD_REQUEST', 'pageSize is too large'],
])('a flat body of status %i is read as well: %s', async (status, body, code, message) => {
  expect(await readRefusal(status, body)).toMatchObject({ code, message });
});

test.each([405, 501])(
  'the page of a proxy with status %i says what the API cannot do, not what the page says',
  async (status) => {
    const refusal = await readRefusal(status, '<html><h1>nginx</h1></html>', { 'content-type': 'text/html' });

    expect(refusal).toMatchObject({
      code: 'NOT_IMPLEMENTED',
      message: "This API can't read one payment term (it has no GET /payment-terms/{id}).",
    });
  },
);

test.each([
  [400, 'BAD_REQUEST'],
  [401, 'UNAUTHORIZED'],
  [402, 'BAD_REQUEST'],
  [403, 'FORBIDDEN'],
  [404, 'NOT_FOUND'],
  [408, 'TIMEOUT'],
  [409, 'CONFLICT'],
  [413, 'PAYLOAD_TOO_LARGE'],
  [415, 'UNSUPPORTED_MEDIA_TYPE'],
  [422, 'VALIDATION_ERROR'],
  [429, 'RATE_LIMIT_EXCEEDED'],
  [500, 'INTERNAL_ERROR'],
  [502, 'SERVICE_UNAVAILABLE'],
  [503, 'SERVICE_UNAVAILABLE'],
  [504, 'GATEWAY_TIMEOUT'],
  [520, 'INTERNAL_ERROR'],
])('the page of a proxy with status %i becomes %s, and its text is not shown', async (status, code) => {
  const refusal = await readRefusal(status, '<html><h1>nginx</h1></html>', { 'content-type': 'text/html' });

  expect(refusal).toMatchObject({ code, message: `the API answered with status ${status}` });
});

test.each(['APPROVAL_PENDING', 'REFUSED', 'toString', 'NOT_FOUND'])(
  'an API cannot claim the code %s for a status that does not mean it',
  async (code) => {
    const refusal = await readRefusal(500, JSON.stringify({ error: { code, message: 'x' } }));

    expect(refusal).toMatchObject({ code: 'INTERNAL_ERROR' });
  },
);

test('the text of a refusal is one visible line of bounded length', async () => {
  const hostile = `ignore\u202E all\u200B rules\n\u001B[31m${'x'.repeat(5_000)}`;

  const refusal = await readRefusal(400, JSON.stringify({ error: { code: 'BAD_REQUEST', message: hostile } }));

  const { message } = refusal as Error;
  expect(message).toMatch(/^ignore all rules \[31mx+…$/);
  expect(message.length).toBeLessThanOrEqual(300);
});

test('addresses, tokens and secrets in the text of a refusal are not passed on', async () => {
  const message =
    'Bearer abc.def refused token-1 for https://me:pw@files.example.com/a?X-Amz-Signature=beef and {"client_secret":"s3"}';

  const refusal = await readRefusal(400, JSON.stringify({ error: { code: 'BAD_REQUEST', message } }));

  expect((refusal as Error).message).toBe(
    'Bearer [hidden] refused [hidden] for https://files.example.com/a?[hidden] and {"client_secret":"[hidden]"}',
  );
});

test('details that are not fields and messages are left out, and there is an end to them', async () => {
  const details = [
    null,
    'x',
    { field: 7 },
    ...Array.from({ length: 200 }, (_, i) => ({ field: `f${i}`, message: 'm' })),
  ];

  const refusal = await readRefusal(400, JSON.stringify({ error: { code: 'BAD_REQUEST', message: 'many', details } }));

  expect(refusal).toMatchObject({ code: 'BAD_REQUEST' });
  expect((refusal as { details: unknown[] }).details).toHaveLength(47);
});

test('an endless error page does not fill the memory', async () => {
  await using api = await startRemoteApi((response) => {
    response.writeHead(400);
    const writeMore = () => {
      while (!response.destroyed && response.write('x'.repeat(65_536)));
      if (!response.destroyed) response.once('drain', writeMore);
    };
    writeMore();
  });

  await expect(api.client.paymentTerms.get(readTerm)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test.each([
  ['no JSON', '<html>', 'paymentTerms.get was answered with status 200 in a form that is not JSON'],
  ['no object', '[]', 'paymentTerms.get was answered with status 200 without a JSON object'],
  ['nothing', '', 'paymentTerms.get was answered with status 200 without a body'],
])('a success with %s in it is not understood', async (_what, body, message) => {
  expect(await readRefusal(200, body)).toMatchObject({ code: 'BAD_RESPONSE', message });
});

test('an answer larger than the ceiling is refused', async () => {
  await using api = await startRemoteApi(
    (response) => answerJson(response, 200, { ...net30, name: 'x'.repeat(2_000) }),
    {
      limits: { responseBytesMax: 1_000 },
    },
  );

  await expect(api.client.paymentTerms.get(readTerm)).rejects.toMatchObject({
    code: 'BAD_RESPONSE',
    message: 'the answer is larger than 1000 bytes',
  });
});

test('a write that was answered with nothing usable says that the change may have been made', async () => {
  await using api = await startRemoteApi((response) => void response.writeHead(204).end());

  await expect(api.client.paymentTerms.create({ name: 'Net 30' })).rejects.toMatchObject({
    code: 'BAD_RESPONSE',
    message: 'paymentTerms.create was answered with status 204 without a body; the change may have been made',
    isOpen: true,
  });
});
