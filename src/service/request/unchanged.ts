import type { Operation } from '../../contract/kit/operation.ts';
import type { OperationName } from '../../contract/operation-names.ts';
import { operations } from '../../contract/operations.ts';
import {
  type ReadRecord,
  readUnchanged,
  unchangedHeader,
  unchangedMax,
  computeVersion,
} from '../../contract/kit/record-version.ts';
import { WaybillError } from '../../errors.ts';
import type { ServiceContext } from '../shared/context.ts';
import type { HandlerOf } from '../shared/handlers.ts';

const shownHeader = 'X-If-Unchanged';

/** Operation that reads the records of each resource by id. */
const readings: ReadonlyMap<string, OperationName> = new Map(
  Object.entries<Readonly<Record<string, Operation>>>(operations)
    .filter(([, { get }]) => get?.path.endsWith('/{id}'))
    // Both parts come from the table of operations.
    .map(([resource]) => [resource, `${resource}.get` as OperationName]),
);

/**
 * Refuses the write where a record of the header is not as the caller read it. The records are read in the transaction of
 * the write and held until it ends, so that nothing comes between this check and the change.
 */
export async function requireUnchanged(ctx: ServiceContext, headers: Headers, getHandler: HandlerOf): Promise<void> {
  const text = headers.get(unchangedHeader);
  if (text === null) return;
  const records = readUnchanged(text);
  if (records === null)
    throw buildRefusal('BAD_REQUEST', `holds 1 to ${unchangedMax} records as resource/id=version, parted by commas`);
  for (const record of records.toSorted(compareRecords)) await requireOne(ctx, record, getHandler);
}

/** Compares records for sorting. All requests use the same order, so that two writes never wait for each other. */
const compareRecords = (first: ReadRecord, second: ReadRecord): number =>
  first.resource.localeCompare(second.resource) || first.id.localeCompare(second.id);

async function requireOne(ctx: ServiceContext, { resource, id, version }: ReadRecord, getHandler: HandlerOf) {
  const reading = readings.get(resource);
  if (!reading) throw buildRefusal('BAD_REQUEST', `${resource} are not read by id`);
  // Every get takes the id of its path.
  const now = await readIfThere(() => getHandler(reading)({ ...ctx, holdsRecords: true }, { id, by: 'id' } as never));
  if (now !== undefined && computeVersion(now) === version) return;
  throw buildRefusal('RECORD_CHANGED', `${resource}/${id} is not as it was read; nothing was changed`);
}

async function readIfThere(read: () => Promise<unknown>): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof WaybillError && error.code === 'NOT_FOUND') return undefined;
    throw error;
  }
}

const buildRefusal = (code: 'BAD_REQUEST' | 'RECORD_CHANGED', message: string): WaybillError =>
  new WaybillError(code, `${shownHeader}: ${message}.`, {
    details: [{ field: shownHeader, message, ...(code === 'RECORD_CHANGED' && { code }) }],
  });
