import type { Queries, Tx } from '../../store/connection.ts';
import { WaybillError } from '../../errors.ts';
import { type OrganizationRow, rateTiers, selectOrganizations } from './organization.ts';

export interface StoredOrganizationSettings {
  readonly name?: string | undefined;
  readonly tier?: keyof typeof rateTiers | undefined;
  /** Requests per minute; left out, those of the tier. */
  readonly rateLimitPerMinute?: number | undefined;
  readonly reviewsBills?: boolean | undefined;
  /** IANA; null for the zone of its address. */
  readonly timeZone?: string | null | undefined;
}

export const listOrganizations = (db: Queries): Promise<OrganizationRow[]> =>
  selectOrganizations(db).orderBy('organization.created_at').orderBy('organization.id').execute();

export async function requireOrganization(db: Queries, id: string): Promise<OrganizationRow> {
  const row = await selectOrganizations(db).where('organization.id', '=', id).executeTakeFirst();
  if (row) return row;
  throw new WaybillError('NOT_FOUND', `There is no organization ${JSON.stringify(id)}.`, {
    command: { words: 'org list', does: 'shows them' },
  });
}

/** Changes what was named. Running processes notice within seconds. */
export async function changeOrganization(
  tx: Tx,
  id: string,
  { name, tier, rateLimitPerMinute = tier && rateTiers[tier], reviewsBills, timeZone }: StoredOrganizationSettings,
): Promise<OrganizationRow> {
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(tier === undefined ? {} : { rate_tier: tier }),
    ...(rateLimitPerMinute === undefined ? {} : { rate_limit_per_minute: rateLimitPerMinute }),
    ...(reviewsBills === undefined ? {} : { reviews_bills: Number(reviewsBills) }),
    ...(timeZone === undefined ? {} : { time_zone: timeZone }),
  };
  if (Object.keys(change).length > 0) await tx.updateTable('organization').set(change).where('id', '=', id).execute();
  return requireOrganization(tx, id);
}
