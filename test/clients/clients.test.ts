import { execFile, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningHttp, startHttpCommand } from '../cli/support/http.ts';
import { buildCommandOnce, buildEnvironment, createTemporaryFolder } from '../cli/support/waybill.ts';

const testFolder = import.meta.dirname;
const isInstalled = existsSync(path.join(testFolder, 'node_modules'));
const skipped = isInstalled ? '' : ' (skipped: not installed; `npm run test:clients` installs them)';

/** Clients in Python. The tester installs them, because Python's registry is not always reachable. */
const inPython = [
  { name: 'the Python SDK', module: 'mcp', script: 'python-sdk.py' },
  { name: 'fastmcp', module: 'fastmcp', script: 'fast-mcp.py' },
].map((client) => {
  const isThere = spawnSync('python3', ['-c', `import ${client.module}`]).status === 0;
  return { ...client, isThere, reason: isThere ? '' : ` (skipped: python3 finds no module ${client.module})` };
});

const inspector = path.join(testFolder, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');

const isAnyThere = isInstalled || inPython.some(({ isThere }) => isThere);

describe.skipIf(!isAnyThere)('clients that others have written', () => {
  const folder = createTemporaryFolder();
  let http: RunningHttp;
  let stdio: readonly string[];

  beforeAll(async () => {
    http = await startHttpCommand([], { home: folder.path });
    stdio = [process.execPath, await buildCommandOnce(), 'stdio'];
  });
  afterAll(async () => {
    await http[Symbol.asyncDispose]();
    folder[Symbol.dispose]();
  });

  const buildArguments = (transport: string) => (transport === 'HTTP' ? ['--url', http.ready.url] : stdio);

  /** Runs a program and returns the last line that it prints. */
  async function run(program: string, args: readonly string[], interpreter: string = process.execPath) {
    const options = { env: buildEnvironment(folder.path), cwd: folder.path, maxBuffer: 16 * 1024 * 1024 };
    const { stdout, stderr } = await promisify(execFile)(interpreter, [program, ...args], options);
    return { answer: JSON.parse(stdout.trim().split('\n').at(-1) ?? ''), stderr };
  }

  for (const { name, script, isThere, reason } of inPython)
    test.skipIf(!isThere).each(['HTTP', 'stdio'])(
      `${name} reads and has a write wait over %s${reason}`,
      async (transport) => {
        const { answer } = await run(path.join(testFolder, script), buildArguments(transport), 'python3');

        expect(answer).toMatchObject({ rows: 1, status: 'approval_required' });
        expect(answer.tools).toContain('morning_brief');
      },
    );

  test.skipIf(!isInstalled).each(['HTTP', 'stdio'])(
    `the client of the AI SDK reads, and shows its user a form, over %s${skipped}`,
    async (transport) => {
      const { answer } = await run(path.join(testFolder, 'ai-sdk.mjs'), buildArguments(transport));

      expect(answer).toMatchObject({ status: 'done', forms: 1 });
      expect(answer.tools).toContain('morning_brief');
    },
  );

  test.skipIf(!isInstalled).each(['HTTP', 'stdio'])(
    `the adapter of LangChain reads and has a write wait over %s${skipped}`,
    async (transport) => {
      const { answer } = await run(
        path.join(testFolder, 'langchain.mjs'),
        transport === 'HTTP' ? ['--url', http.ready.url] : stdio,
      );

      expect(answer).toMatchObject({ rows: 1, status: 'approval_required' });
      expect(answer.tools).toContain('morning_brief');
    },
  );

  test.skipIf(!isInstalled).each(['legacy', 'modern'])(
    `the inspector finds no error in a schema (%s)${skipped}`,
    async (era) => {
      const words = ['--cli', '-q', '--format', 'json', '--strict', '--protocol-era', era, http.ready.url];
      const { answer, stderr } = await run(inspector, [...words, '--method', 'tools/list']);

      // It warns of members that may be null, which is what they are.
      expect(stderr).toMatch(/^0 errors, /m);
      expect(answer.result.tools.map(({ name }: { name: string }) => name)).toContain('morning_brief');
    },
  );
});
