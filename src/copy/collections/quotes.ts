import { quoteTables } from '../../copy-tables/quotes.ts';
import { collection, recordRow } from '../kit/collection.ts';
import { finalQuoteStatuses } from '../../domain/freight/quote.ts';
import { centsOrNull, instantOrNull } from '../kit/values.ts';

/** Lane, mode and equipment are those of the order. */
export const quotes = collection({
  name: 'quote',
  resource: 'quotes',
  list: (api) => api.quotes.filter,
  open: { final: finalQuoteStatuses },
  tables: quoteTables,
  toRows: (quote) => ({
    quote: [
      {
        ...recordRow(quote),
        friendly_id: quote.friendlyId,
        side: quote.side,
        status: quote.status,
        amount_cents: centsOrNull(quote.amount),
        target_cents: centsOrNull(quote.target),
        currency: quote.currency,
        expires_at: instantOrNull(quote.expiresAt),
        closed_at: instantOrNull(quote.closedTime),
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
