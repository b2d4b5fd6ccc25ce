import type { OperationName } from '../../../src/contract/operation-names.ts';
import type { TestDesk } from '../desk.ts';
import { chicagoToDallas } from '../records/freight.ts';
import { createBilledLoad, createBookedLoad, createPayee } from '../records/payables.ts';
import type { Everything } from './one-of-everything.ts';

type PreparationDesk = Pick<TestDesk, 'api' | 'service'>;
type PreparedRecords = Partial<Everything>;
type Prepare = (desk: PreparationDesk, all: Everything) => Promise<PreparedRecords>;

const day = '2026-11-20';
const order = { ...chicagoToDallas, stops: [...chicagoToDallas.stops], charges: [...chicagoToDallas.charges] };

/**
 * Steps that bring a record into the state that an operation begins with, for a brokerage that has one record of each
 * kind.
 */
const preparations: Partial<Record<OperationName, Prepare>> = {
  'quotes.convertToShipment': createPricedQuote,
  'shipments.uncancel': createCanceledShipment,
  'shipments.readyToInvoice': createHeldBackFreight,
  'shipments.notReadyToInvoice': createReleasedFreight,
  'shipments.generateInvoice': createReleasedFreight,
  'loads.delete': openFreight,
  'loads.addCarrier': openFreight,
  'loads.bounce': (desk) => createBookedFreight(desk, false),
  'loads.tonu': (desk) => createBookedFreight(desk, false),
  'loads.rebook': createFallenOffFreight,
  'stops.delete': createThirdStop,
  'bills.create': createFinishedService,
  'bills.approve': billInReview,
  'bills.batchApprove': billInReview,
  'bills.delete': billInReview,
  'bills.unapprove': createApprovedBill,
  'billPayments.create': createApprovedBill,
  'billPayments.update': createPaidBill,
  'billPayments.delete': createPaidBill,
  'billPayments.sendRemittance': createPaidBill,
  'invoices.create': createReleasedFreight,
  'invoices.batchGenerate': createReleasedFreight,
  'invoices.delete': createUnpaidInvoice,
  'creditMemos.void': openCredit,
  'vendors.delete': createVendor,
};

/** Prepares the records that an operation is tried on: the existing ones, or one brought into the state it needs. */
export async function prepareFor(desk: PreparationDesk, name: OperationName, all: Everything): Promise<Everything> {
  return { ...all, ...(await preparations[name]?.(desk, all)) };
}

async function readRecords({ api }: PreparationDesk, shipmentId: string): Promise<PreparedRecords> {
  const shipment = await api.shipments.get({ id: shipmentId });
  const [ownOrder] = shipment.orders;
  const [load] = shipment.loads;
  const [stop] = ownOrder?.stops ?? [];
  if (!ownOrder || !load || !stop) throw new Error('the shipment came without its order or its load');
  const [loadCarrier] = load.carriers;
  return { shipment, order: ownOrder, stop, load, ...(loadCarrier && { loadCarrier }) };
}

async function createPricedQuote({ api }: PreparationDesk, { customer }: Everything): Promise<PreparedRecords> {
  const quote = await api.quotes.create({ customer: { id: customer.id }, order, amount: 2000 });
  return { quote: await api.quotes.update({ id: quote.id, status: 'QUOTED' }) };
}

async function createBookedFreight(desk: PreparationDesk, isDelivered: boolean): Promise<PreparedRecords> {
  const { carrier, shipmentId } = await createBookedLoad(desk, { isDelivered });
  if (isDelivered) await deliverOrders(desk, shipmentId);
  return { carrier, ...(await readRecords(desk, shipmentId)) };
}

async function deliverOrders({ service }: PreparationDesk, shipmentId: string): Promise<void> {
  const status = { status: 'DELIVERED' as const };
  await service.database.transaction((tx) =>
    tx.updateTable('freight_order').set(status).where('shipment_id', '=', shipmentId).execute(),
  );
}

async function createHeldBackFreight(desk: PreparationDesk): Promise<PreparedRecords> {
  const freight = await createReleasedFreight(desk);
  await desk.api.shipments.notReadyToInvoice({ id: freight.shipment?.id ?? '' });
  return freight;
}

async function openFreight(desk: PreparationDesk, { customer }: Everything): Promise<PreparedRecords> {
  const shipment = { customer: { id: customer.id }, orders: [order], loads: [{ mode: 'TL' as const }] };
  const { id } = await desk.api.shipments.create(shipment);
  return readRecords(desk, id);
}

async function createCanceledShipment(desk: PreparationDesk): Promise<PreparedRecords> {
  const freight = await createBookedFreight(desk, false);
  await desk.api.shipments.cancel({ id: freight.shipment?.id ?? '' });
  return freight;
}

async function createReleasedFreight(desk: PreparationDesk): Promise<PreparedRecords> {
  const freight = await createBookedFreight(desk, true);
  await desk.api.shipments.readyToInvoice({ id: freight.shipment?.id ?? '' });
  return freight;
}

async function createFallenOffFreight(desk: PreparationDesk): Promise<PreparedRecords> {
  const freight = await createBookedFreight(desk, false);
  await desk.api.loads.tonu({ loadId: freight.load?.id ?? '', carrierId: freight.loadCarrier?.id ?? '' });
  return freight;
}

async function createThirdStop(desk: PreparationDesk, all: Everything): Promise<PreparedRecords> {
  const freight = await openFreight(desk, all);
  const stop = { type: 'DELIVERY' as const, sequence: 3, postalCode: '76102', requestedStartDate: '2026-11-26' };
  return { ...freight, stop: await desk.api.stops.create({ orderId: freight.order?.id ?? '', stop }) };
}

async function createFinishedService(
  { api }: PreparationDesk,
  { shipment, vendor }: Everything,
): Promise<PreparedRecords> {
  const work = { vendor: { id: vendor.id }, serviceType: 'CUSTOMS_CLEARANCE' as const };
  const service = await api.services.create({ shipmentId: shipment.id, service: work });
  return { service: await api.services.update({ id: service.id, completedDate: day }) };
}

async function billInReview(desk: PreparationDesk): Promise<PreparedRecords> {
  const { bill, carrier } = await createBilledLoad(desk);
  return { bill, carrier };
}

async function createApprovedBill(desk: PreparationDesk): Promise<PreparedRecords> {
  const { bill, carrier } = await createBilledLoad(desk);
  return { bill: await desk.api.bills.approve({ id: bill.id }), carrier };
}

/** Creates one payment for two bills, so that one of them can be taken off it; the payee has an address for mail. */
async function createPaidBill(desk: PreparationDesk): Promise<PreparedRecords> {
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

async function createUnpaidInvoice(desk: PreparationDesk): Promise<PreparedRecords> {
  const freight = await createReleasedFreight(desk);
  const { invoiceId } = await desk.api.shipments.generateInvoice({ id: freight.shipment?.id ?? '' });
  return { ...freight, invoice: { id: invoiceId } };
}

async function openCredit({ api }: PreparationDesk, { customer }: Everything): Promise<PreparedRecords> {
  return { creditMemo: await api.creditMemos.create({ customerId: customer.id, amount: 300, memoDate: day }) };
}

async function createVendor({ api }: PreparationDesk): Promise<PreparedRecords> {
  return { vendor: await api.vendors.create({ name: 'Dock Crew' }) };
}
