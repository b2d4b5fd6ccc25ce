import type { BrokerageDatabase, Queries, Tx } from '../../store/connection.ts';
import { timeZoneDefault } from '../../domain/kit/dates.ts';
import { findZone } from '../../domain/places/zones.ts';
import { lock } from '../../store/lock.ts';
import type { Row } from '../../store/schema.ts';
import { clientScopes, type ClientCredentials, insertClient } from './api-clients.ts';
import type { Organization } from '../shared/context.ts';
import { readJson } from '../shared/fields.ts';
import type { LetterheadAddress } from './letterhead.ts';

export const rateTiers = { STANDARD: 300, ENTERPRISE: 1200 } as const;

interface NewOrganization {
  readonly name: string;
  /** ISO 4217. */
  readonly currency?: string;
  readonly tier?: keyof typeof rateTiers;
  readonly rateLimitPerMinute?: number;
  readonly reviewsBills?: boolean;
  /** IANA; left out, the zone of its address. */
  readonly timeZone?: string;
  readonly now: string;
  readonly newId: () => string;
}

export type { ClientCredentials as Credentials };

interface Created extends ClientCredentials {
  readonly organizationId: string;
}

/** Makes an organization with one API client that may read and write. */
export const createOrganization = (database: BrokerageDatabase, organization: NewOrganization): Promise<Created> =>
  database.transaction((tx) => insertOrganization(tx, organization));

/** Finds the store's first organization or creates it. Of several processes that start at once only one creates it. */
export async function ensureOrganization(
  database: BrokerageDatabase,
  organization: NewOrganization,
): Promise<{ readonly id: string; readonly created?: Created }> {
  const existingId = await findFirstOrganization(database.reader);
  if (existingId !== undefined) return { id: existingId };
  return database.transaction(async (tx) => {
    await lock(database.kind, tx, 'waybill:organization');
    const lockedId = await findFirstOrganization(tx);
    if (lockedId !== undefined) return { id: lockedId };
    const created = await insertOrganization(tx, organization);
    return { id: created.organizationId, created };
  });
}

/** With the address of its letterhead, which tells the zone of one that has none of its own. */
export interface OrganizationRow extends Row<'organization'> {
  readonly address: string | null;
}

export const selectOrganizations = (db: Queries) =>
  db
    .selectFrom('organization')
    .leftJoin('letterhead', 'letterhead.organization_id', 'organization.id')
    .selectAll('organization')
    .select('letterhead.address');

/** Returns the time zone of an organization's civil dates. */
export function getTimeZone({ time_zone: timeZone, address }: OrganizationRow): string {
  if (timeZone !== null) return timeZone;
  const place = readJson<LetterheadAddress>(address);
  return (place && findZone({ ...place, postalCode: place.zipCode })) ?? timeZoneDefault;
}

/** Converts a row to the organization that requests use. */
export const toOrganization = (row: OrganizationRow): Organization => ({
  id: row.id,
  name: row.name,
  currency: row.currency,
  reviewsBills: row.reviews_bills === 1,
  rateLimitPerMinute: row.rate_limit_per_minute,
  isSandbox: row.is_sandbox === 1,
  timeZone: getTimeZone(row),
});

async function findFirstOrganization(db: Queries): Promise<string | undefined> {
  const row = await db
    .selectFrom('organization')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

async function insertOrganization(
  tx: Tx,
  {
    name,
    currency = 'USD',
    tier = 'STANDARD',
    rateLimitPerMinute,
    reviewsBills = true,
    timeZone,
    now,
    newId,
  }: NewOrganization,
): Promise<Created> {
  const organizationId = newId();
  await tx
    .insertInto('organization')
    .values({
      id: organizationId,
      name,
      currency,
      reviews_bills: Number(reviewsBills),
      rate_tier: tier,
      rate_limit_per_minute: rateLimitPerMinute ?? rateTiers[tier],
      is_sandbox: 0,
      time_zone: timeZone ?? null,
      created_at: now,
    })
    .execute();
  const client = { organizationId, name: 'first client', scopes: clientScopes, now, newId };
  return { organizationId, ...(await insertClient(tx, client)) };
}
