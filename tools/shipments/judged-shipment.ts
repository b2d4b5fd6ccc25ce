import { isAmongValues, matchRule } from '../../src/copy-tables/conditions.ts';
import { notVoided } from '../../src/domain/money/invoice.ts';
import { fromCents } from '../../src/domain/money/money.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import type { CurrentRequest, RecordsDatabase, RowsOfQueries } from '../../src/mcp/tool/records-copy.ts';
import { buildShipmentQueries, toCopiedShipments } from '../copied/copied-shipments.ts';
import { buildPodQueries, toPodStates } from '../copied/pod-statuses.ts';
import { ofShipment } from '../copied/shipment-scope.ts';
import type { DocumentRecord, LoadRecord, ShipmentRecord } from '../records/record-types.ts';
import { listFreightIds } from './billing-inputs.ts';
import { readDocuments, readLoads, type JudgedShipment } from './shipment-snapshot.ts';
import { listKinds, getWatchLimits, watchShipment } from './shipment-troubles.ts';
import { anyException } from './shipment-watch.ts';

/**
 * Reads a shipment's story, and judges it as lists do. What the copy doesn't hold is requested; bills and invoices are the
 * copy's, which questions at about the same time bring up to date together.
 */
export async function readJudgedShipment(ctx: ToolContext, shipment: ShipmentRecord): Promise<JudgedShipment> {
  const [loads, documents] = await Promise.all([readLoads(ctx, shipment.id), readDocuments(ctx, shipment)]);
  const records = await ctx.records();
  const reader = await records.current(listJudgedRecords(shipment, loads, documents));
  const selection = { condition: ofShipment('s.id', '=', shipment.id) };
  const { bills, invoices, ...rows } = await reader.readTogether({
    ...buildShipmentQueries(reader.db, selection, { hasPod: true, hasMoney: true }),
    ...buildPodQueries(reader.db, [shipment.id]),
    ...buildMoneyQueries(reader.db, shipment.id),
  });
  const pod = toPodStates(rows, reader)(shipment.id);
  const exceptions = toCopiedShipments(rows, ctx.timeZone).flatMap(
    (copied) => watchShipment({ ...copied, pod }, listKinds(anyException), getWatchLimits(ctx)).exceptions,
  );
  return { shipment, loads, documents, pod, exceptions, ...toShownMoney({ bills, invoices }, { shipment, loads }) };
}

/** Names what the judgment rests on. Of papers the copy holds proofs of delivery alone. */
function listJudgedRecords(
  shipment: ShipmentRecord,
  loads: readonly LoadRecord[] | null,
  documents: readonly DocumentRecord[],
): CurrentRequest {
  const freight = listFreightIds([shipment]);
  const owner = { shipment: freight.shipment };
  return {
    freshRecords: {
      shipment: [shipment],
      freight_order: shipment.orders,
      // Where there are some, their times of change aren't shown.
      ...(shipment.services.length === 0 && { service: [] }),
      document: documents.filter(({ type }) => type === 'PROOF_OF_DELIVERY'),
      ...(loads !== null && { load: loads }),
    },
    belongings: {
      document: freight,
      service: owner,
      invoice: owner,
      bill: owner,
      ...(loads === null && { load: owner }),
    },
    linked: {
      carrier: shipment.loads.flatMap(({ carriers }) => carriers.flatMap(({ carrier }) => carrier?.id ?? [])),
      customer: [shipment.customerId].filter((id) => id !== null),
    },
  };
}

const buildMoneyQueries = (db: RecordsDatabase, shipmentId: string) => ({
  bills: db
    .selectFrom('bill as b')
    .selectAll('b')
    .where(isAmongValues('b.shipment_id', [shipmentId]))
    .orderBy('b.created_at', 'desc')
    .orderBy('b.id', 'desc'),
  invoices: db
    .selectFrom('invoice as i')
    .selectAll('i')
    .where(isAmongValues('i.shipment_id', [shipmentId]))
    .where(matchRule(notVoided, 'i'))
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc'),
});

function toShownMoney(
  { bills, invoices }: RowsOfQueries<ReturnType<typeof buildMoneyQueries>>,
  freight: Pick<JudgedShipment, 'shipment' | 'loads'>,
): Pick<JudgedShipment, 'bills' | 'invoices'> {
  const payees = listPayees(freight);
  return {
    bills: bills.map((bill) => ({
      friendlyId: bill.friendly_id,
      status: bill.status,
      loadCarrierId: bill.load_carrier_id,
      vendedServiceId: bill.service_id,
      payee: payees.get(bill.carrier_id ?? bill.vendor_id ?? '') ?? null,
      amount: fromCents(bill.amount_cents),
      amountOwed: fromCents(bill.owed_cents),
      currency: bill.currency,
      dueDate: bill.due_date,
    })),
    invoices: invoices.map((invoice) => ({
      friendlyId: invoice.friendly_id,
      status: invoice.status,
      orderId: invoice.order_id,
      amount: fromCents(invoice.amount_cents),
      amountOwed: fromCents(invoice.owed_cents),
      currency: invoice.currency,
      dueDate: invoice.due_date,
    })),
  };
}

/** Lists the names of carriers and vendors that work on a shipment, by their ids. */
function listPayees({ shipment, loads }: Pick<JudgedShipment, 'shipment' | 'loads'>): ReadonlyMap<string, string> {
  const carriers = [...shipment.loads, ...(loads ?? [])].flatMap((load) => load.carriers.map(({ carrier }) => carrier));
  const vendors = shipment.services.map(({ vendor }) => vendor);
  return new Map([...carriers, ...vendors].flatMap((payee) => (payee ? [[payee.id, payee.name] as const] : [])));
}
