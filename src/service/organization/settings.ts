import type { Queries, Tx } from '../../store/connection.ts';
import { WaybillError } from '../../errors.ts';
import type { Row } from '../../store/schema.ts';
import { rateTiers } from './organization.ts';

export interface OrganizationSettings {
  readonly name?: string | undefined;
  readonly tier?: keyof typeof rateTiers | undefined;
  /** Requests per minute; left out, those of the tier. */
  readonly rateLimitPerMinute?: number | undefined;
  readonly reviewsBills?: boolean | undefined;
}

export const listOrganizations = (db: Queries): Promise<Row<'organization'>[]> =>
  db.selectFrom('organization').selectAll().orderBy('created_at').orderBy('id').execute();

export async function organizationById(db: Queries, id: string): Promise<Row<'organization'>> {
  const row = await db.selectFrom('organization').selectAll().where('id', '=', id).executeTakeFirst();
  if (row) return row;
  throw new WaybillError(
    'NOT_FOUND',
    `There is no organization ${JSON.stringify(id)}; \`waybill org list\` shows them.`,
  );
}

/** Changes what was named. Running processes notice within seconds. */
export async function changeOrganization(
  tx: Tx,
  id: string,
  { name, tier, rateLimitPerMinute = tier && rateTiers[tier], reviewsBills }: OrganizationSettings,
): Promise<Row<'organization'>> {
  const change = {
    ...(name === undefined ? {} : { name }),
    ...(tier === undefined ? {} : { rate_tier: tier }),
    ...(rateLimitPerMinute === undefined ? {} : { rate_limit_per_minute: rateLimitPerMinute }),
    ...(reviewsBills === undefined ? {} : { reviews_bills: Number(reviewsBills) }),
  };
  if (Object.keys(change).length > 0) await tx.updateTable('organization').set(change).where('id', '=', id).execute();
  return organizationById(tx, id);
}
