import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { centsOf } from '../records/amounts.ts';
import { orUnknown } from '../records/or-unknown.ts';
import type { LoadRecord, PayeeRecord, ShipmentRecord } from '../records/record-types.ts';
import { loadsOf } from '../shipments/shipment-facts.ts';
import type { Charge } from '../../src/contract/types.ts';

type Line = Charge;

/** A carrier's place on a load, or a vendor's service: what one bill is for. */
export interface BillablePlace {
  readonly entityType: 'CARRIER' | 'VENDOR';
  readonly id: string;
  /** Null where the API does not send it. */
  readonly payee: { readonly id: string; readonly friendlyId: string; readonly name: string } | null;
  /** Of the load or the service. */
  readonly number: string;
  readonly load: { readonly id: string; readonly friendlyId: string } | null;
  /** Whether it is on the load, was taken off, was not used; of a service how far it is. */
  readonly status: string;
  /** How far its settlement is; undefined where the API does not show it. */
  readonly billingStatus: string | undefined;
  /** What was agreed, line by line; none where the API shows the sum only. */
  readonly charges: readonly Line[];
  readonly agreedCents: number | null;
  readonly currency: string;
}

/** A place with whose it is, as a bill for it is judged. */
export interface BilledPlace {
  readonly shipment: ShipmentRecord;
  readonly place: BillablePlace;
  /** Undefined where the API does not show the payee. */
  readonly payee: PayeeRecord | undefined;
}

/** A bill is in the currency of its payee, else in that of the place. */
export const currencyOfBill = ({ place, payee }: Pick<BilledPlace, 'place' | 'payee'>): string =>
  payee?.currency ?? place.currency;

export async function payeeOfPlace(
  ctx: ToolContext,
  { entityType, payee }: BillablePlace,
): Promise<PayeeRecord | undefined> {
  if (payee === null) return undefined;
  const { id } = payee;
  return orUnknown<PayeeRecord>(() =>
    entityType === 'CARRIER' ? ctx.api.carriers.get({ id, by: 'id' }) : ctx.api.vendors.get({ id, by: 'id' }),
  );
}

const rowsMax = 250;

/** Everything on a shipment that somebody may bill. */
export async function billablePlaces(ctx: ToolContext, shipment: ShipmentRecord): Promise<readonly BillablePlace[]> {
  const [loads, services] = await Promise.all([loadsOf(ctx, shipment.id), servicesOf(ctx, shipment)]);
  return [...(loads ? loads.flatMap(placesOnLoad) : summaryPlaces(shipment)), ...services];
}

export const placesOnLoad = (load: LoadRecord): readonly BillablePlace[] =>
  load.carriers.map((one) => ({
    entityType: 'CARRIER',
    id: one.id,
    payee: one.carrier,
    number: load.friendlyId,
    load,
    status: one.status,
    billingStatus: one.billingStatus,
    charges: one.charges,
    agreedCents: centsOf(one.totalCost),
    currency: one.currency,
  }));

/** Where the API does not list loads by themselves. */
const summaryPlaces = ({ loads, currency }: ShipmentRecord): readonly BillablePlace[] =>
  loads.flatMap((load) =>
    load.carriers.map((one) => ({
      entityType: 'CARRIER' as const,
      id: one.id,
      payee: one.carrier,
      number: load.friendlyId,
      load,
      status: one.status,
      billingStatus: undefined,
      charges: [],
      agreedCents: centsOf(one.totalCost),
      currency,
    })),
  );

async function servicesOf(ctx: ToolContext, shipment: ShipmentRecord): Promise<readonly BillablePlace[]> {
  if (shipment.services.length === 0) return [];
  const filter = { shipmentId: { equalTo: shipment.id } };
  const local = { shipmentId: (row: { shipmentId: string }) => row.shipmentId === shipment.id };
  try {
    const { rows } = await scan(ctx, ctx.api.services.filter, { filter, local, rowsMax });
    return rows.map((one) => ({
      ...ofService(one),
      charges: one.charges,
      agreedCents: centsOf(one.totalCost),
      currency: one.currency,
    }));
  } catch (error) {
    if (!(error instanceof WaybillError) || (error.code !== 'NOT_IMPLEMENTED' && error.code !== 'NOT_FOUND'))
      throw error;
    const { currency } = shipment;
    return shipment.services.map((one) => ({
      ...ofService(one),
      charges: [],
      agreedCents: centsOf(one.cost),
      currency,
    }));
  }
}

const ofService = ({ id, friendlyId, vendor, status }: ShipmentRecord['services'][number] | ServiceFacts) => ({
  entityType: 'VENDOR' as const,
  id,
  payee: vendor,
  number: friendlyId,
  load: null,
  status,
  billingStatus: status,
});

type ServiceFacts = Pick<ShipmentRecord['services'][number], 'id' | 'friendlyId' | 'vendor' | 'status'>;
