import type { Context } from 'hono';
import type { Operation } from '../../contract/kit/operation.ts';
import { WaybillError } from '../../errors.ts';
import { buildTimeHeaders } from '../clock/time-headers.ts';
import type { CallerPrincipal } from './auth.ts';
import { buildOrganizationHeaders } from './organization-headers.ts';
import { parseInput, getPath } from './parse.ts';
import { readBody } from './read-body.ts';
import { buildFailureResponse, toResponse } from './reply.ts';
import { type CheckedRequest, runOperation } from './run-operation.ts';
import type { Env, Runtime, ServedOperation } from './runtime.ts';

/**
 * Serves a request in a fixed order: authenticate, count, wait for a turn, check scope and shape, then replay or run
 * the handler.
 */
export async function serve(runtime: Runtime, served: ServedOperation, c: Context<Env>): Promise<Response> {
  const headers: Record<string, string> = {};
  try {
    const principal = await requirePrincipal(runtime, c);
    if (c.env.isCounted) await countRequest(runtime, principal, headers);
    await c.env.turn.enter(principal.clientId);
    requireScope(served.operation, principal);
    if (served.isSandboxOnly && !principal.organization.isSandbox) throw buildUnknownPath(c);
    Object.assign(headers, buildOrganizationHeaders(principal.organization));
    const body = await readBody(c.req.raw);
    await c.env.turn.startWork();
    if (principal.organization.isSandbox) await runtime.keepSandboxUp();
    Object.assign(headers, await buildTimeHeaders(runtime, principal.organization));
    const reply = await runOperation(runtime, checkRequest(served, { principal, body }, c));
    runtime.outages.noteSuccess(served.operation.effect === 'read' ? 'reading' : 'writing');
    // The operation may have moved the sandbox's time. Where that cannot be read now, it was carried out all the same.
    const moved = await buildTimeHeaders(runtime, principal.organization).catch(() => ({}));
    return toResponse(reply, { ...headers, ...moved });
  } catch (error) {
    return buildFailureResponse(runtime, error, c.get('requestId'), headers);
  }
}

/** Refuses a path that isn't in the API. A request with a valid token counts against its limit and shows it. */
export async function refuseUnknown(runtime: Runtime, c: Context<Env>): Promise<Response> {
  const headers: Record<string, string> = {};
  try {
    // The caller does not change the response, so a token that cannot be checked is as good as none.
    const principal = c.req.path.startsWith('/v1/')
      ? await requirePrincipal(runtime, c).catch(() => undefined)
      : undefined;
    if (principal) await countRequest(runtime, principal, headers);
    await enterAsStranger(c);
    throw buildUnknownPath(c);
  } catch (error) {
    return buildFailureResponse(runtime, error, c.get('requestId'), headers);
  }
}

/** Waits for a turn of the caller's address, for a request that isn't authenticated. */
export const enterAsStranger = ({ env }: Context<Env>): Promise<void> => env.turn.enter(`address ${env.callerAddress}`);

async function requirePrincipal({ authenticator }: Runtime, c: Context<Env>): Promise<CallerPrincipal> {
  const principal = await authenticator.authenticate(c.req.header('authorization') ?? null);
  c.set('organizationId', principal.organization.id);
  return principal;
}

/** Counts the request and adds the headers that show the limit, also where it is used up. */
async function countRequest(
  { countRequest: count }: Runtime,
  { organization }: CallerPrincipal,
  headers: Record<string, string>,
): Promise<void> {
  headers['x-ratelimit-limit'] = String(organization.rateLimitPerMinute);
  headers['x-ratelimit-remaining'] = '0';
  headers['x-ratelimit-remaining'] = String((await count(organization)).remaining);
}

function requireScope({ effect }: Operation, { scopes }: CallerPrincipal): void {
  const needed = effect === 'read' ? 'read' : 'write';
  if (!scopes.includes(needed)) throw new WaybillError('FORBIDDEN', `This API client lacks the scope "${needed}".`);
}

function checkRequest(
  served: ServedOperation,
  { principal, body }: Pick<CheckedRequest, 'principal' | 'body'>,
  c: Context<Env>,
): CheckedRequest {
  const { req } = c;
  const { url } = req;
  const input = parseInput(served.operation, req.param(), url, body);
  return {
    served,
    principal,
    input,
    body,
    path: getPath(url),
    requestId: c.get('requestId'),
    headers: req.raw.headers,
  };
}

const buildUnknownPath = ({ req }: Context<Env>) =>
  new WaybillError('NOT_FOUND', `There is no ${req.method} ${new URL(req.url).pathname} in this API.`);
