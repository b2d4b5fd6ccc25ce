import { webhookSubscriptions } from '../../../contract/events/webhook-subscriptions.ts';
import type { Row } from '../../../store/schema.ts';
import { blankRow } from '../../shared/blank-row.ts';
import type { ServiceContext } from '../../shared/context.ts';
import { defined } from '../../shared/fields.ts';
import { plainColumns } from '../../filter/columns.ts';
import { filterPage } from '../../filter/page.ts';
import { changeRecord, deleteRecord, newRecord, requireRecord } from '../../shared/records.ts';
import type { Handlers } from '../../shared/handlers.ts';
import { newSigningSecret, signingSecretColumn, tokenColumns } from '../../webhooks/secrets.ts';
import { checkUrl, dropPending, eventsColumn, presentSubscriptions } from '../../webhooks/subscriptions.ts';

const source = {
  table: 'webhook_subscription',
  fields: webhookSubscriptions.filter.filter,
  columns: plainColumns(webhookSubscriptions.filter.filter),
} as const;

export const webhookSubscriptionHandlers: Handlers<typeof webhookSubscriptions> = {
  async filter(ctx, input) {
    const { rows, page, problems } = await filterPage(ctx, source, input);
    return { data: await presentSubscriptions(ctx, rows), pagination: page, ...problems };
  },

  async create(ctx, input) {
    checkUrl(ctx, input.url);
    const record = newRecord(ctx, input.key);
    const signingSecret = newSigningSecret();
    const row: Row<'webhook_subscription'> = {
      ...blankRow('webhook_subscription'),
      ...record,
      ...tokenColumns(ctx.cipher, record.id, input.token),
      ...signingSecretColumn(ctx.cipher, record.id, signingSecret),
      url: input.url,
      events: eventsColumn(input.events),
      status: 'ACTIVE',
    };
    await ctx.db.insertInto('webhook_subscription').values(row).execute();
    return { ...(await presentOne(ctx, row)), signingSecret };
  },

  get: async (ctx, input) => presentOne(ctx, await named(ctx, input)),

  async update(ctx, input) {
    const row = await named(ctx, input);
    if (input.url !== undefined) checkUrl(ctx, input.url);
    const token = input.token === undefined ? {} : tokenColumns(ctx.cipher, row.id, input.token);
    const change = defined({
      ...token,
      url: input.url,
      events: input.events && eventsColumn(input.events),
      status: input.status,
      key: input.key,
    });
    return presentOne(ctx, await changeRecord(ctx, 'webhook_subscription', row, change));
  },

  async delete(ctx, input) {
    const { id } = await named(ctx, input);
    // In the order in which a worker writes them, so that the two never wait for each other.
    await dropPending(ctx, id);
    await deleteRecord(ctx, 'webhook_subscription', 'webhook subscription', { id, by: 'id' });
    return undefined;
  },
};

const named = (ctx: ServiceContext, addressed: Parameters<typeof requireRecord>[3]) =>
  requireRecord(ctx, 'webhook_subscription', 'webhook subscription', addressed);

async function presentOne(ctx: ServiceContext, row: Row<'webhook_subscription'>) {
  const [subscription] = await presentSubscriptions(ctx, [row]);
  if (!subscription) throw new Error('one row makes one subscription');
  return subscription;
}
