import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { hosts } from '../../../src/cli/commands/install/hosts.ts';
import { copyUrl } from '../../../src/cli/opening/copies/records-copy.ts';
import { runWaybill } from '../support/in-process.ts';
import { buildDeskSettings } from '../support/record.ts';
import { mountSmallDisk, explainNoSmallDisk } from '../support/small-disk.ts';
import { buildCommandOnce, buildEnvironment, createTemporaryFolder } from '../support/waybill.ts';

const noise = Buffer.alloc(20_000, 'not a database ');

interface DoctorFault {
  readonly title: string;
  /** Makes it, on a desk that doctor found in order; returns settings that it takes. */
  readonly given: (home: string) => Record<string, string> | void;
  /** Patterns of the failing lines, each with its remedy. */
  readonly says: readonly RegExp[];
}

const getCursorFile = (home: string) => path.join(home, ...hosts.cursor.file.parts);

function writeCursorFile(home: string, text: string): void {
  mkdirSync(path.dirname(getCursorFile(home)), { recursive: true });
  writeFileSync(getCursorFile(home), text);
}

const faults: readonly DoctorFault[] = [
  {
    title: 'a policy that cannot be understood',
    given(home) {
      writeFileSync(path.join(home, 'policy.json'), '{ "batchMax": "many" }');
      return { WAYBILL_POLICY: path.join(home, 'policy.json') };
    },
    says: [/^policy: .*batchMax/],
  },
  {
    title: 'a data folder that everybody may write to',
    given: (home) => chmodSync(home, 0o703),
    says: [/^data folder: \S+ can be changed by every user of this machine.*chmod o-w\.$/],
  },
  {
    title: 'secrets that everybody may read',
    given(home) {
      writeFileSync(path.join(home, '.env'), 'WAYBILL_LOG=error\n', { mode: 0o644 });
      chmodSync(path.join(home, '.env'), 0o644);
      chmodSync(home, 0o755);
    },
    says: [/^secret files: \S+\.env can be read by every user of this machine.*\(chmod 600\)/],
  },
  {
    title: 'a brokerage that is no database',
    given: (home) => writeFileSync(path.join(home, 'desk.db'), noise),
    says: [/^database file: .*desk\.db is damaged .*; restore it from a backup/, /^API: .*desk\.db is damaged/],
  },
  {
    title: 'a copy of the records that is no database and cannot be replaced',
    given(home) {
      const url = copyUrl({
        api: { kind: 'embedded' },
        home,
        currency: undefined,
        databaseUrl: `sqlite:${path.join(home, 'desk.db')}`,
      });
      const file = url.slice('sqlite:'.length);
      writeFileSync(file, noise);
      mkdirSync(path.join(`${file}.damaged`, 'inside'), { recursive: true });
    },
    says: [/^local copy: .*copy-\w+\.db is damaged and cannot be replaced .*, or delete the file/],
  },
  {
    title: 'a passkey that was written into the database',
    given(home) {
      using memory = new DatabaseSync(path.join(home, 'waybill.db'));
      memory.exec(
        "insert into tool_passkey values ('k1', 'Mine', 'AAAA', 0, '[]', 'somebody', '2026-11-26T08:00:00.000Z', null, 'forged', null, null)",
      );
    },
    says: [/^approver: 1 passkey written outside of Waybill.*Find out who wrote them/],
  },
  {
    title: 'a client that starts what is not there any more',
    given: (home) =>
      writeCursorFile(home, JSON.stringify({ mcpServers: { waybill: { command: '/gone/node', args: ['stdio'] } } })),
    says: [/^clients: Cursor starts \/gone\/node, which does not exist. To fix this, run `.*install cursor`\.$/],
  },
  {
    title: 'a client whose command is there and what it is to run is not',
    given: (home) =>
      writeCursorFile(
        home,
        JSON.stringify({ mcpServers: { waybill: { command: process.execPath, args: ['/gone/waybill.mjs'] } } }),
      ),
    says: [/^clients: Cursor starts \/gone\/waybill\.mjs, which does not exist/],
  },
  {
    title: 'settings of a client that cannot be understood',
    given: (home) => writeCursorFile(home, '{ "mcpServers": { "waybill": {'),
    says: [/^clients: Cursor has a file that can't be read: .*isn't valid JSON \(line 1\)\. Fix it/],
  },
];

const listProblems = (stdout: string) => [...stdout.matchAll(/^problem {2}(.*)$/gm)].map(([, line = '']) => line);

test.each(faults)('$title is said in one line, with what to do', async ({ given: causeFault, says }) => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);
  const before = await runWaybill(['doctor'], settings);

  const environment = { ...settings.environment, ...causeFault(folder.path) };
  const { code, stdout } = await runWaybill(['doctor'], { ...settings, environment });

  const lines = listProblems(stdout);
  const count = says.length === 1 ? '1 problem' : `${says.length} problems`;
  expect(before.stdout).toContain('Everything works.');
  expect([code, stdout]).toEqual([1, expect.stringContaining(`\n${count} to fix.`)]);
  for (const [index, line] of lines.entries()) expect(line).toMatch(says[index] ?? /nothing/);
});

test('an installed client is named, and so is the secret that was made', async () => {
  using folder = createTemporaryFolder();
  const settings = buildDeskSettings(folder.path);
  await runWaybill(['install', 'cursor'], settings);
  const before = await runWaybill(['doctor'], settings);
  await runWaybill(['approvals', 'secret'], settings, () => '');

  const after = await runWaybill(['doctor'], settings);

  expect(before.stdout).toMatch(/^Everything works\. 1 thing to do\.$/m);
  expect(after.stdout).toMatch(/^ok {7}approver: the secret is set$/m);
  expect([after.code, after.stdout]).toEqual([0, expect.stringMatching(/^ok {7}clients: Cursor$/m)]);
  expect(after.stdout).toMatch(/^Everything works\.$/m);
});

test('an API whose clock is minutes away is told apart from this machine', async () => {
  using folder = createTemporaryFolder();
  const api = createServer((_request, response) => {
    response.setHeader('Date', new Date(Date.now() - 300_000).toUTCString());
    response.end();
  });
  await once(api.listen(0, '127.0.0.1'), 'listening');
  // A listening TCP server has an address object.
  const { port } = api.address() as AddressInfo;

  const { code, stdout } = await runWaybill(['doctor'], {
    home: folder.path,
    environment: {
      WAYBILL_API_URL: `http://127.0.0.1:${port}/v1`,
      WAYBILL_CLIENT_ID: 'desk',
      WAYBILL_CLIENT_SECRET: 'secret',
    },
  });
  api.close();

  expect(code).toBe(1);
  expect(listProblems(stdout)).toContainEqual(
    expect.stringMatching(/^clock: this machine and the API are (?:299|30[0-2]) s apart; set the clock\.$/),
  );
});

const smallDiskMissing = explainNoSmallDisk();
describe.skipIf(smallDiskMissing !== null)('on a small disk', () => {
  test('one that is nearly full is said before it refuses writes', async () => {
    using disk = mountSmallDisk('40m');

    const { code, stdout } = await runWaybill(['doctor'], buildDeskSettings(disk.path));

    expect(code).toBe(1);
    expect(listProblems(stdout)).toEqual([
      expect.stringMatching(/^disk space: \S+ is on a disk with \d\d MB free. Make room before it is full/),
    ]);
  });
});

const hasNetworkOfItsOwn = spawnSync('unshare', ['-n', 'true']).status === 0;
describe.skipIf(!hasNetworkOfItsOwn)('on a machine without a loopback network', () => {
  test('the approvals page cannot be opened, and the terminal is named as the other way', async () => {
    using folder = createTemporaryFolder();
    const settings = buildDeskSettings(folder.path);

    const { status, stdout } = spawnSync('unshare', ['-n', process.execPath, await buildCommandOnce(), 'doctor'], {
      encoding: 'utf8',
      cwd: folder.path,
      env: buildEnvironment(folder.path, settings.environment),
    });

    expect(status).toBe(1);
    expect(listProblems(stdout)).toEqual([
      expect.stringMatching(
        /^approvals page: no page can be opened at http:\/\/localhost on this machine\. .*approvals list`/,
      ),
    ]);
  });
});
