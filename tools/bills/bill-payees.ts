import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import type { CarrierRecord, FactorRecord, PayeeRecord, VendorRecord } from '../records/record-types.ts';
import { recordsById } from '../records/records-by-id.ts';
import type { BillRow } from './bill-row.ts';
import { type FactorRecords, factorOfPayee } from './payee-pay-to.ts';

/** Operations that reading the payees uses. */
export const payeeOperations = ['carriers.filter', 'vendors.filter', 'carrierFactors.filter'] as const;

/** Who is owed for bills, and the factors that are paid in their place. */
export interface Payees {
  readonly payees: ReadonlyMap<string, PayeeRecord>;
  readonly factors: FactorRecords;
}

export async function payeesOf(
  ctx: ToolContext,
  bills: readonly Pick<BillRow, 'carrier' | 'vendor'>[],
): Promise<Payees> {
  const [carriers, vendors] = await Promise.all([
    carriersOf(
      ctx,
      bills.map(({ carrier }) => carrier?.id),
    ),
    recordsById<VendorRecord>(
      bills.map(({ vendor }) => vendor?.id),
      (question) => scan(ctx, ctx.api.vendors.filter, question),
    ),
  ]);
  const payees = new Map<string, PayeeRecord>([...carriers, ...vendors]);
  return { payees, factors: await factorsOf(ctx, [...payees.values()]) };
}

export const carriersOf = (ctx: ToolContext, ids: readonly (string | undefined)[]) =>
  recordsById<CarrierRecord>(ids, (question) => scan(ctx, ctx.api.carriers.filter, question));

const factorsOf = (ctx: ToolContext, payees: readonly PayeeRecord[]): Promise<FactorRecords> =>
  recordsById<FactorRecord>(
    payees.map((payee) => factorOfPayee(payee)?.id),
    (question) => scan(ctx, ctx.api.carrierFactors.filter, question),
  );
