import { fromCents } from '../../../src/domain/money/money.ts';
import { toAmountCents } from '../../records/amounts.ts';
import type { LoadRecord, ShipmentRecord } from '../../records/record-types.ts';
import type { ShipmentOrderRecord } from '../../stops/stop-text.ts';

/** Carrier that an earlier step of the same plan takes off its load, and what it is still owed. */
export interface Leaving {
  readonly loadCarrierId: string;
  readonly owedCents: number;
}

/** Amount that an earlier step of the same plan charges the customer in addition. */
interface EarlierCharge {
  readonly orderId: string;
  readonly cents: number;
}

/** Changes by earlier steps of the same plan that a later step is measured by. */
export interface EarlierSteps {
  readonly leaving?: readonly Leaving[];
  readonly charged?: readonly EarlierCharge[];
}

/** Returns the load as it will be once these carriers have left. */
export function removeLeaving(load: LoadRecord, leaving: readonly Leaving[] = []): LoadRecord {
  const departures = new Map(leaving.map((departure) => [departure.loadCarrierId, departure]));
  return {
    ...load,
    carriers: load.carriers.map((carrier) => {
      const gone = departures.get(carrier.id);
      return gone ? { ...carrier, status: 'TONU', totalCost: fromCents(gone.owedCents) } : carrier;
    }),
  };
}

/** Returns revenue and cost of a shipment as they will be once the earlier steps are done. */
export const applyEarlierSteps = <Snapshot extends MoneySnapshot>(
  snapshot: Snapshot,
  { leaving, charged = [] }: EarlierSteps = {},
): Snapshot => ({
  ...snapshot,
  shipment: {
    ...snapshot.shipment,
    orders: snapshot.shipment.orders.map((order) => addCharges(order, charged)),
  },
  loads: snapshot.loads && snapshot.loads.map((load) => removeLeaving(load, leaving)),
});

interface MoneySnapshot {
  readonly shipment: ShipmentRecord;
  readonly loads: readonly LoadRecord[] | null;
}

function addCharges(order: ShipmentOrderRecord, charged: readonly EarlierCharge[]): ShipmentOrderRecord {
  const added = charged.filter(({ orderId }) => orderId === order.id).reduce((sum, { cents }) => sum + cents, 0);
  return added === 0 ? order : { ...order, totalRevenue: fromCents((toAmountCents(order.totalRevenue) ?? 0) + added) };
}
