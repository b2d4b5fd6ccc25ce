import { toPath } from '../kit/reference-path.ts';
import { activeAssignment } from '../../../src/domain/freight/load.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { isMet } from '../../../src/domain/rules/rule.ts';
import { LoadCarrierInput, LoadInput } from '../../../src/contract/freight/load-shapes.ts';
import { ShipmentInput } from '../../../src/contract/freight/shipment-shapes.ts';
import type { ChargeInput, ReferenceInput } from '../../../src/contract/types.ts';
import { computeChargeLineCents } from '../../../src/domain/money/charge-line.ts';
import { type Margin, computeMargin, type MoneyLine } from '../../../src/domain/money/margin.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { readOrUnknown } from '../../records/or-unknown.ts';
import type { LoadRecord, ShipmentRecord } from '../../records/record-types.ts';
import { readLoads } from '../../shipments/shipment-snapshot.ts';
import { computeMargins } from '../../shipments/shipment-margin.ts';
import { getLiveOrders } from '../../stops/shipment-progress.ts';
import { computeBookingDays, listRouteLines, computeStopDays } from './booking-days.ts';
import { applyEarlierSteps, type EarlierSteps, removeLeaving } from '../kit/earlier-steps.ts';
import type { NamedRecord } from '../../records/record-names.ts';
import { formatParty, requireParty } from '../../records/parties.ts';

/** Kinds of truck that a load may go on, by id, name or key. */
type RequestedEquipment = readonly { readonly id?: string; readonly name?: string; readonly key?: string | null }[];

/** One carrier that a call puts on one load. */
export interface PlannedBooking {
  /** The load in words. */
  readonly on: string;
  readonly carrier: ReferenceInput;
  /** Charges that the carrier gets; undefined where they were agreed before. */
  readonly charges: readonly ChargeInput[] | undefined;
  /** Names of the carriers that are on the load already. */
  readonly otherCarriers: readonly string[];
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  /** Stops of the truck as lines of a plan; none where another part of the plan has them. */
  readonly route: readonly string[];
  readonly equipment: RequestedEquipment;
}

/** Bookings of a call, with the money of the shipment that they are for. */
export interface RequestedBookings {
  readonly bookings: readonly PlannedBooking[];
  /** Currency of carriers that have none of their own; null where it is not known. */
  readonly currency: string | null;
  /** Computes the booked margin with this cost on top; undefined where the revenue is not known. */
  readonly computeMargins: (added: readonly MoneyLine[]) => readonly Margin[] | undefined;
  /** Shipment of the loads; undefined where it is not made yet, or not shown. */
  readonly shipment?: ShipmentRecord | undefined;
  /** Records that the booking is about, besides those that the input names. */
  readonly records: readonly NamedRecord[];
}

const noBookings: RequestedBookings = { bookings: [], currency: null, computeMargins: () => undefined, records: [] };

/** Readers of the bookings of each operation that puts a carrier on a load. */
type BookingReader = (ctx: ToolContext, input: JsonObject, earlier: EarlierSteps) => Promise<RequestedBookings>;
const readers: Readonly<Record<string, BookingReader>> = {
  'loads.addCarrier': readLoadBooking,
  'loads.create': readNewLoadBooking,
  'shipments.create': readNewShipmentBookings,
  'shipments.uncancel': readRestoredBookings,
};

export const readBookings = async (
  ctx: ToolContext,
  operation: string,
  input: JsonObject,
  earlier: EarlierSteps,
): Promise<RequestedBookings> => (await readers[operation]?.(ctx, input, earlier)) ?? noBookings;

async function readLoadBooking(
  ctx: ToolContext,
  { id, by: _by, ...body }: JsonObject,
  earlier: EarlierSteps,
): Promise<RequestedBookings> {
  const { carrier, charges = [] } = LoadCarrierInput.parse(body);
  const load = await readOrUnknown(() => ctx.api.loads.get({ id: String(id) }));
  if (!load) return { ...noBookings, bookings: [{ ...unknownLoad, carrier, charges }] };
  const shipment = await findShipment(ctx, load.shipmentId);
  const booking = {
    on: load.friendlyId,
    carrier,
    charges,
    otherCarriers: listActiveCarriers(removeLeaving(load, earlier.leaving)).map(({ carrier: other }) =>
      formatParty(other, 'carrier'),
    ),
    ...computeBookingDays(
      shipment,
      load.stops.map(({ orderStopId }) => orderStopId),
    ),
    route: listRouteLines(
      shipment,
      load.stops.map(({ orderStopId }) => orderStopId),
    ),
    equipment: load.equipment.length > 0 ? load.equipment : listRequestedEquipment(shipment),
  };
  return { ...(await readShipmentContext(ctx, shipment, { earlier, loadId: load.id })), bookings: [booking] };
}

const unknownLoad = { on: 'the load', otherCarriers: [], firstDay: null, lastDay: null, route: [], equipment: [] };

async function readNewLoadBooking(ctx: ToolContext, { shipmentId, load }: JsonObject): Promise<RequestedBookings> {
  const { carrier, stopIds, equipment } = LoadInput.parse(load);
  if (!carrier) return noBookings;
  const shipment = await findShipment(ctx, String(shipmentId));
  const booking = {
    ...unknownLoad,
    on: shipment ? `a new load of ${shipment.friendlyId}` : 'a new load',
    carrier: carrier.carrier,
    charges: carrier.charges ?? [],
    ...computeBookingDays(shipment, stopIds),
    route: listRouteLines(shipment, stopIds),
    equipment: equipment ?? listRequestedEquipment(shipment),
  };
  return { ...(await readShipmentContext(ctx, shipment, { earlier: {}, loadId: null })), bookings: [booking] };
}

async function readNewShipmentBookings(ctx: ToolContext, input: JsonObject): Promise<RequestedBookings> {
  const { orders, loads = [], customer } = ShipmentInput.parse(input);
  const bookings = loads.flatMap(({ carrier, equipment }, index) =>
    carrier
      ? [
          {
            ...unknownLoad,
            on: loads.length === 1 ? 'its load' : `load ${index + 1} of ${loads.length}`,
            carrier: carrier.carrier,
            charges: carrier.charges ?? [],
            ...computeStopDays(orders.flatMap(({ stops }) => stops)),
            equipment: equipment ?? orders.flatMap((order) => order.equipment ?? []),
          },
        ]
      : [],
  );
  if (bookings.length === 0) return noBookings;
  const currency = await readCustomerCurrency(ctx, customer);
  const revenue = orders.map((order) => buildAgreedLine(currency ?? 'USD', sumCharges(order.charges)));
  return { bookings, currency, computeMargins: (cost) => computeMargin({ revenue, cost }, 'booked'), records: [] };
}

/** Reads the carriers that a restored shipment brings back. */
async function readRestoredBookings(ctx: ToolContext, { id }: JsonObject): Promise<RequestedBookings> {
  const shipment = await findShipment(ctx, String(id));
  const loads = shipment ? await readLoads(ctx, shipment.id) : null;
  const bookings = (loads ?? []).flatMap((load) =>
    listActiveCarriers(load).map(({ carrier }) => ({
      on: load.friendlyId,
      carrier: { id: requireParty(carrier, 'carrier', load.friendlyId).id },
      charges: undefined,
      otherCarriers: [],
      route: [],
      ...computeBookingDays(
        shipment,
        load.stops.map(({ orderStopId }) => orderStopId),
      ),
      equipment: load.equipment.length > 0 ? load.equipment : listRequestedEquipment(shipment),
    })),
  );
  return { ...noBookings, bookings };
}

async function readShipmentContext(
  ctx: ToolContext,
  shipment: ShipmentRecord | undefined,
  { earlier, loadId }: { readonly earlier: EarlierSteps; readonly loadId: string | null },
): Promise<Omit<RequestedBookings, 'bookings'>> {
  if (!shipment) return noBookings;
  const loads = await readLoads(ctx, shipment.id);
  const snapshot = applyEarlierSteps({ shipment, loads, bills: [], invoices: [] }, earlier);
  return {
    currency: shipment.currency,
    shipment,
    computeMargins: (lines) => computeMargins(snapshot, { lines, loadId }),
    records: [{ resource: 'shipments', record: shipment }],
  };
}

const findShipment = (ctx: ToolContext, id: string): Promise<ShipmentRecord | undefined> =>
  readOrUnknown(() => ctx.api.shipments.get({ id }));

export async function readCustomerCurrency(ctx: ToolContext, customer: ReferenceInput): Promise<string | null> {
  const record = await readOrUnknown(() => ctx.api.customers.get(toPath(customer)));
  return record?.currency ?? null;
}

const listActiveCarriers = ({ carriers }: LoadRecord) => carriers.filter((carrier) => isMet(activeAssignment, carrier));

const listRequestedEquipment = (shipment: ShipmentRecord | undefined): RequestedEquipment =>
  shipment ? getLiveOrders(shipment).flatMap(({ equipment }) => equipment) : [];

/** Builds a line of money that is agreed and not billed yet. */
export const buildAgreedLine = (currency: string, agreedCents: number): MoneyLine => ({
  currency,
  agreedCents,
  billedCents: null,
  canceled: false,
});

export const sumCharges = (charges: readonly ChargeInput[] = []): number =>
  charges.reduce((sum, charge) => sum + computeChargeLineCents(charge), 0);
