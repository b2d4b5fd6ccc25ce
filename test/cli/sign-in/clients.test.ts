import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import type { OAuthClientProvider } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openVisit } from './browser-visit.ts';
import { type SignedInDesk, staff, startSignedInDesk } from './signed-in-desk.ts';

let desk: SignedInDesk;
beforeAll(async () => void (desk = await startSignedInDesk({ accounts: staff })));
afterAll(() => desk[Symbol.asyncDispose]());

/** Creates a host that knows the address of the server and its own client id, and nothing else. */
function createHost(visited: URL[]): OAuthClientProvider {
  const saved: { tokens?: Parameters<OAuthClientProvider['saveTokens']>[0]; verifier?: string } = {};
  return {
    redirectUrl: 'http://127.0.0.1/callback',
    clientMetadata: { redirect_uris: ['http://127.0.0.1/callback'] },
    clientInformation: () => ({ client_id: 'desktop' }),
    tokens: () => saved.tokens,
    saveTokens: (tokens) => void (saved.tokens = tokens),
    redirectToAuthorization: (address) => void visited.push(address),
    saveCodeVerifier: (verifier) => void (saved.verifier = verifier),
    codeVerifier: () => saved.verifier ?? '',
  };
}

test('a client that knows nothing but the address finds the issuer, signs its person in, and calls', async () => {
  const visited: URL[] = [];
  const provider = createHost(visited);
  const url = new URL(`${desk.origin}/mcp`);
  const transport = new StreamableHTTPClientTransport(url, { authProvider: provider });
  const client = new Client({ name: 'host', version: '1' });
  await expect(client.connect(transport)).rejects.toBeInstanceOf(UnauthorizedError);

  // The host opens a browser there; the person comes back with a code.
  desk.issuer.seat('dan');
  const back = await openVisit(desk).follow(visited[0]?.href ?? '', 'http://127.0.0.1/callback');
  await transport.finishAuth(back.searchParams);
  const signedIn = new Client({ name: 'host', version: '1' });
  await signedIn.connect(new StreamableHTTPClientTransport(url, { authProvider: provider }));

  const { tools } = await signedIn.listTools();
  expect(tools.map(({ name }) => name)).toContain('book_carrier');
  expect(tools.map(({ name }) => name)).not.toContain('pay_bills');
  const answer = await signedIn.callTool({ name: 'find', arguments: { query: 'Chicago' } });
  expect(answer.isError).toBeUndefined();
  await signedIn.close();
});
