import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { readByIds } from '../../src/mcp/tool/scan.ts';
import type { PayeeRecord } from '../records/record-types.ts';
import type { BillRow } from './bill-row.ts';
import { type FactorRecords, getPayeeFactor } from './payee-pay-to.ts';

/** Operations that reading the payees uses. */
export const payeeOperations = ['carriers.filter', 'vendors.filter', 'carrierFactors.filter'] as const;

/** Carriers and vendors of bills, and the factors that are paid in their place. */
export interface Payees {
  readonly payees: ReadonlyMap<string, PayeeRecord>;
  readonly factors: FactorRecords;
}

/** Reads payees with where they are paid, which the copy never holds. */
export async function readPayees(
  ctx: ToolContext,
  bills: readonly Pick<BillRow, 'carrier' | 'vendor'>[],
): Promise<Payees> {
  const [carriers, vendors] = await Promise.all([
    readByIds(
      ctx,
      ctx.api.carriers.filter,
      bills.map(({ carrier }) => carrier?.id),
    ),
    readByIds(
      ctx,
      ctx.api.vendors.filter,
      bills.map(({ vendor }) => vendor?.id),
    ),
  ]);
  const payees = new Map<string, PayeeRecord>([...carriers, ...vendors]);
  return { payees, factors: await readFactors(ctx, [...payees.values()]) };
}

const readFactors = (ctx: ToolContext, payees: readonly PayeeRecord[]): Promise<FactorRecords> =>
  readByIds(
    ctx,
    ctx.api.carrierFactors.filter,
    payees.map((payee) => getPayeeFactor(payee)?.id),
  );
