import { sql } from 'kysely';
import { lock } from '../../store/lock.ts';
import type { ServiceContext } from '../shared/context.ts';

export type MethodTable = 'carrier_payment_method' | 'vendor_payment_method';

const payeeColumns = { carrier_payment_method: 'carrier_id', vendor_payment_method: 'vendor_id' } as const;

/** Changes of one payee's methods wait for each other: of two that become the preferred one, each must see the other. */
export const lockPayee = (ctx: ServiceContext, payeeId: string): Promise<void> =>
  lock(ctx.kind, ctx.db, `payee:${payeeId}`);

interface NewMethod {
  readonly status?: string | undefined;
  readonly isPreferred?: boolean | undefined;
}

/** Returns true if a new method is the preferred one: the input says so, or it is the first that can be paid to. */
export async function isNewPreferred(
  ctx: ServiceContext,
  table: MethodTable,
  payeeId: string,
  { status = 'ACTIVE', isPreferred }: NewMethod,
): Promise<boolean> {
  if (isPreferred !== undefined) return isPreferred;
  return status === 'ACTIVE' && !(await hasPreferred(ctx, table, payeeId));
}

async function hasPreferred(ctx: ServiceContext, table: MethodTable, payeeId: string): Promise<boolean> {
  const preferred = await ctx.db
    .selectFrom(table)
    .select('id')
    .where('organization_id', '=', ctx.organizationId)
    .where(sql.ref<string>(payeeColumns[table]), '=', payeeId)
    .where('is_preferred', '=', 1)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return preferred !== undefined;
}

/** Makes one method of the payee the only preferred one. */
export async function markOnlyPreferred(
  ctx: ServiceContext,
  table: MethodTable,
  payeeId: string,
  methodId: string,
): Promise<void> {
  await ctx.db
    .updateTable(table)
    .set({ is_preferred: 0, updated_at: ctx.now })
    .where('organization_id', '=', ctx.organizationId)
    .where(sql.ref<string>(payeeColumns[table]), '=', payeeId)
    .where('id', '<>', methodId)
    .where('is_preferred', '=', 1)
    .where('deleted_at', 'is', null)
    .execute();
}
