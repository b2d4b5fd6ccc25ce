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
import { type SignedInPerson, toPerson, type PersonRules } from './person.ts';
import type { ScopeNames } from './scopes.ts';

export interface ResourceOptions {
  readonly issuer: Issuer;
  /** Audience of tokens for this server. */
  readonly audience: string;
  /** Address of this server for clients: `https://waybill.example.com/mcp`. */
  readonly url: URL;
  readonly claims: PersonRules;
  readonly scopes: ScopeNames;
  /** True if the issuer is asked about tokens that it may have revoked. */
  readonly asksIssuer: boolean;
  readonly line: IssuerLine;
}

/** The issuer, as far as requests depend on it. */
export interface IssuerStatus {
  /** Why it cannot be asked; undefined while it answers. */
  readonly outage: WaybillError | undefined;
  /**
   * True if sign-in fails without the issuer, because it is asked about revoked tokens, or its keys have expired here.
   */
  readonly isNeeded: boolean;
}

/** The holder of a token, and when it ends. */
export interface TokenHolder {
  readonly person: SignedInPerson;
  /** ISO. */
  readonly until: string;
}

/** This server as what tokens are for: an OAuth 2.1 resource server. */
export interface ProtectedResource {
  /** Issuer of the tokens, as it calls itself. */
  readonly issuer: string;
  readonly scopes: ScopeNames;
  /**
   * Authenticates a request, or returns the answer that says where to get a token. Throws while the issuer cannot be
   * reached.
   */
  readonly authenticate: (request: Request) => Promise<AuthInfo | Response>;
  /** Returns the person who sent an authenticated request. */
  readonly getPerson: (authInfo: AuthInfo) => SignedInPerson;
  /** Returns the holder of a token, or undefined if the token is invalid or has expired. */
  readonly findHolder: (token: string) => Promise<TokenHolder | undefined>;
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
  const described = { ...toDescription(issuer, url), scopesSupported: [scopes.read, scopes.write] };
  const getPerson = ({ extra = {} }: AuthInfo) => toPerson(extra, claims);
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
    getPerson: getPerson,
    async findHolder(token) {
      try {
        const authInfo = await verifier.verifyAccessToken(token);
        return { person: getPerson(authInfo), until: new Date((authInfo.expiresAt ?? 0) * 1000).toISOString() };
      } catch (error) {
        if (error instanceof OAuthError && error.code === invalidToken) return undefined;
        throw error;
      }
    },
    describe: (request) => sendDescription(request, described),
  };
}

/** Throws an `OAuthError` during an outage, which the library answers with 500 and its message. */
function hideOutage(error: unknown): never {
  throw error instanceof WaybillError ? new OAuthError(OAuthErrorCode.ServerError, error.message) : error;
}

/** Error of a request that met an outage which has just ended. */
const justBack = new WaybillError('SERVICE_UNAVAILABLE', 'The issuer could not be asked about this token. Try again.', {
  retryAfterSeconds: 1,
});

// The library types the code of its errors as a text.
const invalidToken: string = OAuthErrorCode.InvalidToken;

const toDescription = ({ metadata, authorizationEndpoint, tokenEndpoint }: Issuer, url: URL): AuthMetadataOptions => ({
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
