import { LRUCache } from 'lru-cache';
import { WaybillError } from '../errors.ts';
import { waitOrAbort } from './transport/abort.ts';
import { isObject } from './responses/json-object.ts';
import { readText } from './transport/json-response.ts';
import { createFlights } from './transport/flight.ts';
import { formatHostAndPort } from './transport/path.ts';
import { toApiError, readProblemFields, type RefusedResponse } from './transport/problem.ts';
import { type Bearer, send, type Transport } from './transport/transport.ts';

const tokenPath = '/oauth2/token';
const lifetimeSecondsDefault = 300;

export interface ApiCredentials {
  /** Base of the token endpoint. */
  readonly authUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

interface Token {
  readonly value: string;
  readonly refreshAt: number;
}

/** Tokens by client credentials: one request at a time, made ahead of the expiry while the old token still serves. */
export function createTokenSource(transport: Transport, credentials: ApiCredentials): Bearer {
  const { now, limits, log } = transport;
  const tokens = new LRUCache<string, Token>({ max: 1, perf: { now }, ttlResolution: 0 });
  const fly = createFlights<string>();
  const key = credentials.clientId;

  async function refresh(): Promise<string> {
    const askedAt = now();
    const { value, lifetimeMs } = await requestToken(transport, credentials);
    const aheadMs = Math.min(limits.tokenRefreshAheadMs, lifetimeMs / 2);
    tokens.set(key, { value, refreshAt: askedAt + lifetimeMs - aheadMs }, { ttl: lifetimeMs });
    return value;
  }

  function refreshAhead(currentToken: Token): void {
    const refreshAt = now() + limits.tokenRefreshPauseMs;
    tokens.set(key, { ...currentToken, refreshAt }, { ttl: tokens.getRemainingTTL(key) });
    fly(key, refresh).catch((error: unknown) => {
      // The held token still serves; a later call tries again, and without a token that call reports the error.
      log('warn', 'token refresh failed', { operation: 'token', error: getErrorCode(error) });
    });
  }

  return {
    async get(signal) {
      const currentToken = tokens.get(key);
      // The request belongs to all who wait for it: one of them giving up must not end it for the others.
      if (!currentToken) return waitOrAbort(fly(key, refresh), signal);
      if (now() >= currentToken.refreshAt) refreshAhead(currentToken);
      return currentToken.value;
    },
    invalidate(value) {
      if (tokens.peek(key)?.value === value) tokens.delete(key);
    },
  };
}

function requestToken(transport: Transport, { authUrl, clientId, clientSecret }: ApiCredentials) {
  const url = `${authUrl}${tokenPath}`;
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  }).toString();
  return send(transport, {
    operation: 'token',
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: () => form,
    clock: transport.clock,
    isRepeatable: true,
    isWrite: false,
    read: async (response, signal) =>
      parseToken(await readText(response, transport.limits.problemBytesMax, signal), url),
    problem: (refusal) => toTokenError({ ...refusal, secrets: [clientSecret] }, url),
  });
}

function parseToken(text: string, url: string): { value: string; lifetimeMs: number } {
  const body = parseJson(text);
  const value = isObject(body) ? body['access_token'] : undefined;
  // Checked here because a header refuses anything else with an error that shows the token.
  if (!isObject(body) || typeof value !== 'string' || !/^[\x21-\x7e]+$/.test(value)) {
    throw new WaybillError(
      'BAD_RESPONSE',
      `the token endpoint at ${formatHostAndPort(url)} answered without a usable token`,
    );
  }
  const seconds = Number(body['expires_in']);
  return { value, lifetimeMs: (seconds > 0 && Number.isFinite(seconds) ? seconds : lifetimeSecondsDefault) * 1000 };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller names what is missing; the parser's error would quote the body.
    return undefined;
  }
}

function toTokenError(refusal: RefusedResponse, url: string): WaybillError {
  const { status } = refusal;
  const error = toApiError(refusal);
  const where = formatHostAndPort(url);
  if (status === 400 || status === 401 || status === 403) {
    const { code } = readProblemFields(refusal.text);
    const codeText = typeof code === 'string' && /^\w{1,40}$/.test(code) ? ` (${code})` : '';
    return restateError('UNAUTHORIZED', `${where} refused the client credentials${codeText}`, error);
  }
  if (status < 500 && status !== 408 && status !== 429) {
    return restateError('BAD_RESPONSE', `there is no token endpoint at ${where} (status ${status})`, error);
  }
  return restateError(error.code, `the token endpoint at ${where} answered with status ${status}`, error);
}

function restateError(code: WaybillError['code'], message: string, error: WaybillError): WaybillError {
  const { requestId, retryAfterSeconds } = error;
  return new WaybillError(code, message, { requestId, retryAfterSeconds });
}

function getErrorCode(error: unknown): string {
  return error instanceof WaybillError ? error.code : 'unknown';
}
