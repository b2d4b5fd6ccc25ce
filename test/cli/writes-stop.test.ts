import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { waybill } from './support/in-process.ts';
import { copyOpenedHome, openedHome } from './support/opened-home.ts';
import { temporaryFolder } from './support/waybill.ts';

const create = [
  'call',
  'create_quote',
  JSON.stringify({
    customer: 'Moonstone Hollow',
    origin: 'Fresno, CA',
    destination: 'Dallas, TX',
    pickup: 'tomorrow 8am',
    delivery: 'in 4 days',
    equipment: 'reefer',
  }),
];
const code = /secret of this desk is ([0-9A-Z-]{23})/;

test('a person stops every write at once, and only one with the secret at a terminal lets them go on', async () => {
  using folder = await openedHome();
  const settings = { home: folder.path };
  const made = await waybill(['approvals', 'secret'], settings, () => '');
  const secret = code.exec(made.stdout)?.[1] ?? '';

  const stopped = await waybill(['policy', 'stop', '--reason', 'wrong carrier'], settings);
  const again = await waybill(['policy', 'stop'], settings);
  const refused = await waybill(create, settings);
  const checked = await waybill(['doctor'], settings);
  const byScript = await waybill(['policy', 'resume'], settings);
  const byGuess = await waybill(['policy', 'resume'], settings, () => 'AAAAA-AAAAA-AAAAA-AAAAA');
  const stillRefused = await waybill(create, settings);
  const resumed = await waybill(['policy', 'resume'], settings, () => secret);
  const goesOn = await waybill(create, settings);
  const nothing = await waybill(['policy', 'resume'], settings, () => secret);
  const { stdout: log } = await waybill(['audit', 'tail'], settings);

  expect(stopped.stdout).toContain('No tool writes anything any more');
  expect(again.stdout).toContain('has stopped every write of this desk');
  expect([refused.code, refused.stdout + refused.stderr]).toEqual([1, expect.stringContaining('WRITES_STOPPED')]);
  expect(checked.stdout).toMatch(/problem {2}changes: .*wrong carrier/);
  expect([byScript.code, byScript.stderr]).toEqual([1, expect.stringContaining('is for a person at a terminal')]);
  expect([byGuess.code, stillRefused.code]).toEqual([1, 1]);
  expect(resumed.stdout).toContain('Writes go on.');
  expect(goesOn.code).toBe(0);
  expect(nothing.stdout).toContain('Nothing is stopped.');
  expect(log).toContain('policy stop');
  expect(log).toContain('policy resume');
});

test('with several organizations one stop is for all of them, and each goes on by itself', async () => {
  using folder = temporaryFolder();
  const signIn = path.join(folder.path, 'sign-in.json');
  const organizations = { acme: {}, globex: {} };
  writeFileSync(signIn, JSON.stringify({ issuer: 'https://login.example.com', client: { id: 'w' }, organizations }));
  const settings = {
    home: folder.path,
    environment: { WAYBILL_SIGN_IN: signIn, WAYBILL_PUBLIC_URL: 'https://desk.example.com' },
  };
  const homeOf = (name: string) => path.join(folder.path, 'organizations', name);
  for (const name of Object.keys(organizations)) await copyOpenedHome(homeOf(name));
  const stoppedAt = async (name: string) => {
    const { stdout } = await waybill(['doctor'], { home: homeOf(name), cwd: folder.path });
    return /problem {2}changes: /.test(stdout);
  };

  const one = await waybill(['--home', homeOf('acme'), 'policy', 'stop'], settings);
  const afterOne = [await stoppedAt('acme'), await stoppedAt('globex')];
  const all = await waybill(['policy', 'stop'], settings);
  const afterAll = [await stoppedAt('acme'), await stoppedAt('globex')];
  const resumed = await waybill(['policy', 'resume'], settings, () => '');
  const withoutFile = await waybill(['policy', 'stop'], { home: folder.path });
  const logs: string[] = [];
  for (const name of ['acme', 'globex'])
    logs.push((await waybill(['audit', 'tail'], { home: homeOf(name), cwd: folder.path })).stdout);

  expect([one.code, one.stdout]).toEqual([0, expect.stringMatching(/^acme: No tool writes anything any more/)]);
  expect(afterOne).toEqual([true, false]);
  expect(all.stdout).toMatch(/^acme: .*has stopped every write.*\nglobex: No tool writes anything any more/);
  expect(afterAll).toEqual([true, true]);
  expect([resumed.code, resumed.stderr]).toEqual([
    2,
    expect.stringContaining(`--home ${homeOf('globex')} policy resume`),
  ]);
  expect(withoutFile.stdout).toContain('NOT STOPPED: acme, globex.');
  for (const log of logs) expect(log).toContain('policy stop');
});
