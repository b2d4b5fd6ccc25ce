import { findMethodOfRecord } from '../../domain/payments/payment-recipient.ts';
import type { Row } from '../../store/schema.ts';
import { findRecords } from '../../store/records.ts';
import { readChildren } from '../shared/child-records.ts';
import type { ServiceContext } from '../shared/context.ts';

/** Finds the id of the factor that a carrier's money goes to; null if there is none. */
export async function findFactorId(ctx: ServiceContext, carrierId: string): Promise<string | null> {
  const methods = await readChildren(ctx, { table: 'carrier_payment_method', parent: 'carrier_id', ids: [carrierId] });
  const method = findMethodOfRecord((methods.get(carrierId) ?? []).map(toPaymentMethod));
  return method?.recipientType === 'FACTOR' ? method.factorId : null;
}

const toPaymentMethod = (row: Row<'carrier_payment_method'>) => ({
  id: row.id,
  isPreferred: row.is_preferred === 1,
  status: row.status,
  createdAt: row.created_at,
  deletedAt: row.deleted_at,
  recipientType: row.payment_recipient_type,
  factorId: row.carrier_factor_id,
});

/** Finds the factor that is paid in a carrier's place. */
export async function findCarrierFactor(
  ctx: ServiceContext,
  carrierId: string,
): Promise<Row<'carrier_factor'> | undefined> {
  const id = await findFactorId(ctx, carrierId);
  return id === null ? undefined : (await findRecords(ctx, 'carrier_factor', [id])).get(id);
}

/** Reads the names of the factors of several carriers' payment methods. */
export async function readFactorNames(
  ctx: ServiceContext,
  carrierIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const methods = await readChildren(ctx, { table: 'carrier_payment_method', parent: 'carrier_id', ids: carrierIds });
  const ids = [...methods.values()].flat().map((method) => method.carrier_factor_id);
  const factors = await findRecords(ctx, 'carrier_factor', ids);
  const listNames = (rows: readonly Row<'carrier_payment_method'>[]) => [
    ...new Set(rows.flatMap((method) => factors.get(method.carrier_factor_id ?? '')?.company_name ?? [])),
  ];
  return new Map([...methods].map(([id, rows]) => [id, listNames(rows)]));
}
