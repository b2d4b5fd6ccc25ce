import type { AuthInfo, McpHandlerRequestOptions } from '@modelcontextprotocol/server';
import { type Context, Hono } from 'hono';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import type { PartReadiness, ReadinessParts, ReadinessQuestion } from '../../domain/kit/readiness.ts';
import { ownTurn } from '../../domain/kit/turns.ts';
import { WaybillError } from '../../errors.ts';
import { stripInvisible } from '../text/invisible.ts';
import { endWithRight } from './long-stream.ts';
import { isSubscription, readMessage } from './message.ts';
import { acceptBothForms, isStreamAccepted, toJsonAnswer } from './answer-form.ts';
import { allowOrigins, requireServedAddress, type ServedAddresses } from './served-address.ts';
import { refuseMessage, refuseUnavailable } from './refusal.ts';
import { type EndpointEnv, observe, type McpRequestLogOptions, type McpRequestOrigin } from './request-log.ts';

/** Caller of a request and the handler that answers it. */
export interface Admitted {
  readonly handler: { readonly fetch: (request: Request, options: McpHandlerRequestOptions) => Promise<Response> };
  /** Data of the sign-in; undefined if people don't sign in. */
  readonly authInfo?: AuthInfo;
  /** Returns true while the caller still has access; undefined if access never ends. */
  readonly holds?: () => Promise<boolean>;
  /**
   * Name of the caller for the turns of requests; undefined if people don't sign in, so that each connection counts by
   * itself.
   */
  readonly name?: string;
}

/** Parts of the address of a file. */
export interface FileRequest {
  /** Organization of the file; '' if the process serves only one. */
  readonly organization: string;
  /** Token that only the API can create and read. */
  readonly token: string;
}

export interface EndpointOptions extends McpRequestLogOptions, ServedAddresses {
  /** Returns the caller of a request to `/mcp`, or the answer that refuses it. */
  readonly admit: (request: Request) => Promise<Admitted | Response>;
  /** Documents at well-known addresses; undefined for any other address. */
  readonly describe?: ((request: Request) => Response | undefined) | undefined;
  /** Returns how far the parts are that this process needs to answer calls. */
  readonly checkReadiness: (question: ReadinessQuestion) => Promise<ReadinessParts>;
  /** Answers at the address of a file; undefined where there is none such here. */
  readonly file?: ((asked: FileRequest, request: Request) => Promise<Response | undefined>) | undefined;
  /** Serves the approvals page. */
  readonly page: (request: Request) => Promise<Response>;
}

export interface Endpoint {
  /** Answers a request. Without an origin it comes from this process and waits for no turn. */
  readonly fetch: (request: Request, origin?: McpRequestOrigin) => Promise<Response>;
  /** Makes `/readyz` say from now on that no more requests should be sent here. */
  drain(): void;
}

/** Paths of files: the only part of the API that this server passes on. */
const filePaths = ['/files/:token', '/organizations/:organization/files/:token'];

/** Returns the start of the addresses of an organization's files; '' means the only organization of the process. */
export const getFilesOrigin = (origin: string, organization: string): string =>
  organization === '' ? origin : `${origin}/organizations/${encodeURIComponent(organization)}`;

/**
 * Creates the endpoint of MCP over Streamable HTTP at `/mcp`, in both protocol eras. It keeps nothing between two
 * requests.
 */
export function createEndpoint(options: EndpointOptions): Endpoint {
  let isDraining = false;
  const app = new Hono<EndpointEnv>({ strict: false });
  app.use(observe(options));
  app.onError((error, c) => answerFailure(options, error, c));
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', (c) => answerReady(options, c, isDraining));
  for (const path of ['/mcp', ...filePaths]) app.use(path, requireServedAddress(options), allowOrigins(options));
  app.all('/mcp', (c) => answerMessage(options, c));
  for (const path of filePaths) app.on(['GET', 'PUT'], path, (c) => answerFile(options, c));
  for (const path of ['/', '/approvals', '/approvals/*']) app.all(path, (c) => answerPage(options, c));
  app.all('*', (c) => options.describe?.(c.req.raw) ?? c.notFound());
  return {
    fetch: async (request, origin = ownProcess) => app.fetch(request, origin),
    drain() {
      isDraining = true;
    },
  };
}

const ownProcess: McpRequestOrigin = { callerAddress: 'this process', connection: 'this process', turn: ownTurn };

/** Refuses callers that are not admitted before reading their request. */
async function answerMessage({ admit }: EndpointOptions, c: Context<EndpointEnv>): Promise<Response> {
  const admitted = await admit(c.req.raw);
  if (admitted instanceof Response) {
    c.set('refused', await readRefusalReason(admitted));
    return admitted;
  }
  const { turn, connection } = c.env;
  const { handler, authInfo, holds, name } = admitted;
  await turn.enter(name === undefined ? connection : `person ${name}`);
  const message = await readMessage(c.req.raw);
  if ('refusal' in message) return message.refusal;
  const { body } = message;
  c.set('message', body);
  await turn.startWork();
  const answer = await handler.fetch(body === undefined ? c.req.raw : acceptBothForms(c.req.raw), {
    ...(authInfo && { authInfo }),
    ...(body !== undefined && { parsedBody: body }),
  });
  // A subscription does nothing until something changes, and there is room for so many of each person.
  if (isSubscription(body)) turn.leave();
  if (!isSubscription(body) && !isStreamAccepted(c.req.raw)) return toJsonAnswer(answer, body);
  return holds ? endWithRight(answer, holds) : answer;
}

const reasonMax = 300;

/**
 * Reads the reason of a refusal in the form of OAuth or JSON-RPC, for the log: clients don't show it to the people who
 * need it.
 */
async function readRefusalReason(refusal: Response): Promise<string | undefined> {
  const body: unknown = await refusal.clone().json();
  if (!isPlainRecord(body)) return undefined;
  const { error_description: described, error } = body;
  const reason = described ?? (isPlainRecord(error) ? error['message'] : undefined);
  return typeof reason === 'string' ? stripInvisible(reason).text.slice(0, reasonMax) : undefined;
}

/** Answers a request that failed, or that waited for its turn in vain. */
function answerFailure({ log }: EndpointOptions, error: Error, c: Context<EndpointEnv>): Response {
  if (error instanceof WaybillError && error.code === 'CANCELLED') return new Response(null, { status: callerGone });
  if (error instanceof WaybillError && error.code === 'SERVICE_UNAVAILABLE') return refuseUnavailable(error);
  log('error', 'A request could not be answered.', { route: c.req.path, cause: error.stack ?? error.message });
  return refuseMessage(500, 'The server failed unexpectedly.', internalError);
}

const internalError = -32_603;

/** Status in the log of a request whose caller is gone and reads no answer. */
const callerGone = 499;

/** Serves a file without a bearer token: its address is enough. */
async function answerFile({ file, log }: EndpointOptions, c: Context<EndpointEnv>): Promise<Response> {
  const { organization = '', token = '' } = c.req.param();
  await c.env.turn.enter(token, 'transfer');
  await c.env.turn.startWork();
  if (!savedAlone.has(c.req.header('sec-fetch-dest') ?? 'empty')) return c.text('A file is no part of a page.', 403);
  try {
    return (await file?.({ organization, token }, c.req.raw)) ?? c.notFound();
  } catch (error) {
    log('error', 'A file could not be served.', { cause: error instanceof Error ? error.message : String(error) });
    return c.json({ error: 'The file cannot be served for the moment; try again shortly.' }, 503);
  }
}

async function answerPage({ page }: EndpointOptions, c: Context<EndpointEnv>): Promise<Response> {
  const { turn, callerAddress } = c.env;
  await turn.enter(`page ${callerAddress}`);
  await turn.startWork();
  return page(c.req.raw);
}

/**
 * Values of `sec-fetch-dest` with which a file may be loaded. As a script of a page of this host, such as the approvals
 * page, it would act for the person who is signed in there.
 */
const savedAlone: ReadonlySet<string> = new Set(['empty', 'document']);

/** Answers whether the process is ready. A probe with `?wait=copy` waits for the copy, and starts filling it. */
async function answerReady({ checkReadiness }: EndpointOptions, c: Context, isDraining: boolean): Promise<Response> {
  const wait = c.req.query('wait');
  if (wait !== undefined && wait !== 'copy') return c.json({ status: 'unavailable', reason: waitRule }, 400);
  if (isDraining) return c.json({ status: 'draining' }, 503);
  const fillsCopy = wait === 'copy';
  try {
    const parts = await checkReadiness({ fillsCopy });
    const isNotReady = ({ status }: PartReadiness) => status === 'unavailable' || (fillsCopy && status === 'filling');
    return Object.values(parts).some(isNotReady)
      ? c.json({ status: 'unavailable', parts }, 503)
      : c.json({ status: 'ready', parts });
  } catch (error) {
    return c.json({ status: 'unavailable', reason: error instanceof Error ? error.message : String(error) }, 503);
  }
}

const waitRule = 'What "wait" names is "copy": the copy of the records.';
