import type { Scope } from '../../store/connection.ts';
import { formatCode } from '../../domain/text/code-words.ts';
import { WaybillError } from '../../errors.ts';
import { listDeliveries, replayDelivery, replayFailures } from '../../store/webhook-deliveries.ts';
import { resolveOrganization } from './clients.ts';
import { configProblem } from '../config-problem.ts';
import type { Config } from '../config.ts';
import type { Session } from '../session.ts';
import { formatShownTime } from '../shown-time.ts';
import { readCount } from '../flags.ts';
import { type StoreFlags, withStore } from '../opening/stores/operator-store.ts';
import { toOneLine } from '../output.ts';

interface EventFlags extends StoreFlags {
  /** Id of the organization; may be left out while there is only one. */
  readonly org?: string | undefined;
  readonly json?: boolean | undefined;
}

interface ListFlags extends EventFlags {
  readonly failed?: boolean | undefined;
  readonly subscription?: string | undefined;
  readonly limit: string;
}

interface ReplayFlags extends EventFlags {
  readonly failedOf?: string | undefined;
}

const limitMax = 1000;

type Delivery = Awaited<ReturnType<typeof listDeliveries>>[number];

export async function runEventsList(flags: ListFlags, { config, print }: Session): Promise<void> {
  const limit = readCount('--limit', flags.limit, limitMax);
  await withStore(flags, config, async (database) => {
    const scope = { db: database.reader, organizationId: await resolveOrganization(database.reader, flags, config) };
    const rows = await listDeliveries(scope, {
      status: flags.failed ? 'FAILED' : undefined,
      subscriptionId: flags.subscription,
      limit,
    });
    if (flags.json) return print(JSON.stringify(rows.map(toDeliveryView), null, 2));
    if (rows.length === 0) print(flags.failed ? 'No notification was given up.' : 'No notifications yet.');
    for (const row of rows) print(formatDelivery(row, config));
  });
}

/** Sends again at the next look of a running service: one delivery, or all that were given up for a subscription. */
export async function runEventsReplay(
  id: string | undefined,
  flags: ReplayFlags,
  { config, now, print }: Session,
): Promise<void> {
  const { failedOf } = flags;
  if ((id === undefined) === (failedOf === undefined))
    throw configProblem('DELIVERY', 'must be the id of one delivery, or --failed-of the id of a subscription.');
  await withStore(flags, config, async (database) => {
    const organizationId = await resolveOrganization(database.reader, flags, config);
    const replayed = await database.transaction(async (db): Promise<number> => {
      const scope: Scope = { db, organizationId };
      return id === undefined ? replayFailures(scope, failedOf ?? '', now()) : replayDelivery(scope, id, now());
    });
    if (id !== undefined && replayed === 0)
      throw new WaybillError('NOT_FOUND', `There is no delivery ${JSON.stringify(id)} whose subscription still exists`);
    if (flags.json) return print(JSON.stringify({ replayed }, null, 2));
    print(replayed === 1 ? '1 notification will be sent again.' : `${replayed} notifications will be sent again.`);
  });
}

const toDeliveryView = (row: Delivery) => ({
  id: row.id,
  subscriptionId: row.subscription_id,
  url: row.url,
  event: row.event,
  status: row.status,
  attempts: row.attempts,
  createdAt: row.created_at,
  nextAttemptAt: row.next_attempt_at,
  deliveredAt: row.delivered_at,
  lastStatus: row.last_status,
  lastError: row.last_error,
});

function formatDelivery(row: Delivery, config: Pick<Config, 'timeZone'>): string {
  const facts = [
    row.id,
    formatShownTime(row.created_at, config),
    formatCode(row.event),
    formatCode(row.status),
    `${row.attempts} ${row.attempts === 1 ? 'attempt' : 'attempts'}`,
    ...(row.next_attempt_at === null ? [] : [`next ${formatShownTime(row.next_attempt_at, config)}`]),
    `to ${toOneLine(row.url)} (${row.subscription_id})`,
    ...(row.last_error === null ? [] : [row.last_error]),
  ];
  return facts.join('  ');
}
