import type { OperationName } from '../../../src/contract/operation-names.ts';
import type { TestDesk } from '../desk.ts';
import { chicagoToDallas } from '../records/freight.ts';
import { createBilledLoad, createBookedLoad, createPayee } from '../records/payables.ts';
import type { Everything } from './one-of-everything.ts';

type Brokerage = Pick<TestDesk, 'api' | 'service'>;
type Records = Partial<Everything>;
type Prepare = (desk: Brokerage, all: Everything) => Promise<Records>;

const day = '2026-11-20';
const order = { ...chicagoToDallas, stops: [...chicagoToDallas.stops], charges: [...chicagoToDallas.charges] };

/** What a brokerage that has one record of each kind is short of: a record in the state that the operation begins with. */
const preparations: Partial<Record<OperationName, Prepare>> = {
  'quotes.convertToShipment': pricedQuote,
  'shipments.uncancel': canceledShipment,
  'shipments.readyToInvoice': heldBackFreight,
  'shipments.notReadyToInvoice': releasedFreight,
  'shipments.generateInvoice': releasedFreight,
  'loads.delete': openFreight,
  'loads.addCarrier': openFreight,
  'loads.bounce': (desk) => bookedFreight(desk, false),
  'loads.tonu': (desk) => bookedFreight(desk, false),
  'loads.rebook': freightThatFellOff,
  'stops.delete': thirdStop,
  'bills.create': finishedService,
  'bills.approve': billInReview,
  'bills.batchApprove': billInReview,
  'bills.delete': billInReview,
  'bills.unapprove': approvedBill,
  'billPayments.create': approvedBill,
  'billPayments.update': paidBill,
  'billPayments.delete': paidBill,
  'billPayments.sendRemittance': paidBill,
  'invoices.create': releasedFreight,
  'invoices.batchGenerate': releasedFreight,
  'invoices.delete': unpaidInvoice,
  'creditMemos.void': openCredit,
  'vendors.delete': newVendor,
};

/** The records that an operation is tried on: those there are, or one that was brought into the state it needs. */
export async function preparedFor(desk: Brokerage, name: OperationName, all: Everything): Promise<Everything> {
  return { ...all, ...(await preparations[name]?.(desk, all)) };
}

async function recordsOf({ api }: Brokerage, shipmentId: string): Promise<Records> {
  const shipment = await api.shipments.get({ id: shipmentId });
  const [ownOrder] = shipment.orders;
  const [load] = shipment.loads;
  const [stop] = ownOrder?.stops ?? [];
  if (!ownOrder || !load || !stop) throw new Error('the shipment came without its order or its load');
  const [loadCarrier] = load.carriers;
  return { shipment, order: ownOrder, stop, load, ...(loadCarrier && { loadCarrier }) };
}

async function pricedQuote({ api }: Brokerage, { customer }: Everything): Promise<Records> {
  const quote = await api.quotes.create({ customer: { id: customer.id }, order, amount: 2000 });
  return { quote: await api.quotes.update({ id: quote.id, status: 'QUOTED' }) };
}

async function bookedFreight(desk: Brokerage, isDelivered: boolean): Promise<Records> {
  const { carrier, shipmentId } = await createBookedLoad(desk, { isDelivered });
  if (isDelivered) await deliverOrders(desk, shipmentId);
  return { carrier, ...(await recordsOf(desk, shipmentId)) };
}

async function deliverOrders({ service }: Brokerage, shipmentId: string): Promise<void> {
  const status = { status: 'DELIVERED' as const };
  await service.database.transaction((tx) =>
    tx.updateTable('freight_order').set(status).where('shipment_id', '=', shipmentId).execute(),
  );
}

async function heldBackFreight(desk: Brokerage): Promise<Records> {
  const freight = await releasedFreight(desk);
  await desk.api.shipments.notReadyToInvoice({ id: freight.shipment?.id ?? '' });
  return freight;
}

async function openFreight(desk: Brokerage, { customer }: Everything): Promise<Records> {
  const shipment = { customer: { id: customer.id }, orders: [order], loads: [{ mode: 'TL' as const }] };
  const { id } = await desk.api.shipments.create(shipment);
  return recordsOf(desk, id);
}

async function canceledShipment(desk: Brokerage): Promise<Records> {
  const freight = await bookedFreight(desk, false);
  await desk.api.shipments.cancel({ id: freight.shipment?.id ?? '' });
  return freight;
}

async function releasedFreight(desk: Brokerage): Promise<Records> {
  const freight = await bookedFreight(desk, true);
  await desk.api.shipments.readyToInvoice({ id: freight.shipment?.id ?? '' });
  return freight;
}

async function freightThatFellOff(desk: Brokerage): Promise<Records> {
  const freight = await bookedFreight(desk, false);
  await desk.api.loads.tonu({ loadId: freight.load?.id ?? '', carrierId: freight.loadCarrier?.id ?? '' });
  return freight;
}

async function thirdStop(desk: Brokerage, all: Everything): Promise<Records> {
  const freight = await openFreight(desk, all);
  const stop = { type: 'DELIVERY' as const, sequence: 3, postalCode: '76102', requestedStartDate: '2026-11-26' };
  return { ...freight, stop: await desk.api.stops.create({ orderId: freight.order?.id ?? '', stop }) };
}

async function finishedService({ api }: Brokerage, { shipment, vendor }: Everything): Promise<Records> {
  const work = { vendor: { id: vendor.id }, serviceType: 'CUSTOMS_CLEARANCE' as const };
  const service = await api.services.create({ shipmentId: shipment.id, service: work });
  return { service: await api.services.update({ id: service.id, completedDate: day }) };
}

async function billInReview(desk: Brokerage): Promise<Records> {
  const { bill, carrier } = await createBilledLoad(desk);
  return { bill, carrier };
}

async function approvedBill(desk: Brokerage): Promise<Records> {
  const { bill, carrier } = await createBilledLoad(desk);
  return { bill: await desk.api.bills.approve({ id: bill.id }), carrier };
}

/** One payment for two bills, so that one of them can be taken off it; the payee can be written to. */
async function paidBill(desk: Brokerage): Promise<Records> {
  const carrier = await createPayee(desk, 'Prairie Haul');
  await desk.api.carrierContacts.create({
    carrierId: carrier.id,
    name: 'Pat Payable',
    contactTypes: ['ACCOUNTING'],
    contactInfo: { name: 'Pat Payable', email: 'pat@prairie.test' },
  });
  const { bill } = await createBilledLoad(desk, { carrier, reference: 'first' });
  const { bill: other } = await createBilledLoad(desk, { carrier, reference: 'second' });
  await desk.api.bills.batchApprove({ billIds: [bill.id, other.id] });
  const applications = [bill.id, other.id].map((billId) => ({ billId, amount: 100 }));
  const billPayment = await desk.api.billPayments.create({ paymentDate: day, applications });
  const [billPaymentApplication] = billPayment.applications;
  return { carrier, bill, billPayment, ...(billPaymentApplication && { billPaymentApplication }) };
}

async function unpaidInvoice(desk: Brokerage): Promise<Records> {
  const freight = await releasedFreight(desk);
  const { invoiceId } = await desk.api.shipments.generateInvoice({ id: freight.shipment?.id ?? '' });
  return { ...freight, invoice: { id: invoiceId } };
}

async function openCredit({ api }: Brokerage, { customer }: Everything): Promise<Records> {
  return { creditMemo: await api.creditMemos.create({ customerId: customer.id, amount: 300, memoDate: day }) };
}

async function newVendor({ api }: Brokerage): Promise<Records> {
  return { vendor: await api.vendors.create({ name: 'Dock Crew' }) };
}
