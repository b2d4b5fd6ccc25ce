import type { ReferenceField } from '../domain/freight/freight-codes.ts';
import { normaliseSearchText } from '../domain/kit/references.ts';
import type { Random } from './random.ts';
import type { ShipmentPlan } from './plan.ts';
import type { World } from './world.ts';

export type Reference = readonly [type: ReferenceField, value: string];

/** The numbers by which everybody but us knows a shipment. */
export interface References {
  for(plan: ShipmentPlan): Reference[];
}

const repeatedShare = 0.035;
const untidyShare = 0.02;

export function referencesFrom(random: Random): References {
  /** The last purchase order number of each customer: some freight comes in several shipments under one number. */
  const lastOrders = new Map<string, string>();
  const purchaseOrder = ({ customer }: ShipmentPlan): string => {
    const last = lastOrders.get(customer.id);
    if (last !== undefined && random.chance(repeatedShare)) return last;
    const style = customer.index % 3;
    const number =
      style === 0
        ? `45${random.int(10_000_000, 99_999_999)}`
        : style === 1
          ? `PO-${random.int(100_000, 999_999)}`
          : `P${random.int(1_000_000, 9_999_999)}`;
    lastOrders.set(customer.id, number);
    return number;
  };
  return {
    for(plan) {
      const fixed = plan.script?.references ?? [];
      const list: Reference[] = [...fixed];
      if (!fixed.some(([type]) => type === 'PURCHASE_ORDER_NUMBER')) {
        list.push(['PURCHASE_ORDER_NUMBER', untidy(random, purchaseOrder(plan))]);
      }
      if (random.chance(0.85)) list.push(['BOL_NUMBER', `BOL${random.int(1_000_000, 9_999_999)}`]);
      if (random.chance(0.6)) list.push(['PICKUP_NUMBER', `PU${random.int(10_000, 99_999)}`]);
      if (random.chance(0.35)) list.push(['PRO_NUMBER', String(random.int(10_000_000, 999_999_999))]);
      if (random.chance(0.3)) list.push(['APPOINTMENT_NUMBER', String(random.int(100_000, 999_999))]);
      if (random.chance(0.2)) list.push(['CUSTOMER_REFERENCE_NUMBER', `REF${random.int(10_000, 99_999)}`]);
      return list;
    },
  };
}

export function writeReferences(world: World, at: number, orderId: string, references: readonly Reference[]): void {
  for (const [position, [type, value]] of references.entries()) {
    world.write('order_reference', at, {
      order_id: orderId,
      type,
      value,
      search_value: normaliseSearchText(value),
      position,
    });
  }
}

/** As people type: with a space too many, or in lower case. */
function untidy(random: Random, value: string): string {
  if (!random.chance(untidyShare)) return value;
  return random.chance(0.5) ? ` ${value} ` : value.toLowerCase();
}
