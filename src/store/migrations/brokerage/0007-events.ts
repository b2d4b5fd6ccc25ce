import type { WebhookStatus } from '../../../domain/messages/webhook-status.ts';
import { oneOf, type TableDefinitions } from '../table.ts';
import { byId, newestFirst, record, uniqueKey } from './record-columns.ts';

/** Tables of webhook subscriptions and of the notifications to deliver. */
export const eventTables = {
  webhook_subscription: {
    columns: {
      ...record,
      url: 'text',
      events: 'json',
      status: oneOf<WebhookStatus>(),
      /** Encrypted, as is the signing secret. */
      token: 'text',
      token_last_four: 'text',
      signing_secret: 'text',
      last_delivered_at: 'instant?',
      failed_at: 'instant?',
      failure_attempts: 'int?',
      failure_status: 'int?',
      failure_message: 'text?',
    },
    primaryKey: byId,
    unique: [uniqueKey],
    index: [newestFirst],
  },
  /** The outbox: one event for one subscription, written in the transaction of the change itself. */
  webhook_delivery: {
    columns: {
      /** Also the webhook-id that the receiver sees, the same on every attempt. */
      id: 'text',
      organization_id: 'text',
      subscription_id: 'text',
      event: 'text',
      payload: 'json',
      status: oneOf<'PENDING' | 'DELIVERED' | 'FAILED'>(),
      attempts: 'int',
      /** Empty when nothing is left to do; a worker that leases the delivery moves it on by its lease. */
      next_attempt_at: 'instant?',
      created_at: 'instant',
      delivered_at: 'instant?',
      last_status: 'int?',
      last_error: 'text?',
    },
    primaryKey: byId,
    index: [
      ['organization_id', 'subscription_id', 'next_attempt_at'],
      newestFirst,
      // What is old is forgotten for all organizations at once.
      ['created_at'],
    ],
  },
} as const satisfies TableDefinitions;
