import type { WebhookEvent } from '../../contract/events/events.ts';
import type { QuoteStatus } from '../../domain/quotes/quote.ts';
import type { ShipmentStatus } from '../../domain/freight/shipment.ts';
import type { TableName, Row } from '../../store/schema.ts';
import { type EventRecorder, recordEvent, RecordPointer, buildShipmentData } from './recorded-event.ts';

type Statuses = Readonly<Record<string, WebhookEvent | undefined>>;

/** Statuses of shipments that have no notification are missing here. */
export const shipmentEvents: Statuses = {
  DRAFT: 'SHIPMENT_DRAFT',
  TENDER_PENDING: 'SHIPMENT_TENDER_PENDING',
  TENDER_REJECTED: 'SHIPMENT_TENDER_REJECTED',
  BOOKED: 'SHIPMENT_BOOKED',
  DISPATCHED: 'SHIPMENT_DISPATCHED',
  LOADING: 'SHIPMENT_LOADING',
  IN_TRANSIT: 'SHIPMENT_IN_TRANSIT',
  UNLOADING: 'SHIPMENT_UNLOADING',
  DELIVERED: 'SHIPMENT_DELIVERED',
  CANCELED: 'SHIPMENT_CANCELED',
} satisfies Partial<Record<ShipmentStatus, WebhookEvent>>;

const quoteEvents: Readonly<Partial<Record<QuoteStatus, WebhookEvent>>> = {
  REQUESTED: 'QUOTE_REQUESTED',
  QUOTED: 'QUOTE_QUOTED',
  WON: 'QUOTE_WON',
  LOST: 'QUOTE_LOST',
};

/** Events of entering a status, and of leaving one. */
export const statusEvents: Readonly<
  Partial<Record<TableName, { readonly entering: Statuses; readonly leaving?: Statuses }>>
> = {
  shipment: { entering: shipmentEvents },
  quote: { entering: quoteEvents },
  carrier: { entering: { ACTIVE: 'CARRIER_ACTIVATED' }, leaving: { ACTIVE: 'CARRIER_DEACTIVATED' } },
};

type Statused = { readonly id?: string; readonly status?: string };

/** Notes that a record of any table came into a status, or moved from one to another. */
export function recordStatus(ctx: EventRecorder, table: TableName, after: Statused, before?: Statused): void {
  const events = statusEvents[table];
  if (!events || after.status === before?.status) return;
  const data = buildEventData(table, after);
  for (const event of [events.leaving?.[before?.status ?? ''], events.entering[after.status ?? '']])
    if (event) recordEvent(ctx, event, data);
}

function buildEventData(table: TableName, row: Statused) {
  // Only the three tables above come this far, each with rows of its own.
  if (table === 'shipment') return buildShipmentData(row as Row<'shipment'>);
  return new RecordPointer(table === 'quote' ? 'quotes' : 'carriers', row.id ?? '');
}
