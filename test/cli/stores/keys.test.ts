import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { plainCommands } from '../support/plain-commands.ts';
import { waybill } from '../support/in-process.ts';
import { call, deskIn } from '../support/record.ts';
import { clientOf, startServiceCommand } from '../support/service.ts';
import { temporaryFolder } from '../support/waybill.ts';

const database = ['--database', 'sqlite:desk.db'];
const factor = { companyName: 'Quick Factor', accountNumber: '000123456789' };

async function givenFactor(home: string): Promise<void> {
  const service = await startServiceCommand(database, { home });
  await using client = clientOf(service.ready, service.ready.clientSecret);
  await client.carrierFactors.create(factor);
  await service.stop();
}

const factorsOf = async (home: string) => {
  const input = { operation: 'carrierFactors.filter', fields: ['companyName', 'accountNumber'] };
  return JSON.stringify((await call(deskIn(home), 'api_read', input)).result);
};

test('a rotated key opens brokerage, plans and audit log, and needs a yes', async () => {
  using folder = temporaryFolder();
  const home = folder.path;
  await givenFactor(home);
  await waybill(['clients', 'add', 'desk', ...database], { home });
  const file = path.join(home, 'encryption.key');
  const before = readFileSync(file, 'utf8');

  const asked = await waybill(['keys', 'rotate', ...database], { home });
  const kept = readFileSync(file, 'utf8');
  const rotated = await waybill(['keys', 'rotate', '--yes', ...database], { home });
  const verified = await waybill(['audit', 'verify'], { home });

  expect([asked.code, kept]).toEqual([2, before]);
  expect([rotated.code, verified.code]).toEqual([0, 0]);
  expect(rotated.stdout.match(/is encrypted with the new key/g)).toHaveLength(2);
  expect(readFileSync(file, 'utf8')).not.toBe(before);
  expect(readdirSync(home)).not.toContain('encryption.key.next');
  expect(await factorsOf(home)).toContain('****6789');
});

test('a store whose key is lost starts again after its numbers were given up', async () => {
  using folder = temporaryFolder();
  const home = folder.path;
  await givenFactor(home);
  rmSync(path.join(home, 'encryption.key'));

  const without = await waybill(['call', 'api_read', '{"operation":"carrierFactors.filter"}'], deskIn(home));
  const givenUp = await waybill(['keys', 'give-up', '--yes', ...database], { home });
  const shown = await factorsOf(home);
  const again = await waybill(['keys', 'give-up', '--yes', ...database], { home });
  const log = await waybill(['audit', 'tail'], { home });

  expect([without.code, plainCommands(without.stderr)]).toEqual([2, expect.stringContaining('waybill keys give-up')]);
  expect([givenUp.code, givenUp.stdout]).toEqual([0, expect.stringContaining('Given up in ')]);
  expect(shown).toContain('Quick Factor');
  expect(shown).not.toContain('6789');
  expect(again.stdout).toContain('Nothing was given up');
  expect(log.stdout).toContain('waybill keys give-up  finished:done  Given up in ');
});
