import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { countCases } from '../support/depth.ts';
import { waitUntil } from '../support/wait-until.ts';
import { readSandboxId, signal, startCopied } from './copied.ts';
import { listFactDifferences } from './expected-facts.ts';

test.each([3, 11])('the facts of a generated brokerage follow from its records (seed %d)', async (seed) => {
  await using copied = await startCopied({ shipments: countCases({ usual: 150, deep: 400 }), seed });
  const copy = await copied.open();
  await copy.complete(signal);

  expect(await listFactDifferences(copy, copied, await readSandboxId(copied))).toEqual([]);
});

test('verifying finds facts that are wrong, missing or left over, and repairing computes them anew', async () => {
  await using copied = await startCopied({ shipments: 60, isFilled: true });
  const copy = await copied.open();
  await copy.complete(signal);
  expect((await copy.verify(signal)).flatMap(({ different }) => different)).toEqual([]);
  const file = new DatabaseSync(copied.url.slice('sqlite:'.length));
  file.exec(`
    update shipment_fact set revenue_cents = revenue_cents + 1 where id = (select max(id) from shipment_fact);
    delete from haul_fact where id = (select min(id) from haul_fact);
    delete from shipment_fact where id = (select min(id) from shipment_fact where id not in (select shipment_id from haul_fact));
    update haul_fact set shipment_id = 'gone' where id = (select max(id) from haul_fact);
  `);
  file.close();
  copied.requests.length = 0;

  const mismatches = (await copy.verify(signal, { isWhole: true })).filter(({ different }) => different.length > 0);

  const [counted] = await copy.read('select count(*) as shipments from shipment');
  expect(mismatches).toMatchObject([{ name: 'shipment facts', compared: counted?.['shipments'] }]);
  expect(mismatches[0]?.different).toContain('gone');
  expect(mismatches[0]?.different.length).toBeGreaterThanOrEqual(4);
  await copy.repair(signal, mismatches);
  expect(await listFactDifferences(copy, copied, await readSandboxId(copied))).toEqual([]);
});

test('shipments whose facts were not computed before a process ended are computed by the next one that reads', async () => {
  await using copied = await startCopied({ shipments: 60, isFilled: true });
  const copy = await copied.open();
  await copy.complete(signal);
  const file = new DatabaseSync(copied.url.slice('sqlite:'.length));
  // As it is after the page of an update was written and before anything followed from it.
  file.exec(`insert into stale_fact select id from shipment; delete from shipment_fact; delete from haul_fact`);
  file.close();
  const next = await copied.open();

  await next.refresh(signal, ['shipment']);

  expect(await next.read('select * from stale_fact')).toEqual([]);
  expect(await listFactDifferences(next, copied, await readSandboxId(copied))).toEqual([]);
});

test('a process that lost its right to write computes no facts over those of another', async () => {
  await using copied = await startCopied({ shipments: 60, isFilled: true });
  const copy = await copied.open();
  await copy.complete(signal);
  const file = new DatabaseSync(copied.url.slice('sqlite:'.length));
  const readNumber = (query: string) => Number(Object.values(file.prepare(query).get() ?? {})[0]);
  const updates = readNumber("select updates_finished from copied_collection where name = 'shipment'");
  // Another process takes over once the shipments are up to date, where their facts are next.
  file.exec(`
    insert into stale_fact select id from shipment;
    create table taken (once int);
    create trigger takes_over after insert on lease
    when new.name = 'writer' and not exists (select 1 from taken)
      and (select updates_finished from copied_collection where name = 'shipment') > ${updates}
    begin
      insert into taken values (1);
      update lease set holder = 'another' where name = 'writer';
    end;
  `);
  const waiting = readNumber('select count(*) from stale_fact');
  const refreshed = copy.refresh(signal, ['shipment']);
  await waitUntil(() => readNumber('select count(*) from taken') === 1);

  expect(readNumber('select count(*) from stale_fact')).toBe(waiting);

  file.exec("delete from lease where holder = 'another'");
  file.close();
  await refreshed;
  expect(await copy.read('select * from stale_fact')).toEqual([]);
  expect(await listFactDifferences(copy, copied, await readSandboxId(copied))).toEqual([]);
});

test('forgetting empties the facts', async () => {
  await using copied = await startCopied({ shipments: 60, isFilled: true });
  const copy = await copied.open();
  await copy.complete(signal);

  await copy.forget(signal);

  expect(
    await copy.read(
      'select id from shipment_fact union select id from haul_fact union select shipment_id from stale_fact',
    ),
  ).toEqual([]);
});

test('a bill that moves to another shipment concerns both', async () => {
  await using copied = await startCopied({ shipments: 60, isFilled: true });
  const copy = await copied.open();
  await copy.complete(signal);
  // One that costs something else than was booked, so that the shipment that it leaves costs something else too.
  const [bill] = await copy.read(`select b.id, b.shipment_id from bill b join load_carrier c on c.id = b.load_carrier_id
    where b.amount_cents <> c.cost_cents order by b.created_at desc limit 1`);
  const [other] =
    await copy.read(`select c.id, c.load_id, l.shipment_id from load_carrier c join load l on l.id = c.load_id
    where c.id not in (select load_carrier_id from bill where load_carrier_id is not null) order by l.created_at desc limit 1`);
  const readCosts = async () =>
    copy.read('select actual_cost_cents from shipment_fact where id in (?, ?) order by id', [
      bill?.['shipment_id'],
      other?.['shipment_id'],
    ]);
  const before = await readCosts();
  const { database, clock } = copied.service;
  clock.now = new Date(Date.parse(clock.now) + 3_600_000).toISOString();
  await database.transaction((tx) =>
    tx
      .updateTable('bill')
      .set({
        shipment_id: String(other?.['shipment_id']),
        load_carrier_id: String(other?.['id']),
        load_id: String(other?.['load_id']),
        updated_at: clock.now,
      })
      .where('id', '=', String(bill?.['id']))
      .execute(),
  );

  await copy.update(signal);

  const after = await readCosts();
  expect(after).toHaveLength(2);
  expect(after.filter((row, place) => row['actual_cost_cents'] !== before[place]?.['actual_cost_cents'])).toEqual(
    after,
  );
  expect(await listFactDifferences(copy, copied, await readSandboxId(copied))).toEqual([]);
});
