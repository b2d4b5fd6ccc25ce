import type { TableDefinitions } from '../table.ts';

/** Who is told of events, and what is on its way to them. */
export const eventTables = {
  webhook_subscription: {
    columns: {
      id: 'text',
      organization_id: 'text',
      key: 'text?',
      created_at: 'instant',
      updated_at: 'instant?',
      deleted_at: 'instant?',
      deleted_by_id: 'text?',
      url: 'text',
      events: 'json',
      status: 'text',
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
    primaryKey: ['id'],
    unique: [{ columns: ['organization_id', 'key'], where: 'key is not null and deleted_at is null' }],
    index: [['organization_id', 'id']],
  },
  /** The outbox: one event for one subscription, written in the transaction of the change that it tells of. */
  webhook_delivery: {
    columns: {
      /** Also the webhook-id that the receiver sees, the same on every attempt. */
      id: 'text',
      organization_id: 'text',
      subscription_id: 'text',
      event: 'text',
      payload: 'json',
      status: 'text',
      attempts: 'int',
      /** Empty when nothing is left to do; a worker that claims the delivery moves it on by its lease. */
      next_attempt_at: 'instant?',
      created_at: 'instant',
      delivered_at: 'instant?',
      last_status: 'int?',
      last_error: 'text?',
    },
    primaryKey: ['id'],
    index: [
      ['organization_id', 'subscription_id', 'next_attempt_at'],
      ['organization_id', 'id'],
      // What is old is forgotten for all organizations at once.
      ['created_at'],
    ],
  },
} as const satisfies TableDefinitions;
