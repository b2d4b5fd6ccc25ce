import { expect, test } from 'vitest';
import { startServiceCommand } from '../cli/support/service.ts';
import { startProcess, createTemporaryFolder, type CommandSettings } from '../cli/support/waybill.ts';
import { runWaybill } from '../cli/support/in-process.ts';
import { createServiceClient } from '../cli/support/service.ts';
import { countCases } from '../support/depth.ts';
import { createDatabase } from '../support/stores/databases.ts';
import { waitUntil } from '../support/wait-until.ts';

const guardMs = 3_600_000;
const kills = countCases({ usual: 1, deep: 10 });
const shipments = countCases({ usual: 100, deep: 1500 });

/** Generates numbers that look random and are the same in every run. */
function* generateNumbers(max: number): Generator<number, never> {
  for (let seed = 23; ; seed = (seed * 48_271) % 2_147_483_647) yield seed % max;
}

interface Status {
  readonly isMade: boolean;
  readonly isWhole?: boolean;
  readonly collections?: readonly { readonly records: number }[];
}

const readStatus = async (desk: CommandSettings): Promise<Status> =>
  JSON.parse((await runWaybill(['sync', 'status', '--json'], desk)).stdout);

const countRecords = ({ collections = [] }: Status) => collections.reduce((sum, { records }) => sum + records, 0);

test(
  'a copy that is killed again and again, while it is filled and while others write, is the same as the API in the end',
  { timeout: guardMs },
  async () => {
    using folder = createTemporaryFolder();
    const home = folder.path;
    await using database = await createDatabase('SQLite');
    const store = ['--database', database.url];
    await runWaybill(['seed', '--shipments', String(shipments), ...store], { home });
    const [organization] = JSON.parse((await runWaybill(['org', 'list', '--json', ...store], { home })).stdout);
    await runWaybill(['org', 'set', organization.id, '--rate-limit', '60000', ...store], { home });
    await using service = await startServiceCommand(store, { home });
    const { url, authUrl, clientId, clientSecret } = service.ready;
    const api = createServiceClient(service.ready, clientSecret);
    const environment = {
      WAYBILL_API_URL: url,
      WAYBILL_AUTH_URL: authUrl,
      WAYBILL_CLIENT_ID: clientId,
      WAYBILL_CLIENT_SECRET: clientSecret ?? '',
    };
    const desk = { home, environment };
    const moments = generateNumbers(2000);
    let recordsMin = 0;

    for (let kill = 0; kill < kills; kill += 1) {
      await using firstSync = await startProcess(['sync'], desk);
      await using secondSync = await startProcess(['sync'], desk);
      const goal = recordsMin + moments.next().value;
      await waitUntil(async () => {
        const status = await readStatus(desk);
        return status.isWhole === true || countRecords(status) > goal;
      });
      const customer = await api.customers.create({ name: `Customer ${kill}`, status: 'ACTIVE' });
      if (kill % 2 === 0) await api.customers.delete({ id: customer.id });
      await Promise.all([firstSync.stop('SIGKILL'), secondSync.stop('SIGKILL')]);
      const recordCount = countRecords(await readStatus(desk));
      // One customer of each round may be gone again.
      expect(recordCount).toBeGreaterThanOrEqual(recordsMin - kill);
      recordsMin = recordCount;
    }
    const finished = await runWaybill(['sync'], desk);
    const verified = await runWaybill(['sync', 'verify', '--whole'], desk);

    expect(finished.stdout).toMatch(/^The copy is complete: /);
    expect(verified.stdout).toMatch(/\nThe copy holds what the API shows\.\n$/);
  },
);
