import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startIssuer, type TestIssuer } from '../../support/sign-in/issuer.ts';
import { callMessage, type SignedInDesk, staff, startSignedInDesk } from './signed-in-desk.ts';

let desk: SignedInDesk;
let stranger: TestIssuer;

beforeAll(async () => {
  const accounts = {
    ...staff,
    unverified: { email: 'max@example.com', roles: ['manager'] },
    nameless: { roles: ['manager'] },
  };
  desk = await startSignedInDesk({ accounts });
  stranger = await startIssuer(`${desk.origin}/mcp`, staff);
});
afterAll(async () => {
  await desk[Symbol.asyncDispose]();
  await stranger[Symbol.asyncDispose]();
});

const find = callMessage('find', { query: 'Chicago' });

async function signToken(change: (claims: SignJWT) => SignJWT, algorithm: 'RS256' | 'HS256'): Promise<string> {
  const key =
    algorithm === 'HS256'
      ? new TextEncoder().encode('a key that both sides know, and that is long enough')
      : (await generateKeyPair(algorithm)).privateKey;
  const claims = new SignJWT({ ...staff.max, scope: 'waybill:read waybill:write', client_id: 'desktop' })
    .setProtectedHeader({ alg: algorithm, kid: 'first' })
    .setSubject('max')
    .setIssuer(desk.issuer.url)
    .setAudience(`${desk.origin}/mcp`)
    .setExpirationTime('10m');
  return change(claims).sign(key);
}

/** Removes the signature from a real token. */
const removeSignature = (token: string): string => {
  const [, claims] = token.split('.');
  return `${Buffer.from(JSON.stringify({ alg: 'none' })).toString('base64url')}.${claims}.`;
};

test.each<[string, () => Promise<string | undefined>]>([
  ['nothing', async () => undefined],
  ['a word', async () => 'let-me-in'],
  ['a token of another issuer', () => stranger.token('max')],
  ['a token for another server', () => desk.issuer.token('max', { audience: 'https://other.example/mcp' })],
  ['a token that has expired', () => desk.issuer.token('max', { livesFor: -60 })],
  ['a token signed with another key', () => signToken((claims) => claims, 'RS256')],
  ['a token signed with a shared secret', () => signToken((claims) => claims, 'HS256')],
  ['a token signed by nobody', async () => removeSignature(await desk.issuer.token('max'))],
])('%s is answered with 401 and where to sign in', async (_what, token) => {
  const bearerToken = await token();
  const answer = await desk.post(find, bearerToken === undefined ? undefined : `Bearer ${bearerToken}`);

  expect(answer.status).toBe(401);
  const challenge = answer.headers.get('www-authenticate') ?? '';
  const [, address = ''] = /resource_metadata="([^"]+)"/.exec(challenge) ?? [];
  expect(address).toBe(`${desk.origin}/.well-known/oauth-protected-resource/mcp`);
  expect(await (await fetch(address)).json()).toMatchObject({
    resource: `${desk.origin}/mcp`,
    authorization_servers: [desk.issuer.url],
    scopes_supported: ['waybill:read', 'waybill:write'],
  });
});

const documents = {
  'oauth-protected-resource': { resource: 'DESK/mcp', authorization_servers: ['ISSUER'] },
  'oauth-authorization-server': { issuer: 'ISSUER', token_endpoint: 'ISSUER/token' },
  'openid-configuration': { issuer: 'ISSUER', jwks_uri: 'ISSUER/jwks', token_endpoint: 'ISSUER/token' },
};

test.each(Object.entries(documents))('%s is at each address at which a client looks for it', async (name, expected) => {
  const text = JSON.stringify(expected).replaceAll('DESK', desk.origin).replaceAll('ISSUER', desk.issuer.url);
  const paths = [
    `/.well-known/${name}`,
    `/.well-known/${name}/mcp`,
    `/mcp/.well-known/${name}`,
    `/.well-known/${name}/`,
  ];

  for (const path of paths) {
    const answer = await fetch(`${desk.origin}${path}`);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await answer.json()).toMatchObject(JSON.parse(text));
  }
});

test.each(['/.well-known/jwks.json', '/.well-known/constructor', '/register', '/token', '/favicon.ico', '/mcp/other'])(
  '%s is nothing here, and no way to the sign-in page',
  async (path) => {
    expect((await fetch(`${desk.origin}${path}`, { redirect: 'manual' })).status).toBe(404);
  },
);

test('/mcp/ asks for a token as /mcp does', async () => {
  const answer = await fetch(`${desk.origin}/mcp/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(find),
  });

  expect(answer.status).toBe(401);
  expect(answer.headers.get('www-authenticate')).toContain(`${desk.origin}/.well-known/oauth-protected-resource/mcp`);
});

test('a token for another server is told which audience it has to name', async () => {
  const token = await desk.issuer.token('max', { audience: 'https://other.example/mcp' });
  const answer = await desk.post(find, `Bearer ${token}`);

  expect(await answer.text()).toContain(`whose audience is ${desk.origin}/mcp`);
});

test.each([
  ['an e-mail that the issuer has not verified', 'unverified', 'has not verified the e-mail'],
  ['no name', 'nameless', 'which identifies the person, is missing'],
  ['no role of this desk', 'nobody', 'nobody@example.com has no role at this desk'],
])('%s is refused with 403 and the reason', async (_what, subject, reason) => {
  const answer = await desk.post(find, `Bearer ${await desk.issuer.token(subject)}`);

  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain(reason);
});

test('a token that is not good for reading is told which scope is missing', async () => {
  const answer = await desk.post(find, `Bearer ${await desk.issuer.token('max', { scope: 'waybill:write' })}`);

  expect(answer.status).toBe(403);
  expect(answer.headers.get('www-authenticate')).toMatch(/insufficient_scope.*waybill:read/);
});

test('with a token that is good the same question is answered', async () => {
  await using max = await desk.connect('max');

  expect((await max.call('find', { query: 'Chicago' })).isError).toBeUndefined();
});

test('a tool that changes something asks for the scope to write, and reading needs none', async () => {
  const token = await desk.issuer.token('max', { scope: 'waybill:read' });
  const [read, write] = await Promise.all([
    desk.post(find, `Bearer ${token}`),
    desk.post(callMessage('upload_document', {}), `Bearer ${token}`),
  ]);

  expect(read.status).toBe(200);
  expect(write.status).toBe(403);
  expect(write.headers.get('www-authenticate')).toMatch(/insufficient_scope.*waybill:write/);
});

test('no page of another site, and no name that leads here, reaches a tool with a token', async () => {
  const authorization = `Bearer ${await desk.issuer.token('max')}`;
  const headers = { authorization, 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const answer = await fetch(`${desk.origin}/mcp`, {
    method: 'POST',
    body: JSON.stringify(find),
    headers: { ...headers, origin: 'https://evil.example' },
  });

  expect(answer.status).toBe(403);
});

test('scopes are published under the names of the file, and match tokens by their last segment', async () => {
  const scopes = { read: 'api://waybill/waybill:read', write: 'api://waybill/waybill:write' };
  await using entra = await startSignedInDesk({ accounts: staff, signIn: { scopes } });
  const token = await entra.issuer.token('max', { scope: 'waybill:read' });

  const document = await fetch(`${entra.origin}/.well-known/oauth-protected-resource/mcp`);
  const [read, write] = [
    await entra.post(find, `Bearer ${token}`),
    await entra.post(callMessage('upload_document', {}), `Bearer ${token}`),
  ];

  expect(await document.json()).toMatchObject({ scopes_supported: [scopes.read, scopes.write] });
  expect(read.status).toBe(200);
  expect(write.status).toBe(403);
  expect(write.headers.get('www-authenticate')).toContain(`scope="${scopes.write}"`);
});
