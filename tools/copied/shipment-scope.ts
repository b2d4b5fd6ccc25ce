import { expressionBuilder, type Expression, type SqlBool } from 'kysely';
import type { CopyRows } from '../../src/copy-tables/index.ts';

type ShipmentAliases = CopyRows & {
  readonly s: CopyRows['shipment'];
  readonly f: CopyRows['shipment_fact'];
};

/** Builds conditions on a shipment `s` of the copy and its facts `f`. */
export const ofShipment = expressionBuilder<ShipmentAliases, 's' | 'f'>();

export type ShipmentCondition = Expression<SqlBool>;

/** Every one of these conditions; without any, every shipment. */
export const matchEvery = (conditions: readonly ShipmentCondition[]): ShipmentCondition =>
  ofShipment.and([...conditions]);

/** One of these conditions at least. */
export const matchSome = (conditions: readonly ShipmentCondition[]): ShipmentCondition =>
  ofShipment.or([...conditions]);
