import type { BrokerageDatabase } from '../../store/connection.ts';
import { WaybillError } from '../../errors.ts';
import { classify } from '../../store/store-error.ts';
import type { Organization } from '../shared/context.ts';

/**
 * The count is in the store, so that several processes share one limit; a process takes requests from it in
 * small leases, so that counting does not cost a write per request.
 */
const leaseMin = 30;
/** What a process that ends takes with it of a minute's requests. */
const leaseShare = 1 / 20;

const leaseOf = ({ rateLimitPerMinute }: Organization) =>
  Math.max(leaseMin, Math.ceil(rateLimitPerMinute * leaseShare));

export interface RateDecision {
  readonly limit: number;
  readonly remaining: number;
}

interface Lease {
  minute: number;
  left: number;
  /** Requests of this minute that were not leased when this lease was taken. */
  unleased: number;
}

export type RateLimiter = (organization: Organization) => Promise<RateDecision>;

/** Counts one request; throws 429 with the seconds to wait when the organization's minute is used up. */
export function createRateLimiter(database: BrokerageDatabase, now: () => string): RateLimiter {
  const leases = new Map<string, Lease>();
  const waiting = new Map<string, Promise<Lease>>();

  async function renew(organization: Organization, minute: number): Promise<Lease> {
    const pending = waiting.get(organization.id);
    if (pending) return pending;
    const taken = takeLease(database, organization, minute)
      .catch((error: unknown) => leaseOnFullDisk(error, organization, { minute, last: leases.get(organization.id) }))
      .finally(() => waiting.delete(organization.id));
    waiting.set(organization.id, taken);
    const lease = await taken;
    leases.set(organization.id, lease);
    return lease;
  }

  return async (organization) => {
    const instant = Date.parse(now());
    const minute = Math.floor(instant / 60_000);
    let lease = leases.get(organization.id);
    while (!lease || lease.minute !== minute || lease.left === 0) {
      if (lease?.minute === minute && lease.unleased <= 0) throw limitProblem(instant);
      lease = await renew(organization, minute);
    }
    lease.left -= 1;
    return { limit: organization.rateLimitPerMinute, remaining: lease.left + lease.unleased };
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

/** A disk that is full keeps nobody from reading: until there is space again this process counts by itself. */
function leaseOnFullDisk(
  error: unknown,
  organization: Organization,
  { minute, last }: { readonly minute: number; readonly last: Lease | undefined },
): Lease {
  if (classify(error) !== 'full') throw error;
  const remaining = last?.minute === minute ? last.unleased : organization.rateLimitPerMinute;
  const left = Math.min(leaseOf(organization), remaining);
  return { minute, left, unleased: remaining - left };
}

async function takeLease(database: BrokerageDatabase, organization: Organization, minute: number): Promise<Lease> {
  const { id, rateLimitPerMinute } = organization;
  const size = leaseOf(organization);
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
  const left = Math.max(0, Math.min(size, rateLimitPerMinute - (used - size)));
  return { minute, left, unleased: Math.max(0, rateLimitPerMinute - used) };
}
