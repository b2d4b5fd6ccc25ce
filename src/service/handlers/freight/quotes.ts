import { quotes } from '../../../contract/freight/quotes.ts';
import type { ConvertToShipment, Operations, QuoteInput } from '../../../contract/types.ts';
import { formatMoney, fromCents } from '../../../domain/money/money.ts';
import { computeQuotedRevenue } from '../../../domain/charges/quoted-revenue.ts';
import { moveQuote } from '../../../domain/quotes/quote.ts';
import { WaybillError } from '../../../errors.ts';
import { findRecords } from '../../../store/records.ts';
import type { Row } from '../../../store/schema.ts';
import { readCharges, insertCharges, showCharge } from '../../freight/orders/charges.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { dropUndefined } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { createFriendlyId } from '../../identifiers/friendly-ids.ts';
import { requireServed } from '../../parties/party-use.ts';
import { deleteOrders, insertOrder } from '../../freight/orders/orders.ts';
import { insertShipment } from '../../freight/shipments.ts';
import { computeQuoteChange, computeClosedTime, showQuotes, collectQuoteInputs } from '../../freight/quotes/quotes.ts';
import { quoteFields, requirePriceUnits } from '../../freight/quotes/quotes.ts';
import { changeRecord, deleteRow, buildNewRecord, resolveOptional, requireReference } from '../../shared/records.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';
import { recordStatus } from '../../shared/status-events.ts';

const record = createRecordHandlers({
  table: 'quote',
  kind: 'quote',
  fields: quotes.filter.filter,
  columns: { ...listPlainColumns(quotes.filter.filter), amount: { cents: 'amount_cents' } },
  show: showQuotes,
  page: (pagination) => ({ pagination }),
});

export const quoteHandlers: Handlers<Operations['quotes']> = {
  filter: record.filter,
  get: record.get,

  async create(ctx, input) {
    return record.show(ctx, await insertQuote(ctx, input));
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    const assigneeId = await resolveOptional(ctx, 'user_account', 'assignee', input.assignee);
    const change = dropUndefined({
      ...computeQuoteChange(row, input, ctx.now),
      assignee_id: assigneeId,
      key: input.key,
    });
    const expected = { status: row.status, shipment_id: row.shipment_id };
    return record.show(ctx, await changeRecord(ctx, 'quote', row, change, expected));
  },

  async delete(ctx, input) {
    const row = await record.require(ctx, input);
    await deleteRow(ctx, 'quote', 'quote', row);
    // Read after the quote is held: a conversion at the same moment has put the order on its shipment by now.
    const order = await requireOrder(ctx, row);
    if (order.shipment_id === null) await deleteOrders(ctx, [order.id]);
  },

  async convertToShipment(ctx, input) {
    const quote = await record.require(ctx, input);
    const shipment = await convert(ctx, quote, input.additionalOrders ?? []);
    return {
      quoteId: quote.id,
      quoteStatus: 'WON',
      shipmentId: shipment.id,
      shipmentKey: shipment.friendly_id,
      orderId: quote.order_id,
    };
  },
};

async function requireOrder(ctx: ServiceContext, { order_id: id }: Row<'quote'>): Promise<Row<'freight_order'>> {
  const order = (await findRecords(ctx, 'freight_order', [id])).get(id);
  if (!order) throw new Error(`the store has no order ${id}`);
  return order;
}

async function insertQuote(ctx: ServiceContext, input: QuoteInput): Promise<Row<'quote'>> {
  const customer = await requireReference(ctx, 'customer', 'customer', input.customer);
  const carrier = input.carrier ? await requireReference(ctx, 'carrier', 'carrier', input.carrier) : undefined;
  requireQuotable(customer, carrier);
  const assigneeId = await resolveOptional(ctx, 'user_account', 'assignee', input.assignee);
  const currency = customer.currency ?? ctx.organization.currency;
  const order = await insertOrder(ctx, {
    input: input.order,
    customerId: customer.id,
    currency,
    shipmentId: null,
    status: 'DRAFT',
    position: 0,
  });
  requirePriceUnits(input, currency);
  const row: Row<'quote'> = {
    ...buildNewRecord(ctx, input.key),
    ...unpriced,
    ...quoteFields.toRow(input),
    friendly_id: await createFriendlyId(ctx, 'quote'),
    side: carrier ? 'BUY' : 'SELL',
    status: input.amount === undefined ? 'REQUESTED' : 'DRAFT',
    currency,
    customer_id: customer.id,
    carrier_id: carrier?.id ?? null,
    order_id: order.id,
    assignee_id: assigneeId ?? null,
  };
  await ctx.db.insertInto('quote').values(row).execute();
  recordStatus(ctx, 'quote', row);
  return row;
}

/** Refuses a quote for a customer that isn't served or from a carrier that may not get work. */
function requireQuotable(customer: Row<'customer'>, carrier: Row<'carrier'> | undefined): void {
  if (!carrier) return requireServed(customer);
  if (carrier.status === 'DO_NOT_USE')
    throw new WaybillError('CONFLICT', `${carrier.name} is DO_NOT_USE: no price is asked of it.`);
}

const unpriced = {
  amount_cents: null,
  target_cents: null,
  expires_at: null,
  lost_reason: null,
  lost_reason_text: null,
  closed_time: null,
  shipment_id: null,
};

type OrderInputs = NonNullable<ConvertToShipment['additionalOrders']>;

async function convert(ctx: ServiceContext, quote: Row<'quote'>, inputs: OrderInputs): Promise<Row<'shipment'>> {
  const status = moveQuote(quote.status, 'convert', collectQuoteInputs(quote, ctx.now));
  const { customer_id: customerId, currency } = quote;
  if (customerId === null) throw new WaybillError('CONFLICT', 'A quote without a customer cannot become a shipment.');
  // The quote is changed first: of several conversions at once, the others wait here and then find it won.
  const won = { status, closed_time: computeClosedTime(quote, status, ctx.now) };
  const wonQuote = await changeRecord(ctx, 'quote', quote, won, { status: quote.status, shipment_id: null });
  const orders = [await requireOrder(ctx, quote)];
  for (const [index, input] of inputs.entries()) {
    const field = `additionalOrders.${index}`;
    const shared = { customerId, currency, shipmentId: null, status: 'PLANNING' } as const;
    orders.push(await insertOrder(ctx, { ...shared, input, field, position: index + 1 }));
  }
  const shipment = await insertShipment(ctx, {
    customerId,
    customerRepId: quote.assignee_id,
    currency,
    quoteId: quote.id,
    status: 'PLANNING',
    orders,
  });
  // Only now the order is held: charges that another request gives it at this moment are there.
  await applyQuotedPrice(ctx, quote);
  await changeRecord(ctx, 'quote', wonQuote, { shipment_id: shipment.id });
  return shipment;
}

/**
 * Charges an order the price that its customer was quoted, beside its other charges; 409 if they have another linehaul
 * price.
 */
async function applyQuotedPrice(
  ctx: ServiceContext,
  { side, amount_cents: price, ...quote }: Row<'quote'>,
): Promise<void> {
  const ownerId = quote.order_id;
  const charges = (await readCharges(ctx, [ownerId])).get(ownerId) ?? [];
  const lines = charges.map((row) => ({ code: showCharge(row).chargeCode.code, cents: row.total_cents }));
  const { addedCents, otherBaseCents } = computeQuotedRevenue(side === 'SELL' ? price : null, lines);
  if (otherBaseCents !== null && price !== null) {
    const [chargedText, quoted] = [otherBaseCents, price].map((cents) => formatMoney(cents, quote.currency));
    throw new WaybillError(
      'CONFLICT',
      `The charges of the order name a linehaul of ${chargedText}, the quote says ${quoted}: make the two the same first.`,
    );
  }
  if (addedCents === null) return;
  const linehaul = { chargeCode: { key: 'LINEHAUL' }, amount: fromCents(addedCents), quantity: 1 };
  const { currency } = quote;
  const place = { ownerType: 'ORDER', ownerId, currency, field: 'amount', after: charges.length } as const;
  await insertCharges(ctx, { ...place, charges: [linehaul] });
}
