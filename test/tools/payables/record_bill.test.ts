import { expect, test } from 'vitest';
import { approveBills } from '../../../tools/bills/approve_bills.ts';
import { recordBill } from '../../../tools/payables/record_bill.ts';
import { reverseBill } from '../../../tools/payables/reverse_bill.ts';
import { apiWrite } from '../../../tools/raw/api_write.ts';
import { type TestDesk, startDesk } from '../../support/desk.ts';
import { chicagoToDallas } from '../../support/records/freight.ts';
import { createBilledLoad, createBookedLoad, insertFactor, createPayee } from '../../support/records/payables.ts';

const start = () => startDesk({ tools: [recordBill, reverseBill, approveBills, apiWrite], offersNoOthers: true });
const order = { ...chicagoToDallas, stops: [...chicagoToDallas.stops], charges: [...chicagoToDallas.charges] };
const listBills = async ({ api }: TestDesk) => (await api.bills.filter({ filter: {} })).data;

test('a bill as agreed is recorded at once, with its due date by the terms of the carrier', async () => {
  await using desk = await start();
  const carrier = await createPayee(desk, 'Prairie Haul');
  const term = await desk.api.paymentTerms.create({ name: 'Net 21', days: 21 });
  await desk.api.carriers.update({ id: carrier.id, paymentTermId: term.id });
  await createBookedLoad(desk, { carrier });

  const { data, text } = await desk.callTool('record_bill', {
    carrier: 'Prairie Haul',
    load: 'LD-1001',
    number: 'PH-1001',
    amount: '$1,200',
    date: '2026-11-10',
  });

  expect(data).toMatchObject({
    status: 'done',
    summary: 'Bill BILL-00001 of «Prairie Haul» is recorded: $1,200.00, in review, due Dec 1, 2026. It is clean.',
    nextActions: [{ tool: 'approve_bills', arguments: { bills: ['BILL-00001'] } }],
    undo: expect.stringContaining('reverse_bill bill=BILL-00001 what=bill'),
  });
  expect(text).toContain('Dated Nov 10, 2026, due Dec 1, 2026 («Net 21»); paid to the payee itself');
  expect(text).toContain('Agreed: Linehaul $1,200.00');
  expect(await listBills(desk)).toMatchObject([
    { reference: 'PH-1001', amount: 1200, status: 'IN_REVIEW', dueDate: '2026-12-01' },
  ]);
});

test('variance is said at once, line by line where the paper has lines', async () => {
  await using desk = await start();
  await createBookedLoad(desk);

  const { data, text } = await desk.callTool('record_bill', {
    shipment: 'SHP-1001',
    number: 'PH-1002',
    amount: 1450,
    lines: [
      { charge: 'linehaul', amount: 1200 },
      { charge: 'Detention', amount: 250 },
    ],
  });

  expect(data.summary).toContain('Not clean: variance.');
  expect(text).toContain('Linehaul: agreed $1,200.00, billed $1,200.00');
  expect(text).toContain('«Detention»: not agreed, billed $250.00 ($250.00 more)');
  expect(text).toContain('Not clean: $1,450.00 billed, $250.00 more than the $1,200.00 agreed.');
});

test('a number that came before, another payee of record and what is not delivered are said', async () => {
  await using desk = await start();
  const { carrier } = await createBilledLoad(desk, { reference: 'PH-7' });
  await insertFactor(desk, carrier.id, 'Apex Factoring');
  await createBookedLoad(desk, { carrier, isDelivered: false, agreed: 900 });

  const { text } = await desk.callTool('record_bill', { load: 'LD-1002', number: 'ph 7-R', amount: 900 });

  expect(text).toContain('paid to its factor «Apex Factoring»');
  expect(text).toMatch(/Perhaps billed twice: .* See BILL-00001/);
  expect(text).toContain('Not clean: Billed before delivery.');
});

test.each([
  ['a stranger', { carrier: 'Nobody Trucking', shipment: 'SHP-1001' }, 'REFUSED', 'Booked: LD-1001 «Prairie Haul»'],
  ['a load of another shipment', { load: 'LD-1002', shipment: 'SHP-1001' }, 'BAD_REQUEST', 'is of SHP-1002, not of'],
  [
    'a carrier and a vendor at once',
    { carrier: 'Prairie Haul', vendor: 'Dock Crew', shipment: 'SHP-1001' },
    'BAD_REQUEST',
    'a bill is of one of them',
  ],
  ['a shipment with nobody on it', { shipment: 'SHP-1003' }, 'REFUSED', 'No carrier or vendor is booked on SHP-1003.'],
  ['no shipment', { carrier: 'Prairie Haul' }, 'BAD_REQUEST', 'name the shipment or the load'],
  ['what is billed already', { carrier: 'Prairie Haul', shipment: 'SHP-1002' }, 'CONFLICT', 'billed, in review'],
  [
    'lines that do not add up',
    { shipment: 'SHP-1001', lines: [{ charge: 'Linehaul', amount: 1 }] },
    'BAD_REQUEST',
    'add up to 1, not to the 1200 of amount',
  ],
])('%s: nothing is recorded', async (_what, place, code, words) => {
  await using desk = await start();
  const { carrier, customerId } = await createBookedLoad(desk);
  await createPayee(desk, 'Nobody Trucking');
  await createBilledLoad(desk, { carrier });
  await desk.api.shipments.create({ customer: { id: customerId }, orders: [order] });

  const { data, text, isError } = await desk.callTool('record_bill', { number: 'X-1', amount: 1200, ...place });

  expect(isError).toBe(true);
  expect(data.error.code).toBe(code);
  expect(text).toContain(words);
  expect(await listBills(desk)).toHaveLength(1);
});

test('amounts of a bill count in the currency of its payee', async () => {
  await using desk = await start();
  const carrier = await createPayee(desk, 'Maple Haul');
  await desk.api.carriers.update({ id: carrier.id, currency: 'CAD' });
  await createBookedLoad(desk, { carrier });
  const bill = { shipment: 'SHP-1001', number: 'MH-1' };

  const other = await desk.callTool('record_bill', { ...bill, amount: 'USD 500' });
  const inDollars = await desk.callTool('record_bill', {
    ...bill,
    amount: 'CAD 500',
    lines: [{ charge: 'Linehaul', amount: '500 CAD' }],
  });

  expect(other.text).toContain('names USD, but CAD counts here');
  expect(inDollars.data.summary).toContain('is recorded: CAD 500.00');
  expect(await listBills(desk)).toMatchObject([{ currency: 'CAD', amount: 500 }]);
});

test('the same through api_write says what it is for, in words', async () => {
  await using desk = await start();
  const { loadCarrierId } = await createBookedLoad(desk);

  const { data } = await desk.callTool('api_write', {
    operation: 'bills.create',
    input: {
      entityType: 'CARRIER',
      entityId: loadCarrierId,
      invoiceDate: '2026-11-10',
      amount: 1500,
      dueDate: '2026-11-11',
    },
  });

  expect(data.plan).toMatchObject({
    title: 'Record a bill of «Prairie Haul» for LD-1001 (SHP-1001): $1,500.00',
    gate: 'approve',
    warnings: expect.arrayContaining([{ text: 'Not clean: variance.' }]),
  });
});
