import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect } from '../../../src/client/paginate.ts';
import type { Invoice, Shipment } from '../../../src/contract/types.ts';
import { type ForeignDesk, startForeignDesk } from '../../support/foreign-api/foreign-desk.ts';
import { isRecord } from '../../support/foreign-api/walk.ts';

/** A copy of which only the first page of each kind of records was read. */
let desk: ForeignDesk;
/** Delivered and not invoiced, with a proof of delivery, those entered first on top. */
let proven: readonly Shipment[];
let mayReadPast = false;

beforeAll(async () => {
  desk = await startForeignDesk(
    {
      name: 'gives short pages',
      removes: [],
      comparesRecords: true,
      changeRequest({ body }) {
        if (!isRecord(body) || !Number.isFinite(body['pageSize'])) return body;
        return { ...body, pageSize: Math.min(Number(body['pageSize']), 10) };
      },
    },
    { seed: 'few', mayReadPast: () => mayReadPast },
  );
  const { items } = await collect(desk.api.shipments.filter, { pageSize: 250 }, { itemsMax: 5000 });
  const papers = await collect(
    desk.api.documents.filter,
    { filter: { type: { equalTo: 'PROOF_OF_DELIVERY' }, status: { equalTo: 'UPLOADED' } }, pageSize: 250 },
    { itemsMax: 20_000 },
  );
  const tied = new Set(papers.items.flatMap(({ tags }) => [tags?.shipmentId, tags?.orderId, tags?.loadId]));
  proven = items
    .filter(({ status }) => status === 'DELIVERED')
    .filter(({ id, orders, loads }) => [{ id }, ...orders, ...loads].some((record) => tied.has(record.id)))
    .toReversed();
});
afterAll(() => desk.close());

const listUnreleased = (): readonly Shipment[] =>
  proven.filter(({ billingStatus }) => billingStatus === 'DOCS_NEEDED').slice(0, 2);

test('money goes on the oldest open invoice of a customer while the copy fills', async () => {
  const { items } = await collect(desk.api.invoices.filter, { pageSize: 250 }, { itemsMax: 5000 });
  const open = items.filter(({ amountOwed, status }) => amountOwed > 200 && status !== 'VOIDED' && status !== 'DRAFT');
  const ofOne = open.filter(({ customer }) => customer?.id === open.at(-1)?.customer?.id);
  const [oldest] = ofOne.toSorted((a, b) => ((a.dueDate ?? '') < (b.dueDate ?? '') ? -1 : 1));

  const { text } = await desk.callTool('record_payment', {
    customer: oldest?.customer?.friendlyId,
    amount: '$100',
    reference: 'CHK-1',
    date: 'today',
  });

  expect(text).not.toContain('has no open invoice');
  expect(text).toMatch(new RegExp(`${oldest?.friendlyId}\\b.*: \\$100\\.00`));
});

test('a plan to invoice a shipment finds its proof of delivery while the copy fills', async () => {
  const [shipment] = listUnreleased();
  const { friendlyId } = await desk.api.shipments.readyToInvoice({ id: shipment?.id ?? '' });

  const { text } = await desk.callTool('generate_invoices', { shipments: [friendlyId] });

  expect(text).toContain(`Invoice ${friendlyId}`);
  expect(text).toContain('nothing blocks it');
  expect(text).not.toContain('POD missing');
});

test('a shipment is released by its proof of delivery while the copy fills', async () => {
  const friendlyId = listUnreleased()[1]?.friendlyId ?? '';

  const { data } = await desk.callTool('set_invoice_readiness', { shipments: [friendlyId], ready: true });

  expect(data.results).toMatchObject([{ friendlyId, outcome: 'READY_TO_INVOICE' }]);
});

test('an invoice says that the proof of delivery of its shipment is there while the copy fills', async () => {
  const { items } = await collect(desk.api.invoices.filter, { pageSize: 250 }, { itemsMax: 5000 });
  const ids = new Set(proven.map(({ id }) => id));
  const invoice = items.findLast(({ shipmentId }: Invoice) => ids.has(shipmentId));

  const { data } = await desk.callTool('get_record', { record: invoice?.friendlyId });

  expect(data.record.pod).toBe('uploaded');
});

test('a plan to approve a bill finds the proof of delivery of its shipment while the copy fills', async () => {
  const { items } = await collect(desk.api.bills.filter, { pageSize: 250 }, { itemsMax: 5000 });
  const ids = new Set(proven.map(({ id }) => id));
  const bill = items.findLast(({ shipmentId, status }) => status === 'IN_REVIEW' && ids.has(shipmentId ?? ''));

  const { text } = await desk.callTool('approve_bills', { bills: [bill?.friendlyId] });

  expect(text).toContain(bill?.friendlyId);
  expect(text).not.toMatch(/POD|proof of delivery/i);
});

test('a refusal that rests on records which are still being read says so in its first line', async () => {
  const { text, isError } = await desk.callTool('pay_bills', { dueBy: '2020-01-01' });

  expect([isError, text]).toEqual([true, expect.stringMatching(/^Incomplete: Records are still being read/)]);
});

test('the story of a shipment tells the same exceptions while the copy fills as afterwards', async () => {
  const { items } = await collect(desk.api.shipments.filter, { pageSize: 250 }, { itemsMax: 5000 });
  const askedShipments = [...Map.groupBy(items.toReversed(), ({ status }) => status).values()].flatMap((ofStatus) =>
    ofStatus.slice(0, 2),
  );
  const read = async () => {
    const stories = [];
    for (const { friendlyId } of askedShipments) {
      const { record } = (await desk.callTool('get_shipment', { shipment: friendlyId })).data;
      stories.push({ friendlyId, pod: record.pod, exceptions: record.exceptions });
    }
    return stories;
  };

  const early = await read();
  mayReadPast = true;
  await desk.fillCopy();

  expect(early.flatMap(({ exceptions }) => exceptions).length).toBeGreaterThan(3);
  expect(early).toEqual(await read());
});
