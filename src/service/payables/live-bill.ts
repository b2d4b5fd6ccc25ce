import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import type { Billable } from './settlement.ts';

/** Finds the bill of a load carrier or service that was not deleted. */
export async function findLiveBill(
  ctx: ServiceContext,
  { entityType, row }: Billable,
): Promise<Pick<Row<'bill'>, 'friendly_id' | 'status'> | undefined> {
  return ctx.db
    .selectFrom('bill')
    .select(['friendly_id', 'status'])
    .where('organization_id', '=', ctx.organizationId)
    .where(entityType === 'CARRIER' ? 'load_carrier_id' : 'service_id', '=', row.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
}
