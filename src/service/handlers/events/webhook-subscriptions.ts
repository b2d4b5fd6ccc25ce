import { webhookSubscriptions } from '../../../contract/events/webhook-subscriptions.ts';
import type { Operations } from '../../../contract/types.ts';
import type { Row } from '../../../store/schema.ts';
import { blankRow } from '../../shared/blank-row.ts';
import { defined } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { changeRecord, deleteRecord, newRecord } from '../../shared/records.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { recordHandlers } from '../kit/record-handlers.ts';
import { newSigningSecret, signingSecretColumn, tokenColumns } from '../../webhooks/secrets.ts';
import { checkUrl, dropPending, eventsColumn, showSubscriptions } from '../../webhooks/subscriptions.ts';

const record = recordHandlers({
  table: 'webhook_subscription',
  kind: 'webhook subscription',
  fields: webhookSubscriptions.filter.filter,
  columns: listPlainColumns(webhookSubscriptions.filter.filter),
  show: showSubscriptions,
  page: (pagination) => ({ pagination }),
});

export const webhookSubscriptionHandlers: Handlers<Operations['webhookSubscriptions']> = {
  filter: record.filter,
  get: record.get,

  async create(ctx, input) {
    checkUrl(ctx, input.url);
    const id = ctx.newId();
    const signingSecret = newSigningSecret();
    const row: Row<'webhook_subscription'> = {
      ...blankRow('webhook_subscription'),
      ...newRecord(ctx, input.key, id),
      ...tokenColumns(ctx.cipher, id, input.token),
      ...signingSecretColumn(ctx.cipher, id, signingSecret),
      url: input.url,
      events: eventsColumn(input.events),
      status: 'ACTIVE',
    };
    await ctx.db.insertInto('webhook_subscription').values(row).execute();
    return { ...(await record.show(ctx, row)), signingSecret };
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    if (input.url !== undefined) checkUrl(ctx, input.url);
    const token = input.token === undefined ? {} : tokenColumns(ctx.cipher, row.id, input.token);
    const change = defined({
      ...token,
      url: input.url,
      events: input.events && eventsColumn(input.events),
      status: input.status,
      key: input.key,
    });
    return record.show(ctx, await changeRecord(ctx, 'webhook_subscription', row, change));
  },

  async delete(ctx, input) {
    const { id } = await record.require(ctx, input);
    // In the order in which a worker writes them, so that the two never wait for each other.
    await dropPending(ctx, id);
    await deleteRecord(ctx, 'webhook_subscription', 'webhook subscription', { id, by: 'id' });
    return undefined;
  },
};
