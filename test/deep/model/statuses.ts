import type {
  ModelBill,
  ModelInvoice,
  ModelLoad,
  Memo,
  ModelOrder,
  ModelService,
  ModelShipment,
  ModelTruck,
  World,
} from './world.ts';
import { listLive, requireRecord, sum } from './world.ts';

/** Computes statuses and balances of records from the facts. */

export const listActiveTrucks = (world: World, load: ModelLoad): ModelTruck[] =>
  listLive(world.trucks).filter(({ loadId, status }) => loadId === load.id && status === 'ACTIVE');

export const findSuccessor = (world: World, load: ModelLoad): ModelLoad | undefined =>
  listLive(world.loads).find(({ replaces }) => replaces === load.id);

export function loadStatus(world: World, load: ModelLoad): string {
  if (load.isClosed || requireRecord(world.shipments, load.shipmentId).isCanceled) return 'CANCELED';
  return listActiveTrucks(world, load).length > 0 ? 'BOOKED' : 'SOURCING';
}

/** Booked once every load that still needs a truck has one. */
function isBooked(world: World, { id }: ModelShipment): boolean {
  const open = listLive(world.loads).filter((load) => load.shipmentId === id && !load.isClosed);
  return open.length > 0 && open.every((load) => listActiveTrucks(world, load).length > 0);
}

export function computeShipmentStatus(world: World, shipment: ModelShipment): string {
  if (shipment.isCanceled) return 'CANCELED';
  return isBooked(world, shipment) ? 'BOOKED' : shipment.base;
}

export const findOrderInvoice = (world: World, { id }: ModelOrder): ModelInvoice | undefined =>
  listLive(world.invoices).find(({ orderIds }) => orderIds.includes(id));

export function orderStatus(world: World, order: ModelOrder): string {
  if (order.shipmentId === null) return 'DRAFT';
  const shipment = requireRecord(world.shipments, order.shipmentId);
  const isUnpaid = findOrderInvoice(world, order) !== undefined && (!shipment.isCanceled || order.isUnpaidSince);
  return isUnpaid ? 'DELIVERED_UNPAID' : computeShipmentStatus(world, shipment);
}

const billingSteps = [
  'DOCS_NEEDED',
  'NOT_READY_TO_INVOICE',
  'READY_TO_INVOICE',
  'INVOICED',
  'PARTIALLY_PAID',
  'PAID',
] as const;

export function orderBilling(world: World, order: ModelOrder): (typeof billingSteps)[number] {
  const invoice = findOrderInvoice(world, order);
  if (!invoice) return order.release;
  if (computeOwed(world, invoice) === 0) return 'PAID';
  return sumApplied(world, invoice) > 0 ? 'PARTIALLY_PAID' : 'INVOICED';
}

export const listOrders = (world: World, { id }: ModelShipment): ModelOrder[] =>
  listLive(world.orders).filter(({ shipmentId }) => shipmentId === id);

export function computeShipmentBilling(world: World, shipment: ModelShipment): string | undefined {
  const billingStatuses = listOrders(world, shipment).map((order) => orderBilling(world, order));
  return billingSteps.find((step) => billingStatuses.includes(step));
}

export const findBill = (world: World, entityId: string): ModelBill | undefined =>
  listLive(world.bills).find((bill) => bill.entityId === entityId);

export function sumBillPaid(world: World, { id }: ModelBill): number {
  const lines = listLive(world.billPayments).flatMap((payment) => payment.lines);
  return sum(lines.filter(({ billId }) => billId === id).map(({ cents, excess }) => cents - excess));
}

export const openOn = (world: World, bill: ModelBill): number => bill.amount - sumBillPaid(world, bill);

export function billStatus(world: World, bill: ModelBill): string {
  if (!bill.isApproved) return 'IN_REVIEW';
  return openOn(world, bill) === 0 ? 'PAID' : 'APPROVED_TO_PAY';
}

export function computeTruckBilling(world: World, { id }: ModelTruck): string {
  const bill = findBill(world, id);
  return bill ? billStatus(world, bill) : 'AWAITING_INVOICE';
}

export function computeServiceStatus(world: World, service: ModelService): string {
  if (requireRecord(world.shipments, service.shipmentId).isCanceled) return 'CANCELED';
  const bill = findBill(world, service.id);
  if (bill) return billStatus(world, bill);
  return service.isDone ? 'AWAITING_INVOICE' : 'ACTIVE';
}

export function sumInvoicePaid(world: World, { id }: ModelInvoice): number {
  const lines = listLive(world.payments).flatMap((payment) => payment.lines);
  return sum(lines.filter(({ invoiceId }) => invoiceId === id).map(({ cents }) => cents));
}

export function sumInvoiceCredited(world: World, { id }: ModelInvoice): number {
  const credits = world.memos.flatMap((memo) => memo.credits);
  return sum(credits.filter(({ invoiceId }) => invoiceId === id).map(({ cents }) => cents));
}

export const sumApplied = (world: World, invoice: ModelInvoice): number =>
  sumInvoicePaid(world, invoice) + sumInvoiceCredited(world, invoice);
export const computeOwed = (world: World, invoice: ModelInvoice): number => invoice.amount - sumApplied(world, invoice);

export function computeInvoiceStatus(world: World, invoice: ModelInvoice): string {
  const applied = sumApplied(world, invoice);
  if (applied === 0) return 'AWAITING_PAYMENT';
  return applied === invoice.amount ? 'PAID' : 'PARTIALLY_PAID';
}

export const sumUsedCredit = ({ credits }: Memo): number => sum(credits.map(({ cents }) => cents));
export const computeRemainingCredit = (memo: Memo): number => (memo.isVoid ? 0 : memo.amount - sumUsedCredit(memo));

export function computeMemoStatus(memo: Memo): string {
  if (memo.isVoid) return 'VOIDED';
  if (sumUsedCredit(memo) === 0) return 'OPEN';
  return computeRemainingCredit(memo) === 0 ? 'APPLIED' : 'PARTIALLY_APPLIED';
}

/** Applies the consequences of a change; call it after every operation. */
export function settle(world: World): void {
  for (const load of world.loads)
    if (findSuccessor(world, load) && listActiveTrucks(world, load).length === 0) load.isClosed = true;
  for (const shipment of world.shipments) if (isBooked(world, shipment)) shipment.base = 'PLANNING';
}
