import { fromCents } from '../../../src/domain/money/money.ts';
import { centsOf } from '../../records/amounts.ts';
import type { LoadRecord, ShipmentRecord } from '../../records/record-types.ts';

/** A carrier that an earlier step of the same plan takes off its load, and what it is owed all the same. */
export interface Leaving {
  readonly loadCarrierId: string;
  readonly owedCents: number;
}

/** What an earlier step of the same plan charges the customer on top. */
interface Charged {
  readonly orderId: string;
  readonly cents: number;
}

/** What earlier steps of the same plan change of what a later one is measured by. */
export interface EarlierSteps {
  readonly leaving?: readonly Leaving[];
  readonly charged?: readonly Charged[];
}

/** The load as it will be once they have left. */
export function withoutLeaving(load: LoadRecord, leaving: readonly Leaving[] = []): LoadRecord {
  const left = new Map(leaving.map((one) => [one.loadCarrierId, one]));
  return {
    ...load,
    carriers: load.carriers.map((carrier) => {
      const gone = left.get(carrier.id);
      return gone ? { ...carrier, status: 'TONU', totalCost: fromCents(gone.owedCents) } : carrier;
    }),
  };
}

/** Revenue and cost of a shipment as they will be once the earlier steps are done. */
export const afterSteps = <Facts extends MoneyFacts>(
  facts: Facts,
  { leaving, charged = [] }: EarlierSteps = {},
): Facts => ({
  ...facts,
  shipment: {
    ...facts.shipment,
    orders: facts.shipment.orders.map((order) => withCharges(order, charged)),
  },
  loads: facts.loads && facts.loads.map((load) => withoutLeaving(load, leaving)),
});

interface MoneyFacts {
  readonly shipment: ShipmentRecord;
  readonly loads: readonly LoadRecord[] | null;
}

type OrderRecord = ShipmentRecord['orders'][number];

function withCharges(order: OrderRecord, charged: readonly Charged[]): OrderRecord {
  const added = charged.filter(({ orderId }) => orderId === order.id).reduce((sum, { cents }) => sum + cents, 0);
  return added === 0 ? order : { ...order, totalRevenue: fromCents((centsOf(order.totalRevenue) ?? 0) + added) };
}
