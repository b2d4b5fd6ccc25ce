import type { Scope } from '../../store/connection.ts';
import type { WebhookEvent } from '../../contract/events/events.ts';
import type { WebhookPayload } from '../../contract/types.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from './context.ts';
import { readJson } from './fields.ts';
import type { NewId } from './ids.ts';
import { type EventData, type RecordedEvent, RecordPointer } from './recorded-event.ts';

interface Subscriber {
  readonly id: string;
  readonly events: ReadonlySet<string>;
}

export type Audience = readonly Subscriber[];

/** Live subscriptions of the organization; what happens while one is paused waits for it. */
export async function audienceOf({ db, organizationId }: Scope): Promise<Audience> {
  const rows = await db
    .selectFrom('webhook_subscription')
    .select(['id', 'events'])
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute();
  // The column holds a list of event names, written by the subscription's own handlers only.
  return rows.map(({ id, events }) => ({ id, events: new Set(readJson<string[]>(events)) }));
}

export const hasListener = (audience: Audience, event: WebhookEvent): boolean =>
  audience.some(({ events }) => events.has(event));

interface Outbox extends Scope, Pick<ServiceContext, 'now' | 'machineNow'> {
  readonly newId: NewId;
}

type ReadyEvent = RecordedEvent & { readonly data: EventData };

/** An event that carries its data, as those of shipments do; where it points at a record, that is to be read first. */
export function readyEvent({ data, ...event }: RecordedEvent): ReadyEvent {
  if (data instanceof RecordPointer) throw new Error(`${event.event} points at a record that was not read`);
  return { ...event, data };
}

/** Both databases bind many more values than a batch of these has. */
const rowsPerInsert = 500;

/** Puts events into the outbox, in the transaction of the change: one row for each subscription to them. */
export async function writeEvents(outbox: Outbox, audience: Audience, events: readonly ReadyEvent[]): Promise<void> {
  const rows = events.flatMap((event) =>
    audience.filter((subscriber) => subscriber.events.has(event.event)).map(({ id }) => deliveryRow(outbox, id, event)),
  );
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    await outbox.db
      .insertInto('webhook_delivery')
      .values(rows.slice(from, from + rowsPerInsert))
      .execute();
  }
}

function deliveryRow(
  { organizationId, now, machineNow, newId }: Outbox,
  subscriptionId: string,
  { event, data, diff }: ReadyEvent,
): Row<'webhook_delivery'> {
  const payload = { event, timestamp: now, data, diff: diff ? [...diff] : null } satisfies WebhookPayload;
  return {
    id: newId(),
    organization_id: organizationId,
    subscription_id: subscriptionId,
    event,
    payload: JSON.stringify(payload),
    status: 'PENDING',
    attempts: 0,
    next_attempt_at: machineNow,
    created_at: now,
    delivered_at: null,
    last_status: null,
    last_error: null,
  };
}
