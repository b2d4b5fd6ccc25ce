import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../../src/cli/config.ts';
import { openNotifier } from '../../../src/cli/opening/notifications/notifier.ts';
import { startTermDesk } from '../../mcp/support/term-desk.ts';
import { createDesktopNotification } from '../../../src/cli/opening/notifications/desktop.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { startAgent } from '../support/agent.ts';
import { buildDeskSettings, givenPendingDeletion } from '../support/record.ts';
import { createTemporaryFolder } from '../support/waybill.ts';

/** Writes a program with this name that records each of its arguments, and which settings it can see. */
function writeProgram(folder: string, name: string) {
  const file = path.join(folder, 'shown');
  const program = path.join(folder, name);
  const script = `#!/bin/sh\n{ env | grep -c WAYBILL_; printf '%s\\n' "$@"; } > "${file}.new"\nmv "${file}.new" "${file}"\n`;
  writeFileSync(program, script);
  chmodSync(program, 0o755);
  return {
    path: `${folder}:${process.env['PATH'] ?? ''}`,
    file,
    shown: async () => {
      await waitUntil(() => existsSync(file));
      return readFileSync(file, 'utf8').trimEnd().split('\n');
    },
  };
}

test.each([
  ['linux', 'notify-send', { DISPLAY: ':0' }, '-- &lt;b&gt; $(touch x) "`'],
  ['darwin', 'osascript', {}, '-- <b> $(touch x) "`'],
] as const)(
  'on %s the words of a title are words, whatever they are',
  async (platform, name, desktop, expectedTitle) => {
    using folder = createTemporaryFolder();
    const program = writeProgram(folder.path, name);
    const environment = { PATH: program.path, WAYBILL_CLIENT_SECRET: 'hunter2', ...desktop };

    createDesktopNotification({ platform, environment })?.('A plan waits', '-- <b> $(touch x) "`');

    const [settings, ...words] = await program.shown();
    expect(settings).toBe('0');
    expect(words.slice(-2)).toEqual(['A plan waits', expectedTitle]);
  },
);

test.each([
  ['linux', {}],
  ['linux', { DISPLAY: ':0', CI: 'true' }],
  ['darwin', { SSH_CONNECTION: '10.0.0.1 22' }],
  ['win32', {}],
] as const)('on %s with %o nothing is shown', (platform, environment) => {
  expect(createDesktopNotification({ platform, environment })).toBeUndefined();
});

test('a program that is not there fails in silence', async () => {
  const show = createDesktopNotification({ platform: 'linux', environment: { PATH: '/nowhere', DISPLAY: ':0' } });

  expect(() => show?.('A plan waits', 'x')).not.toThrow();
  // What is not caught later ends the run.
  await new Promise(setImmediate);
});

const remote = {
  WAYBILL_API_URL: 'https://api.example/v1',
  WAYBILL_CLIENT_ID: 'desk',
  WAYBILL_CLIENT_SECRET: 'hunter2',
};

test.runIf(process.platform === 'linux')(
  'an API that does not name its organization is named by its host',
  async () => {
    using folder = createTemporaryFolder();
    const program = writeProgram(folder.path, 'notify-send');
    const config = loadConfig({ WAYBILL_HOME: folder.path, ...remote, PATH: program.path, DISPLAY: ':0' });
    const notifier = openNotifier(config, { now: () => '', log: () => {}, organization: async () => undefined });
    await using desk = await startTermDesk({ notify: notifier.notify });

    await desk.callTool('delete_terms', { ids: [await desk.addTerm('Net 15')] });
    await notifier.close();

    expect((await program.shown()).at(-2)).toBe('Approval needed: api.example');
  },
);

// The program of the system under test is a script of a shell.
test.runIf(process.platform === 'linux')(
  'an approval that begins to wait is shown with whose it is and its title, unless the setting is off',
  async () => {
    using folder = createTemporaryFolder();
    const program = writeProgram(folder.path, 'notify-send');
    const { home, environment } = buildDeskSettings(path.join(folder.path, 'home'));
    const desktop = { ...environment, PATH: program.path, DISPLAY: ':0' };
    await givenPendingDeletion({ home });
    const deleteTerm = async (name: string, more: Record<string, string>) => {
      await using agent = await startAgent({ home, environment: { ...desktop, ...more } });
      const made = await agent.call('api_write', { operation: 'paymentTerms.create', input: { name } });
      const { id } = made.data.record;
      return (await agent.call('api_write', { operation: 'paymentTerms.delete', input: { id } })).data;
    };

    await deleteTerm('Net 30', { WAYBILL_DESKTOP_NOTICES: 'false' });
    const { approval } = await deleteTerm('Net 45', {});

    expect((await program.shown()).slice(-2)).toEqual([
      'Approval needed: My brokerage',
      `${approval.id}: Delete payment term "Net 45"${approval.how.url === undefined ? '' : ` · ${approval.how.url}`}`,
    ]);
  },
);
