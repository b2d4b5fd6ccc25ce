import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTemporaryFolder } from '../cli/support/waybill.ts';
import { isDeep } from '../support/depth.ts';
import { type ServedFixtures, serveFixtures } from './served-fixtures.ts';
import { serveTaskFixtures } from './served-task-fixtures.ts';

const expectedFailures = path.join(import.meta.dirname, 'expected-failures.yml');
const expectedTaskFailures = path.join(import.meta.dirname, 'expected-task-failures.yml');
const packageJson = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json'));
const command = path.join(path.dirname(packageJson), 'dist/index.js');

/** Runs the official suite against a server, and returns what it wrote if it found anything wrong. */
async function runSuite(url: string, args: readonly string[]) {
  using folder = createTemporaryFolder();
  const run = promisify(execFile)(
    process.execPath,
    [command, 'server', '--url', url, '--output-dir', folder.path, ...args],
    { maxBuffer: 64 * 1024 * 1024 },
  );
  const { code, stdout } = await run.then(
    (ended) => ({ code: 0, stdout: ended.stdout }),
    (failed: { code: number; stdout: string }) => failed,
  );
  return { code, said: code === 0 ? '' : stdout.slice(-6000) };
}

describe('the official suite', () => {
  let served: ServedFixtures;
  beforeAll(async () => {
    served = await serveFixtures();
  });
  afterAll(() => served[Symbol.asyncDispose]());

  test.each(['2025-11-25', '2026-07-28'])('finds nothing else wrong in protocol %s', async (revision) => {
    const failureArgs = revision === '2025-11-25' ? ['--expected-failures', expectedFailures] : [];

    expect(await runSuite(served.url, ['--requirements', revision, ...failureArgs])).toEqual({ code: 0, said: '' });
  });
});

/** Scenarios about tasks, without those whose tools ask a question in the middle, which no approval does. */
const taskScenarios = [
  'tasks-lifecycle',
  'tasks-capability-negotiation',
  'tasks-dispatch-and-envelope',
  'tasks-wire-fields',
  'tasks-request-state-removal',
  'tasks-request-headers',
] as const;

describe('the official suite, on approvals as tasks,', () => {
  let served: ServedFixtures;
  beforeAll(async () => {
    served = await serveTaskFixtures();
  });
  afterAll(() => served[Symbol.asyncDispose]());

  // Outside a deep run the two that look at the most.
  test.each(isDeep ? taskScenarios : taskScenarios.slice(0, 2))('finds nothing wrong in %s', async (scenario) => {
    const failureArgs = scenario === 'tasks-lifecycle' ? ['--expected-failures', expectedTaskFailures] : [];

    expect(await runSuite(served.url, ['--scenario', scenario, ...failureArgs])).toEqual({ code: 0, said: '' });
  });
});
