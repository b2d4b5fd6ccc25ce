import { computeDueDate } from '../../domain/kit/dates.ts';
import { listAllowedActions } from '../../domain/kit/lifecycle.ts';
import { advance } from '../../domain/kit/transitions.ts';
import { orderLifecycle, type OrderStatus } from '../../domain/freight/order.ts';
import { findInvoiceBalanceAction, invoiceLifecycle, computeOwedCents } from '../../domain/money/invoice.ts';
import { formatMoney } from '../../domain/money/money.ts';
import {
  computeBillingStatus,
  orderBillingLifecycle,
  type OrderBillingStatus,
} from '../../domain/money/order-billing.ts';
import { WaybillError } from '../../errors.ts';
import { lockRecords } from '../../store/locked-records.ts';
import { findRecord, findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import { recordActivity } from '../shared/activity.ts';
import type { ServiceContext } from '../shared/context.ts';
import { changeRecord } from '../shared/records.ts';
import { lockShipment } from '../freight/lock-shipment.ts';
import { listLiveOrders } from '../freight/live-orders.ts';
import { refreshShipment } from '../freight/shipments.ts';

type InvoicedOrder = Row<'freight_order'>;
type OrderChange = Partial<InvoicedOrder>;

/** Money that an invoice receives, or gives back if negative. */
interface InvoiceMoneyChange {
  readonly paidCents: number;
  readonly creditedCents: number;
}

/** Moves the balance of a locked invoice; its status, its order and their shipment follow. `by` is who did it. */
export async function changeInvoiceBalance(
  ctx: ServiceContext,
  invoice: Row<'invoice'>,
  { paidCents, creditedCents }: InvoiceMoneyChange,
  by: string,
): Promise<void> {
  const paid = invoice.paid_cents + paidCents;
  const credited = invoice.credited_cents + creditedCents;
  const open = computeOwedCents({ amountCents: invoice.amount_cents, paidCents: paid, creditsCents: credited });
  const before = invoice.paid_cents + invoice.credited_cents;
  const action = findInvoiceBalanceAction(before, { appliedCents: paid + credited, openCents: open });
  const { status } = invoice;
  const changed = await changeRecord(
    ctx,
    'invoice',
    invoice,
    {
      paid_cents: paid,
      credited_cents: credited,
      owed_cents: open,
      status: action === null ? status : advance(invoiceLifecycle, status, action),
    },
    { status, paid_cents: invoice.paid_cents, credited_cents: invoice.credited_cents },
  );
  if (action === null) return;
  const text = `${by}: ${formatMoney(open, invoice.currency)} of ${formatMoney(invoice.amount_cents, invoice.currency)} is open, ${changed.status}.`;
  await recordActivity(ctx, { recordType: 'invoice', recordId: invoice.id, text });
  await followBalance(ctx, changed);
}

/** Voids an invoice that nothing was applied to and no factor has bought; its order is ready to invoice again. */
export async function voidInvoice(ctx: ServiceContext, { id, friendly_id: friendlyId }: Row<'invoice'>): Promise<void> {
  const invoice = (await lockRecords(ctx, 'invoice', [id])).get(id);
  if (!invoice) throw new WaybillError('NOT_FOUND', `${friendlyId} was voided at the same moment.`);
  requireUntouched(invoice);
  const status = advance(invoiceLifecycle, invoice.status, 'void');
  const expected = { status: invoice.status, paid_cents: 0, credited_cents: 0 };
  await changeRecord(ctx, 'invoice', invoice, { status, deleted_at: ctx.now }, expected);
  await releaseOrders(ctx, invoice);
  await recordActivity(ctx, { recordType: 'invoice', recordId: id, text: 'Voided.' });
}

function requireUntouched(invoice: Row<'invoice'>): void {
  const { friendly_id: friendlyId } = invoice;
  if (invoice.paid_cents > 0 || invoice.credited_cents > 0) {
    const appliedMoney = invoice.paid_cents > 0 ? 'Payments are' : 'Credit is';
    throw new WaybillError('CONFLICT', `${appliedMoney} applied to ${friendlyId}: take that back first.`);
  }
  if (invoice.factor_job_id === null) return;
  throw new WaybillError('CONFLICT', `${friendlyId} is factored (${invoice.factor_job_id}) and cannot be voided.`);
}

/** Restarts an invoice with two new dates, whatever is applied to it. Its status continues to follow its balance. */
export async function markAwaiting(
  ctx: ServiceContext,
  { id, friendly_id: friendlyId }: Row<'invoice'>,
  dates: { readonly invoiceDate?: string | undefined; readonly dueDate?: string | undefined },
): Promise<Row<'invoice'>> {
  const invoice = (await lockRecords(ctx, 'invoice', [id])).get(id);
  if (!invoice) throw new WaybillError('NOT_FOUND', `${friendlyId} was voided at the same moment.`);
  const status = advance(invoiceLifecycle, invoice.status, 'markAwaiting');
  const invoiceDate = dates.invoiceDate ?? ctx.today;
  const term = (await findRecords(ctx, 'payment_term', [invoice.payment_term_id])).get(invoice.payment_term_id ?? '');
  const dueDate = dates.dueDate ?? computeDueDate(invoiceDate, term?.days);
  const change = { status, invoice_date: invoiceDate, due_date: dueDate };
  const changed = await changeRecord(ctx, 'invoice', invoice, change, { status: invoice.status });
  const text = `Awaiting payment: dated ${invoiceDate}, due ${dueDate} (was ${invoice.invoice_date}, ${invoice.due_date ?? 'no due date'}).`;
  await recordActivity(ctx, { recordType: 'invoice', recordId: id, text });
  await resetOrders(ctx, changed);
  return changed;
}

/** Updates the orders of an invoice whose balance changed. */
const followBalance = (ctx: ServiceContext, invoice: Row<'invoice'>): Promise<void> =>
  changeOrders(ctx, invoice, `${invoice.friendly_id} has another balance`, (order) => ({
    billing_status: getBillingStatus(order, invoice),
  }));

/**
 * Restarts the orders of a restarted invoice: they are delivered and unpaid, and their billing status follows from the
 * balance.
 */
const resetOrders = (ctx: ServiceContext, invoice: Row<'invoice'>): Promise<void> =>
  changeOrders(ctx, invoice, `${invoice.friendly_id} awaits payment`, (order) => ({
    status: advance(orderLifecycle, order.status, 'invoice'),
    billing_status: getBillingStatus(order, invoice),
  }));

/** Releases the orders of a voided invoice: they can be invoiced again and show the shipment's status, as before. */
const releaseOrders = (ctx: ServiceContext, invoice: Row<'invoice'>): Promise<void> =>
  changeOrders(ctx, invoice, `${invoice.friendly_id} was voided`, (order, shipment) => ({
    ...(isInvoiced(order)
      ? { billing_status: advance(orderBillingLifecycle, order.billing_status, 'voidInvoice') }
      : {}),
    ...computeStatusWithoutInvoice(order, shipment),
  }));

function getBillingStatus(order: InvoicedOrder, invoice: Row<'invoice'>): OrderBillingStatus {
  const balance = { appliedCents: invoice.paid_cents + invoice.credited_cents, openCents: invoice.owed_cents };
  return computeBillingStatus(order.billing_status, balance);
}

const isInvoiced = ({ billing_status: billing }: InvoicedOrder) =>
  !listAllowedActions(orderBillingLifecycle, billing).includes('invoice');

/**
 * Computes the status that an order gets when its invoice is voided: its shipment's, canceled or not. If it is restored
 * later, it gets the status that the shipment had before.
 */
function computeStatusWithoutInvoice(order: InvoicedOrder, shipment: Row<'shipment'>): OrderChange {
  const isBehind = (status: OrderStatus) => listAllowedActions(orderLifecycle, status).includes('voidInvoice');
  const before = order.status_before_cancel;
  if (!isBehind(order.status) && (before === null || !isBehind(before))) return {};
  return {
    ...(isBehind(order.status) ? { status: shipment.status } : {}),
    ...(before === null ? {} : { status_before_cancel: shipment.status_before_cancel ?? shipment.status }),
  };
}

/** Changes the order of the invoice and, as a shipment has one invoice, every other of the shipment that is invoiced. */
async function changeOrders(
  ctx: ServiceContext,
  invoice: Row<'invoice'>,
  why: string,
  changeOf: (order: InvoicedOrder, shipment: Row<'shipment'>) => OrderChange,
): Promise<void> {
  // A shipment that was deleted took its orders along.
  if (!(await findRecord(ctx, 'shipment', invoice.shipment_id, 'id'))) return;
  const shipment = await lockShipment(ctx, invoice.shipment_id);
  const orders = await listLiveOrders(ctx, shipment.id);
  for (const order of orders) {
    if (order.id === invoice.order_id || isInvoiced(order))
      await changeOrder(ctx, order, changeOf(order, shipment), why);
  }
  await refreshShipment(ctx, shipment.id);
}

async function changeOrder(ctx: ServiceContext, order: InvoicedOrder, change: OrderChange, why: string): Promise<void> {
  const expected = { status: order.status, billing_status: order.billing_status };
  const changed = await changeRecord(ctx, 'freight_order', order, change, expected);
  const moves = (['status', 'billing_status'] as const)
    .filter((column) => changed[column] !== order[column])
    .map((column) => `${order[column]} became ${changed[column]}`);
  if (moves.length === 0) return;
  await recordActivity(ctx, { recordType: 'freight_order', recordId: order.id, text: `${why}: ${moves.join(', ')}.` });
}
