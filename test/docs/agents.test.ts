import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { decideOnPage, signInAs } from '../cli/sign-in/browser-visit.ts';
import { type SignedInDesk, staff, startSignedInDesk } from '../cli/sign-in/signed-in-desk.ts';
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
  const shown = page.blocks.filter((block) => block.language === language).map(({ text }) => `${text}\n`);

  expect(shown).toEqual([readFileSync(path.join(folder, file), 'utf8')]);
});

let desk: SignedInDesk;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program as the page says; `onWaiting` is told each approval that it waits for. */
function runProgram(
  command: string,
  file: string,
  environment: Readonly<Record<string, string>>,
  onWaiting: (approvalId: string) => Promise<void> = async () => {},
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
    if (id !== undefined) decisions.push(onWaiting(id));
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      Promise.all(decisions).then(() => resolve({ code, ...texts }), reject);
    });
  });
}

const signedIn = () => ({
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

for (const { file, command, skipped } of programs) {
  describe.skipIf(skipped !== '')(`${file}${skipped}`, () => {
    // Each program has clean bills of its own to approve.
    beforeAll(async () => {
      desk = await startSignedInDesk({ accounts: staff });
      desk.issuer.setAccount(pipeline.id, { roles: ['payables'] });
    });
    afterAll(() => desk[Symbol.asyncDispose]());

    test('waits until a person has said no, and ends with 1', async () => {
      const before = await countCleanBills();

      const ended = await runProgram(command, file, signedIn(), (id) => decide(id, 'deny'));

      expect(ended).toEqual({
        code: 1,
        stdout: expect.stringContaining(`: ${desk.origin}/approvals/APR-`),
        stderr: expect.stringMatching(/^not_done: APPROVAL_DENIED: /),
      });
      expect(await countCleanBills()).toBe(before);
    });

    test('waits until a person has said yes, carries the plan out, and ends with 0', async () => {
      expect(await countCleanBills()).toBeGreaterThan(0);

      const ended = await runProgram(command, file, signedIn(), (id) => decide(id, 'approve'));

      expect(ended).toEqual({ code: 0, stdout: expect.stringMatching(/\ndone: .*approved/i), stderr: '' });
      expect(await countCleanBills()).toBe(0);
    });

    test('does nothing where nothing is left to do', async () => {
      expect(await runProgram(command, file, signedIn())).toEqual({
        code: 0,
        stdout: 'done: No clean bills today.\n',
        stderr: '',
      });
    });
  });
}
