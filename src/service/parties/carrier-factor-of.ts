import { findMethodOfRecord } from '../../domain/money/payment-recipient.ts';
import type { Row } from '../../store/schema.ts';
import { findRecords } from '../../store/records.ts';
import { childrenOf } from '../shared/child-records.ts';
import type { ServiceContext } from '../shared/context.ts';

/** The factor, where the carrier's money goes to one. */
export async function factorOfRecord(ctx: ServiceContext, carrierId: string): Promise<string | null> {
  const methods = await childrenOf(ctx, { table: 'carrier_payment_method', parent: 'carrier_id', ids: [carrierId] });
  const method = findMethodOfRecord((methods.get(carrierId) ?? []).map(standingOf));
  return method?.recipientType === 'FACTOR' ? method.factorId : null;
}

const standingOf = (row: Row<'carrier_payment_method'>) => ({
  id: row.id,
  isPreferred: row.is_preferred === 1,
  status: row.status,
  createdAt: row.created_at,
  deletedAt: row.deleted_at,
  recipientType: row.payment_recipient_type,
  factorId: row.carrier_factor_id,
});

/** The factor that is paid in a carrier's place. */
export async function carrierFactorOf(
  ctx: ServiceContext,
  carrierId: string,
): Promise<Row<'carrier_factor'> | undefined> {
  const id = await factorOfRecord(ctx, carrierId);
  return id === null ? undefined : (await findRecords(ctx, 'carrier_factor', [id])).get(id);
}

/** Names of the factors behind the payment methods of several carriers. */
export async function factorNamesOf(
  ctx: ServiceContext,
  carrierIds: readonly string[],
): Promise<ReadonlyMap<string, string[]>> {
  const methods = await childrenOf(ctx, { table: 'carrier_payment_method', parent: 'carrier_id', ids: carrierIds });
  const ids = [...methods.values()].flat().map((method) => method.carrier_factor_id);
  const factors = await findRecords(ctx, 'carrier_factor', ids);
  const namesOf = (rows: readonly Row<'carrier_payment_method'>[]) => [
    ...new Set(rows.flatMap((method) => factors.get(method.carrier_factor_id ?? '')?.company_name ?? [])),
  ];
  return new Map([...methods].map(([id, rows]) => [id, namesOf(rows)]));
}
