import { webhookSubscriptions } from '../../../contract/events/webhook-subscriptions.ts';
import type { Operations } from '../../../contract/types.ts';
import type { Row } from '../../../store/schema.ts';
import { buildBlankRow } from '../../shared/blank-row.ts';
import { dropUndefined } from '../../shared/fields.ts';
import { listPlainColumns } from '../../filter/columns.ts';
import { changeRecord, deleteRecord, buildNewRecord } from '../../shared/records.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { createRecordHandlers } from '../kit/record-handlers.ts';
import { createSigningSecret, buildSigningSecretColumn, buildTokenColumns } from '../../webhooks/secrets.ts';
import { checkUrl, dropPending, formatEvents, showSubscriptions } from '../../webhooks/subscriptions.ts';

const record = createRecordHandlers({
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
    const signingSecret = createSigningSecret();
    const row: Row<'webhook_subscription'> = {
      ...buildBlankRow('webhook_subscription'),
      ...buildNewRecord(ctx, input.key, id),
      ...buildTokenColumns(ctx.cipher, id, input.token),
      ...buildSigningSecretColumn(ctx.cipher, id, signingSecret),
      url: input.url,
      events: formatEvents(input.events),
      status: 'ACTIVE',
    };
    await ctx.db.insertInto('webhook_subscription').values(row).execute();
    return { ...(await record.show(ctx, row)), signingSecret };
  },

  async update(ctx, input) {
    const row = await record.require(ctx, input);
    if (input.url !== undefined) checkUrl(ctx, input.url);
    const token = input.token === undefined ? {} : buildTokenColumns(ctx.cipher, row.id, input.token);
    const change = dropUndefined({
      ...token,
      url: input.url,
      events: input.events && formatEvents(input.events),
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
