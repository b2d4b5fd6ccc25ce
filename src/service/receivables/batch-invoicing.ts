import type { Operations } from '../../contract/types.ts';
import { fromCents } from '../../domain/money/money.ts';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import { type BatchMailing, queueBatchMails } from './invoice-mail.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import { createShipmentInvoice } from './shipment-invoicing.ts';
import { runInSavepoint } from '../shared/savepoint.ts';
import { isRefusal } from '../../store/store-error.ts';

type InvoicingBatch = Operations['invoices']['batchGenerate']['parsed'];
type Result = Operations['invoices']['batchGenerate']['output'];

/** Order or shipment that one id of the request names. */
interface BatchItem {
  readonly orderId: string | null;
  readonly shipmentId: string | null;
  /** Why there is nothing to invoice, when that is known at once. */
  readonly missing?: string;
}

type InvoicingOutcome = InvoiceDocument | { readonly error: string };

/**
 * Creates the invoices that can be created. Each id of the request has its own outcome, in the order of the request.
 */
export async function generateBatch(ctx: ServiceContext, batch: InvoicingBatch): Promise<Result> {
  const items = batch.orderIds ? await listOrderItems(ctx, batch.orderIds) : listShipmentItems(batch.shipmentIds ?? []);
  const outcomes = await createInvoices(
    ctx,
    items.flatMap(({ shipmentId }) => shipmentId ?? []),
  );
  const invoiced = [...outcomes.values()].filter((outcome) => 'invoice' in outcome);
  const { groupByCustomer = true, ccEmails } = batch.emailConfig ?? {};
  const mailing = batch.sendEmail ? await queueBatchMails(ctx, invoiced, { ccEmails, groupByCustomer }) : noMailing;
  const generated: Result['generated'][number][] = [];
  const failed: Result['failed'][number][] = [];
  for (const { orderId, shipmentId, missing } of items) {
    const outcome = shipmentId === null ? undefined : outcomes.get(shipmentId);
    if (outcome && 'invoice' in outcome) generated.push(showGenerated(orderId, outcome, mailing));
    else failed.push({ orderId, shipmentId, error: outcome?.error ?? missing ?? 'There is nothing to invoice.' });
  }
  return { generated, failed, emailsSent: mailing.mails };
}

const noMailing: BatchMailing = { mails: 0, recipients: new Map(), unmailed: new Map() };

const showGenerated = (
  orderId: string | null,
  { invoice, document }: InvoiceDocument,
  { recipients, unmailed }: BatchMailing,
) => ({
  orderId: orderId ?? invoice.order_id,
  shipmentId: invoice.shipment_id,
  invoiceId: invoice.id,
  documentId: document.id,
  friendlyId: invoice.friendly_id,
  amount: fromCents(invoice.amount_cents),
  currency: invoice.currency,
  mailedTo: [...(recipients.get(invoice.id) ?? [])],
  notMailed: unmailed.get(invoice.id) ?? null,
});

const listUnique = (ids: readonly string[]) => [...new Set(ids.map((id) => id.toLowerCase()))];

/** Lists the items of orders. An order is invoiced with its shipment, which has one invoice over all of its orders. */
async function listOrderItems(ctx: ServiceContext, orderIds: readonly string[]): Promise<BatchItem[]> {
  const ids = listUnique(orderIds);
  const orders = await findRecords(ctx, 'freight_order', ids);
  return ids.map((orderId) => {
    const order = orders.get(orderId);
    if (!order || order.deleted_at !== null)
      return { orderId, shipmentId: null, missing: `There is no order "${orderId}".` };
    const missing = `${order.friendly_id} is on no shipment yet: convert its quote first.`;
    return { orderId, shipmentId: order.shipment_id, missing };
  });
}

const listShipmentItems = (shipmentIds: readonly string[]): BatchItem[] =>
  listUnique(shipmentIds).map((shipmentId) => ({ orderId: null, shipmentId }));

async function createInvoices(
  ctx: ServiceContext,
  shipmentIds: readonly string[],
): Promise<ReadonlyMap<string, InvoicingOutcome>> {
  const shipments = await findRecords(ctx, 'shipment', shipmentIds);
  const outcomes = new Map<string, InvoicingOutcome>();
  // One order for every batch, so that two of them never wait for each other.
  for (const id of [...new Set(shipmentIds)].sort()) outcomes.set(id, await createInvoice(ctx, id, shipments.get(id)));
  return outcomes;
}

async function createInvoice(
  ctx: ServiceContext,
  id: string,
  shipment: Row<'shipment'> | undefined,
): Promise<InvoicingOutcome> {
  if (!shipment || shipment.deleted_at !== null) return { error: `There is no shipment "${id}".` };
  try {
    return await runInSavepoint(ctx, () => createShipmentInvoice(ctx, shipment));
  } catch (error) {
    // Where the store fails, the whole request does.
    if (!isRefusal(error) || error.code === 'SERVICE_UNAVAILABLE') throw error;
    return { error: `${shipment.friendly_id}: ${error.message}` };
  }
}
