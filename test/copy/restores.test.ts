import { expect, test } from 'vitest';
import { collections } from '../../src/copy/collections/index.ts';
import { isDeep } from '../support/depth.ts';
import { insertBill } from '../support/records/fixtures.ts';
import { alternateCases, onBothDatabases } from '../support/stores/databases.ts';
import { listFactDifferences } from './expected-facts.ts';
import { compareWithStore, signal } from './copied.ts';
import { type Restorable, startRestorable } from './restorable.ts';

const names = collections.map(({ name }) => name);
const minutesInTwoDays = 2 * 24 * 60;

const lostChanges = ['creates', 'updates', 'deletes', 'creates, updates and deletes'] as const;
const afterwards = ['nothing', 'the last change again', 'another change'] as const;
const ages = ['younger', 'older'] as const;

type RestoreScene = readonly [
  lost: (typeof lostChanges)[number],
  afterwards: (typeof afterwards)[number],
  age: (typeof ages)[number],
];

const allScenes: readonly RestoreScene[] = lostChanges.flatMap((lost) =>
  afterwards.flatMap((next) => ages.map((age) => [lost, next, age] as const)),
);
const mainScenes: readonly RestoreScene[] = [
  ['creates, updates and deletes', 'the last change again', 'older'],
  ['creates, updates and deletes', 'the last change again', 'younger'],
];

interface PartyId {
  readonly id: string;
}

/** Creates records before the backup, of kinds that other records point to and of kinds that none does. */
async function makeParties({ api }: Restorable) {
  const customer = await api.customers.create({ name: 'Changed later', status: 'ACTIVE' });
  const goingCustomer = await api.customers.create({ name: 'Deleted later', status: 'ACTIVE' });
  const vendor = await api.vendors.create({ name: 'Changed later', status: 'ACTIVE' });
  const goingVendor = await api.vendors.create({ name: 'Deleted later', status: 'ACTIVE' });
  return { customer, goingCustomer, vendor, goingVendor };
}

type Parties = Awaited<ReturnType<typeof makeParties>>;

/** Makes changes that the restore loses, the update of one customer and one vendor last. */
async function makeLost(restorable: Restorable, lost: RestoreScene[0], parties: Parties, stop: PartyId): Promise<void> {
  const { api, organizationId, clock } = restorable;
  const pause = () => restorable.minutesLater(1);
  if (lost.includes('creates')) {
    await api.customers.create({ name: 'Lost', status: 'ACTIVE' });
    await api.vendors.create({ name: 'Lost', status: 'ACTIVE' });
    await insertBill({ database: restorable.service().database, organizationId }, { created_at: clock.now });
    pause();
  }
  if (lost.includes('deletes')) {
    await api.customers.delete({ id: parties.goingCustomer.id });
    await api.vendors.delete({ id: parties.goingVendor.id });
    pause();
  }
  if (lost.includes('updates')) {
    await api.locations.update({ id: stop.id, address: { city: 'Elgin' } });
    pause();
    await changeLast(restorable, parties);
  }
}

async function changeLast({ api }: Restorable, { customer, vendor }: Parties): Promise<void> {
  await api.customers.update({ id: customer.id, name: 'Changed' });
  await api.vendors.update({ id: vendor.id, name: 'Changed' });
}

onBothDatabases('a brokerage that is put back to an earlier state', (database) => {
  test.each(isDeep ? allScenes : alternateCases(mainScenes, database))(
    'is shown as it is then by the first question: put back to before %s, then %s, with a restore %s than what updates ask for again',
    async (lost, next, age) => {
      await using restorable = await startRestorable(database);
      const { api, organizationId, minutesLater } = restorable;
      const logged: string[] = [];
      const log = (_level: string, message: string) => void logged.push(message);
      const parties = await makeParties(restorable);
      const copy = await restorable.open({ log });
      await copy.complete(signal);
      const [stop] = await copy.read('select location_id as id from order_stop where location_id is not null limit 1');
      const putBack = await restorable.backUp();
      minutesLater(2);

      await makeLost(restorable, lost, parties, { id: String(stop?.['id']) });
      if (age === 'older') {
        minutesLater(minutesInTwoDays);
        // So that nothing of what was lost before is asked for again.
        await changeLast(restorable, parties);
      }
      await copy.complete(signal);
      await putBack();
      minutesLater(1);
      if (next === 'the last change again') await changeLast(restorable, parties);
      if (next === 'another change') {
        await api.customers.create({ name: 'Made instead', status: 'ACTIVE' });
        await api.vendors.create({ name: 'Made instead', status: 'ACTIVE' });
      }
      copy.noteWrite();
      const extent = await copy.refresh(signal, names);

      expect(extent).toMatchObject({ isWhole: true, isCurrent: true });
      const service = restorable.service();
      expect(await compareWithStore(copy, service, organizationId)).toEqual({});
      expect(await listFactDifferences(copy, { service, api }, organizationId)).toEqual([]);
      expect(logged).toEqual([
        'The API shows an earlier state than before, as after a restore: what the copy of its records held otherwise is read again.',
      ]);
    },
  );
});
