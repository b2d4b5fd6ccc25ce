import { activeAssignment } from '../../../src/domain/freight/load.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { isMet } from '../../../src/domain/rules/rule.ts';
import { LoadCarrierInput, LoadInput } from '../../../src/contract/freight/load-shapes.ts';
import { ShipmentInput } from '../../../src/contract/freight/shipment-shapes.ts';
import type { ChargeInput, ReferenceInput } from '../../../src/contract/types.ts';
import { computeChargeLineCents } from '../../../src/domain/money/charge-line.ts';
import { type Margin, computeMargin, type MoneyLine } from '../../../src/domain/money/margin.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { orUnknown } from '../../records/or-unknown.ts';
import type { LoadRecord, ShipmentRecord } from '../../records/record-types.ts';
import { loadsOf } from '../../shipments/shipment-facts.ts';
import { marginsOf } from '../../shipments/shipment-margin.ts';
import { liveOrders } from '../../shipments/shipment-progress.ts';
import { daysOf, daysOfStops } from './booking-days.ts';
import { afterSteps, type EarlierSteps, withoutLeaving } from '../kit/earlier-steps.ts';
import type { NamedRecord } from '../../records/record-names.ts';
import { formatParty, requireParty } from '../../records/parties.ts';

/** Kinds of truck that a load may go on, by id, name or key. */
type Wanted = readonly { readonly id?: string; readonly name?: string; readonly key?: string | null }[];

/** One carrier that a call puts on one load. */
export interface Booking {
  /** The load in words. */
  readonly on: string;
  readonly carrier: ReferenceInput;
  /** What the carrier is to be paid; undefined where that was agreed before. */
  readonly charges: readonly ChargeInput[] | undefined;
  /** Who is on the load already. */
  readonly otherCarriers: readonly string[];
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly equipment: Wanted;
}

/** What a call books, with the money of the shipment that it books for. */
export interface Bookings {
  readonly bookings: readonly Booking[];
  /** In which a carrier is paid that has no currency of its own; null where it is not known. */
  readonly currency: string | null;
  /** Booked margin with this cost on top; undefined where the revenue is not known. */
  readonly marginsWith: (added: readonly MoneyLine[]) => readonly Margin[] | undefined;
  /** Undefined where it is not made yet, or not shown. */
  readonly shipment?: ShipmentRecord | undefined;
  /** What the booking is about, besides what the input names. */
  readonly records: readonly NamedRecord[];
}

const nothing: Bookings = { bookings: [], currency: null, marginsWith: () => undefined, records: [] };

/** By operation: every way in which a carrier comes onto a load. */
type Reader = (ctx: ToolContext, input: JsonObject, earlier: EarlierSteps) => Promise<Bookings>;
const readers: Readonly<Record<string, Reader>> = {
  'loads.addCarrier': bookedOnLoad,
  'loads.create': bookedOnNewLoad,
  'shipments.create': bookedOnNewShipment,
  'shipments.uncancel': bookedBefore,
};

export const bookingsIn = async (
  ctx: ToolContext,
  operation: string,
  input: JsonObject,
  earlier: EarlierSteps,
): Promise<Bookings> => (await readers[operation]?.(ctx, input, earlier)) ?? nothing;

async function bookedOnLoad(
  ctx: ToolContext,
  { id, by: _by, ...body }: JsonObject,
  earlier: EarlierSteps,
): Promise<Bookings> {
  const { carrier, charges = [] } = LoadCarrierInput.parse(body);
  const load = await orUnknown(() => ctx.api.loads.get({ id: String(id) }));
  if (!load) return { ...nothing, bookings: [{ ...unknownLoad, carrier, charges }] };
  const shipment = await shipmentOf(ctx, load.shipmentId);
  const booking = {
    on: load.friendlyId,
    carrier,
    charges,
    otherCarriers: activeOn(withoutLeaving(load, earlier.leaving)).map(({ carrier: other }) =>
      formatParty(other, 'carrier'),
    ),
    ...daysOf(
      shipment,
      load.stops.map(({ orderStopId }) => orderStopId),
    ),
    equipment: load.equipment.length > 0 ? load.equipment : wantedBy(shipment),
  };
  return { ...(await ofShipment(ctx, shipment, { earlier, loadId: load.id })), bookings: [booking] };
}

const unknownLoad = { on: 'the load', otherCarriers: [], firstDay: null, lastDay: null, equipment: [] };

async function bookedOnNewLoad(ctx: ToolContext, { shipmentId, load }: JsonObject): Promise<Bookings> {
  const { carrier, stopIds, equipment } = LoadInput.parse(load);
  if (!carrier) return nothing;
  const shipment = await shipmentOf(ctx, String(shipmentId));
  const booking = {
    ...unknownLoad,
    on: shipment ? `a new load of ${shipment.friendlyId}` : 'a new load',
    carrier: carrier.carrier,
    charges: carrier.charges ?? [],
    ...daysOf(shipment, stopIds),
    equipment: equipment ?? wantedBy(shipment),
  };
  return { ...(await ofShipment(ctx, shipment, { earlier: {}, loadId: null })), bookings: [booking] };
}

async function bookedOnNewShipment(ctx: ToolContext, input: JsonObject): Promise<Bookings> {
  const { orders, loads = [], customer } = ShipmentInput.parse(input);
  const bookings = loads.flatMap(({ carrier, equipment }, index) =>
    carrier
      ? [
          {
            ...unknownLoad,
            on: loads.length === 1 ? 'its load' : `load ${index + 1} of ${loads.length}`,
            carrier: carrier.carrier,
            charges: carrier.charges ?? [],
            ...daysOfStops(orders.flatMap(({ stops }) => stops)),
            equipment: equipment ?? orders.flatMap((order) => order.equipment ?? []),
          },
        ]
      : [],
  );
  if (bookings.length === 0) return nothing;
  const currency = await currencyOf(ctx, customer);
  const revenue = orders.map((order) => agreed(currency ?? 'USD', chargesCents(order.charges)));
  return { bookings, currency, marginsWith: (cost) => computeMargin({ revenue, cost }, 'booked'), records: [] };
}

/** A shipment that comes back brings its carriers with it. */
async function bookedBefore(ctx: ToolContext, { id }: JsonObject): Promise<Bookings> {
  const shipment = await shipmentOf(ctx, String(id));
  const loads = shipment ? await loadsOf(ctx, shipment.id) : null;
  const bookings = (loads ?? []).flatMap((load) =>
    activeOn(load).map(({ carrier }) => ({
      on: load.friendlyId,
      carrier: { id: requireParty(carrier, 'carrier', load.friendlyId).id },
      charges: undefined,
      otherCarriers: [],
      ...daysOf(
        shipment,
        load.stops.map(({ orderStopId }) => orderStopId),
      ),
      equipment: load.equipment.length > 0 ? load.equipment : wantedBy(shipment),
    })),
  );
  return { ...nothing, bookings };
}

async function ofShipment(
  ctx: ToolContext,
  shipment: ShipmentRecord | undefined,
  { earlier, loadId }: { readonly earlier: EarlierSteps; readonly loadId: string | null },
): Promise<Omit<Bookings, 'bookings'>> {
  if (!shipment) return nothing;
  const loads = await loadsOf(ctx, shipment.id);
  const facts = afterSteps({ shipment, loads, bills: [], invoices: [] }, earlier);
  return {
    currency: shipment.currency,
    shipment,
    marginsWith: (lines) => marginsOf(facts, { lines, loadId }),
    records: [{ resource: 'shipments', record: shipment }],
  };
}

const shipmentOf = (ctx: ToolContext, id: string): Promise<ShipmentRecord | undefined> =>
  orUnknown(() => ctx.api.shipments.get({ id }));

export async function currencyOf(ctx: ToolContext, customer: ReferenceInput): Promise<string | null> {
  const found = await orUnknown(() => ctx.api.customers.get(asPath(customer)));
  return found?.currency ?? null;
}

/** The path of a record that an input names. */
export const asPath = (reference: ReferenceInput): { id: string; by: 'id' | 'key' } =>
  'id' in reference ? { id: reference.id, by: 'id' } : { id: reference.key, by: 'key' };

const activeOn = ({ carriers }: LoadRecord) => carriers.filter((carrier) => isMet(activeAssignment, carrier));

const wantedBy = (shipment: ShipmentRecord | undefined): Wanted =>
  shipment ? liveOrders(shipment).flatMap(({ equipment }) => equipment) : [];

/** A line of money that is agreed and not billed yet. */
export const agreed = (currency: string, agreedCents: number): MoneyLine => ({
  currency,
  agreedCents,
  billedCents: null,
  canceled: false,
});

export const chargesCents = (charges: readonly ChargeInput[] = []): number =>
  charges.reduce((sum, charge) => sum + computeChargeLineCents(charge), 0);
