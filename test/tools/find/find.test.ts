import { expect, test } from 'vitest';
import { find } from '../../../tools/find/find.ts';
import { getRecord } from '../../../tools/record/get_record.ts';
import { type LoadDesk, startLoadDesk, steady } from '../../mcp/support/load-desk.ts';
import { startDesk } from '../../support/desk.ts';
import { onBothDatabases } from '../../support/stores/databases.ts';
import { createEverything } from '../../support/service/one-of-everything.ts';

const start = () => startLoadDesk({ tools: [find] });
const carrier = { name: 'Prairie Haul', cost: 1500 };
const listMatches = (data: { rows: { kind: string; friendlyId: string; matchedBy: string }[] }) =>
  data.rows.map(({ kind, friendlyId, matchedBy }) => `${kind} ${friendlyId} by ${matchedBy}`);

/** Creates a number that is a purchase order, a carrier's invoice number, and part of another number. */
async function createSharedNumber(desk: LoadDesk) {
  const delivered = { status: 'DELIVERED', arrived: '2026-11-19T20:10:00.000Z' } as const;
  const billed = await desk.createLoad({ carrier, road: delivered });
  await desk.createBill(billed, 1500, { reference: '4500123-R' });
  await desk.createLoad({ references: { PURCHASE_ORDER_NUMBER: '4500123' } });
  await desk.createLoad({ references: { CUSTOMER_REFERENCE_NUMBER: '4500123' } });
}

test('everything that a number can mean is shown, newest first, and nothing is chosen', async () => {
  await using desk = await start();
  await createSharedNumber(desk);

  const { text, data } = await desk.callTool('find', { query: ' 4500123 ' });

  expect(listMatches(data)).toEqual([
    'shipment SHP-1003 by CUSTOMER_REFERENCE_NUMBER',
    'shipment SHP-1002 by PURCHASE_ORDER_NUMBER',
    'bill BILL-00001 by part of the reference',
  ]);
  expect(steady(text)).toMatchInlineSnapshot(`
    "«4500123» can mean 3 records: 2 shipments, 1 bill. None was chosen. As of Fri, Nov 20, 9:00 AM CST.

    | Kind | Number | What | Status | Matched by |
    | --- | --- | --- | --- | --- |
    | shipment | SHP-1003 | «Acme Foods, Chicago, IL to Phoenix, AZ, pick up Nov 20, 2026» | planning | customer reference number |
    | shipment | SHP-1002 | «Acme Foods, Chicago, IL to Phoenix, AZ, pick up Nov 20, 2026» | planning | PO number |
    | bill | BILL-00001 | «Prairie Haul, $1,500.00» | in review | part of the reference |

    In every row shown: Created: Nov 20, 2026.

    Next: get_shipment shipment=SHP-1003 (shows shipment SHP-1003)
    Next: get_record record=BILL-00001 (shows bill BILL-00001)"
  `);
});

test.each([
  ['SHP-1001', ['shipment SHP-1001 by number']],
  ['shp 1001', ['shipment SHP-1001 by number']],
  ['1001', ['shipment SHP-1001 by number']],
  ['shipment 1001', ['shipment SHP-1001 by number']],
  ['PO 4500123', ['shipment SHP-1001 by PURCHASE_ORDER_NUMBER']],
  ['erp-77', ['shipment SHP-1001 by client key']],
  ['acme', ['customer A100001 by name']],
  ['PRAIRIE', ['carrier C100001 by name']],
  ['a100001', ['customer A100001 by number']],
  ['nothing of the kind', []],
])('%j means %j', async (query, expected) => {
  await using desk = await start();
  await desk.createLoad({ key: 'erp-77', carrier, references: { PURCHASE_ORDER_NUMBER: '4500123' } });

  const { data } = await desk.callTool('find', { query });

  expect(listMatches(data)).toEqual(expected);
  expect(data.total).toBe(expected.length);
});

test.each(['po#88410', 'PO 88410', 'p.o. 88410', '88410', '#88410'])(
  '%j finds the shipment of PO-88410',
  async (query) => {
    await using desk = await start();
    await desk.createLoad({ references: { PURCHASE_ORDER_NUMBER: 'PO-88410' } });

    const { data } = await desk.callTool('find', { query });

    expect(listMatches(data)).toEqual(['shipment SHP-1001 by PURCHASE_ORDER_NUMBER']);
  },
);

test.each(['LD-1001', 'ld 1001', 'load #1001'])('%j finds the shipment of the load', async (query) => {
  await using desk = await start();
  await desk.createLoad({ carrier });

  const { data } = await desk.callTool('find', { query });

  expect(data.rows[0]).toMatchObject({ kind: 'shipment', friendlyId: 'SHP-1001' });
});

test('a carrier is found by MC, DOT and SCAC', async () => {
  await using desk = await start();
  await desk.api.carriers.create({
    name: 'Prairie Haul',
    type: 'TRUCKLOAD',
    mcNumber: 'MC-900123',
    dotNumber: '9000777',
    scac: 'PRHL',
  });

  const answers = await Promise.all(
    ['MC 900123', 'DOT# 9000777', 'prhl'].map((query) => desk.callTool('find', { query })),
  );

  expect(answers.map(({ data }) => listMatches(data))).toEqual([
    ['carrier C100001 by MC number'],
    ['carrier C100001 by DOT number'],
    ['carrier C100001 by SCAC'],
  ]);
});

test('each kind names the tool that shows its newest', async () => {
  await using desk = await start();
  await createSharedNumber(desk);

  const { data } = await desk.callTool('find', { query: '4500123' });

  expect(data.nextActions).toMatchObject([
    { tool: 'get_shipment', arguments: { shipment: 'SHP-1003' } },
    { tool: 'get_record', arguments: { record: 'BILL-00001' } },
  ]);
});

test('what has no number is shown by its kind and id', async () => {
  await using desk = await startDesk({ tools: [find, getRecord] });
  const { vendorContact } = await createEverything(desk, 'Ironbark');

  const { data } = await desk.callTool('find', { query: vendorContact.id });
  const [next] = data.nextActions ?? [];
  const answer = await desk.callTool(next?.tool ?? '', next?.arguments);

  expect(next).toMatchObject({ tool: 'get_record', arguments: { record: `vendor contact ${vendorContact.id}` } });
  expect(answer.data.record.id).toBe(vendorContact.id);
});

test('more than fit are counted, and the limit is per kind', async () => {
  await using desk = await start();
  for (let count = 0; count < 4; count += 1) await desk.createLoad({ references: { PURCHASE_ORDER_NUMBER: 'P-9' } });

  const { data } = await desk.callTool('find', { query: 'P-9', limit: 2 });

  expect(data).toMatchObject({
    total: 4,
    summary: '«P-9» can mean 4 records: 4 shipments (newest 2 shown). None was chosen.',
  });
  expect(data.rows).toHaveLength(2);
});

onBothDatabases('a typed text', (database) => {
  test.each([
    ['FRACHTBRIEF', ['document Frachtbrief-Übergabe.PDF by name']],
    ['übergabe.pdf', ['document Frachtbrief-Übergabe.PDF by name']],
    ['UBERGABE', ['document Frachtbrief-Übergabe.PDF by name']],
    ['4500123', ['bill BILL-00001 by part of the reference']],
    ['Été 45.00', ['bill BILL-00001 by part of the reference']],
    ['gone.pdf', []],
  ])('finds what holds %j, however both are written', async (query, expected) => {
    await using desk = await startLoadDesk({ tools: [find], database });
    await desk.createBill(await desk.createLoad({ carrier }), 1500, { reference: 'ÉTÉ/45-00.123' });
    await desk.api.documents.create({ type: 'OTHER', fileName: 'Frachtbrief-Übergabe.PDF' });
    const gone = await desk.api.documents.create({ type: 'OTHER', fileName: 'gone.pdf' });
    await desk.api.documents.delete({ id: gone.id });

    const { data } = await desk.callTool('find', { query });

    const matches = data.rows.map(
      ({ kind, friendlyId, what: text, matchedBy }: Record<string, string>) =>
        `${kind} ${friendlyId || text} by ${matchedBy}`,
    );
    expect(matches).toEqual(expected);
  });
});
