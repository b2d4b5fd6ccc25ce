import { referenceFields } from '../../src/domain/freight/freight-codes.ts';
import { compactForms, compactReference } from '../../src/domain/kit/references.ts';
import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { common, describe, hits, type Hits, ownMatch, rowsMax } from './find-hits.ts';
import { shipmentFinder } from '../arguments/finders.ts';
import type { ShipmentRecord } from '../records/record-types.ts';
import type { Reading } from '../records/reading.ts';

/** Shipments by number, key, any reference, or the number of one of their loads or orders. */
export async function findShipments(ctx: ToolContext, reading: Reading): Promise<Hits> {
  const { uuid, references } = reading;
  const number = reading.numbers.get('shipment');
  const { found: parts, missed } = await shipmentsOfParts(ctx, reading);
  const or = [
    ...common(reading, 'shipment'),
    { reference: { in: references } },
    ...(parts.size > 0 ? [{ id: { in: [...parts.keys()] } }] : []),
  ];
  const found = await scan(ctx, ctx.api.shipments.filter, { filter: { or }, rowsMax });
  const matchedBy = (shipment: ShipmentRecord) =>
    ownMatch(shipment, { uuid, number, typed: reading.typed }) ??
    parts.get(shipment.id) ??
    referenceOf(shipment, references);
  const own = hits('shipment', found, (row) => describe(row, matchedBy(row), row.status, shipmentFinder.describe(row)));
  return { ...own, missed };
}

/** The type of the reference that fits; a type of the customer's own making is text from a record and not repeated. */
function referenceOf({ orders }: ShipmentRecord, references: readonly string[]): string | undefined {
  const all = orders.flatMap((order) => order.references);
  const forms = compactForms(references);
  const fitting = all.find(({ value }) => forms.has(compactReference(value)));
  return fitting && (referenceFields.find((known) => known === fitting.type) ?? 'reference');
}

interface Parts {
  /** The number that led to each shipment. */
  readonly found: ReadonlyMap<string, string>;
  readonly missed: string | undefined;
}

/** Shipments by the number of one of their loads or orders, which not every API lists apart from them. */
async function shipmentsOfParts(ctx: ToolContext, { numbers }: Reading): Promise<Parts> {
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

/** Null where the API does not list such records at all. */
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
