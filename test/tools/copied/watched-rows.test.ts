import { expect, test } from 'vitest';
import { collect } from '../../../src/client/paginate.ts';
import { exceptionsOf, minutesLateOf, watchKinds } from '../../../src/domain/shipments/watched-freight.ts';
import { podStatusesOn } from '../../../tools/copied/pod-statuses.ts';
import { progressOf } from '../../../tools/shipments/shipment-progress.ts';
import { activeCarriers, watchedRecord } from '../../../tools/shipments/shipment-watch.ts';
import { coverEndsOf, watchedRows } from '../../../tools/copied/watched-rows.ts';
import { type Copied, startCopied } from '../../copy/copied.ts';
import { isDeep } from '../../support/depth.ts';

const everything = { text: 'true', values: [] };
const timeZone = 'America/Chicago';
const hours = (count: number) => count * 3_600_000;

/** Some stops without a clock time, some where a truck came late and stands, some without a date, and orders of many miles. */
const givenTroubles = ({ service }: Copied) =>
  service.database.transaction(async (tx) => {
    const stops = await tx.selectFrom('stop').select('id').orderBy('id').execute();
    const every = (count: number) => stops.filter((_, at) => at % count === 0).map(({ id }) => id);
    const timeless = { requested_start_time: null, requested_end_time: null };
    await tx.updateTable('stop').set(timeless).where('id', 'in', every(4)).execute();
    await tx
      .updateTable('stop')
      .set({ actual_arrival: service.clock.now, actual_departure: null })
      .where('id', 'in', every(5))
      .where('actual_arrival', 'is not', null)
      .execute();
    await tx.updateTable('freight_order').set({ mileage: 4000 }).execute();
    const dateless = { ...timeless, requested_start_date: null, requested_end_date: null };
    await tx.updateTable('stop').set(dateless).where('id', 'in', every(31)).execute();
  });

/** Each shipment of a generated brokerage as its record and as the rows of the copy have it. */
async function readBoth(copied: Copied) {
  const copy = await copied.fill();
  const read: typeof copy.read = (query, values) => copy.read(query, values);
  const { items } = await collect(copied.api.shipments.filter, { pageSize: 250 }, { itemsMax: 5000 });
  const podOf = await podStatusesOn(read, items);
  const carriers = items.flatMap((one) => activeCarriers(one).flatMap(({ carrier }) => carrier?.id ?? []));
  const coverEnds = await coverEndsOf(read, carriers, timeZone);
  const rows = new Map((await watchedRows(read, everything, timeZone)).map((row) => [row.id, row]));
  return items.map((shipment) => {
    const row = rows.get(shipment.id);
    if (row === undefined) throw new Error(`the copy has no ${shipment.friendlyId}`);
    return { shipment, row, record: watchedRecord(shipment, { podStatuses: podOf(shipment), coverEnds }) };
  });
}

test.each(isDeep ? [3, 11] : [3])(
  'records and rows of the copy show the same exceptions at any hour (seed %d)',
  async (seed) => {
    await using copied = await startCopied({ shipments: 400, seed });
    await givenTroubles(copied);
    const both = await readBoth(copied);
    const found = new Set<string>();

    for (const ahead of [-60, -20, -5, 0, 3, 9, 26, 70].map(hours)) {
      const now = new Date(Date.parse(copied.service.clock.now) + ahead).toISOString();
      const limits = { now, timeZone, marginFloor: 0.12, freeTimeMinutes: 120 };
      for (const { shipment, row, record } of both) {
        const expected = exceptionsOf(record, limits);
        expect([shipment.friendlyId, exceptionsOf(row, limits)]).toEqual([shipment.friendlyId, expected]);
        for (const { kind } of expected) found.add(kind);
        const { minutesLate } = progressOf(shipment, now);
        const late = shipment.status === 'DELIVERED' ? null : minutesLate;
        expect([shipment.friendlyId, minutesLateOf(expected)]).toEqual([shipment.friendlyId, late]);
      }
    }

    expect(both.length).toBeGreaterThan(300);
    expect(watchKinds.filter((kind) => !found.has(kind))).toEqual([]);
  },
);
