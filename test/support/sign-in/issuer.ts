import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { Provider, type ClientMetadata, type Configuration, type ResourceServer } from 'oidc-provider';

/** Claims of the issuer about a person. */
export interface IssuerAccount {
  readonly email?: string;
  readonly email_verified?: boolean;
  readonly roles?: readonly string[] | string;
  readonly organization?: string;
}

export interface RequestedToken {
  readonly scope?: string;
  readonly audience?: string;
  readonly client?: string;
  /** Seconds. */
  readonly livesFor?: number;
}

export type IssuerReach = 'open' | 'failing' | 'silent' | 'gone' | 'refusing';

/** A real OpenID provider on loopback, at which everybody is signed in as whoever its test says. */
export interface TestIssuer extends AsyncDisposable {
  readonly url: string;
  /** An access token as the provider signs it for somebody who has signed in. */
  token(subject: string, asked?: RequestedToken): Promise<string>;
  /** Selects the person in front of the browser at the next sign-in. */
  seat(subject: string): void;
  setAccount(subject: string, account: IssuerAccount): void;
  /** Signs with a new key from now on; the ones before stay published, or are withdrawn. */
  rotateKeys(options: { readonly keepsOld: boolean }): Promise<void>;
  /** From now on the issuer does not stand by this person's tokens. */
  sendAway(subject: string): void;
  /**
   * Changes its answers from now on: as always, with errors, not at all, on no address any more, or without
   * introspection.
   */
  setReach(reach: IssuerReach): Promise<void>;
  /** Counts the requests about a token. */
  countIntrospections(): number;
  /** Counts the requests for its keys. */
  countKeyRequests(): number;
}

export const pageClient = { id: 'waybill', secret: 'a secret of the page, long enough for anybody' } as const;
export const pipeline = { id: 'nightly-pipeline', secret: 'a secret of the pipeline, long enough as well' } as const;
export const everyScope = 'waybill:read waybill:write';

const introspection = '/ask-about-a-token';

/** Lists the usual clients: the page of approvals, an assistant on a person's machine, and a program. */
const listUsualClients = (resource: string): readonly ClientMetadata[] => [
  {
    client_id: pageClient.id,
    client_secret: pageClient.secret,
    redirect_uris: [new URL('/approvals/callback', resource).href],
  },
  {
    client_id: 'desktop',
    application_type: 'native',
    token_endpoint_auth_method: 'none',
    redirect_uris: ['http://127.0.0.1/callback'],
  },
  {
    client_id: pipeline.id,
    client_secret: pipeline.secret,
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
  },
];

export async function startIssuer(
  resource: string,
  accounts: Readonly<Record<string, IssuerAccount>>,
  clients: readonly ClientMetadata[] = listUsualClients(resource),
): Promise<TestIssuer> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Another site than the desk, as issuers are. A listening TCP server always has an address object.
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const people = new Map(Object.entries(accounts));
  const away = new Set<string>();
  const state = { seated: '', reach: 'open' as IssuerReach, asked: 0, keysAsked: 0 };
  let keys = [await createKey('first')];
  let provider = createProvider({ url, resource, people, keys, clients });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    void answer(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    if (path.startsWith(introspection)) state.asked += 1;
    if (state.reach === 'silent') return;
    if (state.reach === 'failing') return void response.writeHead(503).end();
    if (path.startsWith(introspection) && state.reach === 'refusing') return refuse(response);
    if (path.startsWith(introspection)) return introspect(request, response);
    if (path === '/jwks') state.keysAsked += 1;
    if (path.startsWith('/interaction/')) return signIn(request, response);
    await provider.callback()(request, response);
  }

  function refuse(response: ServerResponse): void {
    const body = { error: 'invalid_client', error_description: 'this client may not introspect' };
    response.writeHead(401, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  async function introspect(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const token = new URLSearchParams(await readText(request)).get('token') ?? '';
    const subject = token.includes('.') ? readSubject(token) : undefined;
    const body = JSON.stringify({ active: subject !== undefined && !away.has(subject), sub: subject });
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  }

  async function signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params, session, grantId } = await provider.interactionDetails(request, response);
    const accountId = state.seated;
    const existingGrant = grantId === undefined ? undefined : await provider.Grant.find(grantId);
    const grant = existingGrant ?? new provider.Grant({ accountId, clientId: String(params['client_id']) });
    grant.addOIDCScope('openid email');
    grant.addResourceScope(resource, everyScope);
    const consent = { grantId: await grant.save() };
    await provider.interactionFinished(request, response, { ...(!session && { login: { accountId } }), consent });
  }

  return {
    url,
    async token(subject, { scope = everyScope, audience = resource, client = 'desktop', livesFor = 600 } = {}) {
      const grant = new provider.Grant({ accountId: subject, clientId: client });
      grant.addResourceScope(audience, scope);
      const foundClient = await provider.Client.find(client);
      if (foundClient === undefined) throw new Error(`the issuer has no client ${client}`);
      const token = new provider.AccessToken({
        accountId: subject,
        client: foundClient,
        grantId: await grant.save(),
        scope,
        gty: 'authorization_code',
        expiresIn: livesFor,
      });
      token.resourceServer = new provider.ResourceServer(audience, buildResourceServer(audience));
      return token.save();
    },
    seat: (subject) => void (state.seated = subject),
    setAccount: (subject, account) => void people.set(subject, account),
    async rotateKeys({ keepsOld }) {
      keys = [await createKey(`after ${String(keys[0]?.kid)}`), ...(keepsOld ? keys : [])];
      provider = createProvider({ url, resource, people, keys, clients });
    },
    sendAway: (subject) => void away.add(subject),
    async setReach(reach) {
      state.reach = reach;
      server.closeAllConnections();
      if (reach === 'gone' && server.listening) {
        server.close();
        await once(server, 'close');
      }
      if (reach !== 'gone' && !server.listening) {
        server.listen(port, '127.0.0.1');
        await once(server, 'listening');
      }
    },
    countIntrospections: () => state.asked,
    countKeyRequests: () => state.keysAsked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      if (!server.listening) return;
      server.close();
      await once(server, 'close');
    },
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

function readSubject(token: string): string {
  const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return String(Reflect.get(Object(payload), 'sub'));
}

const buildResourceServer = (audience: string): ResourceServer => ({
  scope: everyScope,
  audience,
  accessTokenFormat: 'jwt',
  jwt: { sign: { alg: 'RS256' } },
});

async function createKey(kid: string): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  return { ...(await exportJWK(privateKey)), kid, alg: 'RS256', use: 'sig' };
}

interface ProviderSettings {
  readonly url: string;
  readonly resource: string;
  readonly people: ReadonlyMap<string, IssuerAccount>;
  /** It signs with the first one. */
  readonly keys: readonly JWK[];
  readonly clients: readonly ClientMetadata[];
}

function createProvider({ url, resource, people, keys, clients }: ProviderSettings): Provider {
  const configuration: Configuration = {
    jwks: { keys: [...keys] },
    clients: [...clients],
    scopes: ['openid', 'email', 'offline_access'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    cookies: { keys: ['only for a test'] },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo: (_ctx, audience) => buildResourceServer(audience),
      },
    },
    discovery: { introspection_endpoint: `${url}${introspection}` },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...people.get(accountId) }) }),
    extraTokenClaims: (_ctx, token) => ({
      ...people.get('accountId' in token ? token.accountId : String(token.clientId)),
    }),
    pkce: { required: () => true },
    ttl: {
      Grant: 3600,
      Interaction: 3600,
      Session: 3600,
      AuthorizationCode: 60,
      AccessToken: 3600,
      IdToken: 3600,
      ClientCredentials: 3600,
    },
  };
  return new Provider(url, configuration);
}
