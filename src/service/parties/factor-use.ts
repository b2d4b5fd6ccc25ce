import { WaybillError } from '../../errors.ts';
import { lock } from '../../store/lock.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import { requireReference } from '../shared/records.ts';

/** A factor that a payment method comes to name cannot be deleted at the same moment. */
const lockFactor = (ctx: ServiceContext, id: string) => lock(ctx.kind, ctx.db, `factor:${id}`);

/** The live factor that a payment method is to name; 422 when there is none. */
export async function factorToUse(ctx: ServiceContext, id: string): Promise<string> {
  await lockFactor(ctx, id.toLowerCase());
  return (await requireReference(ctx, 'carrier_factor', 'carrierFactorId', { id })).id;
}

/** 409 as long as carriers are paid through the factor, or it has something to come. */
export async function requireUnusedFactor(ctx: ServiceContext, factor: Row<'carrier_factor'>): Promise<void> {
  await lockFactor(ctx, factor.id);
  const methods = await countMethods(ctx, factor.id);
  if (methods > 0) {
    throw new WaybillError(
      'CONFLICT',
      `${factor.company_name} is named by ${methods} payment ${methods === 1 ? 'method' : 'methods'} of carriers; change or delete those first.`,
    );
  }
  const bills = await countUnpaidBills(ctx, factor.id);
  if (bills === 0) return;
  throw new WaybillError(
    'CONFLICT',
    `${factor.company_name} is the payee of ${bills} unpaid ${bills === 1 ? 'bill' : 'bills'}; pay or delete those first.`,
  );
}

async function countMethods(ctx: ServiceContext, factorId: string): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('carrier_payment_method')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', ctx.organizationId)
    .where('carrier_factor_id', '=', factorId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

async function countUnpaidBills(ctx: ServiceContext, factorId: string): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('bill')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization_id', '=', ctx.organizationId)
    .where('carrier_factor_id', '=', factorId)
    .where('status', '<>', 'PAID')
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}
