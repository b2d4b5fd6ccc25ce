import { expect, test } from 'vitest';
import { builtInPolicy } from '../../../../src/mcp/policy/policy.ts';
import { apiWrite } from '../../../../tools/raw/api_write.ts';
import { type LoadDesk, type LoadDeskInput, startLoadDesk } from '../../../mcp/support/load-desk.ts';
import { type DatabaseName, onOneDatabase } from '../../../support/stores/databases.ts';
import { listPlanTexts } from '../../../support/desk/plan-texts.ts';

const copyShipment = (desk: LoadDesk, input: object) =>
  desk.callTool('api_write', { operation: 'shipments.duplicate', input: { id: 'SHP-1001', ...input } });
const start = (database: DatabaseName, policy = builtInPolicy) =>
  startLoadDesk({ tools: [apiWrite], database, server: { policy } });
const load: LoadDeskInput = {
  references: { PURCHASE_ORDER_NUMBER: '4471', BOL_NUMBER: 'B-7' },
  pickup: { date: '2026-11-20', start: '08:00', end: '10:00' },
  drop: { date: '2026-11-23', start: '09:00' },
};

onOneDatabase('the answer of a copy', (database) => {
  test('names the references that came along and the dates that were not taken', async () => {
    await using desk = await start(database);
    await desk.createLoad(load);

    const { data, text } = await copyShipment(desk, {});

    const copy = await desk.api.shipments.get({ id: data.record.id });
    expect(data.summary).toBe('Copy SHP-1001 of «Acme Foods» into a new draft: SHP-1002.');
    expect(text).toContain(
      `References that came along with ${copy.orders[0]?.friendlyId}: PO number «4471», BOL number «B-7». Check that each is right for the copy.`,
    );
    expect(text).toContain(
      'stop 1, pickup «Chicago, IL»: no date (was Fri, Nov 20, 8:00 AM-10:00 AM CST; its hours stay: 8:00 AM-10:00 AM)',
    );
    expect(text).toContain(
      'stop 2, delivery «Phoenix, AZ»: no date (was Mon, Nov 23, 9:00 AM MST; its hours stay: 9:00 AM)',
    );
    expect(copy.orders[0]?.references.map(({ value }) => value)).toEqual(['4471', 'B-7']);
  });

  test('shows the new dates beside the old ones', async () => {
    await using desk = await start(database);
    await desk.createLoad(load);

    const { text } = await copyShipment(desk, { pickUpDate: '2026-12-01' });

    expect(text).toContain(
      'stop 1, pickup «Chicago, IL»: Tue, Dec 1, 8:00 AM-10:00 AM CST (was Fri, Nov 20, 8:00 AM-10:00 AM CST)',
    );
    expect(text).toContain('stop 2, delivery «Phoenix, AZ»: no date (was Mon, Nov 23, 9:00 AM MST');
  });
});

test('where copies are confirmed, the plan says the same before', async () => {
  await using desk = await start('SQLite', { ...builtInPolicy, operations: { 'shipments.duplicate': 'confirm' } });
  const { orders } = await desk.createLoad(load);

  const { data } = await copyShipment(desk, { pickUpDate: '2026-12-01' });

  expect(listPlanTexts(data.plan)).toEqual(
    expect.arrayContaining([
      `References that come along with ${orders[0].friendlyId}: PO number «4471», BOL number «B-7». Check that each is right for the copy.`,
      'stop 1, pickup Chicago, IL: Fri, Nov 20, 8:00 AM-10:00 AM CST moves with the new date',
      'stop 2, delivery Phoenix, AZ: no date (was Mon, Nov 23, 9:00 AM MST; its hours stay: 9:00 AM)',
    ]),
  );
});

test('a copy is taken back by the call that its answer names', async () => {
  await using desk = await start('SQLite');
  await desk.createLoad(load);

  const { data } = await copyShipment(desk, {});

  expect(data.undo).toBe('The copy can be canceled; it is not deleted (cancel_shipment shipment=SHP-1002).');
  const undone = await desk.callTool('cancel_shipment', { shipment: 'SHP-1002' }, 'accept');
  expect(undone.data.record).toMatchObject({ friendlyId: 'SHP-1002', status: 'CANCELED' });
});
