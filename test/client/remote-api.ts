import { createCapabilitiesWithKeys } from '../../src/client/capabilities/api-capabilities.ts';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ApiClient } from '../../src/client/calls/api-client.ts';
import { type ClientOptions, createClient } from '../../src/client/client.ts';

interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** Answers the n-th request (from 1) to the API or the storage. */
export type RemoteAnswer = (response: ServerResponse, seen: SeenRequest, count: number) => void;

interface RemoteOptions extends Omit<Partial<ClientOptions>, 'now' | 'sleep'> {
  readonly token?: RemoteAnswer;
}

export const secret = 'the-secret-of-the-desk';
const startOfTest = Date.UTC(2026, 10, 20, 12);

export interface RemoteApi extends AsyncDisposable {
  readonly client: ApiClient;
  readonly origin: string;
  readonly requests: SeenRequest[];
  readonly tokenRequests: SeenRequest[];
  /** Waits of the client, in milliseconds; its clock advances by as much. */
  readonly waits: number[];
  readonly log: { readonly level: string; readonly message: string; readonly facts: object }[];
  readonly advance: (ms: number) => void;
}

/**
 * Starts a brokerage API on a real socket that gives the test's answers, and a client of it whose waits take no time.
 */
export async function startRemoteApi(
  answer: RemoteAnswer,
  { token = answerFreshToken, ...options }: RemoteOptions = {},
): Promise<RemoteApi> {
  const requests: SeenRequest[] = [];
  const tokenRequests: SeenRequest[] = [];
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await readBody(request);
    const seen = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
    const isToken = seen.url === '/oauth2/token';
    const list = isToken ? tokenRequests : requests;
    list.push(seen);
    (isToken ? token : answer)(response, seen, list.length);
  };
  const server = createServer((request, response) => void serve(request, response));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  let time = startOfTest;
  const waits: number[] = [];
  const log: { level: string; message: string; facts: object }[] = [];
  const client = createClient({
    capabilities: createCapabilitiesWithKeys('proven'),
    baseUrl: `${origin}/v1`,
    authUrl: origin,
    clientId: 'desk',
    clientSecret: secret,
    now: () => time,
    async sleep(ms) {
      waits.push(ms);
      time += ms;
    },
    random: () => 1,
    log: (level, message, facts) => log.push({ level, message, facts }),
    ...options,
  });
  return {
    client,
    origin,
    requests,
    tokenRequests,
    waits,
    log,
    advance: (ms) => void (time += ms),
    async [Symbol.asyncDispose]() {
      await client.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export const answerFreshToken: RemoteAnswer = (response, _seen, count) =>
  answerJson(response, 200, { access_token: `token-${count}`, token_type: 'Bearer', expires_in: 3600 });

export function answerJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
}

export function answerProblem(
  response: ServerResponse,
  status: number,
  code: string,
  headers: Record<string, string> = {},
): void {
  answerJson(response, status, { error: { code, message: `${code} said the API` } }, headers);
}

/** A refusal whose detail says more than its code. */
export const answerDetail = (response: ServerResponse, status: number, code: string, detail: string): void =>
  answerJson(response, status, {
    error: { code, message: 'x', details: [{ field: 'Idempotency-Key', code: detail, message: 'x' }] },
  });

export const net30 = {
  id: '0190b6a0-0000-7000-8000-000000000001',
  key: null,
  name: 'Net 30',
  description: null,
  days: 30,
  quickPayFee: null,
  apOnly: false,
  doNotUse: false,
  createdAt: '2026-11-20T12:00:00.000Z',
  updatedAt: null,
  deletedAt: null,
  deletedBy: null,
} as const;

/** Fails the first requests, then answers the payment term. */
export function answerAfterFailures(count: number, fail: (response: ServerResponse) => void): RemoteAnswer {
  return (response, _seen, nth) => (nth <= count ? fail(response) : answerJson(response, 200, net30));
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
  return Buffer.concat(chunks);
}
