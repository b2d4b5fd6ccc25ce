import { type Context, Hono } from 'hono';
import type { Operation } from '../contract/operation.ts';
import { errorKinds, WaybillError } from '../errors.ts';
import type { BrokerageDatabase, Tx } from '../store/database.ts';
import { type Authenticator, createAuthenticator, type Principal } from './auth.ts';
import type { ServiceContext } from './context.ts';
import { type FileService } from './files.ts';
import { boundOperations } from './handlers/index.ts';
import { createForgetter, idempotencyKey, recall, remember, requestHash, stillRunning } from './idempotency.ts';
import type { Log } from '../log.ts';
import { problemResponse, toProblem } from './problem.ts';
import { createRateLimiter, type RateLimiter } from './rate-limit.ts';
import { type AnyHandler, isImplemented, notOffered, parseInput, readBody } from './route.ts';
import type { ServiceSecrets } from './secrets.ts';

export interface ServiceOptions {
  readonly database: BrokerageDatabase;
  readonly secrets: ServiceSecrets;
  readonly files: FileService;
  readonly now: () => string;
  readonly newId: () => string;
  readonly log: Log;
  /** Text of the OpenAPI document. */
  readonly openApi: () => string;
}

export interface Service {
  readonly fetch: (request: Request) => Promise<Response>;
}

interface Runtime extends ServiceOptions {
  readonly authenticator: Authenticator;
  readonly countRequest: RateLimiter;
  readonly forgetOldAnswers: () => Promise<void>;
  /** Idempotency keys at work in this process. */
  readonly running: Set<string>;
}

interface Env {
  readonly Variables: { requestId: string };
}

interface Served {
  readonly operation: Operation;
  readonly handler: AnyHandler;
}

/** The brokerage API over web-standard requests: the same object serves a socket and, in process, the client's fetch. */
export function createService(options: ServiceOptions): Service {
  const runtime: Runtime = {
    ...options,
    authenticator: createAuthenticator(options.database, options.secrets, options.now),
    countRequest: createRateLimiter(options.database, options.now),
    forgetOldAnswers: createForgetter(options.database, options.now),
    running: new Set(),
  };
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    c.set('requestId', requestIdOf(c, options));
    await next();
    c.res.headers.set('x-request-id', c.get('requestId'));
  });
  app.post('/oauth2/token', (c) => runtime.authenticator.issueToken(c.req.raw));
  app.get('/openapi.json', (c) => c.body(options.openApi(), 200, { 'content-type': 'application/json' }));
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    await options.database.reader.selectFrom('setting').select('name').limit(1).execute();
    return c.json({ status: 'ready' });
  });
  app.on(['GET', 'PUT'], '/files/:token', (c) => options.files.serve(c.req.raw, c.req.param('token')));
  for (const { operation, handler } of boundOperations()) {
    for (const path of [operation.path, ...(operation.aliases ?? [])]) {
      const route = `/v1${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
      app.on(operation.method, route, (c) => serve(runtime, { operation, handler }, c));
    }
  }
  app.notFound((c) => {
    const problem = new WaybillError(
      'NOT_FOUND',
      `There is no ${c.req.method} ${new URL(c.req.url).pathname} in this API.`,
    );
    return problemResponse(problem, {});
  });
  app.onError((error, c) => failed(runtime, error, c.get('requestId'), {}));
  return { fetch: async (request) => app.fetch(request) };
}

function withHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
  return response;
}

/** The caller's request id when it sent a sane one. */
function requestIdOf(c: Context, { newId }: Pick<ServiceOptions, 'newId'>): string {
  const sent = c.req.header('x-request-id');
  return sent !== undefined && /^[\w.:-]{1,128}$/.test(sent) ? sent : newId();
}

function failed(
  { log }: Runtime,
  error: unknown,
  requestId: string,
  headers: Readonly<Record<string, string>>,
): Response {
  const problem = toProblem(error);
  if ((errorKinds[problem.code].status ?? 500) >= 500 && problem.code !== 'NOT_IMPLEMENTED') {
    log('error', problem.message, {
      code: problem.code,
      requestId,
      cause: describe(problem.cause),
    });
  }
  return problemResponse(problem, headers);
}

const describe = (cause: unknown) =>
  cause instanceof Error ? (cause.stack ?? cause.message) : cause === undefined ? undefined : JSON.stringify(cause);

/** The fixed order of checks: authenticate, count, scope, whether it is offered at all, shape, then replay and the handler. */
async function serve(runtime: Runtime, served: Served, c: Context<Env>): Promise<Response> {
  const headers: Record<string, string> = {};
  try {
    const principal = await runtime.authenticator.authenticate(c.req.header('authorization') ?? null);
    const rate = await countRequest(runtime, principal, headers);
    headers['x-ratelimit-remaining'] = String(rate);
    requireScope(served.operation, principal);
    if (!isImplemented(served.handler)) throw notOffered();
    const body = await readBody(c.req.raw);
    const url = new URL(c.req.url);
    const input = parseInput(served.operation, c.req.param(), url, body);
    const request: Prepared = {
      served,
      input,
      body,
      path: url.pathname + url.search,
      principal,
      requestId: c.get('requestId'),
      c,
    };
    return withHeaders(await answer(runtime, request), headers);
  } catch (error) {
    return failed(runtime, error, c.get('requestId'), headers);
  }
}

async function countRequest(
  { countRequest: count }: Runtime,
  { organization }: Principal,
  headers: Record<string, string>,
): Promise<number> {
  headers['x-ratelimit-limit'] = String(organization.rateLimitPerMinute);
  headers['x-ratelimit-remaining'] = '0';
  return (await count(organization)).remaining;
}

function requireScope({ effect }: Operation, { scopes }: Principal): void {
  const needed = effect === 'read' ? 'read' : 'write';
  if (!scopes.includes(needed)) throw new WaybillError('FORBIDDEN', `This API client lacks the scope "${needed}".`);
}

interface Prepared extends Pick<ServiceContext, 'requestId'> {
  readonly served: Served;
  readonly input: Record<string, unknown>;
  readonly body: string;
  readonly path: string;
  readonly principal: Principal;
  readonly c: Context<Env>;
}

async function answer(runtime: Runtime, request: Prepared): Promise<Response> {
  const { operation } = request.served;
  if (operation.effect === 'read') return toResponse(operation, await call(runtime, request, runtime.database.reader));
  const key = idempotencyKey(request.c.req.raw.headers);
  if (key === undefined)
    return runtime.database.transaction(async (tx) => toResponse(operation, await call(runtime, request, tx)));
  return answerOnce(runtime, request, key);
}

/** Runs a write under its key: the first answer is kept with the change, and every repetition gets that answer. */
async function answerOnce(runtime: Runtime, request: Prepared, key: string): Promise<Response> {
  const { organization } = request.principal;
  const slot = `${organization.id} ${key}`;
  if (runtime.running.has(slot)) throw stillRunning();
  runtime.running.add(slot);
  try {
    await runtime.forgetOldAnswers();
    return await runtime.database.transaction(async (tx) => {
      const now = runtime.now();
      const hash = requestHash(request.c.req.method, request.path, request.body);
      const idempotent = { organizationId: organization.id, key, requestHash: hash };
      const first = await recall(tx, runtime.database.kind, idempotent, now);
      if (first) return replay(first.status, first.body);
      const response = toResponse(request.served.operation, await call(runtime, request, tx));
      const text = response.body === null ? null : await response.clone().text();
      await remember(tx, idempotent, { status: response.status, body: text }, now);
      return response;
    });
  } finally {
    runtime.running.delete(slot);
  }
}

function replay(status: number, body: string | null): Response {
  const headers = { 'idempotency-replayed': 'true', ...(body === null ? {} : { 'content-type': 'application/json' }) };
  return new Response(body, { status, headers });
}

function call(
  runtime: Runtime,
  { served, input, principal, requestId, c }: Prepared,
  db: Tx | BrokerageDatabase['reader'],
): Promise<unknown> {
  const now = runtime.now();
  const ctx: ServiceContext = {
    db,
    kind: runtime.database.kind,
    organizationId: principal.organization.id,
    organization: principal.organization,
    clientId: principal.clientId,
    now,
    today: now.slice(0, 10),
    requestId,
    accept: c.req.header('accept') ?? '',
    addresses: runtime.files.addresses(new URL(c.req.url).origin, now),
    hmacKey: runtime.secrets.hmacKey,
    newId: runtime.newId,
  };
  // The input was checked against the schemas that the handler's type is inferred from.
  return served.handler(ctx, input as never);
}

function toResponse(operation: Operation, output: unknown): Response {
  if (output instanceof Response) return output;
  if (operation.status === 204) return new Response(null, { status: 204 });
  return Response.json(output, { status: operation.status });
}
