import { expect, test } from 'vitest';
import { openBrokerage } from '../../../src/store/database.ts';
import { runWaybill } from '../../cli/support/in-process.ts';
import { startSignedInDesk } from '../../cli/sign-in/signed-in-desk.ts';
import { countCases, isDeep } from '../../support/depth.ts';
import { createDatabase } from '../../support/stores/databases.ts';
import { waitUntil } from '../../support/wait-until.ts';
import { createDeskLoad } from './desk-load.ts';

const names = ['ann', 'ben', 'cleo', 'dov', 'eve', 'finn', 'gia', 'hal'] as const;
const people = Object.fromEntries(
  names.map((name) => [name, { email: `${name}@example.com`, email_verified: true, roles: ['admin'] }]),
);
const perFault = countCases({ usual: 0, deep: 80 });
const guardMs = 3_600_000;

const reason = isDeep ? '' : ' (skipped: signs eight people in; in test:deep)';

test.skipIf(!isDeep).for(['gone', 'silent', 'failing'] as const)(
  `an issuer that is %s and comes back under eight people: 503 meanwhile, nothing is lost or doubled${reason}`,
  { timeout: guardMs },
  async (reach, { annotate }) => {
    await using open = new AsyncDisposableStack();
    const database = open.use(await createDatabase('SQLite'));
    const environment = { WAYBILL_DATABASE_URL: database.url, WAYBILL_TOOLSETS: 'all', WAYBILL_LOG: 'info' };
    const desk = open.use(await startSignedInDesk({ accounts: people, signIn: { introspection: true }, environment }));
    const store = await openBrokerage(database.url);
    open.defer(() => store.close());
    await store.transaction((tx) => tx.updateTable('organization').set({ rate_limit_per_minute: 1_000_000 }).execute());
    const seats = [];
    for (const name of names) seats.push(open.use(await desk.connect(name)));
    const load = createDeskLoad(seats);
    let isBack = false;
    const working = load.run(() => isBack && load.acknowledged() >= perFault);
    await waitUntil(() => load.acknowledged() >= perFault / 4);

    await desk.issuer.setReach(reach);
    // A load that fails ends the wait.
    await Promise.race([working, waitUntil(() => countUnavailable(load.refusals) >= names.length)]);
    await desk.issuer.setReach('open');
    isBack = true;
    await working;

    const { lost, doubled, ...otherCounts } = await load.count({ database: store });
    await annotate(
      JSON.stringify({
        ...otherCounts,
        lost: lost.length,
        doubled: doubled.length,
        refusals: Object.fromEntries(load.refusals),
      }),
    );
    expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
    expect(otherCounts.acknowledged).toBeGreaterThanOrEqual(perFault);
    // Every refusal is a 503 of the endpoint, before anything was done.
    expect([...load.refusals.keys()].filter((ending) => !ending.endsWith('HTTP 503'))).toEqual([]);
    expect(desk.logged().split('"message":"The issuer cannot be asked').length - 1).toBe(1);
    expect((await runWaybill(['audit', 'verify'], { home: desk.home, environment })).code).toBe(0);
  },
);

const countUnavailable = (refusals: ReadonlyMap<string, number>): number =>
  [...refusals].reduce((sum, [ending, times]) => sum + (ending.endsWith('HTTP 503') ? times : 0), 0);
