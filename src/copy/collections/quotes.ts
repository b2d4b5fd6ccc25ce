import { quoteTables } from '../../copy-tables/quotes.ts';
import { defineCollection, toRecordRow } from '../kit/collection.ts';
import { finalQuoteStatuses } from '../../domain/quotes/quote.ts';
import { toCentsOrNull, toInstantOrNull } from '../kit/values.ts';

/** Lane, mode and equipment are those of the order. */
export const quotes = defineCollection({
  name: 'quote',
  resource: 'quotes',
  list: (api) => api.quotes.filter,
  open: { final: finalQuoteStatuses },
  tables: quoteTables,
  toRows: (quote) => ({
    quote: [
      {
        ...toRecordRow(quote),
        friendly_id: quote.friendlyId,
        side: quote.side,
        status: quote.status,
        amount_cents: toCentsOrNull(quote.amount),
        target_cents: toCentsOrNull(quote.target),
        currency: quote.currency,
        expires_at: toInstantOrNull(quote.expiresAt),
        closed_at: toInstantOrNull(quote.closedTime),
        customer_id: quote.customer?.id ?? null,
        carrier_id: quote.carrier?.id ?? null,
        order_id: quote.order.id,
        shipment_id: quote.shipmentId,
        assignee_id: quote.assignee?.id ?? null,
        lost_reason: quote.lostReason,
        lost_reason_text: quote.lostReasonText,
      },
    ],
  }),
});
