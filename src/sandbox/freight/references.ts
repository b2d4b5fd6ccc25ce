import type { ReferenceField } from '../../domain/freight/freight-codes.ts';
import { normalizeSearchText } from '../../domain/identifiers/references.ts';
import { toDayNumber } from '../kit/clock.ts';
import type { Random } from '../kit/random.ts';
import type { TimelineWorld } from '../parties/world.ts';
import type { ShipmentPlan } from './plan.ts';

export type ReferenceEntry = readonly [type: ReferenceField, value: string];

/**
 * Three or four in a hundred shipments share a number in the end, because a number needs a second shipment to be
 * shared.
 */
const sharedShare = 0.12;
const untidyShare = 0.02;
/** Some freight comes in several shipments under one number: in each such group of days a customer has one of them. */
const groupDays = 5;

interface ReferenceStreams {
  /** Random stream of this shipment. */
  readonly random: Random;
  /** Random stream of the brokerage. */
  readonly root: Random;
}

/** Draws the reference numbers that the customer and carriers use for a shipment. */
export function drawReferences(
  { random, root }: ReferenceStreams,
  { script, customer, createdAt }: Pick<ShipmentPlan, 'script' | 'customer' | 'createdAt'>,
): ReferenceEntry[] {
  const list: ReferenceEntry[] = [...(script?.references ?? [])];
  if (!list.some(([type]) => type === 'PURCHASE_ORDER_NUMBER')) {
    const isShared = random.drawChance(sharedShare);
    const name = `purchase order/${customer.id}/${Math.floor(toDayNumber(createdAt) / groupDays)}`;
    const number = drawPurchaseOrder(isShared ? root.fork(name) : random, customer.index);
    list.push(['PURCHASE_ORDER_NUMBER', addUntidiness(random, number)]);
  }
  if (random.drawChance(0.85)) list.push(['BOL_NUMBER', `BOL${random.drawInt(1_000_000, 9_999_999)}`]);
  if (random.drawChance(0.6)) list.push(['PICKUP_NUMBER', `PU${random.drawInt(10_000, 99_999)}`]);
  if (random.drawChance(0.35)) list.push(['PRO_NUMBER', String(random.drawInt(10_000_000, 999_999_999))]);
  if (random.drawChance(0.3)) list.push(['APPOINTMENT_NUMBER', String(random.drawInt(100_000, 999_999))]);
  if (random.drawChance(0.2)) list.push(['CUSTOMER_REFERENCE_NUMBER', `REF${random.drawInt(10_000, 99_999)}`]);
  return list;
}
export function writeReferences(
  world: TimelineWorld,
  at: number,
  orderId: string,
  references: readonly ReferenceEntry[],
): void {
  for (const [position, [type, value]] of references.entries()) {
    world.write('order_reference', at, {
      order_id: orderId,
      type,
      value,
      search_value: normalizeSearchText(value),
      position,
    });
  }
}

function drawPurchaseOrder(random: Random, style: number): string {
  if (style % 3 === 0) return `45${random.drawInt(10_000_000, 99_999_999)}`;
  return style % 3 === 1 ? `PO-${random.drawInt(100_000, 999_999)}` : `P${random.drawInt(1_000_000, 9_999_999)}`;
}

/** Adds a typist's untidiness to some values: extra spaces or lower case. */
function addUntidiness(random: Random, value: string): string {
  if (!random.drawChance(untidyShare)) return value;
  return random.drawChance(0.5) ? ` ${value} ` : value.toLowerCase();
}
