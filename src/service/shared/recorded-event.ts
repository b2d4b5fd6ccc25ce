import type { DiffChange, WebhookEvent } from '../../contract/events/events.ts';
import type { Row } from '../../store/schema.ts';

export type EventData = Readonly<Record<string, unknown>>;

/** Something that happened in a request; what it carries is read when the request has done its work. */
export interface RecordedEvent {
  readonly event: WebhookEvent;
  readonly data: EventData | RecordPointer;
  readonly diff?: readonly DiffChange[];
}

/** Resources whose events carry the whole record. */
type PointedResource = 'carriers' | 'invoices' | 'quotes';

/** Stands for a record as the API shows it. */
export class RecordPointer {
  readonly resource: PointedResource;
  readonly id: string;

  constructor(resource: PointedResource, id: string) {
    this.resource = resource;
    this.id = id;
  }
}

/** Collects the events of one request. */
export interface EventRecorder {
  readonly events: RecordedEvent[];
}

/** Notes an event of this request. Subscribers are notified when the transaction is committed, and not otherwise. */
export function recordEvent({ events }: EventRecorder, event: WebhookEvent, data: EventData | RecordPointer): void {
  events.push({ event, data });
}

/** Builds the data of notifications about a shipment. */
export const buildShipmentData = ({ id, friendly_id: friendlyId, key }: Row<'shipment'>): EventData => ({
  id,
  friendlyId,
  key,
});
