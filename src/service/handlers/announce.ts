import type { OperationName } from '../../contract/operation-names.ts';
import type { SandboxOperationName } from '../../contract/sandbox.ts';
import { compareJson } from '../../domain/kit/diff.ts';
import type { ServiceContext } from '../shared/context.ts';
import { readJson } from '../shared/fields.ts';
import { type Audience, readAudience, hasListener, writeEvents } from '../shared/events.ts';
import { type EventData, type RecordedEvent, RecordPointer } from '../shared/recorded-event.ts';
import { creations, type RecordChange, recordChanges } from './operation-events.ts';
import type { AnyHandler, HandlerOf } from '../shared/handlers.ts';

interface AnnouncedOperation {
  readonly name: OperationName | SandboxOperationName;
  readonly handler: AnyHandler;
}

/** Runs the handler of a write and puts its events into the outbox, in the same transaction. */
export async function runWrite(
  ctx: ServiceContext,
  { name, handler }: AnnouncedOperation,
  input: Readonly<Record<string, unknown>>,
  getHandler: HandlerOf,
): Promise<unknown> {
  const change = recordChanges.get(name);
  const audience = change && (await readAudience(ctx));
  const before =
    change && audience && hasListener(audience, change.event)
      ? await readRecord(ctx, getHandler, change, input)
      : undefined;
  // The input was checked against the schemas that the handler's type is inferred from.
  const returned = await handler(ctx, input as never);
  const announced = before && change ? changeEvent(ctx, change, before, returned) : buildCreationEvent(name, returned);
  await publish(ctx, [...(announced ? [announced] : []), ...ctx.events], { audience, getHandler });
  return returned;
}

/** Reads the record that a path names, as the API shows it; 404 if the operation itself would respond so. */
async function readRecord(
  ctx: ServiceContext,
  getHandler: HandlerOf,
  { resource }: RecordChange,
  { id, by }: Readonly<Record<string, unknown>>,
) {
  // A get takes the path's id and how it is meant, both checked for the write already.
  const record = await getHandler(`${resource}.get` as const)(ctx, { id, by } as never);
  return isData(record) ? record : undefined;
}

/** Returns true if a handler returned data that an event can carry, not a file or nothing. */
const isData = (value: unknown): value is EventData =>
  typeof value === 'object' && value !== null && !(value instanceof Response);

function buildCreationEvent(name: AnnouncedOperation['name'], returned: unknown): RecordedEvent | undefined {
  const getEvent = creations.get(name);
  if (!getEvent || !isData(returned)) return undefined;
  return { event: getEvent(returned), data: returned };
}

function changeEvent(
  { now }: ServiceContext,
  { event, verb }: RecordChange,
  before: EventData,
  returned: unknown,
): RecordedEvent | undefined {
  if (verb === 'delete') return { event, data: { ...before, updatedAt: now, deletedAt: now } };
  if (!isData(returned)) return undefined;
  const changes = compareJson(toSentData(before), toSentData(returned));
  return changes.length === 0 ? undefined : { event, data: returned, diff: changes };
}

/** Converts a value through JSON, so that two values differ only if a receiver can see the difference. */
const toSentData = (value: EventData) => readJson<EventData>(JSON.stringify(value));

interface Publishing {
  /** Read already, when the caller needed it. */
  readonly audience: Audience | undefined;
  readonly getHandler: HandlerOf;
}

/** Puts events into the outbox of the transaction, each with the record that it points at as it is then. */
export async function publish(
  ctx: ServiceContext,
  recorded: readonly RecordedEvent[],
  { audience: loadedAudience, getHandler }: Publishing,
): Promise<void> {
  if (recorded.length === 0) return;
  const audience = loadedAudience ?? (await readAudience(ctx));
  const heardEvents = recorded.filter(({ event }) => hasListener(audience, event));
  const pointers = heardEvents.map(({ data }) => data).filter((data) => data instanceof RecordPointer);
  const records = await readRecords(ctx, getHandler, pointers);
  const ready = heardEvents.flatMap(({ data, ...rest }) => {
    const eventData = data instanceof RecordPointer ? records.get(data.id) : data;
    return eventData ? [{ ...rest, data: eventData }] : [];
  });
  await writeEvents(ctx, audience, ready);
}

/** The largest page of a filter operation. */
const recordsPerRead = 250;

/** Reads records by id as the API shows them. A record that the same request has deleted is missing. */
async function readRecords(
  ctx: ServiceContext,
  getHandler: HandlerOf,
  pointers: readonly RecordPointer[],
): Promise<ReadonlyMap<string, EventData>> {
  const records = new Map<string, EventData>();
  for (const resource of new Set(pointers.map((pointer) => pointer.resource))) {
    const ids = [...new Set(pointers.filter((pointer) => pointer.resource === resource).map(({ id }) => id))];
    const list = getHandler(`${resource}.filter` as const);
    for (let from = 0; from < ids.length; from += recordsPerRead) {
      const input = { filter: { id: { in: ids.slice(from, from + recordsPerRead) } }, pageSize: recordsPerRead };
      // A filter takes exactly this.
      for (const record of listRecords(await list(ctx, input as never))) records.set(record.id, record);
    }
  }
  return records;
}

type IdentifiedData = EventData & { readonly id: string };

/** Lists the records on a page that a filter returned. */
function listRecords(page: unknown): readonly IdentifiedData[] {
  const data: unknown = isData(page) ? page['data'] : undefined;
  return Array.isArray(data) ? data.filter(hasId) : [];
}

const hasId = (value: unknown): value is IdentifiedData => isData(value) && typeof value['id'] === 'string';
