import { referenceFields } from '../../src/domain/freight/freight-codes.ts';
import { compactForms, compactReference } from '../../src/domain/identifiers/references.ts';
import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { buildCommonFilter, describe, toHits, type Hits, matchOwnKey, rowsMax } from './find-hits.ts';
import { shipmentFinder } from '../arguments/finders/finders.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import type { TextReading } from '../records/reading.ts';

/** Shipments by number, key, any reference, or the number of one of their loads or orders. */
export async function findShipments(ctx: ToolContext, reading: TextReading): Promise<Hits> {
  const { uuid, references } = reading;
  const number = reading.numbers.get('shipment');
  const { found: parts, missed } = await findShipmentsByPart(ctx, reading);
  const or = [
    ...buildCommonFilter(reading, 'shipment'),
    { reference: { in: references } },
    ...(parts.size > 0 ? [{ id: { in: [...parts.keys()] } }] : []),
  ];
  const scanned = await scan(ctx, ctx.api.shipments.filter, { filter: { or }, rowsMax });
  const getMatch = (shipment: ShipmentRecord) =>
    matchOwnKey(shipment, { uuid, number, typed: reading.typed }) ??
    parts.get(shipment.id) ??
    findReferenceType(shipment, references);
  const shipmentHits = toHits('shipment', scanned, (row) =>
    describe(row, getMatch(row), row.status, shipmentFinder.describe(row, ctx.timeZone)),
  );
  return { ...shipmentHits, missed };
}

/** Finds the type of the matching reference. A type that the customer made up is record text and not repeated. */
function findReferenceType({ orders }: ShipmentRecord, references: readonly string[]): string | undefined {
  const all = orders.flatMap((order) => order.references);
  const forms = compactForms(references);
  const fitting = all.find(({ value }) => forms.has(compactReference(value)));
  return fitting && (referenceFields.find((field) => field === fitting.type) ?? 'reference');
}

interface ShipmentsByPart {
  /** The number that led to each shipment. */
  readonly found: ReadonlyMap<string, string>;
  readonly missed: string | undefined;
}

/** Finds shipments by the number of one of their loads or orders, which not every API lists by themselves. */
async function findShipmentsByPart(ctx: ToolContext, { numbers }: TextReading): Promise<ShipmentsByPart> {
  const [load, order] = [numbers.get('load'), numbers.get('order')];
  const filter = (number: string) => ({ filter: { friendlyId: { equalTo: number } } });
  const [loads, orders] = await Promise.all([
    load === undefined ? [] : readIfOffered(() => ctx.api.loads.filter(filter(load))),
    order === undefined ? [] : readIfOffered(() => ctx.api.orders.filter(filter(order))),
  ]);
  const rows = [...(loads ?? []), ...(orders ?? [])].filter(
    ({ friendlyId }) => friendlyId === load || friendlyId === order,
  );
  return {
    found: new Map(
      rows.flatMap(({ shipmentId, friendlyId }) => (shipmentId === null ? [] : [[shipmentId, friendlyId] as const])),
    ),
    missed: loads === null ? 'load numbers' : orders === null ? 'order numbers' : undefined,
  };
}

/** Reads records, or returns null if the API does not list them at all. */
async function readIfOffered<Row>(
  read: () => Promise<{ readonly data: readonly Row[] }>,
): Promise<readonly Row[] | null> {
  try {
    return (await read()).data;
  } catch (error) {
    // Said in the answer.
    if (error instanceof WaybillError && (error.code === 'NOT_IMPLEMENTED' || error.code === 'NOT_FOUND')) return null;
    throw error;
  }
}
