import { sql } from 'kysely';
import {
  isUnknownStatus,
  type StatusKindName,
  statusKindNames,
  statusKinds,
  type UnknownStatus,
} from '../../domain/shipments/unknown-statuses.ts';
import type { CopiedRecord } from '../kit/collection.ts';
import { members } from '../kit/members.ts';
import type { CopyDatabase, CopyTransaction } from './tables.ts';

/**
 * Runs a write or removal of these records and updates their stored count, because counting a large copy takes seconds.
 */
export async function trackCount(
  tx: CopyTransaction,
  { name, ids }: { readonly name: string; readonly ids: readonly string[] },
  write: () => Promise<void>,
): Promise<void> {
  const before = await countAmong(tx, name, ids);
  await write();
  const change = (await countAmong(tx, name, ids)) - before;
  await addToCount(tx, name, change);
}

/** Adds to the number of records that the copy holds of a collection. */
export async function addToCount(tx: CopyTransaction, name: string, change: number): Promise<void> {
  if (change === 0) return;
  await tx
    .insertInto('record_count')
    .values({ name, records: change })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet((eb) => ({ records: eb('record_count.records', '+', change) })),
    )
    .execute();
}

async function countAmong(tx: CopyTransaction, name: string, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ records: number }>`select count(*) as records from ${sql.table(name)}
    where id in ${members(ids)}`.execute(tx);
  return rows[0]?.records ?? 0;
}

export async function readCount({ reader }: Pick<CopyDatabase, 'reader'>, name: string): Promise<number> {
  const row = await reader.selectFrom('record_count').select('records').where('name', '=', name).executeTakeFirst();
  return row?.records ?? 0;
}

const statusColumns = { status: 'status', billingStatus: 'billing_status' } as const;

/** Remembers the statuses that Waybill doesn't know, so that a question need not look through all records for them. */
export async function noteUnknownStatuses(
  tx: CopyTransaction,
  collection: string,
  records: readonly CopiedRecord[],
): Promise<void> {
  const unknown = new Map<string, { collection: string; kind: StatusKindName; status: string }>();
  for (const { rows } of records)
    for (const kind of statusKindNames)
      for (const row of rows[statusKinds[kind].table] ?? []) {
        const status = row[statusColumns[statusKinds[kind].field]];
        if (isUnknownStatus(kind, status)) unknown.set(`${kind} ${status}`, { collection, kind, status });
      }
  if (unknown.size === 0) return;
  await tx
    .insertInto('unknown_status')
    .values([...unknown.values()])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** A status that Waybill doesn't know and that a record of a collection had. */
export interface NotedStatus {
  readonly collection: string;
  readonly kind: StatusKindName;
  readonly status: string;
}

/** Counts the records that have these statuses now. */
export async function countUnknownStatuses(
  { reader }: Pick<CopyDatabase, 'reader'>,
  noted: readonly NotedStatus[],
): Promise<readonly UnknownStatus[]> {
  const counted: UnknownStatus[] = [];
  for (const { kind, status } of noted) {
    const { table, field } = statusKinds[kind];
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}
      where ${sql.ref(statusColumns[field])} = ${status}`.execute(reader);
    const count = rows[0]?.count ?? 0;
    if (count > 0) counted.push({ kind, status, count });
  }
  return counted;
}
