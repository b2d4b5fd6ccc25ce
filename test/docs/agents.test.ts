import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isDeep } from '../support/depth.ts';
import { decideOnPage, signInAs } from '../cli/sign-in/browser-visit.ts';
import { type SignedInDesk, staff, startSignedInDesk } from '../cli/sign-in/signed-in-desk.ts';
import { startHttpCommand } from '../cli/support/http.ts';
import { createOpenedHome } from '../cli/support/opened-home.ts';
import { pipeline } from '../support/sign-in/issuer.ts';
import { getPage } from './support/pages.ts';

const page = getPage('agents.md');
const folder = path.resolve('docs/examples');

/** Finds what keeps `python3` from running the program; empty where nothing does. */
function findPythonProblem(): string {
  const { status, stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.version_info >= (3, 9))'], {
    encoding: 'utf8',
  });
  if (status !== 0) return ' (skipped: there is no python3)';
  return stdout.trim() === 'True' ? '' : ' (skipped: python3 is older than 3.9)';
}

const pythonProblem = findPythonProblem();
const programs = [
  { language: 'ts', file: 'agent.ts', command: process.execPath, skipped: '' },
  { language: 'python', file: 'agent.py', command: 'python3', skipped: pythonProblem },
] as const;

test.each(programs)('the page shows $file as it is', ({ language, file }) => {
  const programTexts = page.blocks.filter((block) => block.language === language).map(({ text }) => `${text}\n`);

  expect(programTexts).toEqual([readFileSync(path.join(folder, file), 'utf8')]);
});

let desk: SignedInDesk;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program as the page says; `onWaiting` receives each approval that it waits for. */
function runProgram(
  command: string,
  file: string,
  environment: Readonly<Record<string, string>>,
  onWaiting: (approvalId: string, child: ChildProcess) => Promise<void> = async () => {},
): Promise<Ended> {
  const child = spawn(command, [path.join(folder, file)], {
    env: { PATH: process.env['PATH'], POLL_SECONDS: '0.2', ...environment },
  });
  const texts = { stdout: '', stderr: '' };
  const decisions: Promise<void>[] = [];
  child.stderr.on('data', (chunk: Buffer) => (texts.stderr += chunk.toString()));
  child.stdout.on('data', (chunk: Buffer) => {
    texts.stdout += chunk.toString();
    const [id] = /APR-\w+(?= needs a person)/.exec(chunk.toString()) ?? [];
    if (id !== undefined) decisions.push(onWaiting(id, child));
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      Promise.all(decisions).then(() => resolve({ code, ...texts }), reject);
    });
  });
}

const buildSignedInEnvironment = () => ({
  MCP_URL: `${desk.origin}/mcp`,
  ISSUER: desk.issuer.url,
  CLIENT_ID: pipeline.id,
  CLIENT_SECRET: pipeline.secret,
});

async function decide(approvalId: string, decision: 'approve' | 'deny'): Promise<void> {
  const { visit } = await signInAs(desk, 'max');
  const { status } = await decideOnPage(visit, approvalId, decision);
  if (status !== 303) throw new Error(`the decision was answered with ${status}`);
}

/** Bills that the programs would approve. */
async function countCleanBills(): Promise<number> {
  await using pam = await desk.connect('pam');
  const { data } = await pam.call('list_bills', { status: 'IN_REVIEW', verdict: 'clean' });
  return data.total;
}

// Outside a deep run, one of the programs signs in and the other one does not.
for (const { file, command, skipped } of isDeep ? programs : programs.slice(0, 1)) {
  describe.skipIf(skipped !== '')(`${file}${skipped}`, () => {
    // Each program has clean bills of its own to approve.
    beforeAll(async () => {
      desk = await startSignedInDesk({ accounts: staff });
      desk.issuer.setAccount(pipeline.id, { roles: ['payables'] });
    });
    afterAll(() => desk[Symbol.asyncDispose]());

    test('waits until a person has said no, and ends with 1', async () => {
      const before = await countCleanBills();

      const ended = await runProgram(command, file, buildSignedInEnvironment(), (id) => decide(id, 'deny'));

      expect(ended).toEqual({
        code: 1,
        stdout: expect.stringContaining(`: ${desk.origin}/approvals/APR-`),
        stderr: expect.stringMatching(/^not_done: APPROVAL_DENIED: /),
      });
      expect(await countCleanBills()).toBe(before);
    });

    test('waits until a person has said yes, carries the plan out, and ends with 0', async () => {
      expect(await countCleanBills()).toBeGreaterThan(0);

      const ended = await runProgram(command, file, buildSignedInEnvironment(), (id) => decide(id, 'approve'));

      expect(ended).toEqual({ code: 0, stdout: expect.stringMatching(/\ndone: .*approved/i), stderr: '' });
      expect(await countCleanBills()).toBe(0);
    });

    test('does nothing where nothing is left to do', async () => {
      expect(await runProgram(command, file, buildSignedInEnvironment())).toEqual({
        code: 0,
        stdout: 'done: No clean bills today.\n',
        stderr: '',
      });
    });
  });
}

interface BusyProxy extends AsyncDisposable {
  readonly url: string;
  /** Counts the answers that the server is busy. */
  refusals(): number;
}

/** Opens an address that says that the server is busy before it passes each call of a tool on, as a server with too much to do does. */
async function openBusyProxy(target: string): Promise<BusyProxy> {
  const refused = new Set<string>();
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request);
      const tool = /"name":\s*"(list_bills|approve_bills)"/.exec(body)?.[1];
      if (tool !== undefined && !refused.has(tool)) {
        refused.add(tool);
        response.writeHead(503, { 'retry-after': '0', 'x-nothing-changed': 'true' }).end('{}');
        return;
      }
      const { host: _host, connection: _connection, 'content-length': _length, ...headers } = request.headers;
      const answer = await fetch(target, {
        method: request.method ?? 'GET',
        // Headers of a request are texts, but for those that nobody sends here.
        headers: headers as Record<string, string>,
        ...(body !== '' && { body }),
      });
      const type = answer.headers.get('content-type');
      response.writeHead(answer.status, type === null ? {} : { 'content-type': type }).end(await answer.text());
    })().catch(() => response.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server always has an address object.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    refusals: () => refused.size,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

for (const { file, command, skipped } of isDeep ? programs : programs.slice(1))
  test.skipIf(skipped !== '')(
    `${file} needs no token on this machine, and waits while the server is busy${skipped}`,
    async () => {
      using home = await createOpenedHome();
      await using http = await startHttpCommand([], {
        home: home.path,
        environment: { WAYBILL_TOOLSETS: 'default,payables' },
      });
      await using proxy = await openBusyProxy(http.ready.url);

      const ended = await runProgram(command, file, { MCP_URL: proxy.url }, async (_id, child) => {
        child.kill();
      });

      expect(ended.stdout).toMatch(/^APR-\w+ needs a person before /);
      expect(proxy.refusals()).toBe(2);
    },
  );
