import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runWaybill } from './support/in-process.ts';
import { copyOpenedHome, createOpenedHome } from './support/opened-home.ts';
import { createTemporaryFolder } from './support/waybill.ts';

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
  using folder = await createOpenedHome();
  const settings = { home: folder.path };
  const made = await runWaybill(['approvals', 'secret'], settings, () => '');
  const secret = code.exec(made.stdout)?.[1] ?? '';

  const stopped = await runWaybill(['policy', 'stop', '--reason', 'wrong carrier'], settings);
  const again = await runWaybill(['policy', 'stop'], settings);
  const refused = await runWaybill(create, settings);
  const checked = await runWaybill(['doctor'], settings);
  const byScript = await runWaybill(['policy', 'resume'], settings);
  const byGuess = await runWaybill(['policy', 'resume'], settings, () => 'AAAAA-AAAAA-AAAAA-AAAAA');
  const stillRefused = await runWaybill(create, settings);
  const resumed = await runWaybill(['policy', 'resume'], settings, () => secret);
  const goesOn = await runWaybill(create, settings);
  const nothing = await runWaybill(['policy', 'resume'], settings, () => secret);
  const { stdout: log } = await runWaybill(['audit', 'tail'], settings);

  expect(stopped.stdout).toContain('No tool writes anything any more');
  expect(again.stdout).toContain('stopped all writes of this desk');
  expect([refused.code, refused.stdout + refused.stderr]).toEqual([
    1,
    expect.stringContaining('stopped all writes of this desk'),
  ]);
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
  using folder = createTemporaryFolder();
  const signIn = path.join(folder.path, 'sign-in.json');
  const organizations = { acme: {}, globex: {} };
  writeFileSync(signIn, JSON.stringify({ issuer: 'https://login.example.com', client: { id: 'w' }, organizations }));
  const settings = {
    home: folder.path,
    environment: { WAYBILL_SIGN_IN: signIn, WAYBILL_PUBLIC_URL: 'https://desk.example.com' },
  };
  const getHome = (name: string) => path.join(folder.path, 'organizations', name);
  for (const name of Object.keys(organizations)) await copyOpenedHome(getHome(name));
  const isStopped = async (name: string) => {
    const { stdout } = await runWaybill(['doctor'], { home: getHome(name), cwd: folder.path });
    return /problem {2}changes: /.test(stdout);
  };

  const stopOne = await runWaybill(['--home', getHome('acme'), 'policy', 'stop'], settings);
  const afterOne = [await isStopped('acme'), await isStopped('globex')];
  const all = await runWaybill(['policy', 'stop'], settings);
  const afterAll = [await isStopped('acme'), await isStopped('globex')];
  const resumed = await runWaybill(['policy', 'resume'], settings, () => '');
  const withoutFile = await runWaybill(['policy', 'stop'], { home: folder.path });
  const logs: string[] = [];
  for (const name of ['acme', 'globex'])
    logs.push((await runWaybill(['audit', 'tail'], { home: getHome(name), cwd: folder.path })).stdout);

  expect([stopOne.code, stopOne.stdout]).toEqual([0, expect.stringMatching(/^acme: No tool writes anything any more/)]);
  expect(afterOne).toEqual([true, false]);
  expect(all.stdout).toMatch(/^acme: .*stopped all writes.*\nglobex: No tool writes anything any more/);
  expect(afterAll).toEqual([true, true]);
  expect([resumed.code, resumed.stderr]).toEqual([
    2,
    expect.stringContaining(`--home ${getHome('globex')} policy resume`),
  ]);
  expect(withoutFile.stdout).toContain('NOT STOPPED: acme, globex.');
  for (const log of logs) expect(log).toContain('policy stop');
});
