import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import tls from 'node:tls';
import {
  Client,
  StreamableHTTPClientTransport,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
} from '@modelcontextprotocol/client';
import { decodeJwt } from 'jose';
import type { ClientMetadata } from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decideOnPage, openVisit, signInAs } from '../cli/sign-in/browser-visit.ts';
import { connectOverHttp } from '../cli/support/http.ts';
import { startWaybill, runWaybill } from '../cli/support/in-process.ts';
import { createOpenedHome } from '../cli/support/opened-home.ts';
import { createTemporaryFolder } from '../cli/support/waybill.ts';
import { type CallAnswer, callTool } from '../support/desk/clients.ts';
import { startIssuer, type TestIssuer } from '../support/sign-in/issuer.ts';
import { findFreePort } from '../support/stores/postgres.ts';
import { getPage } from './support/pages.ts';
import { createCertificate, hasCaddy, hasOpenssl, startTlsProxy } from './support/tls-proxy.ts';

const page = getPage('team.md');
const secrets = {
  'waybill-approvals': 'a secret of the page, long enough',
  'nightly-pipeline': 'a secret of the program',
};

/** Returns the only block of the page in a language that has a text in it. */
function findBlock(language: string, part: string): string {
  const blocks = page.blocks.filter((block) => block.language === language && block.text.includes(part));
  const [block] = blocks;
  if (block === undefined) throw new Error(`the page has no ${language} with ${part}`);
  return block.text;
}

const commandLines = page.blocks.filter(({ language }) => language === 'sh').flatMap(({ text }) => text.split('\n'));

/** The rows of the table of clients: id, grant, whether it has a secret, redirect address. */
const clientRows = [...page.text.matchAll(/^ +\| `([\w-]+)` \| ([\w ]+) \| (yes|no) \| (?:`(\S+)`)? ?\|$/gm)];

function toClients(replaceNames: (text: string) => string): readonly ClientMetadata[] {
  return clientRows.map(([, id = '', grant = '', hasSecret = '', redirect = '']) => ({
    client_id: id,
    ...(hasSecret === 'yes'
      ? { client_secret: secrets[id as keyof typeof secrets] }
      : { application_type: 'native' as const, token_endpoint_auth_method: 'none' as const }),
    ...(grant === 'client credentials'
      ? { grant_types: ['client_credentials'], redirect_uris: [], response_types: [] }
      : { redirect_uris: [replaceNames(redirect)] }),
  }));
}

const people = {
  dana: { email: 'dana@example.com', email_verified: true, roles: ['Dispatch'] },
  max: { email: 'max@example.com', email_verified: true, roles: ['Managers'] },
};

const missing = hasOpenssl ? '' : ' (skipped: there is no openssl to make a certificate with)';
const proxy = hasCaddy ? 'Caddy' : 'a stand-in for Caddy, which is not installed here';

describe.skipIf(missing !== '')(`the page for a team, word by word, behind ${proxy}${missing}`, () => {
  const open = new AsyncDisposableStack();
  let origin = '';
  let folder = '';
  let issuer: TestIssuer;
  let replaceNames: (text: string) => string;
  let settings: { readonly home: string };

  beforeAll(async () => {
    const home = open.adopt(await createOpenedHome(), (opened) => opened[Symbol.dispose]());
    const files = open.adopt(createTemporaryFolder(), (made) => made[Symbol.dispose]());
    const [publicPort, serverPort] = [await findFreePort(), await findFreePort()];
    folder = files.path;
    origin = `https://localhost:${publicPort}`;
    settings = { home: home.path };
    const replaceAddress = (text: string) => text.replaceAll('https://waybill.example.com', origin);
    issuer = open.use(await startIssuer(`${origin}/mcp`, people, toClients(replaceAddress)));
    replaceNames = (text) =>
      replaceAddress(text)
        .replaceAll('https://login.example.com', issuer.url)
        .replaceAll('/etc/waybill', folder)
        .replaceAll('/var/lib/waybill', home.path)
        .replaceAll('3333', String(serverPort));
    const certificate = createCertificate(folder);
    tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(certificate.certFile, 'utf8')]);

    mkdirSync(folder, { recursive: true });
    for (const [name, language, part] of [
      ['sign-in.json', 'json', '"https://login.example.com",\n  "client"'],
      ['policy.json', 'json', '"separationOfDuties"'],
      ['waybill.env', 'dotenv', 'WAYBILL_HOME'],
    ] as const)
      writeFileSync(path.join(folder, name), replaceNames(findBlock(language, part)));
    writeFileSync(path.join(folder, 'client-secret'), secrets['waybill-approvals']);

    const [, start = ''] = /^ExecStart=\/usr\/bin\/env waybill (.+)$/m.exec(findBlock('ini', '[Service]')) ?? [];
    const running = open.use(startWaybill(replaceNames(start).split(' '), settings));
    await running.firstLine;
    const caddyfile = replaceNames(findBlock('caddyfile', 'reverse_proxy'));
    open.use(await startTlsProxy({ ...certificate, caddyfile, folder, port: publicPort }));
  });
  afterAll(() => open.disposeAsync());

  /** Signs a person in as an assistant on their machine does, with the client id of the page. */
  async function connectAs(subject: string) {
    const stored: {
      tokens?: Parameters<OAuthClientProvider['saveTokens']>[0];
      discovery?: OAuthDiscoveryState;
      verifier?: string;
    } = {};
    const visited: URL[] = [];
    const [, , , , redirect = ''] = clientRows.find(([, id]) => id === 'waybill-desktop') ?? [];
    const authProvider: OAuthClientProvider = {
      redirectUrl: redirect,
      clientMetadata: { redirect_uris: [redirect] },
      clientInformation: () => ({ client_id: 'waybill-desktop' }),
      tokens: () => stored.tokens,
      saveTokens: (tokens) => void (stored.tokens = tokens),
      redirectToAuthorization: (address) => void visited.push(address),
      saveCodeVerifier: (verifier) => void (stored.verifier = verifier),
      codeVerifier: () => stored.verifier ?? '',
      discoveryState: () => stored.discovery,
      saveDiscoveryState: (state) => void (stored.discovery = state),
    };
    const url = new URL(`${origin}/mcp`);
    const first = new StreamableHTTPClientTransport(url, { authProvider });
    await expect(new Client({ name: 'assistant', version: '1' }).connect(first)).rejects.toThrow('Unauthorized');
    const visitIssuer = async (transport: StreamableHTTPClientTransport) => {
      issuer.seat(subject);
      const back = await openVisit({ origin }).follow(visited.at(-1)?.href ?? '', redirect);
      await transport.finishAuth(back.searchParams);
    };
    await visitIssuer(first);
    const client = new Client({ name: 'assistant', version: '1' });
    const transport = new StreamableHTTPClientTransport(url, { authProvider });
    await client.connect(transport);
    return {
      client,
      claims: () => decodeJwt(stored.tokens?.access_token ?? ''),
      /** Signs in once more for a scope that a call planned for. */
      stepUp: async (call: () => Promise<CallAnswer>): Promise<CallAnswer> => {
        await expect(call()).rejects.toThrow('Unauthorized');
        await visitIssuer(transport);
        return call();
      },
    };
  }

  test('its commands find nothing to fix', async () => {
    const commands = commandLines.filter((line) => line.startsWith('waybill ')).map((line) => line.split(' ').slice(1));

    expect(commands.map(([, , ...words]) => words.join(' '))).toEqual(['policy check', 'doctor']);
    let printed = '';
    for (const words of commands) {
      const { code, stdout, stderr } = await runWaybill(words.map(replaceNames), settings);
      expect([code, stderr]).toEqual([0, '']);
      printed += stdout;
    }
    expect(printed).toContain(`sign-in: ${issuer.url} answers`);
  });

  test('the proxy passes on the document that it names, and no health check', async () => {
    const [, address = ''] = /^curl --fail (\S+)$/m.exec(commandLines.join('\n')) ?? [];

    expect(await (await fetch(replaceNames(address))).json()).toMatchObject({ resource: `${origin}/mcp` });
    expect((await fetch(`${origin}/healthz`)).status).toBe(404);
    expect((await fetch(`${origin}/readyz`)).status).toBe(404);
  });

  test('a dispatcher asks, a manager approves on the page, and the assistant carries it out', async () => {
    const { client, claims, stepUp } = await connectAs('dana');
    const { tools } = await client.listTools();
    expect(claims()).toMatchObject({ scope: 'waybill:read' });
    const planned = await stepUp(() =>
      callTool(client, 'set_up_customer', { name: 'Harbor Provisions', creditLimit: 25_000 }),
    );
    const { visit } = await signInAs({ origin, issuer }, 'dana');
    const { visit: manager } = await signInAs({ origin, issuer }, 'max');

    const expected: unknown = JSON.parse(replaceNames(findBlock('json', '"aud"')));
    expect(claims()).toMatchObject(expected as object);
    expect(tools.map(({ name }) => name)).toContain('book_carrier');
    expect(tools.map(({ name }) => name)).not.toContain('pay_bills');
    expect(planned.data).toMatchObject({ status: 'approval_required' });
    await decideOnPage(visit, planned.data.approval.id, 'approve');
    expect((await callTool(client, 'run_approved', { approvalId: planned.data.approval.id })).data.status).not.toBe(
      'done',
    );
    expect((await decideOnPage(manager, planned.data.approval.id, 'approve')).status).toBe(303);
    expect((await callTool(client, 'run_approved', { approvalId: planned.data.approval.id })).data).toMatchObject({
      status: 'done',
      summary: expect.stringContaining('Harbor Provisions'),
    });
    await client.close();
  });

  test('the program signs in with its own secret, and has the role of the policy', async () => {
    const answer = await fetch(`${issuer.url}/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`nightly-pipeline:${encodeURIComponent(secrets['nightly-pipeline'])}`).toString('base64')}`,
      },
      body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'waybill:read waybill:write' }),
    });
    const { access_token: token } = (await answer.json()) as { readonly access_token: string };
    await using program = await connectOverHttp(`${origin}/mcp`, 'modern', undefined, token);
    const { tools } = await program.client.listTools();

    expect(tools.map(({ name }) => name)).toContain('pay_bills');
    expect(tools.map(({ name }) => name)).not.toContain('book_carrier');
  });
});
