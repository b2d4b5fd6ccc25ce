import { Hono } from 'hono';
import { routePath } from 'hono/route';
import { type PartReadiness, readyPart } from '../domain/kit/readiness.ts';
import { WaybillError } from '../errors.ts';
import { createAuthenticator } from './request/auth.ts';
import { createDocsPage } from './docs-page.ts';
import { bindOperations, getHandler } from './handlers/index.ts';
import { createResponseDeleter } from './request/idempotency.ts';
import { observeRequest, getRequestId } from './request/request-log.ts';
import { buildProblemResponse, toProblem } from './shared/problem.ts';
import { createRateLimiter } from './request/rate-limit.ts';
import { buildOrganizationHeaders } from './request/organization-headers.ts';
import { requireStore } from './request/readiness.ts';
import { buildFailureResponse, toResponse } from './request/reply.ts';
import { ownProcess, type RequestOrigin } from './request/request-origin.ts';
import type { Env, Runtime, ServiceOptions } from './request/runtime.ts';
import { enterAsStranger, refuseUnknown, serve } from './request/serve.ts';
import { buildTimeHeaders } from './clock/time-headers.ts';
import { createSandboxClock } from './clock/sandbox-clock.ts';
import { createSandboxDesk } from './sandbox/desk.ts';
import { bindSandboxOperations } from './sandbox/handlers.ts';
import { createKeeper } from './sandbox/keeper.ts';

export interface Service {
  /**
   * Answers a request. Without an origin the caller is this process, which has no address and never waits for a turn.
   */
  readonly fetch: (request: Request, origin?: RequestOrigin) => Promise<Response>;
  /** Answers a request of this process itself. It doesn't count against the request limit. */
  readonly fetchUncounted: (request: Request) => Promise<Response>;
  /** Makes `/readyz` say that no more requests should be sent to this service. */
  readonly drain: () => void;
  /** Resolves when every request has its answer, even if its caller is gone. The store can be closed then. */
  readonly settled: () => Promise<void>;
}

/**
 * Creates the brokerage API over web-standard requests: the same object serves a socket and, in process, the client's
 * fetch.
 */
export function createService(options: ServiceOptions): Service {
  const runtime: Runtime = {
    ...options,
    getHandler,
    authenticator: createAuthenticator(options.database, options.secrets, options.now),
    countRequest: createRateLimiter(options.database, options.now),
    sandboxClock: createSandboxClock(options.database),
    keepSandboxUp: buildKeeper(options),
    deleteOldResponses: createResponseDeleter(options.database, options.now),
    running: new Set(),
  };
  let isDraining = false;
  const underWay = new Set<Promise<Response>>();
  const app = new Hono<Env>();
  observeRequests(app, runtime);
  routeUpkeep(app, runtime, () => isDraining);
  routeOperations(app, runtime);
  app.notFound((c) => refuseUnknown(runtime, c));
  app.onError((error, c) => buildFailureResponse(runtime, error, c.get('requestId'), {}));
  return {
    fetch: (request, { callerAddress, turn } = ownProcess) => answer(request, { callerAddress, turn, isCounted: true }),
    fetchUncounted: (request) => answer(request, { ...ownProcess, isCounted: false }),
    drain() {
      isDraining = true;
    },
    async settled() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };

  async function answer(request: Request, facts: Env['Bindings']): Promise<Response> {
    const answered = Promise.resolve(app.fetch(request, facts));
    underWay.add(answered);
    try {
      return await answered;
    } finally {
      underWay.delete(answered);
    }
  }
}

/** Gives each request its id, and notes in the log and in telemetry how it ended. */
function observeRequests(app: Hono<Env>, runtime: Runtime): void {
  app.use(async (c, next) => {
    const requestId = getRequestId(c.req.raw);
    c.set('requestId', requestId);
    const end = observeRequest(runtime, c.req.raw);
    await next();
    c.res.headers.set('x-request-id', requestId);
    guardContent(c.res.headers);
    const route = formatPattern(routePath(c, -1));
    end({ route, status: c.res.status, requestId, organizationId: c.get('organizationId') });
  });
}

/** Sets headers that forbid caching, unless a page allows it, and forbid guessing the content type. */
function guardContent(headers: Headers): void {
  headers.set('x-content-type-options', 'nosniff');
  if (!headers.has('cache-control')) headers.set('cache-control', 'no-store');
}

/** Routes everything beside the API's operations: tokens, its description, health, and the addresses of documents. */
function routeUpkeep(app: Hono<Env>, runtime: Runtime, isDraining: () => boolean): void {
  const { authenticator, database, files, openApi } = runtime;
  app.post('/oauth2/token', async (c) => {
    await enterAsStranger(c);
    const { response, organization } = await authenticator.issueToken(c.req.raw, c.env);
    const headers = organization
      ? { ...buildOrganizationHeaders(organization), ...(await buildTimeHeaders(runtime, organization)) }
      : {};
    return toResponse(response, headers);
  });
  for (const path of ['/openapi.json', '/docs', '/docs/*'])
    app.use(path, async (c, next) => {
      await enterAsStranger(c);
      await c.env.turn.startWork();
      return next();
    });
  app.get('/openapi.json', (c) => c.body(openApi(), 200, { 'content-type': 'application/json' }));
  app.route('/docs', createDocsPage());
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', async (c) => {
    if (isDraining()) return buildProblemResponse(buildDrainingError(), {});
    try {
      await requireStore(database);
    } catch (error) {
      const refusal = buildFailureResponse(runtime, error, c.get('requestId'), {});
      const store: PartReadiness = { status: 'unavailable', reason: toProblem(error).message };
      // A program that reads problems finds one here too.
      const problem: unknown = await refusal.json();
      return Response.json({ status: 'unavailable', parts: { store }, ...Object(problem) }, refusal);
    }
    runtime.outages.noteSuccess('reading');
    return c.json({ status: 'ready', parts: { store: readyPart } });
  });
  app.on(['GET', 'PUT'], '/files/:token', async (c) => {
    const token = c.req.param('token');
    await c.env.turn.enter(token, 'transfer');
    await c.env.turn.startWork();
    return files.serve(c.req.raw, token);
  });
}

/** Routes the operations of the API and of the sandbox. */
function routeOperations(app: Hono<Env>, runtime: Runtime): void {
  for (const served of bindOperations()) {
    const { operation } = served;
    for (const path of [operation.path, ...(operation.aliases ?? [])])
      app.on(operation.method, `/v1${path.replaceAll(/\{(\w+)\}/g, ':$1')}`, (c) => serve(runtime, served, c));
  }
  for (const served of runtime.sandbox ? bindSandboxOperations(runtime.sandbox) : []) {
    const { method, path } = served.operation;
    app.on(method, path, async (c) => {
      const isThere = await runtime.sandboxClock.isSandbox();
      return isThere ? serve(runtime, { ...served, isSandboxOnly: true }, c) : refuseUnknown(runtime, c);
    });
  }
}

/**
 * Creates the function that keeps the sandbox's time up. It does nothing if there is no sandbox or its time is fixed.
 */
function buildKeeper({ sandbox: load, keepsSandboxUp = false, ...options }: ServiceOptions): () => Promise<void> {
  if (!load || !keepsSandboxUp) return async () => {};
  return createKeeper({ ...options, keepUp: createSandboxDesk({ ...options, load }).keepUp });
}

/** Formats the pattern of a route. If no route matches, it is that of the middleware. */
const formatPattern = (route: string) => (route === '*' || route === '/*' ? 'none' : route);

const buildDrainingError = () =>
  new WaybillError('SERVICE_UNAVAILABLE', 'The service is being stopped; ask another instance.');
