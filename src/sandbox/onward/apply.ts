import type { Scope } from '../../store/connection.ts';
import { formatInstant } from '../kit/clock.ts';
import { syncMs } from '../money/pay-runs.ts';
import type { SandboxCarrier } from '../parties/party.ts';
import { toAnyTable, toTableName } from './any-table.ts';
import type { RecordChange } from './difference.ts';

export interface TimelineChanges {
  readonly changes: readonly RecordChange[];
  readonly removed: readonly { readonly table: string; readonly id: string }[];
}

/** Writes changes to the records that are there, the parts of one record at once. */
export async function applyChanges(
  { db, organizationId }: Scope,
  { changes, removed }: TimelineChanges,
): Promise<void> {
  for (const parts of Map.groupBy(changes, ({ table, id }) => `${table} ${id}`).values()) {
    const [first] = parts;
    if (!first) continue;
    await toAnyTable(db)
      .updateTable(toTableName(first.table))
      .set(Object.fromEntries(parts.flatMap(({ set }) => Object.entries(set))))
      .where('organization_id', '=', organizationId)
      .where('id', '=', first.id)
      .execute();
  }
  for (const [table, rows] of Map.groupBy(removed, (row) => row.table)) {
    const ids = rows.map(({ id }) => id);
    await toAnyTable(db)
      .deleteFrom(toTableName(table))
      .where('organization_id', '=', organizationId)
      .where('id', 'in', ids)
      .execute();
  }
}

/** Reads the last number of each kind. No other process writes to the sandbox while its time is moved. */
export async function readCounters({ db, organizationId }: Scope): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('counter')
    .select(['name', 'value'])
    .where('organization_id', '=', organizationId)
    .execute();
  return new Map(rows.map(({ name, value }) => [name, value]));
}

export async function writeCounters(
  { db, organizationId }: Scope,
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): Promise<void> {
  for (const [name, value] of after) {
    if (before.get(name) === value) continue;
    await db
      .insertInto('counter')
      .values({ organization_id: organizationId, name, value })
      .onConflict((conflict) => conflict.columns(['organization_id', 'name']).doUpdateSet({ value }))
      .execute();
  }
}

/** Span of time in epoch milliseconds. */
export interface TimeSpan {
  readonly from: number;
  readonly until: number;
}

/**
 * Renews the insurance of carriers that sent their next certificate. A file that a person has changed since stays as it
 * is.
 */
export async function renewInsurance(
  { db, organizationId }: Scope,
  carriers: readonly SandboxCarrier[],
  { from, until }: TimeSpan,
): Promise<void> {
  for (const { id, insurance } of carriers) {
    const renewedAt = insurance.renewedAt(until);
    if (renewedAt === null || renewedAt <= from) continue;
    await db
      .updateTable('carrier')
      .set({ insurance_expiration_date: formatInstant(insurance.until(until)), updated_at: formatInstant(renewedAt) })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .where('insurance_expiration_date', '=', formatInstant(insurance.until(from)))
      .where('deleted_at', 'is', null)
      .execute();
  }
}

/** Marks payments synced: the accounting system takes them over within a day. */
export async function markPaymentsSynced({ db, organizationId }: Scope, until: number): Promise<void> {
  const rows = await db
    .selectFrom('bill_payment')
    .select(['id', 'created_at'])
    .where('organization_id', '=', organizationId)
    .where('sync_status', '=', 'pending')
    .where('created_at', '<=', formatInstant(until - syncMs))
    .where('deleted_at', 'is', null)
    .execute();
  for (const { id, created_at: at } of rows) {
    await db
      .updateTable('bill_payment')
      .set({ sync_status: 'synced', updated_at: formatInstant(Date.parse(at) + syncMs) })
      .where('organization_id', '=', organizationId)
      .where('id', '=', id)
      .execute();
  }
}
