import { execFile } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTemporaryFolder } from '../cli/support/waybill.ts';
import { type ServedFixtures, serveFixtures } from './served-fixtures.ts';

const expectedFailures = path.join(import.meta.dirname, 'expected-failures.yml');
const packageJson = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/package.json'));
const command = path.join(path.dirname(packageJson), 'dist/index.js');

let served: ServedFixtures;
beforeAll(async () => {
  served = await serveFixtures();
});
afterAll(() => served[Symbol.asyncDispose]());

test.each(['2025-11-25', '2026-07-28'])(
  'the official suite finds nothing else wrong in protocol %s',
  async (revision) => {
    using folder = createTemporaryFolder();
    const args = ['server', '--url', served.url, '--requirements', revision, '--output-dir', folder.path];
    const failureArgs = revision === '2025-11-25' ? ['--expected-failures', expectedFailures] : [];

    const run = promisify(execFile)(process.execPath, [command, ...args, ...failureArgs], {
      maxBuffer: 64 * 1024 * 1024,
    });
    const { code, stdout } = await run.then(
      (ended) => ({ code: 0, stdout: ended.stdout }),
      (failed: { code: number; stdout: string }) => failed,
    );

    expect({ code, said: code === 0 ? '' : stdout.slice(-6000) }).toEqual({ code: 0, said: '' });
  },
);
