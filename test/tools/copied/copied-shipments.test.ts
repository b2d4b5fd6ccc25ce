import { expect, test } from 'vitest';
import { collect } from '../../../src/client/paginate.ts';
import { toCivilDay } from '../../../src/domain/kit/dates.ts';
import { listExceptions, getMinutesLate, watchKinds } from '../../../src/domain/shipments/watched-freight.ts';
import { findShipmentProgress } from '../../../tools/stops/shipment-progress.ts';
import { createCopiedRecords } from '../../../src/mcp/tool/copied-records.ts';
import { readShipments } from '../../../tools/copied/copied-shipments.ts';
import { ofShipment } from '../../../tools/copied/shipment-scope.ts';
import { type CopiedService, signal, startCopied } from '../../copy/copied.ts';
import { toWatchedFreight } from './watched-record.ts';
import { isDeep } from '../../support/depth.ts';

const timeZone = 'America/Chicago';
const toMs = (count: number) => count * 3_600_000;

/**
 * Writes some stops without a clock time, some where a truck came late and still stands, some without a date, and
 * orders of many miles.
 */
const writeTroubles = ({ service }: CopiedService) =>
  service.database.transaction(async (tx) => {
    const stops = await tx.selectFrom('stop').select('id').orderBy('id').execute();
    const pickEvery = (count: number) => stops.filter((_, at) => at % count === 0).map(({ id }) => id);
    const timeless = { requested_start_time: null, requested_end_time: null };
    await tx.updateTable('stop').set(timeless).where('id', 'in', pickEvery(4)).execute();
    await tx
      .updateTable('stop')
      .set({ actual_arrival: service.clock.now, actual_departure: null })
      .where('id', 'in', pickEvery(5))
      .where('actual_arrival', 'is not', null)
      .execute();
    await tx.updateTable('freight_order').set({ mileage: 4000 }).execute();
    const dateless = { ...timeless, requested_start_date: null, requested_end_date: null };
    await tx.updateTable('stop').set(dateless).where('id', 'in', pickEvery(31)).execute();
  });

/** Reads each shipment of a generated brokerage as its record and as the copy has it. */
async function readBoth(copied: CopiedService) {
  const copy = await copied.fill();
  const records = await createCopiedRecords({
    copy: async () => copy,
    refresh: async (names) => {
      const extent = await copy.refresh(signal, names);
      return { ...extent, asOf: extent.asOf ?? '', unsentFields: new Set<string>(), unread: [], noteQuery: () => {} };
    },
    signal,
    now: () => copied.service.clock.now,
    countWrites: () => 0,
  });
  const everything = { condition: ofShipment.and([]) };
  const shipments = await readShipments(records, {
    selection: everything,
    parts: { hasPod: true, hasMoney: true, hasRep: true },
    timeZone,
  });
  const { items } = await collect(copied.api.shipments.filter, { pageSize: 250 }, { itemsMax: 5000 });
  const { items: documents } = await collect(copied.api.documents.filter, { pageSize: 250 }, { itemsMax: 20_000 });
  const { items: carriers } = await collect(copied.api.carriers.filter, { pageSize: 250 }, { itemsMax: 5000 });
  const proofs = documents.filter(({ type }) => type === 'PROOF_OF_DELIVERY');
  const coverEnds = new Map(
    carriers
      .filter(({ type }) => type === 'TRUCKLOAD')
      .map(({ id, insuranceExpirationDate: end }) => [id, end ? toCivilDay(end, timeZone) : null]),
  );
  const rows = new Map(shipments.map((row) => [row.id, row]));
  return items.map((shipment) => {
    const row = rows.get(shipment.id);
    if (row === undefined) throw new Error(`the copy has no ${shipment.friendlyId}`);
    const ids = [shipment.id, ...shipment.orders.map(({ id }) => id), ...shipment.loads.map(({ id }) => id)];
    const podStatuses = proofs
      .filter(({ tags }) => ids.some((id) => [tags?.['shipmentId'], tags?.['orderId'], tags?.['loadId']].includes(id)))
      .map(({ status }) => status);
    return { shipment, row, record: toWatchedFreight(shipment, { podStatuses, coverEnds }) };
  });
}

test.each(isDeep ? [3, 11] : [3])(
  'records and rows of the copy show the same exceptions at any hour (seed %d)',
  async (seed) => {
    await using copied = await startCopied({ shipments: 400, seed });
    await writeTroubles(copied);
    const both = await readBoth(copied);
    const shownKinds = new Set<string>();

    for (const ahead of [-60, -20, -5, 0, 3, 9, 26, 70].map(toMs)) {
      const now = new Date(Date.parse(copied.service.clock.now) + ahead).toISOString();
      const limits = { now, timeZone, marginFloor: 0.12, freeTimeMinutes: 120 };
      for (const { shipment, row, record } of both) {
        const expected = listExceptions(record, limits);
        expect([shipment.friendlyId, listExceptions(row, limits)]).toEqual([shipment.friendlyId, expected]);
        for (const { kind } of expected) shownKinds.add(kind);
        const { minutesLate } = findShipmentProgress(shipment, now);
        const late = shipment.status === 'DELIVERED' ? null : minutesLate;
        expect([shipment.friendlyId, getMinutesLate(expected)]).toEqual([shipment.friendlyId, late]);
      }
    }

    expect(both.length).toBeGreaterThan(300);
    expect(watchKinds.filter((kind) => !shownKinds.has(kind))).toEqual([]);
  },
);
