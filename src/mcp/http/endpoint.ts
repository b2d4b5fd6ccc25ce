import type { AuthInfo, McpHandlerRequestOptions } from '@modelcontextprotocol/server';
import { type Context, Hono } from 'hono';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import type { PartReadiness, ReadinessParts, ReadinessQuestion } from '../../domain/kit/readiness.ts';
import { ownTurn } from '../../domain/kit/turns.ts';
import { WaybillError } from '../../errors.ts';
import { stripInvisible } from '../text/invisible.ts';
import { endWithRight } from './held-stream.ts';
import { isSubscription, readMessage } from './message.ts';
import { acceptBothForms, acceptsStream, toJsonAnswer } from './answer-form.ts';
import { allowOrigins, requireOwnAddress, type ServedAddresses } from './own-address.ts';
import { refuseMessage, refuseUnavailable } from './refusal.ts';
import { type EndpointEnv, observe, type RequestLogOptions, type RequestOrigin } from './request-log.ts';

/** Who may call, and what answers them. */
export interface Admitted {
  readonly handler: { readonly fetch: (request: Request, options: McpHandlerRequestOptions) => Promise<Response> };
  /** Undefined where nobody signs in. */
  readonly authInfo?: AuthInfo;
  /** Whether they still may; undefined where that never ends. */
  readonly holds?: () => Promise<boolean>;
  /** Whoever it is, for the turns of requests; undefined where nobody signs in, so that each connection counts by itself. */
  readonly name?: string;
}

/** What the address of a file says. */
export interface AskedFile {
  /** '' where the process serves one only. */
  readonly organization: string;
  /** What only the API can make and read. */
  readonly token: string;
}

export interface EndpointOptions extends RequestLogOptions, ServedAddresses {
  /** Whom a request of `/mcp` is from, or the answer that refuses it. */
  readonly admit: (request: Request) => Promise<Admitted | Response>;
  /** Documents at well-known addresses; undefined for any other address. */
  readonly describe?: ((request: Request) => Response | undefined) | undefined;
  /** Returns how far the parts are that this process needs to answer calls. */
  readonly checkReadiness: (question: ReadinessQuestion) => Promise<ReadinessParts>;
  /** Answers at the address of a file; undefined where there is none such here. */
  readonly file?: ((asked: AskedFile, request: Request) => Promise<Response | undefined>) | undefined;
  /** Serves the approvals page. */
  readonly page: (request: Request) => Promise<Response>;
}

export interface Endpoint {
  /** Callers in this process come from nowhere and wait for nobody. */
  readonly fetch: (request: Request, origin?: RequestOrigin) => Promise<Response>;
  /** From now on `/readyz` says that no more requests should be sent here. */
  drain(): void;
}

/** Nothing else of the API is reached here. */
const filePaths = ['/files/:token', '/organizations/:organization/files/:token'];

/** What the addresses of an organization's files begin with; '' is the only one of a process. */
export const filesAt = (origin: string, organization: string): string =>
  organization === '' ? origin : `${origin}/organizations/${encodeURIComponent(organization)}`;

/** MCP over Streamable HTTP at `/mcp`, in both protocol eras; nothing is kept between two requests. */
export function createEndpoint(options: EndpointOptions): Endpoint {
  let isDraining = false;
  const app = new Hono<EndpointEnv>({ strict: false });
  app.use(observe(options));
  app.onError((error, c) => answerFailure(options, error, c));
  app.get('/healthz', (c) => c.json({ status: 'ok' }));
  app.get('/readyz', (c) => answerReady(options, c, isDraining));
  for (const path of ['/mcp', ...filePaths]) app.use(path, requireOwnAddress(options), allowOrigins(options));
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

const ownProcess: RequestOrigin = { callerAddress: 'this process', connection: 'this process', turn: ownTurn };

/** Whoever is not admitted sends nothing that is read. */
async function answerMessage({ admit }: EndpointOptions, c: Context<EndpointEnv>): Promise<Response> {
  const admitted = await admit(c.req.raw);
  if (admitted instanceof Response) {
    c.set('refused', await reasonIn(admitted));
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
  if (!isSubscription(body) && !acceptsStream(c.req.raw)) return toJsonAnswer(answer, body);
  return holds ? endWithRight(answer, holds) : answer;
}

const reasonMax = 300;

/** What the refusal says, as OAuth or as JSON-RPC words it: clients keep it from the people who would have to know. */
async function reasonIn(refusal: Response): Promise<string | undefined> {
  const body: unknown = await refusal.clone().json();
  if (!isPlainRecord(body)) return undefined;
  const { error_description: described, error } = body;
  const reason = described ?? (isPlainRecord(error) ? error['message'] : undefined);
  return typeof reason === 'string' ? stripInvisible(reason).text.slice(0, reasonMax) : undefined;
}

/** The answer to a request that waited for its turn in vain, or that failed. */
function answerFailure({ log }: EndpointOptions, error: Error, c: Context<EndpointEnv>): Response {
  if (error instanceof WaybillError && error.code === 'CANCELLED') return new Response(null, { status: callerGone });
  if (error instanceof WaybillError && error.code === 'SERVICE_UNAVAILABLE') return refuseUnavailable(error);
  log('error', 'A request could not be answered.', { route: c.req.path, cause: error.stack ?? error.message });
  return refuseMessage(500, 'The server failed unexpectedly.', internalError);
}

const internalError = -32_603;

/** No more is read by whoever asked. */
const callerGone = 499;

/** No bearer token: whoever has the address may use it. */
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

/** As a script of a page of this host, such as the approvals page, a document would act for whoever is signed in there. */
const savedAlone: ReadonlySet<string> = new Set(['empty', 'document']);

/** A probe that waits for the copy asks with `?wait=copy`, which also has it filled. */
async function answerReady({ checkReadiness }: EndpointOptions, c: Context, isDraining: boolean): Promise<Response> {
  const wait = c.req.query('wait');
  if (wait !== undefined && wait !== 'copy') return c.json({ status: 'unavailable', reason: waitRule }, 400);
  if (isDraining) return c.json({ status: 'draining' }, 503);
  const fillsCopy = wait === 'copy';
  try {
    const parts = await checkReadiness({ fillsCopy });
    const holdsBack = ({ status }: PartReadiness) => status === 'unavailable' || (fillsCopy && status === 'filling');
    return Object.values(parts).some(holdsBack)
      ? c.json({ status: 'unavailable', parts }, 503)
      : c.json({ status: 'ready', parts });
  } catch (error) {
    return c.json({ status: 'unavailable', reason: error instanceof Error ? error.message : String(error) }, 503);
  }
}

const waitRule = 'What "wait" names is "copy": the copy of the records.';
