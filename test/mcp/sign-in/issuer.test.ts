import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openIssuer } from '../../../src/mcp/sign-in/issuer.ts';
import { defaultScopes } from '../../../src/mcp/sign-in/scopes.ts';

/**
 * Starts an issuer that describes itself at the first of the well-known addresses; without `describe` nothing is there.
 */
async function startDescribed(describe?: (url: string) => object) {
  const server = createServer((request, response) => {
    if (describe === undefined || request.url !== '/.well-known/openid-configuration')
      return response.writeHead(404).end();
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(describe(url)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server always has an address object.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, [Symbol.asyncDispose]: async () => void server.close() };
}

const describeIssuer = (issuer: string) => ({
  issuer,
  jwks_uri: `${issuer}/jwks`,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
});
const settings = {
  clientId: 'page',
  clientSecret: 'secret',
  audience: 'https://desk.example/mcp',
  scopes: defaultScopes,
};

test('an issuer that calls itself otherwise is named as it does', async () => {
  await using other = await startDescribed(() => describeIssuer('https://login.example/tenant'));

  await expect(openIssuer({ ...settings, issuer: other.url, isAsked: false })).rejects.toThrow(
    'calls itself https://login.example/tenant; write "issuer" as it does.',
  );
});

test('an address at which no issuer is says what it answers', async () => {
  await using nobody = await startDescribed();

  await expect(openIssuer({ ...settings, issuer: nobody.url, isAsked: false })).rejects.toThrow(
    'does not describe itself (it answers with HTTP 404)',
  );
});

test('an issuer that cannot be asked about tokens ends the start only where it is to be asked', async () => {
  await using plain = await startDescribed(describeIssuer);

  await expect(openIssuer({ ...settings, issuer: plain.url, isAsked: true })).rejects.toThrow(
    'names no introspection_endpoint',
  );
  expect((await openIssuer({ ...settings, issuer: plain.url, isAsked: false })).metadata.issuer).toBe(plain.url);
});
