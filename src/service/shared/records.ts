import { createFieldError, WaybillError } from '../../errors.ts';
import { lockRecords } from '../../store/locked-records.ts';
import { type Addressing, findRecord, markDeleted, updateRecord } from '../../store/records.ts';
import type { RecordTable, Row } from '../../store/schema.ts';
import type { ServiceContext } from './context.ts';
import { recordStatus } from './status-events.ts';
import type { ReferenceInput } from '../../contract/types.ts';

export interface RecordAddress {
  readonly id: string;
  readonly by?: Addressing;
}

/** Resolves the live record that a path names; 404 if there is none. `kind` is the word that people use for it. */
export async function requireRecord<Table extends RecordTable>(
  ctx: ServiceContext,
  table: Table,
  kind: string,
  { id, by }: RecordAddress,
): Promise<Row<Table>> {
  const row = ctx.holdsRecords ? (await lockRecords(ctx, table, [id])).get(id) : await findRecord(ctx, table, id, by);
  if (!row) throw new WaybillError('NOT_FOUND', `There is no ${kind} ${JSON.stringify(id.slice(0, 100))}.`);
  return row;
}

/** Resolves the live record that a body field names by id or key; 422 with the field's name if there is none. */
export async function requireReference<Table extends RecordTable>(
  ctx: ServiceContext,
  table: Table,
  field: string,
  reference: ReferenceInput,
): Promise<Row<Table>> {
  const row =
    'id' in reference
      ? await findRecord(ctx, table, reference.id, 'id')
      : await findRecord(ctx, table, reference.key, 'key');
  if (!row) throw createFieldError('VALIDATION_ERROR', field, 'names a record that does not exist');
  return row;
}

/** Resolves a reference that may be left out (undefined) or cleared (null); 422 unless it names a record. */
export async function resolveOptional<Table extends RecordTable>(
  ctx: ServiceContext,
  table: Table,
  field: string,
  reference: ReferenceInput | null | undefined,
): Promise<string | null | undefined> {
  if (reference === null || reference === undefined) return reference;
  return (await requireReference(ctx, table, field, reference)).id;
}

/** Resolves a bare uuid that may be left out (undefined) or cleared (null); 422 unless it names a record. */
export function resolveOptionalId<Table extends RecordTable>(
  ctx: ServiceContext,
  table: Table,
  field: string,
  id: string | null | undefined,
): Promise<string | null | undefined> {
  return resolveOptional(ctx, table, field, id === null || id === undefined ? id : { id });
}

/** Writes a change; 409 when the record is no longer in the state that was read. */
export async function changeRecord<Table extends RecordTable>(
  ctx: ServiceContext,
  table: Table,
  row: Row<Table> & { readonly id: string },
  change: Partial<Omit<Row<Table>, 'id' | 'organization_id' | 'created_at' | 'updated_at'>>,
  expected: Partial<Row<Table>> = {},
): Promise<Row<Table>> {
  // The stamp is one of the table's own columns; the generic type cannot see that.
  const stamped = { ...change, updated_at: ctx.now } as Parameters<typeof updateRecord<Table>>[3];
  const changed = await updateRecord(ctx, table, row.id, stamped, expected);
  if (!changed)
    throw new WaybillError(
      'CONFLICT',
      'Another request changed this record at the same moment; read it and try again.',
    );
  recordStatus(ctx, table, changed, row);
  return changed;
}

export async function deleteRecord(
  ctx: ServiceContext,
  table: RecordTable,
  kind: string,
  addressed: RecordAddress,
): Promise<undefined> {
  await deleteRow(ctx, table, kind, await requireRecord(ctx, table, kind, addressed));
}

/** Deletes a record that was already read; 404 if another request deleted it since. */
export async function deleteRow(
  ctx: ServiceContext,
  table: RecordTable,
  kind: string,
  { id }: { readonly id: string },
): Promise<void> {
  const deleted = await markDeleted(ctx, table, [id], ctx.now);
  if (deleted === 0) throw new WaybillError('NOT_FOUND', `The ${kind} ${id} was deleted at the same moment.`);
}

/** Builds the columns that every new record starts with. */
export function buildNewRecord(ctx: ServiceContext, key: string | null | undefined, id: string = ctx.newId()) {
  return {
    id,
    organization_id: ctx.organizationId,
    key: key ?? null,
    created_at: ctx.now,
    updated_at: null,
    deleted_at: null,
    deleted_by_id: null,
  };
}
