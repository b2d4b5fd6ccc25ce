import { findFirstPickup, findLastDrop } from '../../domain/stops/route.ts';
import { getToday } from '../../domain/kit/dates.ts';
import { findRecords } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import { findChargeCode } from '../shared/catalogs.ts';
import { readCharges, totalCents } from '../freight/orders/charges.ts';
import type { ServiceContext } from '../shared/context.ts';
import { listLiveOrders } from '../freight/live-orders.ts';
import { readInvoiceCredits, readInvoicePayments } from './invoice-settlement.ts';
import { formatStoredAddress, readLetterhead } from '../papers/letterhead.ts';
import { toCents } from '../../domain/money/money.ts';
import { readReferences } from '../freight/orders/references.ts';
import type { PaperParty } from '../papers/pdf/blocks.ts';
import type { ChargeOnPaper, InvoicePaper, OrderOnPaper, SettlementOnPaper } from '../papers/pdf/invoice.ts';
import { requireShown } from '../identifiers/references.ts';
import { summarizeRoute, toRoute } from '../freight/route-summary.ts';
import type { StopVisit } from '../freight/visit.ts';
import { readVisits } from '../freight/visits.ts';

/** Builds the document of an invoice from its current records. */
export async function buildInvoicePaper(ctx: ServiceContext, invoice: Row<'invoice'>): Promise<InvoicePaper> {
  const letterhead = await readLetterhead(ctx);
  const customer = requireShown(await findRecords(ctx, 'customer', [invoice.customer_id]), invoice.customer_id);
  const terms = await findRecords(ctx, 'payment_term', [invoice.payment_term_id]);
  const shipments = await findRecords(ctx, 'shipment', [invoice.shipment_id]);
  const liveOrders = await listInvoiceOrders(ctx, invoice);
  const namedOrders = await findRecords(ctx, 'freight_order', [invoice.order_id]);
  const orders = liveOrders.length > 0 ? liveOrders : [...namedOrders.values()];
  return {
    number: invoice.friendly_id,
    issuer: letterhead.issuer,
    billTo: billTo(customer),
    remitTo: letterhead.remitTo,
    invoiceDate: invoice.invoice_date,
    dueDate: invoice.due_date,
    terms: terms.get(invoice.payment_term_id ?? '')?.name ?? null,
    currency: invoice.currency,
    reference: invoice.reference,
    shipment: shipments.get(invoice.shipment_id)?.friendly_id ?? null,
    orders: await readOrdersOnPaper(ctx, orders),
    charges: await readChargesOnPaper(ctx, invoice, orders),
    amountCents: invoice.amount_cents,
    paidCents: invoice.paid_cents,
    creditedCents: invoice.credited_cents,
    owedCents: invoice.owed_cents,
    settlements: await readSettlements(ctx, invoice),
    isVoid: invoice.status === 'VOIDED',
    paymentInstructions: letterhead.paymentInstructions,
    at: invoice.created_at,
  };
}

const invoiced: ReadonlySet<string> = new Set(['INVOICED', 'PARTIALLY_PAID', 'PAID']);

/**
 * Lists the live orders that an invoice covers: the one it names, and those of its shipment that were invoiced with it.
 */
async function listInvoiceOrders(
  ctx: ServiceContext,
  invoice: Pick<Row<'invoice'>, 'shipment_id' | 'order_id'>,
): Promise<Row<'freight_order'>[]> {
  const orders = await listLiveOrders(ctx, invoice.shipment_id);
  return orders.filter(({ id, billing_status: billing }) => id === invoice.order_id || invoiced.has(billing));
}

function billTo(customer: Row<'customer'>): PaperParty {
  const address = customer.billing_address ?? customer.corporate_address;
  return { name: customer.name, lines: [...formatStoredAddress(address), `Customer ${customer.friendly_id}`] };
}

async function readOrdersOnPaper(
  ctx: ServiceContext,
  orders: readonly Row<'freight_order'>[],
): Promise<OrderOnPaper[]> {
  const routes = await readVisits(ctx, orders);
  const references = await readReferences(
    ctx,
    orders.map(({ id }) => id),
  );
  return orders.map((order) => {
    const visits = routes.get(order.id) ?? [];
    const { pickUpDate, deliveryDate } = summarizeRoute(visits, ctx.organization.timeZone);
    const route = toRoute(visits);
    return {
      number: order.friendly_id,
      origin: formatPlace(findFirstPickup(route)?.visit),
      destination: formatPlace(findLastDrop(route)?.visit),
      pickUpDate,
      deliveryDate,
      references: (references.get(order.id) ?? []).map(({ type, value }) => ({ name: type, value })),
    };
  });
}

function formatPlace(visit: StopVisit | undefined): string {
  if (!visit) return '–';
  const { stop, location } = visit;
  const region = [stop.place_state, stop.place_postal_code ?? stop.postal_code].filter((part) => part).join(' ');
  const parts = [location?.name, stop.place_city, region, stop.airport_code].filter((part) => part);
  return parts.length === 0 ? '–' : parts.join(', ');
}

/** Lists charges that add up to the invoice. If its amount was agreed otherwise, a line shows the difference. */
async function readChargesOnPaper(
  ctx: ServiceContext,
  invoice: Row<'invoice'>,
  orders: readonly Row<'freight_order'>[],
): Promise<ChargeOnPaper[]> {
  const charges = await readCharges(
    ctx,
    orders.map(({ id }) => id),
  );
  const lines = orders.flatMap((order) =>
    (charges.get(order.id) ?? []).map((charge) => toLine(charge, order.friendly_id)),
  );
  const difference = invoice.amount_cents - totalCents([...charges.values()].flat());
  if (difference === 0) return lines;
  const description = lines.length === 0 ? 'Freight charges as agreed' : 'Adjustment to the amount agreed';
  return [...lines, { order: '', description, quantity: 1, rate: null, totalCents: difference }];
}

function toLine(charge: Row<'charge'>, order: string): ChargeOnPaper {
  const name = findChargeCode(charge.charge_code_id)?.name ?? 'Charge';
  return {
    order,
    description: charge.description === null ? name : `${name}: ${charge.description}`,
    quantity: charge.quantity,
    rate: charge.rate,
    totalCents: charge.total_cents,
  };
}

async function readSettlements(ctx: ServiceContext, { id }: Row<'invoice'>): Promise<SettlementOnPaper[]> {
  const payments = (await readInvoicePayments(ctx, [id])).get(id) ?? [];
  const credits = (await readInvoiceCredits(ctx, [id])).get(id) ?? [];
  const settlements: SettlementOnPaper[] = [
    ...payments.map(({ paymentDate, paymentMethodType, reference, amount }) => ({
      date: paymentDate,
      kind: 'Payment' as const,
      method: paymentMethodType,
      reference,
      cents: toCents(amount),
    })),
    ...credits.map(({ appliedAt, creditMemoReference, amount }) => ({
      date: getToday(ctx.organization.timeZone, appliedAt),
      kind: 'Credit' as const,
      method: null,
      reference: creditMemoReference,
      cents: toCents(amount),
    })),
  ];
  return settlements.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}
