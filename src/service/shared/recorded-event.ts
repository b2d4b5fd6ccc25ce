import type { DiffChange, WebhookEvent } from '../../contract/events/events.ts';

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
