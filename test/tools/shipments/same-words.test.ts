import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect } from '../../../src/client/paginate.ts';
import type { Shipment } from '../../../src/contract/types.ts';
import { billingQueue } from '../../../tools/ledger/billing_queue.ts';
import { morningBrief } from '../../../tools/brief/morning_brief.ts';
import { getShipment } from '../../../tools/shipments/get_shipment.ts';
import { listShipments } from '../../../tools/shipments/list_shipments.ts';
import { blockerWords } from '../../../src/domain/freight/invoice-blocker.ts';
import { countCases } from '../../support/depth.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';

/** A list, a brief, a queue and a story of one shipment say the same words about it. */
let desk: TestDesk;
let shipments: readonly Shipment[];
let rows: ReadonlyMap<string, ListedShipmentRow>;

type ListedShipmentRow = Readonly<Record<string, unknown>>;

const fields = [
  'friendlyId',
  'status',
  'customer',
  'lane',
  'carrier',
  'nextStop',
  'late',
  'exceptions',
  'miles',
  'margin',
  'marginPercent',
  'blocked',
];

async function listAll(input: object): Promise<readonly ListedShipmentRow[]> {
  const rows: ListedShipmentRow[] = [];
  for (let cursor: unknown = undefined; cursor !== null;) {
    const { data } = await desk.callTool('list_shipments', { ...input, limit: 250, ...(cursor ? { cursor } : {}) });
    rows.push(...data.rows);
    cursor = data.nextCursor;
  }
  return rows;
}

beforeAll(async () => {
  desk = await startDesk({ tools: [listShipments, getShipment, morningBrief, billingQueue], seed: 'small' });
  const { items } = await collect(desk.api.shipments.filter, { pageSize: 250 }, { itemsMax: 5000 });
  shipments = items;
  rows = new Map((await listAll({ fields })).map((row) => [String(row['friendlyId']), row]));
});
afterAll(() => desk.close());

/** Some of each status; every one in a deep run. */
function pickShipments(): readonly Shipment[] {
  const perStatus = countCases({ usual: 6, deep: 5000 });
  return [...Map.groupBy(shipments, ({ status, billingStatus }) => `${status} ${billingStatus}`).values()].flatMap(
    (members) => members.slice(0, perStatus),
  );
}

test('the story of a shipment says what its row in a list says', async () => {
  const picked = pickShipments();
  expect(picked.length).toBeGreaterThan(30);
  for (const { friendlyId } of picked) {
    const row = rows.get(friendlyId) ?? {};
    const { record } = (await desk.callTool('get_shipment', { shipment: friendlyId })).data;
    const [booked] = record.money.filter(({ basis }: { basis: string }) => basis === 'booked');
    expect({
      friendlyId,
      status: record.status,
      customer: record.customer?.name,
      lane: record.lane,
      nextStop: record.nextStop ?? undefined,
      late: record.late ?? undefined,
      miles: record.freight.miles === undefined ? undefined : Number(record.freight.miles),
      margin: booked?.margin ?? undefined,
      marginPercent: booked?.marginPercent ?? undefined,
      blocked: record.billing.blockedBy.join('; ') || undefined,
      exceptions: record.exceptions.join('; ') || undefined,
    }).toEqual({
      friendlyId,
      status: row['status'],
      customer: row['customer'] ?? undefined,
      lane: row['lane'],
      nextStop: typeof row['nextStop'] === 'string' ? row['nextStop'].replace(' (there now)', '') : undefined,
      late: row['late'] ?? undefined,
      miles: row['miles'] ?? undefined,
      margin: row['margin'] ?? undefined,
      marginPercent: row['marginPercent'] ?? undefined,
      blocked: row['blocked'] ?? undefined,
      exceptions: row['exceptions'] ?? undefined,
    });
  }
});

test('each line of the brief says of its shipment what the list says', async () => {
  const { data } = await desk.callTool('morning_brief', { role: 'dispatch' });

  const items = data.sections.flatMap(({ items: sectionItems }: { items: ListedShipmentRow[] }) => sectionItems);
  expect(items.length).toBeGreaterThan(5);
  for (const { record, what: text } of items) {
    expect([record, String(rows.get(String(record))?.['exceptions']).split('; ')]).toEqual([
      record,
      expect.arrayContaining([text]),
    ]);
  }
});

test('the billing queue holds what the list calls unbilled, each with the same things in the way', async () => {
  const unbilled = await listAll({ exception: 'unbilled', fields: ['friendlyId', 'blocked'] });
  const queue: ListedShipmentRow[] = [];
  for (let cursor: unknown = undefined; cursor !== null;) {
    const { data } = await desk.callTool('billing_queue', { limit: 250, ...(cursor ? { cursor } : {}) });
    queue.push(...data.rows);
    cursor = data.nextCursor;
  }

  expect(unbilled.length).toBeGreaterThan(10);
  const listNumbers = (shipments: readonly ListedShipmentRow[]) =>
    shipments.map((row) => String(row['friendlyId'])).toSorted();
  expect(listNumbers(queue)).toEqual(listNumbers(unbilled));
  const byNumber = new Map(unbilled.map((row) => [row['friendlyId'], row['blocked']]));
  for (const { friendlyId, blockers } of queue) {
    const blocked = byNumber.get(friendlyId);
    const texts = typeof blocked === 'string' ? blocked.split('; ') : [blockerWords.ready];
    const words = Object.values(blockerWords).filter((word) => String(blockers).includes(word));
    expect([friendlyId, texts.map((text) => words.find((word) => text.startsWith(word)))]).toEqual([friendlyId, words]);
  }
});
