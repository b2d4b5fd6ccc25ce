import {
  type AuthInfo,
  type AuthMetadataOptions,
  getOAuthProtectedResourceMetadataUrl,
  oauthMetadataResponse,
  OAuthError,
  OAuthErrorCode,
  requireBearerAuth,
} from '@modelcontextprotocol/server';
import { WaybillError } from '../../errors.ts';
import { createTokenVerifier } from './access-token.ts';
import type { Issuer } from './issuer.ts';
import type { IssuerLine } from './issuer-line.ts';
import { type Person, personIn, type PersonRules } from './person.ts';
import type { ScopeNames } from './scopes.ts';

export interface ResourceOptions {
  readonly issuer: Issuer;
  /** What a token for this server names as its audience. */
  readonly audience: string;
  /** Where clients reach this server: `https://waybill.example.com/mcp`. */
  readonly url: URL;
  readonly claims: PersonRules;
  readonly scopes: ScopeNames;
  /** Whether the issuer is asked about tokens that it may have taken back. */
  readonly asksIssuer: boolean;
  readonly line: IssuerLine;
}

/** The issuer, as far as requests depend on it. */
export interface IssuerStatus {
  /** Why it cannot be asked; undefined while it answers. */
  readonly outage: WaybillError | undefined;
  /** Whether nobody gets in without it: tokens are taken back there, or its keys are not at hand any more. */
  readonly isNeeded: boolean;
}

/** The holder of a token, and when it ends. */
export interface Holder {
  readonly person: Person;
  /** ISO. */
  readonly until: string;
}

/** This server as what tokens are for: an OAuth 2.1 resource server. */
export interface ProtectedResource {
  /** Issuer of the tokens, as it calls itself. */
  readonly issuer: string;
  readonly scopes: ScopeNames;
  /** Who sends a request, or the answer that says where to get a token; throws while the issuer cannot be asked. */
  readonly authenticate: (request: Request) => Promise<AuthInfo | Response>;
  /** Who an authenticated request is from. */
  readonly personOf: (authInfo: AuthInfo) => Person;
  /** Undefined for a token that is none, or not any more. */
  readonly holderOf: (token: string) => Promise<Holder | undefined>;
  readonly readIssuerStatus: () => IssuerStatus;
  /** Documents from which a client learns where to sign in; undefined for any other address. */
  readonly describe: (request: Request) => Response | undefined;
}

export function createProtectedResource(options: ResourceOptions): ProtectedResource {
  const { issuer, audience, url, claims, scopes, asksIssuer, line } = options;
  const { metadata, keys } = issuer;
  const verifier = createTokenVerifier({
    issuer: metadata.issuer,
    audience,
    keys,
    isActive: asksIssuer ? issuer.isActive : undefined,
    scopes,
    line,
  });
  const authenticate = requireBearerAuth({
    verifier: { verifyAccessToken: (token) => verifier.verifyAccessToken(token).catch(hideOutage) },
    requiredScopes: [scopes.read],
    resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(url),
  });
  const described = { ...descriptionOf(issuer, url), scopesSupported: [scopes.read, scopes.write] };
  const personOf = ({ extra = {} }: AuthInfo) => personIn(extra, claims);
  return {
    issuer: metadata.issuer,
    scopes,
    async authenticate(request) {
      const authInfo = await authenticate(request);
      if (authInfo instanceof Response && authInfo.status >= 500) throw line.findOutage() ?? justBack;
      return authInfo;
    },
    readIssuerStatus() {
      verifier.renewKeys();
      return { outage: line.findOutage(), isNeeded: asksIssuer || !verifier.hasKeys() };
    },
    personOf,
    async holderOf(token) {
      try {
        const authInfo = await verifier.verifyAccessToken(token);
        return { person: personOf(authInfo), until: new Date((authInfo.expiresAt ?? 0) * 1000).toISOString() };
      } catch (error) {
        if (error instanceof OAuthError && error.code === invalidToken) return undefined;
        throw error;
      }
    },
    describe: (request) => sendDescription(request, described),
  };
}

/** The library answers with 500 then, and says what an `OAuthError` says. */
function hideOutage(error: unknown): never {
  throw error instanceof WaybillError ? new OAuthError(OAuthErrorCode.ServerError, error.message) : error;
}

/** For a request that met an outage which has ended in the same moment. */
const justBack = new WaybillError('SERVICE_UNAVAILABLE', 'The issuer could not be asked about this token. Try again.', {
  retryAfterSeconds: 1,
});

// The library types the code of its errors as a text.
const invalidToken: string = OAuthErrorCode.InvalidToken;

const descriptionOf = ({ metadata, authorizationEndpoint, tokenEndpoint }: Issuer, url: URL): AuthMetadataOptions => ({
  oauthMetadata: {
    ...metadata,
    authorization_endpoint: authorizationEndpoint,
    token_endpoint: tokenEndpoint,
    response_types_supported: metadata.response_types_supported ?? ['code'],
  },
  resourceServerUrl: url,
  resourceName: 'Waybill',
});

/** The addresses at which the library serves each document, by the name under which clients ask for it. */
const servedPaths: Readonly<Record<string, string>> = {
  'oauth-protected-resource': '/.well-known/oauth-protected-resource/mcp',
  'oauth-authorization-server': '/.well-known/oauth-authorization-server',
  // Clients that know no other way ask this server for its issuer's own document.
  'openid-configuration': '/.well-known/oauth-authorization-server',
};

/** The path of a document at the root of the host, in front of the path of this server, or behind it. */
const wellKnownPath = /^(?:\/mcp)?\/\.well-known\/([a-z-]{1,40})(?:\/mcp)?\/?$/;

/** Returns a document from which clients learn where to sign in, at every address at which they look for it. */
function sendDescription(request: Request, described: AuthMetadataOptions): Response | undefined {
  const url = new URL(request.url);
  const name = wellKnownPath.exec(url.pathname)?.[1] ?? '';
  const served = Object.hasOwn(servedPaths, name) ? servedPaths[name] : undefined;
  if (served === undefined) return undefined;
  url.pathname = served;
  return oauthMetadataResponse(new Request(url, request), described);
}
