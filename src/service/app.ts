import { type Context, Hono } from 'hono';
import { routePath } from 'hono/route';
import type { Operation } from '../contract/operation.ts';
import type { OperationName } from '../contract/operations.ts';
import type { SandboxOperationName } from '../contract/sandbox.ts';
import { errorKinds, WaybillError } from '../errors.ts';
import type { Cipher } from '../store/cipher.ts';
import type { BrokerageDatabase, Tx } from '../store/database.ts';
import { classify } from '../store/store-error.ts';
import { runWrite } from './announce.ts';
import { type Authenticator, createAuthenticator, type Principal } from './auth.ts';
import type { ServiceContext } from './context.ts';
import { createDocsPage } from './docs-page.ts';
import { type FileService } from './files.ts';
import { boundOperations } from './handlers/index.ts';
import { createForgetter, idempotencyKey, recall, remember, requestHash, stillRunning } from './idempotency.ts';
import type { NewId } from './ids.ts';
import { type ObservationOptions, observe, requestIdOf } from './observation.ts';
import { problemResponse, toProblem } from './problem.ts';
import { createRateLimiter, type RateLimiter } from './rate-limit.ts';
import { type FileWriter, noFiles, withFiles } from './request-files.ts';
import { requireStore } from './readiness.ts';
import { later, type RequestTimes, timesOf } from './request-times.ts';
import { type AnyHandler, parseInput, pathOf, readBody } from './route.ts';
import { createSandboxClock, type SandboxClock } from './sandbox/clock.ts';
import type { SandboxControl } from './sandbox/control.ts';
import { boundSandboxOperations } from './sandbox/handlers.ts';
import type { ServiceSecrets } from './secrets.ts';

export interface ServiceOptions extends ObservationOptions {
  readonly database: BrokerageDatabase;
  readonly secrets: ServiceSecrets;
  readonly cipher: Cipher;
  readonly files: FileService;
  readonly now: () => string;
  readonly newId: NewId;
  /** Text of the OpenAPI document. */
  readonly openApi: () => string;
  /** What makes sandboxes; where it is left out, none is offered. */
  readonly sandbox?: (() => Promise<SandboxControl>) | undefined;
  /** Called when a request that may have written mail was answered. */
  readonly mailQueued?: () => void;
}

export interface Service {
  readonly fetch: (request: Request) => Promise<Response>;
  /** From now on `/readyz` says that no more requests should be sent here. */
  readonly drain: () => void;
}

interface Runtime extends ServiceOptions {
  readonly authenticator: Authenticator;
  readonly countRequest: RateLimiter;
  readonly sandboxClock: SandboxClock;
  readonly forgetOldAnswers: () => Promise<void>;
  /** Idempotency keys at work in this process. */
  readonly running: Set<string>;
}

interface Env {
  readonly Variables: {
    readonly requestId: string;
    readonly organizationId?: string;
  };
}

interface Served {
  readonly name: OperationName | SandboxOperationName;
  readonly operation: Operation;
  readonly handler: AnyHandler;
  /** Outside the API, and unknown to everybody else. */
  readonly isSandboxOnly?: boolean;
}

/** The brokerage API over web-standard requests: the same object serves a socket and, in process, the client's fetch. */
export function createService(options: ServiceOptions): Service {
  const runtime: Runtime = {
    ...options,
    authenticator: createAuthenticator(options.database, options.secrets, options.now),
    countRequest: createRateLimiter(options.database, options.now),
    sandboxClock: createSandboxClock(options.database),
    forgetOldAnswers: createForgetter(options.database, options.now),
    running: new Set(),
  };
  const docsPage = createDocsPage(options.openApi);
  let isDraining = false;
  const app = new Hono<Env>();
  app.use(async (c, next) => {
    const requestId = requestIdOf(c.req.raw);
    c.set('requestId', requestId);
    const end = observe(options, c.req.raw);
    await next();
    c.res.headers.set('x-request-id', requestId);
    const route = patternOf(routePath(c, -1));
    end({ route, status: c.res.status, requestId, organizationId: c.get('organizationId') });
  });
  app.post('/oauth2/token', (c) => runtime.authenticator.issueToken(c.req.raw));
  app.get('/openapi.json', (c) => c.body(options.openApi(), 200, { 'content-type': 'application/json' }));
  app.get('/docs', (c) => docsPage(c.req.raw));
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    if (isDraining) return problemResponse(draining(), {});
    await requireStore(options.database);
    return c.json({ status: 'ready' });
  });
  app.on(['GET', 'PUT'], '/files/:token', (c) => options.files.serve(c.req.raw, c.req.param('token')));
  routeOperations(app, runtime);
  app.notFound((c) => refuseUnknown(runtime, c));
  app.onError((error, c) => failed(runtime, error, c.get('requestId'), {}));
  return {
    fetch: async (request) => app.fetch(request),
    drain() {
      isDraining = true;
    },
  };
}

/** The API, and beside it what a sandbox adds. */
function routeOperations(app: Hono<Env>, runtime: Runtime): void {
  for (const served of boundOperations()) {
    const { operation } = served;
    for (const path of [operation.path, ...(operation.aliases ?? [])]) {
      const route = `/v1${path.replaceAll(/\{(\w+)\}/g, ':$1')}`;
      app.on(operation.method, route, (c) => serve(runtime, served, c));
    }
  }
  for (const served of runtime.sandbox ? boundSandboxOperations(runtime.sandbox) : []) {
    const { method, path: route } = served.operation;
    app.on(method, route, async (c) => {
      const isThere = await runtime.sandboxClock.isSandbox();
      return isThere ? serve(runtime, { ...served, isSandboxOnly: true }, c) : refuseUnknown(runtime, c);
    });
  }
}

/** Where no route fits, the pattern is the one of the middleware. */
const patternOf = (route: string) => (route === '*' || route === '/*' ? 'none' : route);

const draining = () => new WaybillError('SERVICE_UNAVAILABLE', 'The service is being stopped; ask another instance.');

function failed(
  { log, telemetry }: Runtime,
  error: unknown,
  requestId: string,
  headers: Readonly<Record<string, string>>,
): Response {
  const problem = toProblem(error);
  const failure = classify(error);
  if (failure !== 'other' && failure !== 'duplicate') telemetry?.databaseFailed(failure);
  if ((errorKinds[problem.code].status ?? 500) >= 500) {
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

/** The fixed order of checks: authenticate, count, scope, shape, then replay and the handler. */
async function serve(runtime: Runtime, served: Served, c: Context<Env>): Promise<Response> {
  const headers: Record<string, string> = {};
  try {
    const principal = await runtime.authenticator.authenticate(c.req.header('authorization') ?? null);
    c.set('organizationId', principal.organization.id);
    const rate = await countRequest(runtime, principal, headers);
    headers['x-ratelimit-remaining'] = String(rate);
    requireScope(served.operation, principal);
    if (served.isSandboxOnly && !principal.organization.isSandbox) throw unknownPath(c);
    const body = await readBody(c.req.raw);
    const { url } = c.req;
    const input = parseInput(served.operation, c.req.param(), url, body);
    const request: Prepared = {
      served,
      input,
      body,
      url,
      path: pathOf(url),
      principal,
      requestId: c.get('requestId'),
      c,
    };
    return send(await answer(runtime, request), headers);
  } catch (error) {
    return failed(runtime, error, c.get('requestId'), headers);
  }
}

/** What is none of the API's paths is unknown to everybody; a caller with a good token is counted and sees its limits. */
async function refuseUnknown(runtime: Runtime, c: Context<Env>): Promise<Response> {
  const headers: Record<string, string> = {};
  try {
    const principal = c.req.path.startsWith('/v1/') ? await knownCaller(runtime, c) : undefined;
    if (principal) headers['x-ratelimit-remaining'] = String(await countRequest(runtime, principal, headers));
    throw unknownPath(c);
  } catch (error) {
    return failed(runtime, error, c.get('requestId'), headers);
  }
}

const unknownPath = ({ req }: Context<Env>) =>
  new WaybillError('NOT_FOUND', `There is no ${req.method} ${new URL(req.url).pathname} in this API.`);

async function knownCaller({ authenticator }: Runtime, c: Context<Env>): Promise<Principal | undefined> {
  // Who calls does not change the answer, so a token that cannot be checked is as good as none.
  const principal = await authenticator.authenticate(c.req.header('authorization') ?? null).catch(() => undefined);
  if (principal) c.set('organizationId', principal.organization.id);
  return principal;
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
  readonly url: string;
  readonly path: string;
  readonly principal: Principal;
  readonly c: Context<Env>;
}

/** JSON text, or what a handler made by itself. */
type Reply = Response | TextReply;

interface TextReply {
  readonly status: number;
  readonly text: string | null;
  readonly headers?: Readonly<Record<string, string>>;
}

function send(reply: Reply, headers: Record<string, string>): Response {
  if (reply instanceof Response) {
    for (const [name, value] of Object.entries(headers)) reply.headers.set(name, value);
    return reply;
  }
  const { status, text } = reply;
  const type = text === null ? {} : { 'content-type': 'application/json' };
  return new Response(text, { status, headers: { ...type, ...reply.headers, ...headers } });
}

async function answer(runtime: Runtime, request: Prepared): Promise<Reply> {
  const { operation } = request.served;
  if (operation.effect === 'read')
    return toReply(operation, await call(runtime, request, { db: runtime.database.reader, files: noFiles }));
  const key = idempotencyKey(request.c.req.raw.headers);
  const response =
    key === undefined
      ? await transact(runtime, async (write) => toReply(operation, await call(runtime, request, write)))
      : await answerOnce(runtime, request, key);
  if (operation.effect === 'mail') runtime.mailQueued?.();
  if (request.served.isSandboxOnly) runtime.sandboxClock.forget();
  return response;
}

/** What a handler works with: the reader, or one transaction and the files that stay only if it does. */
interface Access<Db = Tx | BrokerageDatabase['reader']> {
  readonly db: Db;
  readonly files: FileWriter;
}

const transact = ({ database, files }: Runtime, work: (write: Access<Tx>) => Promise<Reply>): Promise<Reply> =>
  withFiles(files.storage, (beginAttempt) => database.transaction((db) => work({ db, files: beginAttempt() })));

/** Runs a write under its key: the first answer is kept with the change, and every repetition gets that answer. */
async function answerOnce(runtime: Runtime, request: Prepared, key: string): Promise<Reply> {
  const { organization } = request.principal;
  const slot = `${organization.id} ${key}`;
  if (runtime.running.has(slot)) throw stillRunning();
  runtime.running.add(slot);
  try {
    await runtime.forgetOldAnswers();
    return await transact(runtime, async (write) => {
      const now = runtime.now();
      const hash = requestHash(runtime.cipher, request.c.req.method, request.path, request.body);
      const idempotent = { organizationId: organization.id, key, requestHash: hash, cipher: runtime.cipher };
      const first = await recall(write.db, runtime.database.kind, idempotent, now);
      if (first) return replay(first.status, first.body);
      const reply = toReply(request.served.operation, await call(runtime, request, write));
      await remember(write.db, idempotent, { status: reply.status, body: await textOf(reply) }, now);
      return reply;
    });
  } finally {
    runtime.running.delete(slot);
  }
}

async function textOf(reply: Reply): Promise<string | null> {
  if (!(reply instanceof Response)) return reply.text;
  return reply.body === null ? null : reply.clone().text();
}

const replay = (status: number, text: string | null): TextReply => ({
  status,
  text,
  headers: { 'idempotency-replayed': 'true' },
});

async function call(runtime: Runtime, request: Prepared, access: Access): Promise<unknown> {
  const { operation, handler, isSandboxOnly = false } = request.served;
  const isRead = operation.effect === 'read';
  const { organization } = request.principal;
  const clocks = { kind: runtime.database.kind, now: runtime.now, sandboxClock: runtime.sandboxClock };
  const times = await timesOf(clocks, { db: access.db, organization, isRead, isSandboxOnly });
  const ctx = contextOf(runtime, request, access, times);
  if (!isRead) return runWrite(ctx, request.served, request.input);
  // The input was checked against the schemas that the handler's type is inferred from.
  return handler(ctx, request.input as never);
}

function contextOf(
  runtime: Runtime,
  { principal, requestId, url, c }: Prepared,
  { db, files }: Access,
  { now, machineNow }: RequestTimes,
): ServiceContext {
  const aheadMs = Date.parse(now) - Date.parse(machineNow);
  return {
    db,
    kind: runtime.database.kind,
    organizationId: principal.organization.id,
    organization: principal.organization,
    clientId: principal.clientId,
    now,
    machineNow,
    today: now.slice(0, 10),
    requestId,
    accept: c.req.header('accept') ?? '',
    files,
    addresses: runtime.files.addresses(new URL(url).origin, machineNow),
    hmacKey: runtime.secrets.hmacKey,
    cipher: runtime.cipher,
    events: [],
    newId: (at) => runtime.newId(at ?? (aheadMs === 0 ? undefined : later(runtime.now(), aheadMs))),
  };
}

function toReply({ status }: Operation, output: unknown): Reply {
  if (output instanceof Response) return output;
  return { status, text: status === 204 ? null : JSON.stringify(output) };
}
