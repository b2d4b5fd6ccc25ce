import { expect, test } from 'vitest';
import { countDaysBetween } from '../../src/domain/kit/dates.ts';
import { type BillSnapshot, findDuplicateBills } from '../../src/domain/bills/duplicate-bill.ts';
import { extractNameFamily } from '../../src/domain/parties/payee-name.ts';
import { world, listPods, sumAgreed } from './planted.ts';

const carriers = new Map(world.rows('carrier').map((carrier) => [carrier.id, carrier]));
const statusOf = new Map(world.rows('load_carrier').map(({ id, status }) => [id, status]));

function getBooking(loadCarrierId: string | null): Pick<BillSnapshot, 'bookedFor'> {
  if (statusOf.get(loadCarrierId ?? '') === 'TONU') return { bookedFor: 'tonu' };
  return sumAgreed(loadCarrierId) > 0 ? { bookedFor: 'trip' } : {};
}

const bills = world.rows('bill').map((bill): BillSnapshot => ({
  id: bill.id,
  payeeId: bill.carrier_id ?? bill.vendor_id ?? '',
  payeeName: carriers.get(bill.carrier_id ?? '')?.name ?? bill.vendor_id ?? '',
  factorId: bill.carrier_factor_id,
  entityId: bill.load_carrier_id ?? bill.service_id,
  loadId: bill.load_id,
  shipmentId: bill.shipment_id,
  reference: bill.reference,
  amountCents: bill.amount_cents,
  currency: bill.currency,
  ...getBooking(bill.load_carrier_id),
}));

test('exactly the planted ones look like the same debt billed twice', () => {
  const getBothIds = (key: string) => [0, 1].map((place) => world.planted('bill', key, place).id);

  const pairs = findDuplicateBills(bills);

  expect(pairs).toHaveLength(3);
  expect(pairs).toEqual(
    expect.arrayContaining(
      [
        { bills: getBothIds('demo-duplicate-bill'), reasons: ['suffixed_reference', 'same_amount'] },
        { bills: getBothIds('demo-two-payees'), reasons: ['same_amount', 'factor_and_carrier'] },
        { bills: getBothIds('demo-stranger-bill'), reasons: ['two_payees'] },
      ].map((pair) => expect.objectContaining(pair)),
    ),
  );
});

test('one bill asks for $250 of detention that nobody approved', () => {
  const bill = world.planted('bill', 'demo-detention-bill');

  expect(bill.status).toBe('IN_REVIEW');
  expect(bill.amount_cents - sumAgreed(bill.load_carrier_id)).toBe(25_000);
});

test('the stranger bears no likeness to the booked carrier', () => {
  const [booked, other] = [0, 1].map((place) => {
    const name = carriers.get(world.planted('bill', 'demo-stranger-bill', place).carrier_id ?? '')?.name ?? '';
    return extractNameFamily(name);
  });

  expect(other).not.toBe(booked);
});

test('a pay-to changed two days before a big bill of the same carrier', () => {
  const bill = world.planted('bill', 'demo-pay-to-change');
  const method = world.rows('carrier_payment_method').find(({ carrier_id }) => carrier_id === bill.carrier_id);

  expect(countDaysBetween(method?.updated_at?.slice(0, 10) ?? '', bill.created_at.slice(0, 10))).toBe(2);
  expect(bill.amount_cents).toBe(984_000);
});

test('exactly three carriers share the end of a bank account', () => {
  const endings = Map.groupBy(
    world.rows('carrier_payment_method').filter((method) => method.account_number !== null),
    ({ account_number }) => account_number?.slice(-4),
  );

  const shared = [...endings].filter(([, methods]) => methods.length > 1);

  expect(shared.map(([ending, methods]) => [ending, methods.length])).toEqual([['4471', 3]]);
});

test('four bills in review are clean and under $3,000', () => {
  const bills = [1, 2, 3, 4].map((count) => world.planted('bill', `demo-clean-bill-${count}`));

  for (const bill of bills) {
    expect(bill).toMatchObject({ status: 'IN_REVIEW', amount_cents: sumAgreed(bill.load_carrier_id) });
    expect(bill.amount_cents).toBeLessThan(300_000);
    expect(listPods(bill.shipment_id ?? '').map(({ status }) => status)).toEqual(['UPLOADED']);
  }
});

test('a truck that came in vain is billed on a canceled shipment', () => {
  const shipment = world.planted('shipment', 'demo-tonu');
  const bill = world.planted('bill', 'demo-tonu');

  expect([shipment.status, bill.shipment_id, bill.amount_cents]).toEqual(['CANCELED', shipment.id, 20_000]);
});

test('two deliveries, and one service of a vendor, were never billed', () => {
  const shipments = ['demo-accrual-1', 'demo-accrual-2'].map((key) => world.planted('shipment', key).id);
  const service = world.planted('service', 'demo-unbilled-service');

  expect(world.rows('bill').filter(({ shipment_id }) => shipments.includes(shipment_id ?? ''))).toEqual([]);
  expect(service).toMatchObject({ status: 'AWAITING_INVOICE', completed_date: '2026-11-06' });
  expect(world.rows('bill').filter(({ service_id }) => service_id === service.id)).toEqual([]);
});
