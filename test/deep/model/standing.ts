import type { Bill, Invoice, Load, Memo, Order, Service, Shipment, Truck, World } from './world.ts';
import { live, must, sum } from './world.ts';

/** What records show, as it follows from the facts. */

export const truckOf = (world: World, load: Load): Truck[] =>
  live(world.trucks).filter(({ loadId, status }) => loadId === load.id && status === 'ACTIVE');

export const successorOf = (world: World, load: Load): Load | undefined =>
  live(world.loads).find(({ replaces }) => replaces === load.id);

export function loadStatus(world: World, load: Load): string {
  if (load.isClosed || must(world.shipments, load.shipmentId).isCanceled) return 'CANCELED';
  return truckOf(world, load).length > 0 ? 'BOOKED' : 'SOURCING';
}

/** Booked once every load that still needs a truck has one. */
function isBooked(world: World, { id }: Shipment): boolean {
  const open = live(world.loads).filter((load) => load.shipmentId === id && !load.isClosed);
  return open.length > 0 && open.every((load) => truckOf(world, load).length > 0);
}

export function shipmentStatus(world: World, shipment: Shipment): string {
  if (shipment.isCanceled) return 'CANCELED';
  return isBooked(world, shipment) ? 'BOOKED' : shipment.base;
}

export const invoiceOfOrder = (world: World, { id }: Order): Invoice | undefined =>
  live(world.invoices).find(({ orderIds }) => orderIds.includes(id));

export function orderStatus(world: World, order: Order): string {
  if (order.shipmentId === null) return 'DRAFT';
  const shipment = must(world.shipments, order.shipmentId);
  const isUnpaid = invoiceOfOrder(world, order) !== undefined && (!shipment.isCanceled || order.isUnpaidSince);
  return isUnpaid ? 'DELIVERED_UNPAID' : shipmentStatus(world, shipment);
}

const billingSteps = [
  'DOCS_NEEDED',
  'NOT_READY_TO_INVOICE',
  'READY_TO_INVOICE',
  'INVOICED',
  'PARTIALLY_PAID',
  'PAID',
] as const;

export function orderBilling(world: World, order: Order): (typeof billingSteps)[number] {
  const invoice = invoiceOfOrder(world, order);
  if (!invoice) return order.release;
  if (owedOn(world, invoice) === 0) return 'PAID';
  return appliedTo(world, invoice) > 0 ? 'PARTIALLY_PAID' : 'INVOICED';
}

export const ordersOf = (world: World, { id }: Shipment): Order[] =>
  live(world.orders).filter(({ shipmentId }) => shipmentId === id);

export function shipmentBilling(world: World, shipment: Shipment): string | undefined {
  const shown = ordersOf(world, shipment).map((order) => orderBilling(world, order));
  return billingSteps.find((step) => shown.includes(step));
}

export const billOf = (world: World, entityId: string): Bill | undefined =>
  live(world.bills).find((bill) => bill.entityId === entityId);

export function paidOn(world: World, { id }: Bill): number {
  const lines = live(world.billPayments).flatMap((payment) => payment.lines);
  return sum(lines.filter(({ billId }) => billId === id).map(({ cents, excess }) => cents - excess));
}

export const openOn = (world: World, bill: Bill): number => bill.amount - paidOn(world, bill);

export function billStatus(world: World, bill: Bill): string {
  if (!bill.isApproved) return 'IN_REVIEW';
  return openOn(world, bill) === 0 ? 'PAID' : 'APPROVED_TO_PAY';
}

export function truckBilling(world: World, { id }: Truck): string {
  const bill = billOf(world, id);
  return bill ? billStatus(world, bill) : 'AWAITING_INVOICE';
}

export function serviceStatus(world: World, service: Service): string {
  if (must(world.shipments, service.shipmentId).isCanceled) return 'CANCELED';
  const bill = billOf(world, service.id);
  if (bill) return billStatus(world, bill);
  return service.isDone ? 'AWAITING_INVOICE' : 'ACTIVE';
}

export function paidTo(world: World, { id }: Invoice): number {
  const lines = live(world.payments).flatMap((payment) => payment.lines);
  return sum(lines.filter(({ invoiceId }) => invoiceId === id).map(({ cents }) => cents));
}

export function creditedTo(world: World, { id }: Invoice): number {
  const credits = world.memos.flatMap((memo) => memo.credits);
  return sum(credits.filter(({ invoiceId }) => invoiceId === id).map(({ cents }) => cents));
}

export const appliedTo = (world: World, invoice: Invoice): number =>
  paidTo(world, invoice) + creditedTo(world, invoice);
export const owedOn = (world: World, invoice: Invoice): number => invoice.amount - appliedTo(world, invoice);

export function invoiceStatus(world: World, invoice: Invoice): string {
  const applied = appliedTo(world, invoice);
  if (applied === 0) return 'AWAITING_PAYMENT';
  return applied === invoice.amount ? 'PAID' : 'PARTIALLY_PAID';
}

export const usedOf = ({ credits }: Memo): number => sum(credits.map(({ cents }) => cents));
export const leftOf = (memo: Memo): number => (memo.isVoid ? 0 : memo.amount - usedOf(memo));

export function memoStatus(memo: Memo): string {
  if (memo.isVoid) return 'VOIDED';
  if (usedOf(memo) === 0) return 'OPEN';
  return leftOf(memo) === 0 ? 'APPLIED' : 'PARTIALLY_APPLIED';
}

/** What a change brings with it; to be called after every operation. */
export function settle(world: World): void {
  for (const load of world.loads)
    if (successorOf(world, load) && truckOf(world, load).length === 0) load.isClosed = true;
  for (const shipment of world.shipments) if (isBooked(world, shipment)) shipment.base = 'PLANNING';
}
