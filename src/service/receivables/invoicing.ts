import type { Operations } from '../../contract/types.ts';
import { computeDueDate } from '../../domain/kit/dates.ts';
import { advance } from '../../domain/kit/transitions.ts';
import { orderBillingLifecycle } from '../../domain/money/order-billing.ts';
import { orderLifecycle } from '../../domain/freight/order.ts';
import { WaybillError } from '../../errors.ts';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import { recordActivity } from '../shared/activity.ts';
import { toPositiveCents } from '../ledger/amounts.ts';
import type { ServiceContext } from '../shared/context.ts';
import { RecordPointer, recordEvent } from '../shared/recorded-event.ts';
import { createFriendlyId } from '../identifiers/friendly-ids.ts';
import { lockShipment } from '../freight/lock-shipment.ts';
import { refreshShipment } from '../freight/shipments.ts';
import { changeRecord, buildNewRecord, requireReference } from '../shared/records.ts';
import { requireShown } from '../identifiers/references.ts';
import { findApplyingTerm, requireTermDueDate } from '../ledger/payment-terms.ts';
import { requireParty } from '../parties/party-use.ts';

type NewInvoice = Omit<Operations['invoices']['create']['parsed'], 'currency'> & {
  readonly currency?: string | undefined;
};

interface Invoicing {
  /** `generateInvoice` demands that the orders are ready for it. */
  readonly action?: 'invoice' | 'generateInvoice';
  /** Orders of the same shipment that the invoice covers besides its own. */
  readonly otherOrders?: readonly Row<'freight_order'>[];
}

/**
 * Inserts the invoice of an order, whose shipment must have no live invoice. The order and the shipment are updated.
 */
export async function insertInvoice(
  ctx: ServiceContext,
  input: NewInvoice,
  { action = 'invoice', otherOrders = [] }: Invoicing = {},
): Promise<Row<'invoice'>> {
  const order = await requireReference(ctx, 'freight_order', 'orderId', { id: input.orderId });
  const shipment = await requireShipmentToInvoice(ctx, order);
  const customer = await requireParty(ctx, 'customer', shipment.customer_id);
  const currency = input.currency ?? customer.currency ?? order.currency;
  const amountCents = toPositiveCents(input.amount, currency);
  const term = await findApplyingTerm(ctx, 'receivables', input.paymentTermId, customer.payment_term_id);
  if (term && input.paymentTermId !== undefined) requireTermDueDate(term, input);
  await lockShipment(ctx, shipment.id);
  for (const covered of [order, ...otherOrders]) await markInvoiced(ctx, covered, action);
  const row: Row<'invoice'> = {
    ...buildNewRecord(ctx, input.key),
    friendly_id: await createFriendlyId(ctx, 'invoice'),
    order_id: order.id,
    shipment_id: shipment.id,
    customer_id: customer.id,
    status: 'AWAITING_PAYMENT',
    invoice_date: input.invoiceDate,
    due_date: input.dueDate ?? computeDueDate(input.invoiceDate, term?.days),
    amount_cents: amountCents,
    paid_cents: 0,
    credited_cents: 0,
    owed_cents: amountCents,
    currency,
    reference: input.reference ?? null,
    payment_term_id: term?.id ?? null,
    factor_name: null,
    factor_job_id: null,
    factor_status: null,
    qbo_id: null,
    document_id: null,
  };
  await ctx.db.insertInto('invoice').values(row).execute();
  recordEvent(ctx, 'CUSTOMER_INVOICE_CREATED', new RecordPointer('invoices', row.id));
  await refreshShipment(ctx, shipment.id);
  await recordActivity(ctx, { recordType: 'invoice', recordId: row.id, text: `Created for ${order.friendly_id}.` });
  await recordActivity(ctx, { recordType: 'shipment', recordId: shipment.id, text: `Invoiced on ${row.friendly_id}.` });
  return row;
}

async function requireShipmentToInvoice(ctx: ServiceContext, order: Row<'freight_order'>): Promise<Row<'shipment'>> {
  if (order.shipment_id === null) {
    throw new WaybillError('CONFLICT', `${order.friendly_id} is on no shipment yet: convert its quote first.`);
  }
  const shipment = requireShown(await findRecords(ctx, 'shipment', [order.shipment_id]), order.shipment_id);
  const existing = await ctx.db
    .selectFrom('invoice')
    .select('friendly_id')
    .where('organization_id', '=', ctx.organizationId)
    .where('shipment_id', '=', shipment.id)
    .where('status', '<>', 'VOIDED')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (existing) {
    throw new WaybillError(
      'CONFLICT',
      `${existing.friendly_id} invoices ${shipment.friendly_id} already; a shipment has one invoice.`,
    );
  }
  return shipment;
}

/**
 * Marks an order invoiced. Of several concurrent requests only the first one succeeds: it requires the order as it was
 * read.
 */
async function markInvoiced(
  ctx: ServiceContext,
  order: Row<'freight_order'>,
  action: 'invoice' | 'generateInvoice',
): Promise<void> {
  const status = advance(orderLifecycle, order.status, 'invoice');
  const billing = advance(orderBillingLifecycle, order.billing_status, action);
  await changeRecord(
    ctx,
    'freight_order',
    order,
    { status, billing_status: billing },
    { status: order.status, billing_status: order.billing_status },
  );
  await recordActivity(ctx, {
    recordType: 'freight_order',
    recordId: order.id,
    text: `Status ${order.status} became ${status}.`,
  });
}
