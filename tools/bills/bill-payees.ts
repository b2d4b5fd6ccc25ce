import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { scan } from '../../src/mcp/tool/scan.ts';
import { distinct } from '../records/distinct.ts';
import type { BillRecord, CarrierRecord, FactorRecord, PayeeRecord, VendorRecord } from '../records/record-types.ts';
import { chunks } from '../records/chunks.ts';
import { type FactorRecords, factorOfPayee } from './payee-pay-to.ts';

/** Ids in one condition of a filter. */
const idsMax = 250;

/** Operations that reading the payees uses. */
export const payeeOperations = ['carriers.filter', 'vendors.filter', 'carrierFactors.filter'] as const;

/** Who is owed for bills, and the factors that are paid in their place. */
export interface Payees {
  readonly payees: ReadonlyMap<string, PayeeRecord>;
  readonly factors: FactorRecords;
}

export async function payeesOf(ctx: ToolContext, bills: readonly BillRecord[]): Promise<Payees> {
  const carrierIds = distinct(bills.map(({ carrier }) => carrier?.id));
  const vendorIds = distinct(bills.map(({ vendor }) => vendor?.id));
  const found = await Promise.all([
    ...chunks(carrierIds, idsMax).map((chunk) => scan(ctx, ctx.api.carriers.filter, byId<CarrierRecord>(chunk))),
    ...chunks(vendorIds, idsMax).map((chunk) => scan(ctx, ctx.api.vendors.filter, byId<VendorRecord>(chunk))),
  ]);
  const payees = new Map(found.flatMap(({ rows }) => rows.map((row): [string, PayeeRecord] => [row.id, row])));
  return { payees, factors: await factorsOf(ctx, [...payees.values()]) };
}

async function factorsOf(ctx: ToolContext, payees: readonly PayeeRecord[]): Promise<FactorRecords> {
  const ids = distinct(payees.map((payee) => factorOfPayee(payee)?.id));
  const found = await Promise.all(
    chunks(ids, idsMax).map((chunk) => scan(ctx, ctx.api.carrierFactors.filter, byId<FactorRecord>(chunk))),
  );
  return new Map(found.flatMap(({ rows }) => rows.map((row) => [row.id, row])));
}

export function byId<Row extends { readonly id: string }>(ids: readonly string[]) {
  const wanted = new Set(ids);
  return { filter: { id: { in: ids } }, local: { id: ({ id }: Row) => wanted.has(id) } };
}
