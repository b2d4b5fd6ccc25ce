import { sql } from 'kysely';
import type { Scope } from '../../store/connection.ts';
import type { TableName } from '../../store/schema.ts';
import { selectIn } from '../../store/select-in.ts';
import type { Timeline } from '../freight/timeline.ts';
import { day, toDayNumber } from '../kit/clock.ts';
import type { DatedRow } from '../kit/records.ts';
import type { TimeSpan } from './apply.ts';
import { toAnyTable, toTableName } from './any-table.ts';
import { getRowId, getValues } from './difference.ts';
import type { LivingBrokerage } from './living.ts';
import { createUntouchedCheck } from './untouched.ts';
import { readStored } from './stored.ts';

/**
 * A sandbox keeps what began within the last thirteen months, and what is still open; so it never grows without end.
 */
export const keptMs = 400 * day;

interface PastTimeline {
  readonly shipmentId: string | null;
  readonly before: readonly DatedRow[];
}

/** Deletes what is over for more than a year, unless a person has changed it or added to it. */
export async function forgetOld(
  scope: Scope,
  { timelines, firstDay }: LivingBrokerage,
  { from, until }: TimeSpan,
): Promise<void> {
  const past: PastTimeline[] = [];
  for (
    let dayNumber = Math.max(firstDay, toDayNumber(from - keptMs));
    dayNumber < toDayNumber(until - keptMs);
    dayNumber += 1
  )
    past.push(...timelines.on(dayNumber).map(toPastTimeline(until)).filter(isOver));
  if (past.length === 0) return;
  const find = await readStored(scope, past);
  const untouched = past.filter((timeline) => {
    const { before } = timeline;
    const isUntouched = createUntouchedCheck({ before, after: before, stored: find(timeline) });
    return before.every(({ part }) => isUntouched(part));
  });
  const tagged = await findTagged(scope, untouched);
  const over = untouched.filter(({ before }) => !before.some((row) => 'id' in row.row && tagged.has(getRowId(row))));
  await deleteTimelines(
    scope,
    over.flatMap(({ before }) => before),
  );
}

/** Returns true if nothing is or will be owed on either side. Nothing is ever owed for canceled freight. */
const isOver = ({ before }: PastTimeline): boolean =>
  before.every((row) => {
    const values = getValues(row);
    if (row.table === 'shipment') return values['status'] === 'CANCELED' || values['billing_status'] === 'PAID';
    if (row.table === 'load_carrier') return values['status'] === 'BOUNCED' || values['billing_status'] === 'PAID';
    return row.table !== 'service' || values['status'] === 'PAID';
  });

const toPastTimeline =
  (now: number) =>
  (timeline: Timeline): PastTimeline => ({ shipmentId: timeline.shipmentId, before: timeline.at(now).rows });

const selectTags = selectIn((db, { organizationId, ids }) =>
  db
    .selectFrom('document_tag')
    .select(['document_id', 'value'])
    .where('organization_id', '=', organizationId)
    .where('value', 'in', ids),
);

/** Records that a document of another timeline is tied to. */
async function findTagged(scope: Scope, past: readonly PastTimeline[]): Promise<ReadonlySet<string>> {
  const rows = past.flatMap(({ before }) => before).filter(({ row }) => 'id' in row);
  const ownDocuments = new Set(rows.filter(({ table }) => table === 'document').map(getRowId));
  const tags = await selectTags(scope, rows.map(getRowId));
  return new Set(tags.filter(({ document_id: id }) => !ownDocuments.has(id)).map(({ value }) => value));
}

/** Link tables by the column that names the record they go with. */
const links = [
  ['order_stop', 'freight_order', 'order_id'],
  ['load_stop', 'load', 'load_id'],
  ['document_tag', 'document', 'document_id'],
] as const;

const payments = [
  { of: 'invoice', column: 'invoice_id', application: 'payment_application', payment: 'payment' },
  { of: 'bill', column: 'bill_id', application: 'bill_payment_application', payment: 'bill_payment' },
] as const;

async function deleteTimelines(scope: Scope, rows: readonly DatedRow[]): Promise<void> {
  const listIds = (table: TableName) => rows.filter((row) => row.table === table).map(getRowId);
  for (const [table, linkedTable, column] of links) await deleteBy(scope, table, column, listIds(linkedTable));
  await deleteBy(scope, 'credit_application', 'invoice_id', listIds('invoice'));
  for (const money of payments) await removeFromPayments(scope, money, listIds(money.of));
  for (const [table, tableRows] of Map.groupBy(rows, (row) => row.table)) {
    if (links.some(([link]) => link === table)) continue;
    await deleteBy(scope, 'activity', 'record_id', tableRows.map(getRowId));
    await deleteBy(scope, table, 'id', tableRows.map(getRowId));
  }
}

/** Both databases bind many more values than these. */
const idsPerStatement = 500;

async function deleteBy({ db, organizationId }: Scope, table: TableName, column: string, ids: readonly string[]) {
  for (let from = 0; from < ids.length; from += idsPerStatement) {
    await toAnyTable(db)
      .deleteFrom(toTableName(table))
      .where('organization_id', '=', organizationId)
      .where(sql.ref(column), 'in', ids.slice(from, from + idsPerStatement))
      .execute();
  }
}

/**
 * Takes invoices or bills out of the payments that covered them: a payment stays the sum of its parts, or goes with
 * them.
 */
async function removeFromPayments(
  scope: Scope,
  { column, application, payment }: (typeof payments)[number],
  ids: readonly string[],
): Promise<void> {
  const { db, organizationId } = scope;
  const [parts, whole, link] = [sql.table(application), sql.table(payment), sql.ref(`${payment}_id`)];
  for (let from = 0; from < ids.length; from += idsPerStatement) {
    const { rows } = await sql<{ id: string }>`
      delete from ${parts} where organization_id = ${organizationId}
        and ${sql.ref(column)} in (${sql.join(ids.slice(from, from + idsPerStatement))}) returning ${link} as id`.execute(
      db,
    );
    const affected = [...new Set(rows.map(({ id }) => id))];
    if (affected.length === 0) continue;
    await sql`
      update ${whole} set total_cents = (select coalesce(sum(amount_cents), 0) from ${parts} where ${link} = ${whole}.id)
        where organization_id = ${organizationId} and id in (${sql.join(affected)})`.execute(db);
    await sql`
      delete from ${whole} where organization_id = ${organizationId} and id in (${sql.join(affected)}) and total_cents = 0`.execute(
      db,
    );
  }
}
