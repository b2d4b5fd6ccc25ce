import { WaybillError } from '../../src/errors.ts';
import type { PodState } from '../../src/domain/freight/pod.ts';
import type { WatchException } from '../../src/domain/shipments/watched-freight.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { noteUnread, scan, type Scan } from '../../src/mcp/tool/scan.ts';
import type { BillRecord, DocumentRecord, InvoiceRecord, LoadRecord, ShipmentRecord } from '../records/record-types.ts';

/** A shipment with everything that hangs on it, read in one round of calls. */
export interface ShipmentSnapshot {
  readonly shipment: ShipmentRecord;
  /** Null where the API does not offer loads of their own: then only the shipment's summary of them is known. */
  readonly loads: readonly LoadRecord[] | null;
  readonly bills: readonly BillRecord[];
  /** Voided ones left out. */
  readonly invoices: readonly InvoiceRecord[];
  readonly documents: readonly DocumentRecord[];
}

/** A bill of a shipment as its story shows it. */
export interface StoryBill extends Pick<
  BillRecord,
  'friendlyId' | 'loadCarrierId' | 'vendedServiceId' | 'amount' | 'amountOwed' | 'currency' | 'dueDate'
> {
  readonly status: string;
  readonly payee: string | null;
}

/** An invoice of a shipment as its story shows it. */
export interface StoryInvoice extends Pick<
  InvoiceRecord,
  'friendlyId' | 'orderId' | 'amount' | 'amountOwed' | 'currency' | 'dueDate'
> {
  readonly status: string;
}

/** A shipment with everything that hangs on it, and what a list says is wrong with it. */
export interface JudgedShipment extends Omit<ShipmentSnapshot, 'bills' | 'invoices'> {
  readonly bills: readonly StoryBill[];
  readonly invoices: readonly StoryInvoice[];
  readonly pod: PodState;
  readonly exceptions: readonly WatchException[];
}

export const snapshotOperations = ['loads.filter', 'bills.filter', 'invoices.filter', 'documents.filter'] as const;

const rowsMax = 250;

/** Reads the loads of a shipment. Returns null if the API does not offer loads by themselves. */
export async function readLoads(ctx: ToolContext, shipmentId: string): Promise<readonly LoadRecord[] | null> {
  const loads = await readIfOffered(scan(ctx, ctx.api.loads.filter, { ...filterByShipment(shipmentId), rowsMax }));
  return loads?.rows ?? null;
}

const filterByShipment = (shipmentId: string) => ({
  filter: { shipmentId: { equalTo: shipmentId } },
  local: { shipmentId: (row: { shipmentId: string | null }) => row.shipmentId === shipmentId },
});

export async function readShipmentSnapshot(ctx: ToolContext, shipment: ShipmentRecord): Promise<ShipmentSnapshot> {
  const { filter, local } = filterByShipment(shipment.id);
  const [loads, bills, invoices, documents] = await Promise.all([
    readIfOffered(scan(ctx, ctx.api.loads.filter, { filter, local, rowsMax })),
    scan(ctx, ctx.api.bills.filter, { filter, local, rowsMax }),
    scan(ctx, ctx.api.invoices.filter, { filter, local, rowsMax }),
    readDocuments(ctx, shipment),
  ]);
  noteUnread(ctx, loads, bills, invoices);
  return {
    shipment,
    loads: loads?.rows ?? null,
    bills: bills.rows,
    invoices: invoices.rows.filter(({ status }) => status !== 'VOIDED'),
    documents,
  };
}

/** Reads the papers of a shipment, its orders and its loads. */
export async function readDocuments(ctx: ToolContext, shipment: ShipmentRecord): Promise<readonly DocumentRecord[]> {
  const filter = { or: listDocumentLinks(shipment) };
  const documents = await scan(ctx, ctx.api.documents.filter, { filter, rowsMax });
  noteUnread(ctx, documents);
  return documents.rows.filter((document) => isLinked(document, shipment));
}

/** Reads rows, or returns null if the API does not offer it. Not every brokerage API lists loads by themselves. */
async function readIfOffered<Row>(reading: Promise<Scan<Row>>): Promise<Scan<Row> | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof WaybillError && (error.code === 'NOT_IMPLEMENTED' || error.code === 'NOT_FOUND')) return null;
    throw error;
  }
}

/** Conditions that find whatever is tied to the shipment, its orders or its loads. */
function listDocumentLinks({ id, orders, loads }: ShipmentRecord) {
  return [
    { shipmentId: { in: [id] } },
    { orderId: { in: orders.map((order) => order.id) } },
    { loadId: { in: loads.map((load) => load.id) } },
  ].filter((condition) => Object.values(condition).some((operator) => operator.in.length > 0));
}

function isLinked({ tags }: DocumentRecord, { id, orders, loads }: ShipmentRecord): boolean {
  const ids: readonly unknown[] = [id, ...orders.map((order) => order.id), ...loads.map((load) => load.id)];
  return [tags?.['shipmentId'], tags?.['orderId'], tags?.['loadId']].some((link) => ids.includes(link));
}
