import { canGetFreight } from '../../domain/parties/work-status.ts';
import { createFieldError, WaybillError } from '../../errors.ts';
import { lock, lockShared } from '../../store/lock.ts';
import { findRecord } from '../../store/records.ts';
import type { Row } from '../../store/schema.ts';
import type { ServiceContext } from '../shared/context.ts';
import { deleteRow, requireReference } from '../shared/records.ts';
import { openMoney } from './open-money.ts';
import type { ReferenceInput } from '../../contract/types.ts';

/** Records that money is owed to or by. */
export type PartyTable = keyof typeof openMoney;

/** The words people use for one of them. */
export const partyKinds = {
  customer: 'customer',
  carrier: 'carrier',
  vendor: 'vendor',
  carrier_factor: 'carrier factor',
} as const satisfies Record<PartyTable, string>;

/** Number of records that a refusal names. */
const shownMax = 3;

const lockName = (table: PartyTable, id: string) => `party:${table}:${id}`;

/**
 * Locks a party against deletion until the transaction ends and returns its current row; undefined if it is deleted.
 */
async function holdParty<Table extends PartyTable>(
  ctx: ServiceContext,
  table: Table,
  id: string,
): Promise<Row<Table> | undefined> {
  await lockShared(ctx.kind, ctx.db, lockName(table, id));
  return findRecord(ctx, table, id, 'id');
}

/**
 * Resolves the live party that a body field names for new work or money; 422 with the field's name if there is none.
 */
export async function requirePartyToUse<Table extends PartyTable>(
  ctx: ServiceContext,
  table: Table,
  field: string,
  reference: ReferenceInput,
): Promise<Row<Table>> {
  const referencedParty: Row<PartyTable> = await requireReference(ctx, table, field, reference);
  const row = await holdParty(ctx, table, referencedParty.id);
  if (row) return row;
  throw createFieldError('VALIDATION_ERROR', field, 'names a record that was deleted at the same moment');
}

/** Resolves the party of an existing record for new work or money; 409 if it was deleted since. */
export async function requireParty<Table extends PartyTable>(
  ctx: ServiceContext,
  table: Table,
  id: string,
): Promise<Row<Table>> {
  const row = await holdParty(ctx, table, id);
  if (row) return row;
  throw new WaybillError(
    'CONFLICT',
    `The ${partyKinds[table]} of this record was deleted: nothing new is made in its name.`,
  );
}

/** Refuses (409) a customer that may not get new freight. */
export function requireServed({ name, status }: Pick<Row<'customer'>, 'name' | 'status'>): void {
  if (canGetFreight(status)) return;
  throw new WaybillError(
    'CONFLICT',
    `${name} is ${status}: it gets no new quotes and shipments${status === 'CLOSED' ? '' : ' until somebody changes that'}.`,
  );
}

/** Deletes a party; 409 while it has open money, which could not be paid any more. */
export async function deleteParty(
  ctx: ServiceContext,
  table: PartyTable,
  { id, name }: { readonly id: string; readonly name: string },
): Promise<undefined> {
  await lock(ctx.kind, ctx.db, lockName(table, id));
  for (const { one: singular, many: plural, remedy, find } of openMoney[table]) {
    const openRecords = await find(ctx, id);
    if (openRecords.length === 0) continue;
    const openText = `${openRecords.length} ${openRecords.length === 1 ? singular : plural} (${formatFirst(openRecords)})`;
    throw new WaybillError('CONFLICT', `${name} has ${openText}; ${remedy} first.`);
  }
  await deleteRow(ctx, table, partyKinds[table], { id });
}

function formatFirst(records: readonly { readonly number: string }[]): string {
  const numbers = records.slice(0, shownMax).map(({ number }) => number);
  return [...numbers, ...(records.length > shownMax ? ['...'] : [])].join(', ');
}
