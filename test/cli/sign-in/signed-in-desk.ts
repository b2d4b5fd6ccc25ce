import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import {
  type IssuerAccount,
  pageClient,
  startIssuer,
  type TestIssuer,
  type RequestedToken,
} from '../../support/sign-in/issuer.ts';
import { startBalancer } from './balancer.ts';
import type { ProtocolEra } from '../support/agent.ts';
import { connectOverHttp, type HttpAgent } from '../support/http.ts';
import { startWaybill } from '../support/in-process.ts';
import { createOpenedHome } from '../support/opened-home.ts';
import { startProcess, createTemporaryFolder } from '../support/waybill.ts';

export interface SignedInDesk extends AsyncDisposable {
  /** `http://localhost:PORT` */
  readonly origin: string;
  readonly home: string;
  readonly issuer: TestIssuer;
  /** Everything in the log so far; nothing where there are several processes. */
  logged(): string;
  /** A client that signs in as somebody; given `shown`, with a person who says yes to each form. */
  connect(
    subject: string,
    options?: { readonly era?: ProtocolEra; readonly shown?: string[] } & RequestedToken,
  ): Promise<HttpAgent>;
  /** A message as any program could send it. */
  post(body: object, authorization?: string): Promise<Response>;
}

export interface SignedInOptions {
  readonly accounts: Readonly<Record<string, IssuerAccount>>;
  /** Members of the file of `WAYBILL_SIGN_IN` beside issuer and client. */
  readonly signIn?: object;
  readonly policy?: object;
  readonly environment?: Readonly<Record<string, string>>;
  /** Given: that many processes behind a balancer. */
  readonly processes?: number;
}

/** Everybody who works at the desk of the tests, and somebody who does not. */
export const staff = {
  vera: { email: 'vera@example.com', email_verified: true, roles: ['viewer'] },
  dan: { email: 'dan@example.com', email_verified: true, roles: ['dispatcher'] },
  sol: { email: 'sol@example.com', email_verified: true, roles: ['sales'] },
  bea: { email: 'bea@example.com', email_verified: true, roles: ['billing'] },
  pam: { email: 'Pam@Example.com', email_verified: true, roles: ['payables'] },
  max: { email: 'max@example.com', email_verified: true, roles: ['manager'] },
  ada: { email: 'ada@example.com', email_verified: true, roles: ['admin'] },
  nobody: { email: 'nobody@example.com', email_verified: true, roles: ['gardener'] },
} satisfies Record<string, IssuerAccount>;

/** `waybill http` beside a real issuer, on a store of its own. */
export async function startSignedInDesk(options: SignedInOptions): Promise<SignedInDesk> {
  const folder = hasSandbox(options) ? await createOpenedHome() : createTemporaryFolder();
  const port = await findPort();
  const origin = `http://localhost:${port}`;
  const issuer = await startIssuer(`${origin}/mcp`, options.accounts);
  const open = new AsyncDisposableStack();
  open.defer(() => folder[Symbol.dispose]());
  open.use(issuer);
  let readLog = () => '';
  if (options.processes === undefined) {
    const running = open.use(await startServer(folder.path, port, { port, issuer }, options));
    readLog = () => running.logged?.() ?? '';
  } else
    await startSeveral(
      open,
      options.processes,
      (ownPort) => startServer(folder.path, ownPort, { port, issuer }, options),
      port,
    );
  return {
    origin,
    home: folder.path,
    issuer,
    logged: () => readLog(),
    connect: async (subject, { era, shown: shownForms, ...tokenOptions } = {}) =>
      connectOverHttp(`${origin}/mcp`, era, shownForms, await issuer.token(subject, tokenOptions)),
    post: (body, authorization) =>
      fetch(`${origin}/mcp`, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...(authorization !== undefined && { authorization }),
        },
      }),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  };
}

const hasSandbox = ({ signIn = {}, environment = {} }: SignedInOptions) =>
  !('organizations' in signIn) && environment['WAYBILL_DATABASE_URL'] === undefined;

async function startSeveral(
  open: AsyncDisposableStack,
  count: number,
  start: (port: number) => Promise<AsyncDisposable>,
  publicPort: number,
): Promise<void> {
  const ports: number[] = [];
  for (let index = 0; index < count; index += 1) {
    const port = await findPort();
    open.use(await start(port));
    ports.push(port);
  }
  open.use(await startBalancer(publicPort, ports));
}

/** In this process, unless there are several of them. */
async function startServer(
  home: string,
  ownPort: number,
  { port, issuer }: { readonly port: number; readonly issuer: TestIssuer },
  { signIn = {}, policy, environment, processes }: SignedInOptions,
): Promise<AsyncDisposable & { logged?(): string }> {
  const [signInFile, policyFile, secretFile] = ['sign-in.json', 'policy.json', 'client-secret'].map((name) =>
    path.join(home, name),
  ) as [string, string, string];
  writeFileSync(secretFile, pageClient.secret);
  writeFileSync(
    signInFile,
    JSON.stringify({ issuer: issuer.url, client: { id: pageClient.id, secretFile }, ...signIn }),
  );
  if (policy) writeFileSync(policyFile, JSON.stringify(policy));
  const settings = {
    home,
    environment: {
      WAYBILL_SIGN_IN: signInFile,
      WAYBILL_PUBLIC_URL: `http://localhost:${port}`,
      ...(policy && { WAYBILL_POLICY: policyFile }),
      ...environment,
    },
  };
  const words = ['http', '--port', String(ownPort)];
  const running = processes === undefined ? startWaybill(words, settings) : await startProcess(words, settings);
  await running.firstLine;
  return running;
}

/** Finds a free port; the address is known before the process listens there. */
async function findPort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server always has an address object.
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

export const callMessage = (name: string, input: object = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: input },
});
