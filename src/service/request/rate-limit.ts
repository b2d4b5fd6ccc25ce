import type { BrokerageDatabase } from '../../store/connection.ts';
import { WaybillError } from '../../errors.ts';
import { classify } from '../../store/store-error.ts';
import type { Organization } from '../shared/context.ts';

/**
 * The count is in the store, so that several processes share one limit; a process takes requests from it in
 * small leases, so that counting does not cost a write per request.
 */
const leaseMin = 30;
/** Share of a minute's requests that is lost if a process ends. */
const leaseShare = 1 / 20;

const computeLeaseSize = ({ rateLimitPerMinute }: Organization) =>
  Math.max(leaseMin, Math.ceil(rateLimitPerMinute * leaseShare));

export interface RateDecision {
  readonly limit: number;
  readonly remaining: number;
}

interface RequestLease {
  minute: number;
  available: number;
  /** Requests of this minute that were not leased when this lease was taken. */
  unleased: number;
}

export type RateLimiter = (organization: Organization) => Promise<RateDecision>;

/** Counts one request; throws 429 with the seconds to wait when the organization's minute is used up. */
export function createRateLimiter(database: BrokerageDatabase, now: () => string): RateLimiter {
  const leases = new Map<string, RequestLease>();
  const waiting = new Map<string, Promise<RequestLease>>();

  async function renew(organization: Organization, minute: number): Promise<RequestLease> {
    const pending = waiting.get(organization.id);
    if (pending) return pending;
    const pendingLease = takeLease(database, organization, minute)
      .catch((error: unknown) => createLocalLease(error, organization, { minute, last: leases.get(organization.id) }))
      .finally(() => waiting.delete(organization.id));
    waiting.set(organization.id, pendingLease);
    const lease = await pendingLease;
    leases.set(organization.id, lease);
    return lease;
  }

  return async (organization) => {
    const instant = Date.parse(now());
    const minute = Math.floor(instant / 60_000);
    let lease = leases.get(organization.id);
    while (!lease || lease.minute !== minute || lease.available === 0) {
      if (lease?.minute === minute && lease.unleased <= 0) throw limitProblem(instant);
      lease = await renew(organization, minute);
    }
    lease.available -= 1;
    return { limit: organization.rateLimitPerMinute, remaining: lease.available + lease.unleased };
  };
}

export function limitProblem(instant: number): WaybillError {
  const retryAfterSeconds = Math.max(1, Math.ceil((60_000 - (instant % 60_000)) / 1000));
  return new WaybillError(
    'RATE_LIMIT_EXCEEDED',
    `The limit of requests per minute is used up; wait ${retryAfterSeconds} s.`,
    {
      retryAfterSeconds,
    },
  );
}

/**
 * Leases requests while the disk is full, so that callers can still read. Until there is space again, this process
 * counts by itself.
 */
function createLocalLease(
  error: unknown,
  organization: Organization,
  { minute, last }: { readonly minute: number; readonly last: RequestLease | undefined },
): RequestLease {
  if (classify(error) !== 'full') throw error;
  const remaining = last?.minute === minute ? last.unleased : organization.rateLimitPerMinute;
  const available = Math.min(computeLeaseSize(organization), remaining);
  return { minute, available, unleased: remaining - available };
}

async function takeLease(
  database: BrokerageDatabase,
  organization: Organization,
  minute: number,
): Promise<RequestLease> {
  const { id, rateLimitPerMinute } = organization;
  const size = computeLeaseSize(organization);
  const used = await database.transaction(async (tx) => {
    await tx.deleteFrom('rate_window').where('organization_id', '=', id).where('minute', '<', minute).execute();
    const row = await tx
      .insertInto('rate_window')
      .values({ organization_id: id, minute, used: size })
      .onConflict((conflict) =>
        conflict
          .columns(['organization_id', 'minute'])
          .doUpdateSet((eb) => ({ used: eb('rate_window.used', '+', size) })),
      )
      .returning('used')
      .executeTakeFirstOrThrow();
    return row.used;
  });
  const available = Math.max(0, Math.min(size, rateLimitPerMinute - (used - size)));
  return { minute, available, unleased: Math.max(0, rateLimitPerMinute - used) };
}
