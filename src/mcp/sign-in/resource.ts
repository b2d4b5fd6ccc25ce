import {
  type AuthInfo,
  type AuthMetadataOptions,
  getOAuthProtectedResourceMetadataUrl,
  oauthMetadataResponse,
  OAuthError,
  OAuthErrorCode,
  requireBearerAuth,
} from '@modelcontextprotocol/server';
import type { Log } from '../../log.ts';
import { createTokenVerifier } from './access-token.ts';
import type { Issuer } from './issuer.ts';
import { type ClaimNames, type Person, personIn } from './person.ts';
import { scopes } from './scopes.ts';

export interface ResourceOptions {
  readonly issuer: Issuer;
  /** What a token for this server names as its audience. */
  readonly audience: string;
  /** Where clients reach this server: `https://waybill.example.com/mcp`. */
  readonly url: URL;
  readonly claims: ClaimNames;
  /** Whether the issuer is asked about tokens that it may have taken back. */
  readonly asksIssuer: boolean;
  readonly log: Log;
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
  /** Who sends a request, or the answer that says where to get a token. */
  readonly authenticate: (request: Request) => Promise<AuthInfo | Response>;
  /** Who an authenticated request is from. */
  readonly personOf: (authInfo: AuthInfo) => Person;
  /** Undefined for a token that is none, or not any more. */
  readonly holderOf: (token: string) => Promise<Holder | undefined>;
  /** Documents from which a client learns where to sign in; undefined for any other address. */
  readonly describe: (request: Request) => Response | undefined;
}

export function createProtectedResource(options: ResourceOptions): ProtectedResource {
  const { issuer, audience, url, claims, asksIssuer, log } = options;
  const { metadata, keys } = issuer;
  const verifier = createTokenVerifier({
    issuer: metadata.issuer,
    audience,
    keys,
    isActive: asksIssuer ? issuer.isActive : undefined,
    log,
  });
  const described = descriptionOf(issuer, url);
  const personOf = ({ extra = {} }: AuthInfo) => personIn(extra, claims);
  return {
    issuer: metadata.issuer,
    authenticate: requireBearerAuth({
      verifier,
      requiredScopes: [scopes.read],
      resourceMetadataUrl: getOAuthProtectedResourceMetadataUrl(url),
    }),
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
    describe: (request) => oauthMetadataResponse(request, described),
  };
}

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
  scopesSupported: Object.values(scopes),
  resourceName: 'Waybill',
});
