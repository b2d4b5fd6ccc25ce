import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { HostName } from '../../src/cli/commands/install/hosts.ts';
import { runWaybill } from '../cli/support/in-process.ts';
import { buildEnvironment, createTemporaryFolder } from '../cli/support/waybill.ts';

/** A host's own command line, and how it shows that it has Waybill. */
interface HostCommand {
  readonly program: string;
  readonly args: readonly string[];
  readonly shows: RegExp;
  /** Writes the files that the host needs besides its settings. */
  readonly prepare?: (home: string) => void;
}

const commandLines = {
  'claude-code': { program: 'claude', args: ['mcp', 'list'], shows: /^waybill: .* Connected$/m },
  codex: { program: 'codex', args: ['mcp', 'list'], shows: /^waybill +.* enabled /m },
  gemini: {
    program: 'gemini',
    args: ['mcp', 'list'],
    shows: /waybill: .* Connected$/m,
    // It starts no server in a folder that its user doesn't trust.
    prepare(home) {
      mkdirSync(path.join(home, '.gemini'), { recursive: true });
      writeFileSync(path.join(home, '.gemini/trustedFolders.json'), JSON.stringify({ [home]: 'TRUST_FOLDER' }));
    },
  },
  goose: { program: 'goose', args: ['info', '-v'], shows: /\bwaybill\b/ },
  cline: { program: 'cline', args: ['config', 'mcp'], shows: /^ +waybill \[stdio\]$/m },
} as const satisfies Partial<Record<HostName, HostCommand>>;

/** The folders of programs that a person wants tested; those of this machine otherwise. */
const folders = (process.env['TEST_HOSTS'] ?? process.env['PATH'] ?? '').split(path.delimiter);

const findProgram = (program: string) =>
  folders.map((folder) => path.join(folder, program)).find((file) => existsSync(file));

/** Longer than any of them takes: it only ends one that waits for a person. */
const guardMs = 120_000;

// They are hundreds of megabytes each, so nothing here installs them: TEST_HOSTS names a folder with some of them.
describe.each(Object.entries<HostCommand>(commandLines))('%s', (name, { program, args, shows, prepare }) => {
  const file = findProgram(program);
  const skipped = file === undefined ? ` (skipped: no program ${program} in TEST_HOSTS or PATH)` : '';

  test.skipIf(file === undefined)(`lists Waybill after install, and not after uninstall${skipped}`, async () => {
    using folder = createTemporaryFolder();
    const home = folder.path;
    const list = () => {
      const { stdout, stderr } = spawnSync(file ?? '', args, {
        encoding: 'utf8',
        cwd: home,
        env: { ...buildEnvironment(home), TERM: 'dumb', NO_COLOR: '1' },
        input: '',
        timeout: guardMs,
      });
      return `${stdout}${stderr}`;
    };
    prepare?.(home);

    await runWaybill(['install', name], { home });
    const during = list();
    await runWaybill(['uninstall', name], { home });
    const after = list();

    expect(during).toMatch(shows);
    expect(after).not.toMatch(shows);
  });
});
