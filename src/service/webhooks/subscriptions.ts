import { createFieldError } from '../../errors.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import { readJson } from '../shared/fields.ts';
import { showReference, showStamps, userReferences } from '../identifiers/references.ts';
import { describeAddressProblem, computeReach } from './address.ts';
import type { WebhookSubscription } from '../../contract/types.ts';

type Shown = WebhookSubscription;

/** Refuses (422) an address that nothing may be sent to. */
export function checkUrl({ organization, isBoundToLoopback }: ServiceContext, url: string): void {
  const problem = describeAddressProblem(url, computeReach({ isSandbox: organization.isSandbox, isBoundToLoopback }));
  if (problem) throw createFieldError('VALIDATION_ERROR', 'url', problem);
}

/** Formats a list of events for its column: each event once, in the caller's order. */
export const formatEvents = (events: readonly string[]): string => JSON.stringify([...new Set(events)]);

export async function showSubscriptions(
  ctx: ServiceContext,
  rows: readonly Row<'webhook_subscription'>[],
): Promise<Shown[]> {
  const users = await userReferences(
    ctx,
    rows.map((row) => row.deleted_by_id),
  );
  return rows.map((row) => ({
    ...showStamps(row),
    deletedBy: showReference(users, row.deleted_by_id),
    url: row.url,
    events: readJson<Shown['events']>(row.events) ?? [],
    status: row.status,
    tokenLastFour: row.token_last_four,
    lastDeliveredAt: row.last_delivered_at,
    lastFailure: showFailure(row),
  }));
}

function showFailure(row: Row<'webhook_subscription'>): Shown['lastFailure'] {
  if (row.failed_at === null) return null;
  return {
    at: row.failed_at,
    attempts: row.failure_attempts ?? 0,
    status: row.failure_status,
    message: row.failure_message ?? '',
  };
}

/** Drops the pending deliveries of a deleted subscription. */
export async function dropPending(ctx: ServiceContext, subscriptionId: string): Promise<void> {
  await ctx.db
    .updateTable('webhook_delivery')
    .set({ status: 'FAILED', next_attempt_at: null, last_error: 'The subscription was deleted.' })
    .where('organization_id', '=', ctx.organizationId)
    .where('subscription_id', '=', subscriptionId)
    .where('next_attempt_at', 'is not', null)
    .execute();
}
