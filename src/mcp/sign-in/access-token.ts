import { type AuthInfo, OAuthError, OAuthErrorCode, type OAuthTokenVerifier } from '@modelcontextprotocol/server';
import { createRemoteJWKSet, customFetch, errors, type JWTPayload, jwtVerify } from 'jose';
import { LRUCache } from 'lru-cache';
import { isFuture } from '../../domain/kit/instants.ts';
import { WaybillError } from '../../errors.ts';
import type { IssuerLine } from './issuer-line.ts';
import { listScopes, type ScopeNames } from './scopes.ts';

export interface TokenRules {
  /** Name that the issuer gives itself. */
  readonly issuer: string;
  readonly audience: string;
  /** Address of the issuer's keys. */
  readonly keys: URL;
  /** Asks the issuer whether it still stands by a token; undefined where tokens hold until they end. */
  readonly isActive: ((token: string) => Promise<boolean>) | undefined;
  readonly scopes: ScopeNames;
  readonly line: IssuerLine;
}

export interface TokenVerifier extends OAuthTokenVerifier {
  /** Returns true if tokens can be checked without asking the issuer. */
  readonly hasKeys: () => boolean;
  /** Has keys that are not new read again, behind what is being done. */
  readonly renewKeys: () => void;
}

/** Signed with a key that only the issuer has: never a secret that both sides share. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
const clockToleranceSeconds = 5;

/** An unknown key is asked for at the issuer, which may have a new one, at most so often. */
const newKeyEveryMs = 5000;
/** Longest wait for the issuer to send its keys. */
const keysMaxMs = 5000;

/** Keys older than this are read again while they still count, so that an issuer that is away then is missed later. */
const renewKeysAfterMs = 60_000;

/** A token that the issuer has taken back is refused after this at the latest, with the time that asking takes. */
const activeForMs = 3000;
const rememberedMax = 10_000;

/**
 * Reads access tokens of the issuer. Any fault of a token becomes an error that is answered with 401, and an issuer
 * that is away in one that becomes a 503.
 */
export function createTokenVerifier(rules: TokenRules): TokenVerifier {
  let keysReadAt = 0;
  const keySet = createRemoteJWKSet(rules.keys, {
    cooldownDuration: newKeyEveryMs,
    timeoutDuration: keysMaxMs,
    async [customFetch](url, options) {
      const response = await rules.line.ask(() => fetchKeys(url, options));
      keysReadAt = Date.now();
      return response;
    },
  });
  const renewKeys = () => {
    if (rules.line.findOutage() || Date.now() - keysReadAt < renewKeysAfterMs) return;
    // What keeps it from being read is noted by the line.
    keySet.reload().catch(() => {});
  };
  const active = new LRUCache<string, true>({ max: rememberedMax, ttl: activeForMs });
  return {
    hasKeys: () => keySet.fresh,
    renewKeys,
    async verifyAccessToken(token) {
      if (keySet.fresh) renewKeys();
      const { payload } = await jwtVerify(token, keySet, {
        issuer: rules.issuer,
        audience: rules.audience,
        algorithms,
        clockTolerance: clockToleranceSeconds,
        requiredClaims: ['exp', 'sub'],
      }).catch((error: unknown) => refuse(error, rules));
      const { iat } = payload;
      if (iat !== undefined && isFuture(iat * 1000, new Date().toISOString()))
        throw buildInvalidTokenError(
          'this token was issued in the future: compare the clock of this machine with the one of the issuer',
        );
      if (rules.isActive && !active.has(token)) {
        const { isActive: askIssuer } = rules;
        const isActive = await rules.line.ask(() => askIssuer(token));
        if (!isActive) throw buildInvalidTokenError('the issuer has taken this token back');
        active.set(token, true);
      }
      return toAuthInfo(token, payload, rules.scopes);
    },
  };
}

function toAuthInfo(token: string, payload: JWTPayload, scopes: ScopeNames): AuthInfo {
  return {
    token,
    clientId: getClient(payload) ?? '',
    scopes: listScopes(payload, scopes),
    ...(payload.exp !== undefined && { expiresAt: payload.exp }),
    extra: payload,
  };
}

/** Returns the program that the token was made for, under the names that issuers give this claim. */
export function getClient(claims: Readonly<Record<string, unknown>>): string | undefined {
  const client = claims['client_id'] ?? claims['azp'] ?? claims['cid'];
  return typeof client === 'string' ? client : undefined;
}

const buildInvalidTokenError = (why: string) => new OAuthError(OAuthErrorCode.InvalidToken, why);

/** Fetches the keys of the issuer with their body, because an issuer may also stop in the middle of it. */
async function fetchKeys(url: string, { headers, signal, ...options }: FetchOptions): Promise<Response> {
  const response = await fetch(url, {
    ...options,
    headers,
    signal: AbortSignal.any([signal, AbortSignal.timeout(keysTimeoutMs)]),
  });
  if (response.status !== 200) throw new Error(`its keys are answered with HTTP ${response.status}`);
  return Response.json(await response.json());
}

type FetchOptions = Parameters<
  NonNullable<NonNullable<Parameters<typeof createRemoteJWKSet>[1]>[typeof customFetch]>
>[1];

const keysTimeoutMs = 5000;

function refuse(error: unknown, { audience }: TokenRules): never {
  // An issuer that cannot be asked is no reason to call its token wrong, and none to let it in.
  if (error instanceof WaybillError) throw error;
  if (error instanceof errors.JWTExpired) throw buildInvalidTokenError('this token has expired');
  const claim = error instanceof errors.JWTClaimValidationFailed ? error.claim : undefined;
  if (claim === 'aud')
    throw buildInvalidTokenError(`this token is not one for this server, whose audience is ${audience}`);
  if (!(error instanceof errors.JOSEError)) throw error;
  throw buildInvalidTokenError(`this token is not one for this server: ${error.message}`);
}
