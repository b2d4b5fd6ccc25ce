import type { BrokerageDatabase } from '../../store/connection.ts';
import { auth as basicCredentials } from 'hono/utils/basic-auth';
import { type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';
import { WaybillError } from '../../errors.ts';
import type { Organization } from '../shared/context.ts';
import { selectOrganizations, toOrganization } from '../organization/organization.ts';
import { readBody } from './read-body.ts';
import type { RequestOrigin } from './request-origin.ts';
import { createTokenThrottle } from './token-throttle.ts';
import { MissingToken, realm } from '../shared/problem.ts';
import { hashSecret, isSameText, type ServiceSecrets, computeSha256 } from '../secrets/secrets.ts';
import { isFuture } from '../../domain/kit/instants.ts';

const issuer = 'waybill-service';
const audience = 'waybill-api';
export const tokenLifetimeSeconds = 3600;
const algorithm = 'EdDSA';
const callersMax = 1000;
/** Time after which a changed organization setting, a revoked client or a rotated secret takes effect. */
const organizationCacheMs = 5000;

export interface CallerPrincipal {
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly organization: Organization;
}

export interface Authenticator {
  /** Answers a request to the OAuth 2.0 token endpoint (client credentials grant). */
  issueToken(request: Request, origin: RequestOrigin): Promise<TokenAnswer>;
  /** Identifies the caller; 401 if the bearer token is missing, expired or not of this service. */
  authenticate(authorization: string | null): Promise<CallerPrincipal>;
}

interface TokenAnswer {
  readonly response: Response;
  /** Absent where the request is refused. */
  readonly organization?: Organization;
}

interface TokenClaims {
  /** Milliseconds. */
  readonly issued: number;
  readonly clientId: string;
  readonly organizationId: string;
  readonly scopes: readonly string[];
  /** Instant. */
  readonly expires: string;
  /** Fingerprint of the secret that the token was issued for. A new secret invalidates the old one's tokens. */
  readonly fingerprint: string;
}

interface KnownClient {
  readonly organization: Organization;
  readonly fingerprint: string;
}

interface TokenCredentials {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Caller that a header identifies, and the expiry of its token. */
interface IdentifiedCaller {
  readonly principal: CallerPrincipal;
  /** Milliseconds. */
  readonly issued: number;
  readonly expires: string;
}

export function createAuthenticator(
  database: BrokerageDatabase,
  secrets: ServiceSecrets,
  now: () => string,
): Authenticator {
  const callers = new LRUCache<string, IdentifiedCaller>({
    max: callersMax,
    ttl: organizationCacheMs,
    ttlResolution: organizationCacheMs / 50,
  });

  async function identify(authorization: string | null): Promise<IdentifiedCaller> {
    const token = /^Bearer ([\w.~+/=-]+)$/i.exec(authorization ?? '')?.[1];
    if (!token) throw buildUnauthorized('Send `Authorization: Bearer <access token>`.', new MissingToken());
    const claims = await verify(token, secrets, now).catch((error: unknown) => {
      throw buildUnauthorized('The access token is not valid or has expired; request a new one.', error);
    });
    const { organization, fingerprint } = await readClient(database, claims);
    if (fingerprint !== claims.fingerprint)
      throw buildUnauthorized("The API client's secret was changed; request a new access token with the new one.");
    return {
      principal: { clientId: claims.clientId, scopes: claims.scopes, organization },
      issued: claims.issued,
      expires: claims.expires,
    };
  }

  const throttle = createTokenThrottle(now);

  return {
    async issueToken(request, { callerAddress, turn }) {
      const tokenRequest = await readTokenRequest(request);
      if ('response' in tokenRequest) return tokenRequest;
      throttle(callerAddress, tokenRequest.clientId);
      await turn.startWork();
      return createToken(tokenRequest, database, secrets, now);
    },
    async authenticate(authorization) {
      let caller = callers.get(authorization ?? '');
      if (!caller) {
        caller = await identify(authorization);
        callers.set(authorization ?? '', caller);
      }
      if (isFuture(caller.issued, now()))
        throw buildUnauthorized(
          'The access token was issued in the future: a clock was set back since. Request a new one.',
        );
      if (caller.expires > now()) return caller.principal;
      throw buildUnauthorized('The access token has expired; request a new one.');
    },
  };
}

async function verify(token: string, { tokenVerifyKey }: ServiceSecrets, now: () => string): Promise<TokenClaims> {
  const { payload } = await jwtVerify(token, tokenVerifyKey, {
    issuer,
    audience,
    algorithms: [algorithm],
    requiredClaims: ['sub', 'org', 'exp', 'iat'],
    currentDate: new Date(now()),
  });
  return toClaims(payload);
}

function toClaims({ sub, org, scope, exp, iat, sec }: JWTPayload): TokenClaims {
  return {
    clientId: String(sub),
    organizationId: String(org),
    scopes: typeof scope === 'string' ? scope.split(' ') : [],
    issued: Number(iat) * 1000,
    expires: new Date(Number(exp) * 1000).toISOString(),
    fingerprint: String(sec),
  };
}

async function readClient(
  database: BrokerageDatabase,
  { organizationId, clientId }: Pick<TokenClaims, 'organizationId' | 'clientId'>,
): Promise<KnownClient> {
  const row = await selectOrganizations(database.reader)
    .innerJoin('api_client', 'api_client.organization_id', 'organization.id')
    .select('api_client.secret_hash')
    .where('api_client.id', '=', clientId)
    .where('organization.id', '=', organizationId)
    .where('api_client.revoked_at', 'is', null)
    .executeTakeFirst();
  if (!row) throw buildUnauthorized('The API client no longer exists.');
  return { organization: toOrganization(row), fingerprint: computeFingerprint(row.secret_hash) };
}

const computeFingerprint = (secretHash: string) => computeSha256(secretHash).slice(0, 16);

const buildUnauthorized = (message: string, cause?: unknown) => new WaybillError('UNAUTHORIZED', message, { cause });

interface TokenRequest extends TokenCredentials {
  readonly scope: string | null;
  readonly headers: Headers;
}

/** Reads a request for a token. Returns the refusal if it isn't one. */
async function readTokenRequest(request: Request): Promise<TokenRequest | TokenAnswer> {
  const contentType = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(contentType))
    return buildOauthError(400, 'invalid_request', request.headers);
  const form = new URLSearchParams(await readBody(request));
  const grantType = form.get('grant_type');
  if (!grantType) return buildOauthError(400, 'invalid_request', request.headers);
  if (grantType !== 'client_credentials') return buildOauthError(400, 'unsupported_grant_type', request.headers);
  return { ...readCredentials(request, form), scope: form.get('scope'), headers: request.headers };
}

async function createToken(
  { clientId, clientSecret, scope: requestedScope, headers }: TokenRequest,
  database: BrokerageDatabase,
  secrets: ServiceSecrets,
  now: () => string,
): Promise<TokenAnswer> {
  // No text column of PostgreSQL holds that character, so no client is called like this.
  if (clientId.includes('\0')) return buildOauthError(401, 'invalid_client', headers);
  const client = await selectOrganizations(database.reader)
    .innerJoin('api_client', 'api_client.organization_id', 'organization.id')
    .select(['api_client.id as client_id', 'api_client.secret_hash', 'api_client.scopes'])
    .where('api_client.id', '=', clientId)
    .where('api_client.revoked_at', 'is', null)
    .executeTakeFirst();
  const isKnown = isSameText(hashSecret(clientSecret), client?.secret_hash ?? hashSecret(''));
  if (!client || !isKnown) return buildOauthError(401, 'invalid_client', headers);
  const scope = resolveScope(requestedScope, client.scopes);
  if (scope === null) return buildOauthError(400, 'invalid_scope', headers);
  const issuedAt = Math.floor(Date.parse(now()) / 1000);
  const token = await new SignJWT({
    org: client.id,
    scope,
    sec: computeFingerprint(client.secret_hash),
  })
    .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
    .setSubject(client.client_id)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + tokenLifetimeSeconds)
    .sign(secrets.tokenSigningKey);
  const response = Response.json(
    { access_token: token, token_type: 'Bearer', expires_in: tokenLifetimeSeconds, scope },
    { headers: { 'cache-control': 'no-store' } },
  );
  return { response, organization: toOrganization(client) };
}

/** Resolves the requested scopes: all of the client's if none is requested, or null if it lacks one of them. */
function resolveScope(requestedScope: string | null, granted: string): string | null {
  const requestedScopes = (requestedScope ?? '').split(' ').filter(Boolean);
  if (requestedScopes.length === 0) return granted;
  const grantedScopes = granted.split(' ');
  return requestedScopes.every((scope) => grantedScopes.includes(scope))
    ? [...new Set(requestedScopes)].join(' ')
    : null;
}

/**
 * Reads the credentials of a request. OAuth libraries, including that of the reference page, may send them as HTTP
 * Basic instead (RFC 6749 2.3.1).
 */
function readCredentials(request: Request, form: URLSearchParams): TokenCredentials {
  const basic = basicCredentials(request);
  if (basic) return { clientId: basic.username, clientSecret: basic.password };
  return { clientId: form.get('client_id') ?? '', clientSecret: form.get('client_secret') ?? '' };
}

/**
 * Builds a refusal of the token endpoint. A 401 names HTTP Basic, as RFC 6749 5.2 asks, except to a script of a page: the
 * browser would open a password window over the reference page.
 */
const buildOauthError = (status: 400 | 401, error: string, headers: Headers): TokenAnswer => ({
  response: Response.json(
    { error },
    {
      status,
      headers: {
        'cache-control': 'no-store',
        ...(status === 401 && !headers.has('x-requested-with') && { 'www-authenticate': `Basic realm="${realm}"` }),
      },
    },
  ),
});
