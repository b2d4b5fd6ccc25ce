import path from 'node:path';
import { expect, test } from 'vitest';
import { createIds } from '../../../src/service/identifiers/ids.ts';
import { createOrganization } from '../../../src/service/organization/organization.ts';
import { openBrokerage } from '../../../src/store/database.ts';
import { runWaybill } from '../support/in-process.ts';
import { createTemporaryFolder } from '../support/waybill.ts';

test('a sandbox is never put beside another organization', async () => {
  using folder = createTemporaryFolder();
  const url = `sqlite:${path.join(folder.path, 'desk.db')}`;
  const database = await openBrokerage(url);
  const now = '2026-11-20T15:00:00.000Z';
  await createOrganization(database, { name: 'Vega Freight', now, newId: createIds(() => now) });
  await database.close();

  const args = ['service', '--port', '0', '--database', url, '--seed', 'small'];
  const { code, stdout, stderr } = await runWaybill(args, { home: folder.path });

  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('a database that holds Vega Freight');
});
