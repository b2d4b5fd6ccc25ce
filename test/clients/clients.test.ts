import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningHttp, startHttpCommand } from '../cli/support/http.ts';
import { builtCommand, environmentOf, temporaryFolder } from '../cli/support/waybill.ts';

const here = import.meta.dirname;
const isInstalled = existsSync(path.join(here, 'node_modules'));
const skipped = isInstalled ? '' : ' (skipped: not installed; `npm run test:clients` installs them)';

const inspector = path.join(here, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');

describe.skipIf(!isInstalled)(`clients that others have written${skipped}`, () => {
  const folder = temporaryFolder();
  let http: RunningHttp;
  let stdio: readonly string[];

  beforeAll(async () => {
    http = await startHttpCommand([], { home: folder.path });
    stdio = [process.execPath, await builtCommand(), 'stdio'];
  });
  afterAll(async () => {
    await http[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const argumentsFor = (transport: string) => (transport === 'HTTP' ? ['--url', http.ready.url] : stdio);

  /** What a program prints as its last line. */
  async function run(program: string, args: readonly string[]) {
    const options = { env: environmentOf(folder.path), cwd: folder.path, maxBuffer: 16 * 1024 * 1024 };
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [program, ...args], options);
    return { answer: JSON.parse(stdout.trim().split('\n').at(-1) ?? ''), stderr };
  }

  test.each(['HTTP', 'stdio'])(
    'the client of the AI SDK reads, and shows its user a form, over %s',
    async (transport) => {
      const { answer } = await run(path.join(here, 'ai-sdk.mjs'), argumentsFor(transport));

      expect(answer).toMatchObject({ status: 'done', forms: 1 });
      expect(answer.tools).toContain('morning_brief');
    },
  );

  test.each(['HTTP', 'stdio'])('the adapter of LangChain reads and has a write wait over %s', async (transport) => {
    const { answer } = await run(
      path.join(here, 'langchain.mjs'),
      transport === 'HTTP' ? ['--url', http.ready.url] : stdio,
    );

    expect(answer).toMatchObject({ rows: 1, status: 'approval_required' });
    expect(answer.tools).toContain('morning_brief');
  });

  test.each(['legacy', 'modern'])('the inspector finds no error in a schema (%s)', async (era) => {
    const words = ['--cli', '-q', '--format', 'json', '--strict', '--protocol-era', era, http.ready.url];
    const { answer, stderr } = await run(inspector, [...words, '--method', 'tools/list']);

    // It warns of members that may be null, which is what they are.
    expect(stderr).toMatch(/^0 errors, /m);
    expect(answer.result.tools.map(({ name }: { name: string }) => name)).toContain('morning_brief');
  });
});
