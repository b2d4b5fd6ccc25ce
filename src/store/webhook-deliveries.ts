import type { BrokerageDatabase, Queries, Scope, Tx } from './connection.ts';
import { sql } from 'kysely';
import type { Row } from './schema.ts';
import { computeLatestEnd } from '../domain/kit/instants.ts';
import { longestRetryMs } from '../domain/messages/webhook-retry.ts';

/** A subscription with notifications to send, and the fields that a worker needs to send them. */
export type WebhookReceiver = Pick<
  Row<'webhook_subscription'>,
  'id' | 'organization_id' | 'url' | 'status' | 'token' | 'signing_secret'
> & { readonly is_sandbox: number };

/** Lists live subscriptions of every organization that have deliveries due. Only this query crosses organizations. */
export function listDueReceivers(db: Queries, now: string): Promise<WebhookReceiver[]> {
  return db
    .selectFrom('webhook_subscription as subscription')
    .innerJoin('organization', 'organization.id', 'subscription.organization_id')
    .select([
      'subscription.id',
      'subscription.organization_id',
      'subscription.url',
      'subscription.status',
      'subscription.token',
      'subscription.signing_secret',
      'organization.is_sandbox',
    ])
    .where('subscription.deleted_at', 'is', null)
    .where('subscription.status', '<>', 'PAUSED')
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('webhook_delivery as delivery')
          .select('delivery.id')
          .whereRef('delivery.organization_id', '=', 'subscription.organization_id')
          .whereRef('delivery.subscription_id', '=', 'subscription.id')
          .where((each) =>
            each.or([
              each('delivery.next_attempt_at', '<=', now),
              each('delivery.next_attempt_at', '>', computeLatestEnd(now, longestRetryMs)),
            ]),
          ),
      ),
    )
    .execute();
}

interface LeaseRequest {
  readonly receiver: Pick<WebhookReceiver, 'id' | 'organization_id'>;
  readonly now: string;
  /**
   * End of the lease. No other worker takes the deliveries before; after it they are free, even if their worker died.
   */
  readonly leaseUntil: string;
  readonly limit: number;
}

/**
 * Claims due deliveries of one receiver, oldest first. Concurrent workers get different deliveries. A delivery that
 * waits longer than the longest retry was dated by a clock that ran ahead, and is due.
 */
export function claimDeliveries(
  database: BrokerageDatabase,
  { receiver, now, leaseUntil, limit }: LeaseRequest,
): Promise<Row<'webhook_delivery'>[]> {
  return database.transaction(async (tx) => {
    const due = tx
      .selectFrom('webhook_delivery')
      .select('id')
      .where('organization_id', '=', receiver.organization_id)
      .where('subscription_id', '=', receiver.id)
      .where((each) =>
        each.or([
          each('next_attempt_at', '<=', now),
          each('next_attempt_at', '>', computeLatestEnd(now, longestRetryMs)),
        ]),
      )
      .orderBy('next_attempt_at')
      .orderBy('id')
      .limit(limit);
    // SQLite's writing transactions already exclude each other.
    const rows = await (database.kind === 'postgres' ? due.forUpdate().skipLocked() : due).execute();
    if (rows.length === 0) return [];
    return tx
      .updateTable('webhook_delivery')
      .set({ attempts: sql<number>`attempts + 1`, next_attempt_at: leaseUntil })
      .where('organization_id', '=', receiver.organization_id)
      .where(
        'id',
        'in',
        rows.map(({ id }) => id),
      )
      .returningAll()
      .execute();
  });
}

type DeliveryOutcome = Partial<
  Pick<
    Row<'webhook_delivery'>,
    'status' | 'attempts' | 'next_attempt_at' | 'delivered_at' | 'last_status' | 'last_error'
  >
>;

/** Records the outcome of a claimed delivery. Returns false if its lease ran out and another worker has it now. */
export async function finishDelivery(
  tx: Tx,
  leased: Row<'webhook_delivery'>,
  outcome: DeliveryOutcome,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_delivery')
    .set(outcome)
    .where('organization_id', '=', leased.organization_id)
    .where('id', '=', leased.id)
    .where('attempts', '=', leased.attempts)
    .where('next_attempt_at', '=', leased.next_attempt_at)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes up to a thousand deliveries older than `before`. Returns true if there may be more. */
export async function forgetDeliveries(database: BrokerageDatabase, before: string): Promise<boolean> {
  const batch = 1000;
  const old = await database.reader
    .selectFrom('webhook_delivery')
    .select('id')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .limit(batch)
    .execute();
  if (old.length === 0) return false;
  const ids = old.map(({ id }) => id);
  await database.transaction((tx) => tx.deleteFrom('webhook_delivery').where('id', 'in', ids).execute());
  return old.length === batch;
}

interface DeliveryQuery {
  readonly status?: Row<'webhook_delivery'>['status'] | undefined;
  readonly subscriptionId?: string | undefined;
  readonly limit: number;
}

/** Lists deliveries, newest first, each with the address that it goes to. */
export function listDeliveries(
  { db, organizationId }: Scope,
  { status, subscriptionId, limit }: DeliveryQuery,
): Promise<(Omit<Row<'webhook_delivery'>, 'payload'> & { readonly url: string })[]> {
  let query = db
    .selectFrom('webhook_delivery as delivery')
    .innerJoin('webhook_subscription as subscription', 'subscription.id', 'delivery.subscription_id')
    .select([
      'delivery.id',
      'delivery.organization_id',
      'delivery.subscription_id',
      'delivery.event',
      'delivery.status',
      'delivery.attempts',
      'delivery.next_attempt_at',
      'delivery.created_at',
      'delivery.delivered_at',
      'delivery.last_status',
      'delivery.last_error',
      'subscription.url',
    ])
    .where('delivery.organization_id', '=', organizationId)
    .orderBy('delivery.id', 'desc')
    .limit(limit);
  if (status !== undefined) query = query.where('delivery.status', '=', status);
  if (subscriptionId !== undefined) query = query.where('delivery.subscription_id', '=', subscriptionId);
  return query.execute();
}

/** Sends one delivery again, whatever its outcome. The receiver recognizes it by its id. */
export const replayDelivery = (scope: Scope, id: string, now: string): Promise<number> =>
  replay(scope, now, (query) => query.where('id', '=', id));

/** Sends all failed deliveries of one subscription again. */
export const replayFailures = (scope: Scope, subscriptionId: string, now: string): Promise<number> =>
  replay(scope, now, (query) => query.where('subscription_id', '=', subscriptionId).where('status', '=', 'FAILED'));

type Update = ReturnType<typeof buildReplay>;

const buildReplay = ({ db, organizationId }: Scope, now: string) =>
  // Only deliveries whose subscription is still there can be sent.
  db
    .updateTable('webhook_delivery')
    .set({ status: 'PENDING', attempts: 0, next_attempt_at: now, delivered_at: null })
    .where('organization_id', '=', organizationId)
    .where('subscription_id', 'in', selectLiveSubscriptions(db, organizationId));

const selectLiveSubscriptions = (db: Queries, organizationId: string) =>
  db
    .selectFrom('webhook_subscription')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('deleted_at', 'is', null);

async function replay(scope: Scope, now: string, chosen: (query: Update) => Update): Promise<number> {
  const { numUpdatedRows } = await chosen(buildReplay(scope, now)).executeTakeFirst();
  return Number(numUpdatedRows);
}
