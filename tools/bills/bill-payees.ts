import type { PayTo } from '../../src/domain/money/pay-to.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import type { CarrierRecord, FactorRecord, PayeeRecord, VendorRecord } from '../records/record-types.ts';
import { recordsById } from '../records/records-by-id.ts';
import type { BillRow } from './bill-row.ts';
import { type FactorRecords, factorOfPayee, payToOf } from './payee-pay-to.ts';

/** Operations that reading the payees uses. */
export const payeeOperations = ['carriers.filter', 'vendors.filter', 'carrierFactors.filter'] as const;

/** Who is owed for bills, and where each is paid. */
export interface Payees {
  readonly payees: ReadonlyMap<string, PayeeRecord>;
  readonly payTos: ReadonlyMap<string, PayTo | null>;
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
  const factors = await factorsOf(ctx, [...payees.values()]);
  const payTos = [...payees].map(([id, payee]) => [id, payToOf(payee, factors, ctx.timeZone)] as const);
  return { payees, payTos: new Map(payTos) };
}

export const carriersOf = (ctx: ToolContext, ids: readonly (string | undefined)[]) =>
  recordsById<CarrierRecord>(ids, (question) => scan(ctx, ctx.api.carriers.filter, question));

const factorsOf = (ctx: ToolContext, payees: readonly PayeeRecord[]): Promise<FactorRecords> =>
  recordsById<FactorRecord>(
    payees.map((payee) => factorOfPayee(payee)?.id),
    (question) => scan(ctx, ctx.api.carrierFactors.filter, question),
  );
