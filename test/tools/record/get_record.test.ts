import { expect, test } from 'vitest';
import { smallBrokerage } from '../../../src/sandbox/kit/span.ts';
import { getRecord } from '../../../tools/record/get_record.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { findPlantedRecords } from '../../support/records/planted.ts';
import { startOfTest } from '../../support/service/service.ts';

/** Records of the sandbox brokerage, each beside its own row in the store. */

const planted = findPlantedRecords({ seed: '1', now: startOfTest, size: smallBrokerage });
const start = () => startDesk({ tools: [getRecord], seed: 'small' });
const toCents = (amount: number) => Math.round(amount * 100);

/** Reads the newest row of a table, by id. */
async function readRow(desk: TestDesk, table: string, where = '1 = 1') {
  const { sql } = await import('kysely');
  const { rows } = await sql<Record<string, string & number>>`select * from ${sql.table(table)}
    where deleted_at is null and ${sql.raw(where)} order by id desc limit 1`.execute(desk.service.database.reader);
  const [row] = rows;
  if (!row) throw new Error(`no ${table}`);
  return row;
}

test('whatever has a number is shown by it, with its money as it is stored and without a uuid in the text', async () => {
  await using desk = await start();
  const cases = [
    {
      table: 'invoice',
      where: "status = 'PARTIALLY_PAID'",
      kind: 'invoice',
      money: { amount: 'amount_cents', open: 'owed_cents', paid: 'paid_cents' },
    },
    { table: 'bill', where: "status = 'PAID'", kind: 'bill', money: { amount: 'amount_cents', open: 'owed_cents' } },
    { table: 'payment', where: '1 = 1', kind: 'payment', money: { amount: 'total_cents' } },
    { table: 'bill_payment', where: '1 = 1', kind: 'bill payment', money: { amount: 'total_cents' } },
    {
      table: 'credit_memo',
      where: "status = 'APPLIED'",
      kind: 'credit memo',
      money: { amount: 'amount_cents', left: 'remaining_cents' },
    },
    { table: 'quote', where: "status = 'QUOTED'", kind: 'quote', money: { amount: 'amount_cents' } },
    { table: 'load', where: '1 = 1', kind: 'load', money: {} },
    { table: 'vendor', where: '1 = 1', kind: 'vendor', money: {} },
  ];
  for (const { table, where, kind, money } of cases) {
    const row = await readRow(desk, table, where);
    const { text, data, isError } = await desk.callTool('get_record', { record: row['friendly_id'] });
    expect({ table, isError: isError ?? false, kind: data.kind }).toEqual({ table, isError: false, kind });
    expect(data.record.friendlyId).toBe(row['friendly_id']);
    expect(text).toContain(row['friendly_id']);
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(text).not.toMatch(/^By [A-Z]+_/m);
    // The statuses of this API are known, those of a load's carriers too.
    expect(text).not.toContain("which Waybill doesn't know");
    for (const [member, column] of Object.entries(money))
      expect([table, member, toCents(data.record[member])]).toEqual([table, member, row[column]]);
  }
});

test('an invoice adds up: its lines to the amount, its payments and credits to what is open', async () => {
  await using desk = await start();
  const row = await readRow(desk, 'invoice', "status = 'PARTIALLY_PAID'");

  const { data, text } = await desk.callTool('get_record', { record: row['friendly_id'] });

  const sum = (items: readonly Record<string, number>[], member: string) =>
    items.reduce((total, item) => total + toCents(item[member] ?? 0), 0);
  expect(sum(data.record.lines, 'total')).toBe(row['amount_cents']);
  expect(sum(data.record.payments, 'amount')).toBe(row['paid_cents']);
  expect(data.record.pod).toBe('uploaded');
  expect(text).toContain('Balance: $');
  expect(text).toContain('; Invoice «invoice-');
});

test('a paper was filed by who filed it and not by who changed it, and what is older than those shown is not hidden', async () => {
  await using desk = await start();
  const row = await readRow(desk, 'invoice', "status = 'PARTIALLY_PAID'");
  const write = (operation: string, input: object) => desk.callTool('api_write', { operation, input });
  const listPapers = async () => (await desk.callTool('get_record', { record: row['friendly_id'] })).data.record.papers;
  const [old] = await listPapers();

  await write('documents.update', { id: old.id, fileName: 'renamed.pdf' });
  await write('documents.create', { type: 'OTHER', fileName: 'own.pdf', tags: { invoiceId: row['id'] } });
  const filedBy = (await listPapers()).map((paper: Record<string, string>) => [paper['fileName'], paper['filedBy']]);
  for (let count = 0; count < 20; count += 1)
    await desk.api.documents.create({
      type: 'OTHER',
      fileName: `${count}.pdf`,
      tags: { invoiceId: String(row['id']) },
    });
  const { text } = await desk.callTool('get_record', { record: row['friendly_id'] });

  expect(Object.fromEntries(filedBy)).toMatchObject({ 'renamed.pdf': null, 'own.pdf': 'dana' });
  expect(text).toContain('older than the newest 20 are not shown');
});

test('a bill above what was agreed is shown beside the charges that were, with the originals that it may repeat', async () => {
  await using desk = await start();
  const id = planted.id('bill', 'demo-duplicate-bill', 0);
  const bill = await desk.api.bills.get({ id, by: 'id' });

  const { data, text } = await desk.callTool('get_record', { record: bill.friendlyId });

  expect(data.record.verdicts).toContain('duplicate');
  expect(data.record.reasons.join(' ')).toMatch(/See BILL-\d+ \(/);
  const agreed = data.record.agreed.reduce((sum: number, { total }: { total: number }) => sum + toCents(total), 0);
  expect(agreed).toBe(toCents(data.record.agreedTotal));
  expect(toCents(data.record.difference)).toBe(toCents(bill.amount) - agreed);
  expect(text).toMatch(/Agreed \$[\d,.]+, billed \$[\d,.]+, (as agreed|\$[\d,.]+ (more|less) than agreed)/);
});

test('what has no number is found by its kind and name, and what has a tool of its own is left to that', async () => {
  await using desk = await start();
  const place = await readRow(desk, 'location');
  const factor = await readRow(desk, 'carrier_factor');
  const shipment = await readRow(desk, 'shipment');

  const shownFactor = await desk.callTool('get_record', { record: `factor ${factor['company_name']}` });
  const shownPlace = await desk.callTool('get_record', { record: place['id'] });
  await desk.api.vendors.create({ name: 'Bill Jackson' });
  const byName = await desk.callTool('get_record', { record: 'Bill Jackson' });
  const redirected = await desk.callTool('get_record', { record: shipment['friendly_id'] });

  expect(shownFactor.data).toMatchObject({ kind: 'factor' });
  expect(byName.data).toMatchObject({ kind: 'vendor' });
  expect(shownFactor.text).toMatch(/^Factor «.+», on file since [A-Z][a-z]{2} \d+, \d{4}\./);
  expect(shownPlace.data).toMatchObject({ kind: 'location', resolved: { as: 'id' } });
  expect(shownPlace.data.untrusted).toContain('/record/fields/*/value');
  expect(redirected.data.nextActions).toEqual([
    { tool: 'get_shipment', arguments: { shipment: shipment['friendly_id'] }, why: 'shows the shipment' },
  ]);
});

test('what is called like nothing is refused with a way to look further', async () => {
  await using desk = await start();

  const nothing = await desk.callTool('get_record', { record: 'Nobody Lines of Nowhere' });
  const number = await desk.callTool('get_record', { record: 'INV-99999' });

  expect(nothing).toMatchObject({
    isError: true,
    data: { error: { code: 'NOT_FOUND', nextActions: [{ tool: 'find' }] } },
  });
  expect(number).toMatchObject({ isError: true, data: { error: { code: 'NOT_FOUND' } } });
});
