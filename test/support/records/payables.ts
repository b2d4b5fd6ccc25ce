import { runLongAgo } from './long-ago.ts';
import type { BrokerageDatabase } from '../../../src/store/connection.ts';
import type { ApiClient } from '../../../src/client/calls/api-client.ts';
import { insertRow } from './fixtures.ts';
import { chicagoToDallas } from './freight.ts';

/** The client of the tools and the store behind the API, for what no operation does: time passing, trucks arriving. */
export interface PayablesDesk {
  readonly api: ApiClient;
  readonly service: { readonly database: BrokerageDatabase };
}

type CreatedCarrier = Awaited<ReturnType<ApiClient['carriers']['create']>>;
type CreatedBill = Awaited<ReturnType<ApiClient['bills']['create']>>;

interface BilledLoadOptions {
  readonly carrier?: CreatedCarrier;
  /** Amount that the carrier was booked for. */
  readonly agreed?: number;
  readonly amount?: number;
  readonly reference?: string;
  readonly currency?: 'CAD' | 'USD';
  /** True if the truck has arrived. `hasProof` says the same of the signed paper. */
  readonly isDelivered?: boolean;
  readonly hasProof?: boolean;
}

export interface Billed {
  readonly bill: CreatedBill;
  readonly carrier: CreatedCarrier;
  readonly customerId: string;
  readonly shipmentId: string;
  readonly loadId: string;
  readonly loadCarrierId: string;
}

/** Creates a carrier's bill as it reaches the desk: one load, by default delivered and proven, billed as agreed. */
export async function createBilledLoad(desk: PayablesDesk, billing: BilledLoadOptions = {}): Promise<Billed> {
  const booked = await createBookedLoad(desk, billing);
  const bill = await desk.api.bills.create({
    entityType: 'CARRIER',
    entityId: booked.loadCarrierId,
    invoiceDate: '2026-11-10',
    amount: billing.amount ?? billing.agreed ?? 1200,
    ...(billing.reference !== undefined && { reference: billing.reference }),
    ...(billing.currency !== undefined && { currency: billing.currency }),
  });
  return { bill, ...booked };
}

/** Creates a load of a carrier whose bill hasn't come yet. */
export async function createBookedLoad(
  desk: PayablesDesk,
  billing: BilledLoadOptions = {},
): Promise<Omit<Billed, 'bill'>> {
  const { agreed = 1200, isDelivered = true, hasProof = isDelivered } = billing;
  const carrier = billing.carrier ?? (await createPayee(desk, 'Prairie Haul'));
  const customer = await desk.api.customers.create({ name: 'Acme Foods', status: 'ACTIVE' });
  const shipment = await desk.api.shipments.create({
    customer: { id: customer.id },
    orders: [order],
    loads: [{ mode: 'TL', carrier: { carrier: { id: carrier.id }, charges: [{ chargeCodeId: 1, amount: agreed }] } }],
  });
  const [load] = shipment.loads;
  const onLoad = load?.carriers[0];
  if (!load || !onLoad) throw new Error('the shipment came without its load');
  if (isDelivered) await deliver(desk, shipment.id);
  if (hasProof) await uploadProof(desk, shipment.id);
  return { carrier, customerId: customer.id, shipmentId: shipment.id, loadId: load.id, loadCarrierId: onLoad.id };
}

const order = { ...chicagoToDallas, stops: [...chicagoToDallas.stops], charges: [...chicagoToDallas.charges] };

/** Creates a carrier with insurance for years, that has been paid directly, in the same way, for months. */
export async function createPayee(desk: PayablesDesk, name: string): Promise<CreatedCarrier> {
  const carrier = await desk.api.carriers.create({ name, type: 'TRUCKLOAD', status: 'ACTIVE', ...insured });
  await insertRow(await findHome(desk, carrier.id), 'carrier_payment_method', {
    ...longPreferred,
    carrier_id: carrier.id,
    payment_recipient_type: 'DIRECT',
  });
  return carrier;
}

/**
 * Creates a carrier that may be booked with a confirmation: on file for months, and all that vetting reads is in order.
 */
export async function createVettedCarrier(
  desk: PayablesDesk & { readonly clock: { now: string } },
  name: string,
): Promise<CreatedCarrier> {
  return runLongAgo(desk.clock, async () => {
    const carrier = await createPayee(desk, name);
    await desk.api.carriers.update({ id: carrier.id, ...vetted });
    return carrier;
  });
}

const vetted = {
  operatingAbility: 'AUTHORIZED',
  inFmcsa: true,
  rating: 'SATISFACTORY',
  insuranceAuthorityDate: '2019-05-01T00:00:00.000Z',
  insuranceExpirationDate: '2027-06-01T00:00:00.000Z',
  insuranceAutoLiabilityLimit: 1_000_000,
  insuranceCargoLiabilityLimit: 100_000,
} as const;

/** Creates a shipment of the newest customer with an open load. */
export async function createOpenShipment({ api }: Pick<PayablesDesk, 'api'>) {
  const { data } = await api.customers.filter({ pageSize: 1 });
  return api.shipments.create({
    customer: { id: data[0]?.id ?? '' },
    orders: [
      {
        mode: 'TL',
        stops: [
          { type: 'PICKUP', postalCode: '60607', requestedStartDate: '2026-11-23' },
          { type: 'DELIVERY', postalCode: '75201', requestedStartDate: '2026-11-25' },
        ],
        charges: [{ chargeCodeId: 1, amount: 12_000 }],
      },
    ],
    loads: [{ mode: 'TL' }],
  });
}

export const insured = {
  insuranceExpirationDate: '2029-06-30T05:00:00.000Z',
  insuranceAutoLiabilityLimit: 1_000_000,
  insuranceCargoLiabilityLimit: 100_000,
} as const;

const longPreferred = {
  payment_method_type: 'ACH',
  is_preferred: 1,
  status: 'ACTIVE',
  created_at: '2026-06-01T08:00:00.000Z',
} as const;

/** Somebody changed how the carrier is paid. */
export async function payToChanged({ service }: PayablesDesk, carrierId: string, at: string): Promise<void> {
  await service.database.transaction((tx) =>
    tx.updateTable('carrier_payment_method').set({ updated_at: at }).where('carrier_id', '=', carrierId).execute(),
  );
}

/** The truck arrives. */
export async function deliver({ service }: PayablesDesk, shipmentId: string): Promise<void> {
  await service.database.transaction(async (tx) => {
    await tx.updateTable('shipment').set({ status: 'DELIVERED' }).where('id', '=', shipmentId).execute();
    await tx.updateTable('load').set({ status: 'DELIVERED' }).where('shipment_id', '=', shipmentId).execute();
  });
}

/** The truck has come and gone on an earlier day, so that the load is history of its lane. */
export async function deliverOn(desk: PayablesDesk, shipmentId: string, day: string): Promise<void> {
  await deliver(desk, shipmentId);
  const days = { pick_up_date: day, delivery_date: day };
  await desk.service.database.transaction((tx) =>
    tx.updateTable('shipment').set(days).where('id', '=', shipmentId).execute(),
  );
}

export async function uploadProof({ api }: PayablesDesk, shipmentId: string): Promise<void> {
  const document = await api.documents.create({
    type: 'PROOF_OF_DELIVERY',
    fileName: 'pod.pdf',
    tags: { shipmentId },
  });
  await api.upload(document, Buffer.from('signed'));
}

/** Writes that the carrier is paid through a factor, and has been for months. */
export async function insertFactor(desk: PayablesDesk, carrierId: string, companyName: string): Promise<string> {
  const home = await findHome(desk, carrierId);
  const factor = await insertRow(home, 'carrier_factor', { company_name: companyName });
  await desk.service.database.transaction((tx) =>
    tx.updateTable('carrier_payment_method').set({ is_preferred: 0 }).where('carrier_id', '=', carrierId).execute(),
  );
  await insertRow(home, 'carrier_payment_method', {
    ...longPreferred,
    carrier_id: carrierId,
    carrier_factor_id: factor.id,
    payment_recipient_type: 'FACTOR',
  });
  return factor.id;
}

/** Books another carrier for the same load at a cost of its own; it moves the load and bills that cost. */
export async function createSecondBooking(desk: PayablesDesk, first: Billed, carrier: CreatedCarrier, agreed: number) {
  const { loadCarrierId } = await desk.api.loads.addCarrier({
    id: first.loadId,
    carrier: { id: carrier.id },
    charges: [{ chargeCodeId: 1, amount: agreed }],
  });
  await deliver(desk, first.shipmentId);
  await uploadProof(desk, first.shipmentId);
  return desk.api.bills.create({
    entityType: 'CARRIER',
    entityId: loadCarrierId,
    invoiceDate: '2026-11-12',
    amount: agreed,
    reference: `second ${carrier.friendlyId}`,
  });
}

/** Creates another load carrier on the same load, that no booking explains, and its bill. */
export async function createSecondBill(desk: PayablesDesk, first: Billed, carrier: CreatedCarrier, reference: string) {
  const home = await findHome(desk, carrier.id);
  const onLoad = await insertRow(home, 'load_carrier', {
    shipment_id: first.shipmentId,
    load_id: first.loadId,
    carrier_id: carrier.id,
    status: 'ACTIVE',
    billing_status: 'AWAITING_INVOICE',
    currency: 'USD',
  });
  return desk.api.bills.create({
    entityType: 'CARRIER',
    entityId: onLoad.id,
    invoiceDate: '2026-11-12',
    amount: first.bill.amount,
    reference,
  });
}

/** Creates a vendor's bill for work on the shipment, billed as agreed. */
export async function createVendorBill({ api }: PayablesDesk, shipmentId: string) {
  const vendor = await api.vendors.create({ name: 'Dock Crew', status: 'ACTIVE' });
  const service = await api.services.create({
    shipmentId,
    service: {
      vendor: { id: vendor.id },
      serviceType: 'CUSTOMS_CLEARANCE',
      charges: [{ chargeCodeId: 1, amount: 300 }],
    },
  });
  await api.services.update({ id: service.id, completedDate: '2026-11-20' });
  const bill = await api.bills.create({
    entityType: 'VENDOR',
    entityId: service.id,
    invoiceDate: '2026-11-20',
    amount: 300,
  });
  return { bill, vendor };
}

/** Writes another carrier on the bill than the one that was booked, as after a change past the desk. */
export async function replaceBilledCarrier(
  { service }: PayablesDesk,
  billId: string,
  carrierId: string,
): Promise<void> {
  await service.database.transaction((tx) =>
    tx.updateTable('bill').set({ carrier_id: carrierId }).where('id', '=', billId).execute(),
  );
}

async function findHome({ service: { database } }: PayablesDesk, carrierId: string) {
  const row = await database.reader
    .selectFrom('carrier')
    .select('organization_id')
    .where('id', '=', carrierId)
    .executeTakeFirstOrThrow();
  return { database, organizationId: row.organization_id };
}
