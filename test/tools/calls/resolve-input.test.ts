import { expect, test } from 'vitest';
import { friendlyFormats } from '../../../src/domain/identifiers/friendly-id.ts';
import { apiRead } from '../../../tools/raw/api_read.ts';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { createBilledLoad, createPayee } from '../../support/records/payables.ts';
import { onOneDatabase } from '../../support/stores/databases.ts';
import { listPlanTexts } from '../../support/desk/plan-texts.ts';

const tools = [apiRead, apiWrite];
const read = (desk: TestDesk, operation: string, input: object) => desk.callTool('api_read', { operation, input });
const write = (desk: TestDesk, operation: string, input: object) => desk.callTool('api_write', { operation, input });

onOneDatabase('what people call a record', (database) => {
  const start = () => startDesk({ tools, database });

  test('every kind of number names its record, however it is typed', async () => {
    await using desk = await startDesk({ tools, database, seed: 'small' });

    for (const resource of Object.keys(friendlyFormats).map((noun) => `${noun}s`)) {
      const { data } = await read(desk, `${resource}.filter`, { pageSize: 1 });
      const [{ id, friendlyId }] = data.rows;
      const answer = await read(desk, `${resource}.get`, { id: ` ${friendlyId.toLowerCase().replace('-', ' ')} ` });
      expect([resource, answer.data.record?.id]).toEqual([resource, id]);
      expect(answer.text).toContain(' (from ');
      expect(answer.text).toContain(friendlyId);
    }
  });

  test('a filter takes numbers, names and client keys wherever it takes ids', async () => {
    await using desk = await start();
    const { bill, customerId } = await createBilledLoad(desk);
    const other = await createBilledLoad(desk, { carrier: await createPayee(desk, 'Sunset Freight') });
    await desk.api.customers.update({ id: customerId, key: 'erp-7' });

    const listBillNumbers = async (filter: object) => {
      const { data } = await read(desk, 'bills.filter', { filter });
      return data.rows.map(({ friendlyId }: { friendlyId: string }) => friendlyId);
    };

    expect(await listBillNumbers({ carrierId: { equalTo: 'Prairie Haul' } })).toEqual([bill.friendlyId]);
    expect(await listBillNumbers({ carrierId: { in: [other.carrier.friendlyId] } })).toEqual([other.bill.friendlyId]);
    expect(await listBillNumbers({ customerId: { equalTo: 'erp-7' } })).toEqual([bill.friendlyId]);
    expect(await listBillNumbers({ id: { equalTo: bill.friendlyId } })).toEqual([bill.friendlyId]);
    expect(await listBillNumbers({ or: [{ carrierId: { equalTo: 'Sunset Freight' } }] })).toEqual([
      other.bill.friendlyId,
    ]);
    expect(await listBillNumbers({ not: { id: { in: [bill.friendlyId] } } })).toEqual([other.bill.friendlyId]);
  });

  test('a planned write shows what a number was taken for, and names the record by its id', async () => {
    await using desk = await start();
    const { bill } = await createBilledLoad(desk);

    const { data } = await write(desk, 'bills.batchApprove', { billIds: [bill.friendlyId.toLowerCase()] });

    expect(data.status).toBe('approval_required');
    expect(listPlanTexts(data.plan)).toContain(
      'Bill 1: «BILL-00001 Prairie Haul» (from «bill-00001», by friendly id).',
    );
    expect(data.plan.records).toEqual(expect.arrayContaining([expect.objectContaining({ id: bill.id })]));
  });
});

test('a write that runs at once says what a name was taken for', async () => {
  await using desk = await startDesk({ tools });
  const { id } = await desk.api.customers.create({ name: 'Acme Foods', status: 'ACTIVE' });

  const { text, data } = await write(desk, 'customers.update', { id: 'Acme Foods', website: 'acme.test' });

  expect(data.status).toBe('done');
  expect(text).toContain('Record: «A100001 Acme Foods» (from «Acme Foods», by reference or name).');
  expect((await desk.api.customers.get({ id })).website).toBe('acme.test');
});

test('records without a number are named by their own name', async () => {
  await using desk = await startDesk({ tools });
  const term = await desk.api.paymentTerms.create({ name: 'Net 45', days: 45 });

  const { text } = await read(desk, 'paymentTerms.get', { id: 'Net 45' });

  expect(text).toContain(term.id);
});

test('a text that several records bear chooses none, and one that nothing bears names its field', async () => {
  await using desk = await startDesk({ tools });
  await desk.api.customers.create({ name: 'Acme Foods', status: 'ACTIVE' });
  await desk.api.customers.create({ name: 'Acme Steel', status: 'ACTIVE' });

  const several = await write(desk, 'customerContacts.create', {
    customerId: 'Acme',
    name: 'Ana Ruiz',
    contactInfo: { name: 'Ana Ruiz' },
  });
  const nothing = await write(desk, 'customerContacts.create', {
    customerId: 'A999999',
    name: 'Ana Ruiz',
    contactInfo: { name: 'Ana Ruiz' },
  });

  expect(several.data.error).toMatchObject({ code: 'AMBIGUOUS', field: 'input.customerId' });
  expect(several.text).toContain('A100002');
  expect(nothing.data.error).toMatchObject({ code: 'NOT_FOUND', field: 'input.customerId' });
  expect((await desk.api.customerContacts.filter({})).data).toEqual([]);
});

test('what is said to be a client key is read as nothing else', async () => {
  await using desk = await startDesk({ tools });
  const [first, second] = [
    await desk.api.customers.create({ name: 'Acme Foods', status: 'ACTIVE' }),
    await desk.api.customers.create({ name: 'Acme Steel', status: 'ACTIVE' }),
  ];
  await desk.api.customers.update({ id: second.id, key: first.friendlyId });

  const byNumber = await read(desk, 'customers.get', { id: first.friendlyId });
  const byKey = await read(desk, 'customers.get', { id: first.friendlyId, by: 'key' });

  expect([byNumber, byKey].map(({ data }) => data.record.name)).toEqual(['Acme Foods', 'Acme Steel']);
});

test('null in the input of a reading operation is what was left out, and no condition is lost with it', async () => {
  await using desk = await startDesk({ tools });
  await desk.api.customers.create({ name: 'Acme Foods', status: 'ACTIVE' });
  await desk.api.customers.create({ name: 'Acme Steel', status: 'NEW' });

  const { data } = await read(desk, 'customers.filter', {
    cursor: null,
    pageSize: null,
    filter: { id: null, status: { equalTo: 'ACTIVE', in: null } },
  });
  const all = await read(desk, 'customers.filter', { filter: null });
  const emptied = await read(desk, 'customers.filter', { filter: { status: { equalTo: null } } });

  expect(data.rows.map(({ name }: { name: string }) => name)).toEqual(['Acme Foods']);
  expect(all.data.total).toBe(2);
  expect(emptied).toMatchObject({ isError: true, data: { error: { code: 'BAD_REQUEST' } } });
});

test('null in a write still clears', async () => {
  await using desk = await startDesk({ tools });
  const customer = await desk.api.customers.create({ name: 'Acme Foods', status: 'ACTIVE', website: 'acme.test' });

  const { data } = await write(desk, 'customers.update', { id: customer.friendlyId, website: null });

  expect(data.status).toBe('done');
  expect((await desk.api.customers.get({ id: customer.id })).website).toBeNull();
});
