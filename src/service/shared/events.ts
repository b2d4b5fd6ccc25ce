import type { Scope } from '../../store/connection.ts';
import type { WebhookEvent } from '../../contract/events/events.ts';
import type { WebhookPayload } from '../../contract/types.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from './context.ts';
import { readJson } from './fields.ts';
import type { NewId } from '../identifiers/ids.ts';
import { type EventData, type RecordedEvent, RecordPointer } from './recorded-event.ts';

interface EventSubscriber {
  readonly id: string;
  readonly events: ReadonlySet<string>;
}

export type Audience = readonly EventSubscriber[];

/** Reads the live subscriptions of the organization. Events of a paused subscription wait for it. */
export async function readAudience({ db, organizationId }: Scope): Promise<Audience> {
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

interface EventOutbox extends Scope, Pick<ServiceContext, 'now' | 'machineNow'> {
  readonly newId: NewId;
}

type ReadyEvent = RecordedEvent & { readonly data: EventData };

/**
 * Returns an event that carries its data, as those of shipments do. Throws if it points at a record, which must be read
 * first.
 */
export function requireReadyEvent({ data, ...event }: RecordedEvent): ReadyEvent {
  if (data instanceof RecordPointer) throw new Error(`${event.event} points at a record that was not read`);
  return { ...event, data };
}

/** Both databases bind many more values than a batch of these has. */
const rowsPerInsert = 500;

/** Puts events into the outbox, in the transaction of the change: one row for each subscription to them. */
export async function writeEvents(
  outbox: EventOutbox,
  audience: Audience,
  events: readonly ReadyEvent[],
): Promise<void> {
  const rows = events.flatMap((event) =>
    audience
      .filter((subscriber) => subscriber.events.has(event.event))
      .map(({ id }) => buildDeliveryRow(outbox, id, event)),
  );
  for (let from = 0; from < rows.length; from += rowsPerInsert) {
    await outbox.db
      .insertInto('webhook_delivery')
      .values(rows.slice(from, from + rowsPerInsert))
      .execute();
  }
}

function buildDeliveryRow(
  { organizationId, now, machineNow, newId }: EventOutbox,
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
