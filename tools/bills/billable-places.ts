import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { toAmountCents } from '../records/amounts.ts';
import { readOrUnknown } from '../records/or-unknown.ts';
import type { LoadRecord, PayeeRecord, ShipmentRecord } from '../records/record-types.ts';
import { readLoads } from '../shipments/shipment-snapshot.ts';
import type { Charge } from '../../src/contract/types.ts';

type BillableCharge = Charge;

/** A carrier's place on a load, or a vendor's service: what one bill is for. */
export interface BillablePlace {
  readonly entityType: 'CARRIER' | 'VENDOR';
  readonly id: string;
  /** Null where the API does not send it. */
  readonly payee: { readonly id: string; readonly friendlyId: string; readonly name: string } | null;
  /** Number of the load or the service. */
  readonly number: string;
  readonly load: { readonly id: string; readonly friendlyId: string } | null;
  /** Status of the carrier on the load; for a service, its own. */
  readonly status: string;
  /** Status of its settlement; undefined where the API does not show it. */
  readonly billingStatus: string | undefined;
  /** Agreed charges, line by line; none where the API shows the sum only. */
  readonly charges: readonly BillableCharge[];
  readonly agreedCents: number | null;
  readonly currency: string;
}

/** Place with its payee, as a bill for it is judged. */
export interface BilledPlace {
  readonly shipment: ShipmentRecord;
  readonly place: BillablePlace;
  /** Undefined where the API does not show the payee. */
  readonly payee: PayeeRecord | undefined;
}

/** Returns the currency of a bill: that of its payee, else that of the place. */
export const getBillCurrency = ({ place, payee }: Pick<BilledPlace, 'place' | 'payee'>): string =>
  payee?.currency ?? place.currency;

export async function readPayee(
  ctx: ToolContext,
  { entityType, payee }: BillablePlace,
): Promise<PayeeRecord | undefined> {
  if (payee === null) return undefined;
  const { id } = payee;
  return readOrUnknown<PayeeRecord>(() =>
    entityType === 'CARRIER' ? ctx.api.carriers.get({ id, by: 'id' }) : ctx.api.vendors.get({ id, by: 'id' }),
  );
}

const rowsMax = 250;

/** Lists the places on a shipment that a bill can be for. */
export async function listBillablePlaces(
  ctx: ToolContext,
  shipment: ShipmentRecord,
): Promise<readonly BillablePlace[]> {
  const [loads, services] = await Promise.all([readLoads(ctx, shipment.id), listServicePlaces(ctx, shipment)]);
  return [...(loads ? loads.flatMap(listLoadPlaces) : listSummaryPlaces(shipment)), ...services];
}

export const listLoadPlaces = (load: LoadRecord): readonly BillablePlace[] =>
  load.carriers.map((carrier) => ({
    entityType: 'CARRIER',
    id: carrier.id,
    payee: carrier.carrier,
    number: load.friendlyId,
    load,
    status: carrier.status,
    billingStatus: carrier.billingStatus,
    charges: carrier.charges,
    agreedCents: toAmountCents(carrier.totalCost),
    currency: carrier.currency,
  }));

/** Lists the places where the API does not list loads by themselves. */
const listSummaryPlaces = ({ loads, currency }: ShipmentRecord): readonly BillablePlace[] =>
  loads.flatMap((load) =>
    load.carriers.map((carrier) => ({
      entityType: 'CARRIER' as const,
      id: carrier.id,
      payee: carrier.carrier,
      number: load.friendlyId,
      load,
      status: carrier.status,
      billingStatus: undefined,
      charges: [],
      agreedCents: toAmountCents(carrier.totalCost),
      currency,
    })),
  );

async function listServicePlaces(ctx: ToolContext, shipment: ShipmentRecord): Promise<readonly BillablePlace[]> {
  if (shipment.services.length === 0) return [];
  const filter = { shipmentId: { equalTo: shipment.id } };
  const local = { shipmentId: (row: { shipmentId: string }) => row.shipmentId === shipment.id };
  try {
    const { rows } = await scan(ctx, ctx.api.services.filter, { filter, local, rowsMax });
    return rows.map((service) => ({
      ...toServicePlace(service),
      charges: service.charges,
      agreedCents: toAmountCents(service.totalCost),
      currency: service.currency,
    }));
  } catch (error) {
    if (!(error instanceof WaybillError) || (error.code !== 'NOT_IMPLEMENTED' && error.code !== 'NOT_FOUND'))
      throw error;
    const { currency } = shipment;
    return shipment.services.map((service) => ({
      ...toServicePlace(service),
      charges: [],
      agreedCents: toAmountCents(service.cost),
      currency,
    }));
  }
}

const toServicePlace = ({ id, friendlyId, vendor, status }: ShipmentRecord['services'][number] | ServiceSnapshot) => ({
  entityType: 'VENDOR' as const,
  id,
  payee: vendor,
  number: friendlyId,
  load: null,
  status,
  billingStatus: status,
});

type ServiceSnapshot = Pick<ShipmentRecord['services'][number], 'id' | 'friendlyId' | 'vendor' | 'status'>;
