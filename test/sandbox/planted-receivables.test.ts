import { expect, test } from 'vitest';
import { countDaysBetween } from '../../src/domain/kit/dates.ts';
import { today, world, computeHoursFromNow, sum, listPods, getCharges, sumRevenue, sumAgreed } from './planted.ts';

test('six shipments, and no others, were delivered nine days ago or more without a proof of delivery', () => {
  const delivered = world
    .rows('shipment')
    .filter(({ delivered_at }) => delivered_at !== null && computeHoursFromNow(delivered_at) <= -9 * 24);

  const missing = delivered.filter(({ id }) => listPods(id).length === 0).map(({ id }) => id);

  const planted = [1, 2, 3, 4, 5, 6].map((count) => world.planted('shipment', `demo-missing-pod-${count}`).id);
  expect(missing.sort()).toEqual(planted.sort());
});

test('one proof of delivery was announced and never came', () => {
  const shipment = world.planted('shipment', 'demo-pending-pod');

  expect(listPods(shipment.id).map(({ status }) => status)).toEqual(['PENDING_UPLOAD']);
  expect(shipment.billing_status).toBe('DOCS_NEEDED');
});

test('$18,150 has been ready for an invoice for ten days and more', () => {
  const customer = world.planted('customer', 'demo-uninvoiced');
  const shipments = world.rows('shipment').filter(({ customer_id }) => customer_id === customer.id);

  expect(shipments.every(({ billing_status }) => billing_status === 'READY_TO_INVOICE')).toBe(true);
  expect(shipments.every(({ delivered_at }) => computeHoursFromNow(delivered_at) < -11 * 24)).toBe(true);
  expect(sum(shipments.map(({ id }) => sumRevenue(id)))).toBe(1_815_000);
});

test('a customer is at 112 % of its limit, but only with what is not billed yet', () => {
  const customer = world.planted('customer', 'demo-over-limit');
  const shipments = world.rows('shipment').filter(({ customer_id }) => customer_id === customer.id);
  const invoices = world.rows('invoice').filter(({ customer_id }) => customer_id === customer.id);
  const invoiced = new Set(invoices.map(({ shipment_id }) => shipment_id));
  const unbilled = shipments.filter(({ id, status }) => status === 'DELIVERED' && !invoiced.has(id));
  const underWay = shipments.filter(({ status }) => status === 'IN_TRANSIT');

  const limit = customer.credit_limit_cents ?? 0;
  const owed = sum(invoices.map(({ owed_cents }) => owed_cents));
  const unbilledRevenue = sum(unbilled.map(({ id }) => sumRevenue(id)));
  const revenueUnderWay = sum(underWay.map(({ id }) => sumRevenue(id)));

  expect((owed + unbilledRevenue + revenueUnderWay) / limit).toBeCloseTo(1.12);
  expect(owed).toBeLessThan(limit);
  expect(unbilledRevenue).toBeGreaterThan(0);
});

test('detention was paid and not charged on exactly five times', () => {
  const leaks = world.rows('shipment').filter(({ id }) => {
    const listCodes = (owners: readonly { id: string }[]) =>
      owners.flatMap((owner) => getCharges(owner.id).map((line) => line.charge_code_id));
    const paid = listCodes(world.rows('load_carrier').filter(({ shipment_id }) => shipment_id === id));
    const billed = listCodes(world.rows('freight_order').filter(({ shipment_id }) => shipment_id === id));
    return paid.includes(20) && !billed.includes(20);
  });

  const planted = [1, 2, 3, 4, 5].map((count) => world.planted('shipment', `demo-leak-${count}`).id);
  expect(leaks.map(({ id }) => id).sort()).toEqual(planted.sort());
});

test('one invoice was paid short by exactly the lumper', () => {
  const invoice = world.planted('invoice', 'demo-short-paid');
  const lumper = getCharges(invoice.order_id).find(({ charge_code_id }) => charge_code_id === 22);

  expect(invoice.status).toBe('PARTIALLY_PAID');
  expect(invoice.owed_cents).toBe(lumper?.total_cents);
});

test('one customer owes more beyond 90 days than all others', () => {
  const late = world
    .rows('invoice')
    .filter(({ owed_cents, due_date }) => owed_cents > 0 && countDaysBetween(due_date ?? today, today) > 90);
  const owed = Map.groupBy(late, ({ customer_id }) => customer_id);
  const totals = [...owed].map(([id, invoices]) => ({
    id,
    cents: sum(invoices.map(({ owed_cents }) => owed_cents)),
  }));

  const [first] = totals.sort((a, b) => b.cents - a.cents);

  expect(first).toEqual({ id: world.planted('customer', 'demo-whale').id, cents: 7_075_000 });
});

test('a large customer loses money', () => {
  const { id } = world.planted('customer', 'demo-hidden-loser');
  const shipments = world
    .rows('shipment')
    .filter(({ customer_id, status }) => customer_id === id && status === 'DELIVERED');
  const costs = world
    .rows('load_carrier')
    .filter(({ shipment_id }) => shipments.some((shipment) => shipment.id === shipment_id));

  expect(shipments.length).toBeGreaterThan(30);
  expect(sum(shipments.map((shipment) => sumRevenue(shipment.id)))).toBeLessThan(
    sum(costs.map((cost) => sumAgreed(cost.id))),
  );
});
