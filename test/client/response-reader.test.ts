import { describe, expect, test } from 'vitest';
import { readDeclared, UnreadableValue } from '../../src/client/responses/response-reader.ts';
import { findSentName, isSent } from '../../src/contract/kit/sent-fields.ts';
import { operations } from '../../src/contract/operations.ts';
import { startDesk } from '../support/desk.ts';

const id = '018f53c4-b62c-7000-8009-6512ad3ca089';
type Answering = { readonly response?: Parameters<typeof readDeclared>[0] | undefined };

const read = ({ response }: Answering, value: unknown, currency?: string) => {
  if (!response) throw new Error('the operation answers nothing');
  return readDeclared(response, value, currency).value as Record<string, unknown>;
};

const bill = {
  id,
  friendlyId: 'BILL-00001',
  status: 'IN_REVIEW',
  entityType: 'CARRIER',
  amount: 100,
  amountPaid: 0,
  amountOwed: 100,
  createdAt: '2026-11-20T10:00:00.000Z',
};

describe('a response in another form', () => {
  test('has null for what may be null, and an empty list for a list that is missing or null', () => {
    const answer = read(operations.bills.get, { ...bill, payments: null });

    expect(answer).toMatchObject({ dueDate: null, carrier: null, payments: [], deletedAt: null });
  });

  test('has numbers for numbers that came as text, and text for numbers of records that came as numbers', () => {
    const answer = read(operations.bills.get, { ...bill, amount: '100.50', friendlyId: 17 });

    expect(answer).toMatchObject({ amount: 100.5, friendlyId: '17' });
  });

  test.each([
    ['in_review', 'IN_REVIEW'],
    ['PENDING_AUDIT', 'PENDING_AUDIT'],
    [undefined, 'UNKNOWN'],
  ])('keeps the word %s as %s', (status, word) => {
    expect(read(operations.bills.get, { ...bill, status })).toMatchObject({ status: word });
  });

  test('keeps fields that the contract does not have', () => {
    expect(read(operations.bills.get, { ...bill, tmsRegion: 'WEST' })).toMatchObject({ tmsRegion: 'WEST' });
  });

  test.each([
    [{ key: 'SHP-7' }, 'SHP-7'],
    [{}, '018f53c4'],
  ])('calls a shipment without a number by what %j has', (names, number) => {
    const shipment = { id, ...names, status: 'BOOKED', customer: { id, name: 'Acme' } };

    expect(read(operations.shipments.get, shipment)).toMatchObject({
      friendlyId: number,
      customerId: id,
      customer: { name: 'Acme' },
    });
  });

  test('has null for a reference that is not sent, which is told from one that is empty', () => {
    const invoice = read(operations.invoices.get, { id, amount: 1, amountPaid: 0, amountOwed: 1, creditsApplied: 0 });
    const unfactored = read(operations.bills.get, { ...bill, carrierFactor: null });

    expect(invoice).toMatchObject({ customer: null });
    expect(isSent(invoice, 'customer')).toBe(false);
    expect(isSent(unfactored, 'carrierFactor')).toBe(true);
    expect(isSent(read(operations.bills.get, bill), 'carrierFactor')).toBe(false);
  });

  test('has no name to compare where a key or an id stands in for it', () => {
    const readCarrier = (carrier: object) =>
      read(operations.bills.get, { ...bill, carrier: { id, ...carrier } })['carrier'] as { readonly name: string };

    expect(readCarrier({ key: 'ACME' }).name).toBe('ACME');
    expect(findSentName(readCarrier({ key: 'ACME' }))).toBeUndefined();
    expect(findSentName(readCarrier({ name: 'Acme Freight' }))).toBe('Acme Freight');
  });

  test('has no currency where none is named, and that of the shipment for what belongs to it', () => {
    const parts = { id, status: 'BOOKED', customer: { id, name: 'Acme' }, orders: [{ id }] };

    expect(read(operations.shipments.get, parts)).toMatchObject({ currency: 'XXX', orders: [{ currency: 'XXX' }] });
    expect(read(operations.shipments.get, { ...parts, currency: 'CAD' })).toMatchObject({
      orders: [{ currency: 'CAD' }],
    });
  });

  test('has the currency that the desk declares where neither it nor what contains it names one', () => {
    const readAsDollars = (body: unknown) => read(operations.bills.get, body, 'USD');

    expect(readAsDollars(bill)).toMatchObject({ currency: 'USD' });
    expect(readAsDollars({ ...bill, currency: 'CAD' })).toMatchObject({ currency: 'CAD' });
  });

  test('has the stop types and the totals of lines that version 1.0.0 leaves to the reader', () => {
    const line = { id, chargeCode: { id: 3, code: 'LINEHAUL', name: 'Linehaul' }, rate: 2.5, amount: 0, quantity: 4 };
    const stop = { id, type: 'PICKUP', sequence: 1, requestedStartDate: '2026-11-20' };
    const shipment = {
      id,
      status: 'BOOKED',
      customer: { id, name: 'Acme' },
      orders: [{ id, status: 'BOOKED', billingStatus: 'DOCS_NEEDED', stops: [stop], charges: [line] }],
    };

    expect(read(operations.shipments.get, shipment)).toMatchObject({
      billingStatus: 'DOCS_NEEDED',
      pickUpDate: '2026-11-20',
      orders: [{ shipmentId: id, stops: [{ type: 'PICK', orderId: id }], charges: [{ total: 10, chargeCodeId: 3 }] }],
    });
  });

  test('has the days of a shipment as they were at the places of its stops', () => {
    const stop = { id, type: 'PICK', sequence: 1, actualDeparture: '2026-11-20T03:30:00.000Z' };
    const dallas = { ...stop, city: { name: 'Dallas', stateProvince: 'TX' } };
    const parts = { id, status: 'BOOKED', customer: { id, name: 'Acme' } };
    const readDay = (place: object) => read(operations.shipments.get, { ...parts, orders: [{ id, stops: [place] }] });

    expect(readDay(dallas)).toMatchObject({ pickUpDate: '2026-11-19' });
    expect(readDay(stop)).toMatchObject({ pickUpDate: '2026-11-20' });
  });
});

test.each([
  [{ ...bill, amount: 'about 100' }, 'amount is no number'],
  [{ ...bill, amount: undefined }, 'amount is missing'],
  [{ ...bill, id: null }, 'id is missing'],
  [
    { ...bill, payments: [{ id, paymentGroupId: id, amount: {}, paymentDate: '2026-11-20' }] },
    'payments[0].amount is no number',
  ],
  [{ ...bill, payments: 'none' }, 'payments is no list'],
])('what cannot be repaired is named: %#', (value, message) => {
  expect(() => read(operations.bills.get, value)).toThrow(new UnreadableValue(...splitMessage(message)));
});

const splitMessage = (message: string): [string, string] => {
  const space = message.indexOf(' ');
  return [message.slice(0, space), message.slice(space + 1)];
};

test('responses of our own service pass through as they are', async () => {
  await using desk = await startDesk({ tools: [], seed: 'few' });
  const changed: string[] = [];
  for (const [resource, group] of Object.entries(operations)) {
    if (!('filter' in group)) continue;
    const { status, body } = await desk.request('POST', `/v1${group.filter.path}`, { pageSize: 100 });
    expect([resource, status]).toEqual([resource, 200]);
    const answer: unknown = body;
    if (group.filter.response && readDeclared(group.filter.response, answer).value !== answer) changed.push(resource);
  }

  expect(changed).toEqual([]);
});

test('an address without a word on daylight saving time is not one without it', () => {
  const address = { line1: '1 Dock Rd', city: 'Chicago', country: 'US' };
  const location = { id, name: 'Dock', customerId: id, customer: { id, name: 'Acme' }, address };

  expect(read(operations.locations.get, location)).toMatchObject({
    isAppointmentRequired: null,
    address: { obeysDst: null },
  });
});
