import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import type { CopyRows } from '../../src/copy-tables/index.ts';

type ShipmentAliases = CopyRows & {
  readonly s: CopyRows['shipment'];
  readonly f: CopyRows['shipment_fact'];
};

/** Builds conditions on a shipment `s` of the copy and its facts `f`. */
export const ofShipment = expressionBuilder<ShipmentAliases, 's' | 'f'>();

export type ShipmentCondition = Expression<SqlBool>;

/** Returns true if a condition reads the facts `f`. A sum without them doesn't need their row for each shipment. */
export const hasFactColumns = (condition: ShipmentCondition): boolean =>
  /"name":"f"|\bf\./.test(JSON.stringify(condition.toOperationNode()));

/** Matches shipments that meet all conditions. Without conditions it matches every shipment. */
export const matchEvery = (conditions: readonly ShipmentCondition[]): ShipmentCondition =>
  ofShipment.and([...conditions]);

/** Matches shipments that meet at least one condition. */
export const matchSome = (conditions: readonly ShipmentCondition[]): ShipmentCondition =>
  ofShipment.or([...conditions]);
