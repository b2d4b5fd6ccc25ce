import { collection, recordColumns, recordRow } from '../kit/collection.ts';
import { finalQuoteStatuses } from '../../domain/freight/quote.ts';
import { centsOrNull, instantOrNull } from '../kit/values.ts';

/** Lane, mode and equipment are those of the order. */
export const quotes = collection({
  name: 'quote',
  resource: 'quotes',
  list: (api) => api.quotes.filter,
  open: { final: finalQuoteStatuses },
  tables: {
    quote: {
      columns: {
        ...recordColumns,
        friendly_id: 'text',
        side: 'text',
        status: 'text',
        amount_cents: 'cents?',
        target_cents: 'cents?',
        currency: 'text',
        expires_at: 'instant?',
        closed_at: 'instant?',
        customer_id: 'text?',
        carrier_id: 'text?',
        order_id: 'text',
        shipment_id: 'text?',
        assignee_id: 'text?',
        lost_reason: 'text?',
      },
      primaryKey: ['id'],
      owner: 'id',
      index: [
        ['created_at'],
        ['side', 'created_at'],
        ['order_id'],
        ['customer_id', 'created_at'],
        ['side', 'status', 'expires_at'],
      ],
      named: [
        { name: 'quote_offered', columns: ['side', 'currency', 'status', 'amount_cents'] },
        {
          name: 'quote_by_customer',
          columns: ['customer_id', 'currency', 'closed_at', 'side', 'status', 'amount_cents'],
        },
        {
          name: 'quote_closed_order',
          columns: ['order_id', 'side', 'status', 'closed_at', 'lost_reason'],
          where: 'closed_at is not null',
        },
        {
          name: 'quote_closed',
          columns: ['side', 'status', 'closed_at', 'currency', 'amount_cents', 'order_id', 'lost_reason'],
          where: 'closed_at is not null',
        },
      ],
    },
  },
  rowsOf: (quote) => ({
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
      },
    ],
  }),
});
