import { expect, test } from 'vitest';
import { apiRead } from '../../../tools/raw/api_read.ts';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { approveBills } from '../../../tools/bills/approve_bills.ts';
import { createQuote } from '../../../tools/freight/create_quote.ts';
import { getCarrier } from '../../../tools/carriers/get_carrier.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { createBilledLoad, createPayee } from '../../support/records/payables.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { listPlanTexts } from '../../support/desk/plan-texts.ts';

const tools = [apiRead, apiWrite, approveBills, createQuote, getCarrier];
const write = (desk: TestDesk, operation: string, input: object) => desk.callTool('api_write', { operation, input });

/** Creates two bills of two carriers, of which the second is meant to be confused with the first. */
async function createTwoBills(desk: TestDesk) {
  const first = await createBilledLoad(desk, { reference: '1107266477' });
  const carrier = await createPayee(desk, 'Sunset Freight');
  const second = await createBilledLoad(desk, { carrier, reference: '1107212853', amount: 88_888.88 });
  return { first, second };
}

onOneDatabase('a client key', (database) => {
  const start = () => startDesk({ tools, database });

  test.each([
    ['the reference', () => '1107266477'],
    ['the bare number', ({ friendlyId }: { friendlyId: string }) => friendlyId.replace('BILL-', '')],
  ])('of a bill that equals %s of another one means neither, and both are shown', async (_which, keyOf) => {
    await using desk = await start();
    const { first, second } = await createTwoBills(desk);
    const key = keyOf(first.bill);
    await desk.api.bills.update({ id: second.bill.id, key });

    const planned = await desk.callTool('approve_bills', { bills: [key] });
    const raw = await write(desk, 'bills.approve', { id: key });

    for (const { text, data } of [planned, raw]) {
      expect(data.error).toMatchObject({ code: 'AMBIGUOUS' });
      expect(text).toContain(first.bill.friendlyId);
      expect(text).toContain(second.bill.friendlyId);
    }
    expect(await desk.memory.approvals.list({ limit: 10 })).toEqual([]);
  });

  test('that equals the name of another carrier, customer or vendor means neither of the two', async () => {
    await using desk = await start();
    const carriers = [await createPayee(desk, 'Prairie Haul'), await createPayee(desk, 'Sunset Freight')] as const;
    await desk.api.carriers.update({ id: carriers[1].id, key: 'Prairie Haul' });
    await desk.api.customers.create({ name: 'Acme Foods', status: 'ACTIVE' });
    await desk.api.customers.create({ name: 'Acme Steel', status: 'ACTIVE', key: 'Acme Foods' });
    await desk.api.vendors.create({ name: 'Dock Crew' });
    await desk.api.vendors.create({ name: 'Dock Hands', key: 'Dock Crew' });

    const answers = [
      await desk.callTool('get_carrier', { carrier: 'Prairie Haul' }),
      await write(desk, 'carriers.update', { id: 'Prairie Haul', notes: 'x' }),
      await desk.callTool('create_quote', { customer: 'Acme Foods', stops: ['60601', '75201'] }),
      await write(desk, 'vendors.update', { id: 'Dock Crew', notes: 'x' }),
    ];

    for (const { text, data } of answers) {
      expect(data.error).toMatchObject({ code: 'AMBIGUOUS' });
      expect(text).toMatch(/matches 2 /);
    }
  });

  test('names its record where another one only holds the text in its name', async () => {
    await using desk = await start();
    const { id } = await createPayee(desk, 'Prairie Haul');
    await createPayee(desk, 'West Lines of the North');
    await desk.api.carriers.update({ id, key: 'west' });

    const { data } = await desk.callTool('api_read', { operation: 'carriers.get', input: { id: 'west' } });

    expect(data.record.name).toBe('Prairie Haul');
  });

  test('never stands in the way of a friendly id', async () => {
    await using desk = await start();
    const { first, second } = await createTwoBills(desk);
    await desk.api.bills.update({ id: second.bill.id, key: first.bill.friendlyId });

    const { data } = await desk.callTool('approve_bills', { bills: [first.bill.friendlyId] });

    expect(data.plan.records).toMatchObject([{ id: first.bill.id }]);
  });

  test('is shown in the plan of an approval as what the text was taken by', async () => {
    await using desk = await start();
    const { first, second } = await createTwoBills(desk);
    await desk.api.bills.update({ id: second.bill.id, key: 'erp-7' });

    const { data } = await desk.callTool('approve_bills', { bills: ['erp-7', '1107266477'] });

    expect(listPlanTexts(data.plan)).toEqual(
      expect.arrayContaining([
        `${second.bill.friendlyId} (from «erp-7», by client key)`,
        `${first.bill.friendlyId} (from «1107266477», by reference)`,
      ]),
    );
  });
});

test.each([
  ['carriers', async (desk: TestDesk) => (await createPayee(desk, 'Prairie Haul')).id],
  ['carrierFactors', async (desk: TestDesk) => (await desk.api.carrierFactors.create({ companyName: 'Apex' })).id],
  ['customers', async (desk: TestDesk) => (await desk.api.customers.create({ name: 'Acme', status: 'ACTIVE' })).id],
  ['vendors', async (desk: TestDesk) => (await desk.api.vendors.create({ name: 'Dock Crew' })).id],
  ['bills', async (desk: TestDesk) => (await createBilledLoad(desk)).bill.id],
])('%s: a client key is given, changed and taken away with an approval only', async (resource, createRecord) => {
  await using desk = await startDesk({ tools });
  const id = await createRecord(desk);

  for (const key of ['erp-7', null]) {
    const { data } = await write(desk, `${resource}.update`, { id, key });
    expect(data).toMatchObject({ status: 'approval_required', plan: { gate: 'approve' } });
  }
});
