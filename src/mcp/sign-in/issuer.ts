import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type Configuration,
  discovery,
  type DiscoveryRequestOptions,
  None,
  randomPKCECodeVerifier,
  randomState,
  tokenIntrospection,
} from 'openid-client';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { WaybillError } from '../../errors.ts';
import { describeFailure } from './issuer-line.ts';
import type { ScopeNames } from './scopes.ts';

export interface IssuerSettings {
  readonly issuer: string;
  /** This server as the issuer knows it. */
  readonly clientId: string;
  /** Undefined for a client that proves nothing but its codes. */
  readonly clientSecret: string | undefined;
  /** Audience of access tokens for this server. */
  readonly audience: string;
  readonly scopes: ScopeNames;
  /** True if the issuer is asked about tokens that it may have revoked. */
  readonly isAsked: boolean;
}

/** One visit to the issuer: what comes back with its code has to fit. */
export interface SignInVisit {
  readonly state: string;
  readonly codeVerifier: string;
}

/** The OpenID provider or OAuth authorization server at which people and programs sign in. */
export interface Issuer {
  readonly metadata: ReturnType<Configuration['serverMetadata']>;
  /** Address of the keys that tokens are signed with. */
  readonly keys: URL;
  readonly authorizationEndpoint: string;
  readonly tokenEndpoint: string;
  /** Returns the address at which a browser signs in, and the state to keep until it is back at `redirect`. */
  visit(redirect: string): Promise<{ readonly address: string; readonly visit: SignInVisit }>;
  /** Exchanges the code of a browser that came back for an access token. */
  exchangeCode(back: URL, visit: SignInVisit): Promise<string>;
  /** Returns true if the issuer has not revoked the token. */
  readonly isActive: (token: string) => Promise<boolean>;
  /** Asks about a token that does not exist; throws one sentence where the issuer refuses to answer. */
  readonly checkIntrospection: () => Promise<void>;
}

const timeoutSeconds = 5;

/** Asks the issuer what it is; one that cannot be asked ends the start. */
export async function openIssuer(settings: IssuerSettings): Promise<Issuer> {
  const configuration = await discoverIssuer(settings);
  const metadata = configuration.serverMetadata();
  const requireEndpoint = (
    member: 'jwks_uri' | 'authorization_endpoint' | 'token_endpoint' | 'introspection_endpoint',
  ): string => {
    const address = metadata[member];
    if (address !== undefined) return address;
    throw new WaybillError('CONFIGURATION', `WAYBILL_SIGN_IN: the issuer ${settings.issuer} names no ${member}.`);
  };
  // Without it nobody would get in, and each of them would be told that the issuer cannot be asked.
  if (settings.isAsked) requireEndpoint('introspection_endpoint');
  const resource = URL.canParse(settings.audience) ? { resource: settings.audience } : {};
  return {
    metadata,
    keys: new URL(requireEndpoint('jwks_uri')),
    authorizationEndpoint: requireEndpoint('authorization_endpoint'),
    tokenEndpoint: requireEndpoint('token_endpoint'),
    async visit(redirect) {
      const visit = { state: randomState(), codeVerifier: randomPKCECodeVerifier() };
      const address = buildAuthorizationUrl(configuration, {
        redirect_uri: redirect,
        scope: `openid email ${settings.scopes.read}`,
        state: visit.state,
        code_challenge: await calculatePKCECodeChallenge(visit.codeVerifier),
        code_challenge_method: 'S256',
        ...resource,
      });
      return { address: address.href, visit };
    },
    async exchangeCode(back, { state, codeVerifier }) {
      const checks = { expectedState: state, pkceCodeVerifier: codeVerifier };
      return (await authorizationCodeGrant(configuration, back, checks, resource)).access_token;
    },
    isActive: async (token) => (await tokenIntrospection(configuration, token)).active,
    async checkIntrospection() {
      try {
        await tokenIntrospection(configuration, 'waybill-doctor');
      } catch (cause) {
        throw new WaybillError(
          'SERVICE_UNAVAILABLE',
          `The issuer ${metadata.issuer} doesn't answer introspection for the client ${settings.clientId} (${describeFailure(cause)}). Let that client introspect tokens there, or remove "introspection" from the file of WAYBILL_SIGN_IN.`,
          { cause },
        );
      }
    },
  };
}

/** Discovers an issuer by the description of an OpenID provider or of a plain authorization server. */
async function discoverIssuer({ issuer, clientId, clientSecret }: IssuerSettings): Promise<Configuration> {
  const address = new URL(issuer);
  const options: DiscoveryRequestOptions = {
    timeout: timeoutSeconds,
    // Settings take an address in the clear on this machine only.
    ...(address.protocol === 'http:' && { execute: [allowInsecureRequests] }),
  };
  const authentication = clientSecret === undefined ? None() : undefined;
  try {
    return await discovery(address, clientId, clientSecret, authentication, options);
  } catch (cause) {
    try {
      return await discovery(address, clientId, clientSecret, authentication, { ...options, algorithm: 'oauth2' });
    } catch (second) {
      const called = [cause, second].map(getIssuerName).find((name) => name !== undefined);
      throw new WaybillError(
        'SERVICE_UNAVAILABLE',
        called === undefined
          ? `The issuer ${issuer} of WAYBILL_SIGN_IN does not describe itself (${describeIssuerFailure(cause)}); check its address, and that it can be reached from here.`
          : `The issuer ${issuer} of WAYBILL_SIGN_IN calls itself ${called}; write "issuer" as it does.`,
        { cause },
      );
    }
  }
}

/** Returns the name that an issuer gives itself, if it answered under another name. */
function getIssuerName(error: unknown): string | undefined {
  const { body } = getCause(error);
  const name = isPlainRecord(body) ? body['issuer'] : undefined;
  return typeof name === 'string' ? name : undefined;
}

function describeIssuerFailure(error: unknown): string {
  const { status, message } = getCause(error);
  const why = error instanceof Error ? error.message : String(error);
  if (typeof status === 'number') return `it answers with HTTP ${status}`;
  return typeof message === 'string' && message !== '' ? `${why}: ${message}` : why;
}

function getCause(error: unknown): { readonly body?: unknown; readonly status?: unknown; readonly message?: unknown } {
  const cause = error instanceof Error ? error.cause : undefined;
  return typeof cause === 'object' && cause !== null ? cause : {};
}
