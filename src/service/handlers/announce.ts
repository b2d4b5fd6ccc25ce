import type { OperationName } from '../../contract/operation-names.ts';
import type { SandboxOperationName } from '../../contract/sandbox.ts';
import { compareJson } from '../../domain/kit/diff.ts';
import type { ServiceContext } from '../shared/context.ts';
import { readJson } from '../shared/fields.ts';
import { type Audience, audienceOf, hasListener, writeEvents } from '../shared/events.ts';
import { type EventData, type RecordedEvent, RecordPointer } from '../shared/recorded-event.ts';
import { creations, type RecordChange, recordChanges } from './operation-events.ts';
import type { AnyHandler, HandlerOf } from '../shared/handlers.ts';

interface Served {
  readonly name: OperationName | SandboxOperationName;
  readonly handler: AnyHandler;
}

/** Runs the handler of a write and puts its events into the outbox, in the same transaction. */
export async function runWrite(
  ctx: ServiceContext,
  { name, handler }: Served,
  input: Readonly<Record<string, unknown>>,
  handlerOf: HandlerOf,
): Promise<unknown> {
  const change = recordChanges.get(name);
  const audience = change && (await audienceOf(ctx));
  const before =
    change && audience && hasListener(audience, change.event)
      ? await readRecord(ctx, handlerOf, change, input)
      : undefined;
  // The input was checked against the schemas that the handler's type is inferred from.
  const returned = await handler(ctx, input as never);
  const announced = before && change ? changeEvent(ctx, change, before, returned) : creationEvent(name, returned);
  await publish(ctx, [...(announced ? [announced] : []), ...ctx.events], { audience, handlerOf });
  return returned;
}

/** The record that a path names, as the API shows it; 404 where the operation itself would respond so. */
async function readRecord(
  ctx: ServiceContext,
  handlerOf: HandlerOf,
  { resource }: RecordChange,
  { id, by }: Readonly<Record<string, unknown>>,
) {
  // A get takes the path's id and how it is meant, both checked for the write already.
  const record = await handlerOf(`${resource}.get` as const)(ctx, { id, by } as never);
  return isData(record) ? record : undefined;
}

/** Whether a handler returned what an event can carry, and not a file or nothing. */
const isData = (value: unknown): value is EventData =>
  typeof value === 'object' && value !== null && !(value instanceof Response);

function creationEvent(name: Served['name'], returned: unknown): RecordedEvent | undefined {
  const eventOf = creations.get(name);
  if (!eventOf || !isData(returned)) return undefined;
  return { event: eventOf(returned), data: returned };
}

function changeEvent(
  { now }: ServiceContext,
  { event, verb }: RecordChange,
  before: EventData,
  returned: unknown,
): RecordedEvent | undefined {
  if (verb === 'delete') return { event, data: { ...before, updatedAt: now, deletedAt: now } };
  if (!isData(returned)) return undefined;
  const changes = compareJson(asSent(before), asSent(returned));
  return changes.length === 0 ? undefined : { event, data: returned, diff: changes };
}

/** What JSON makes of a value, so that two of them differ only where a receiver can see it. */
const asSent = (value: EventData) => readJson<EventData>(JSON.stringify(value));

interface Publishing {
  /** Read already, when the caller needed it. */
  readonly audience: Audience | undefined;
  readonly handlerOf: HandlerOf;
}

/** Puts events into the outbox of the transaction, each with the record that it points at as it is then. */
export async function publish(
  ctx: ServiceContext,
  recorded: readonly RecordedEvent[],
  { audience: known, handlerOf }: Publishing,
): Promise<void> {
  if (recorded.length === 0) return;
  const audience = known ?? (await audienceOf(ctx));
  const wanted = recorded.filter(({ event }) => hasListener(audience, event));
  const pointers = wanted.map(({ data }) => data).filter((data) => data instanceof RecordPointer);
  const records = await readRecords(ctx, handlerOf, pointers);
  const ready = wanted.flatMap(({ data, ...rest }) => {
    const shown = data instanceof RecordPointer ? records.get(data.id) : data;
    return shown ? [{ ...rest, data: shown }] : [];
  });
  await writeEvents(ctx, audience, ready);
}

/** The largest page of a filter operation. */
const recordsPerRead = 250;

/** The records as the API shows them, by id; one that the same request has deleted is missing. */
async function readRecords(
  ctx: ServiceContext,
  handlerOf: HandlerOf,
  pointers: readonly RecordPointer[],
): Promise<ReadonlyMap<string, EventData>> {
  const records = new Map<string, EventData>();
  for (const resource of new Set(pointers.map((pointer) => pointer.resource))) {
    const ids = [...new Set(pointers.filter((pointer) => pointer.resource === resource).map(({ id }) => id))];
    const list = handlerOf(`${resource}.filter` as const);
    for (let from = 0; from < ids.length; from += recordsPerRead) {
      const input = { filter: { id: { in: ids.slice(from, from + recordsPerRead) } }, pageSize: recordsPerRead };
      // A filter takes exactly this.
      for (const record of recordsOn(await list(ctx, input as never))) records.set(record.id, record);
    }
  }
  return records;
}

type IdentifiedData = EventData & { readonly id: string };

/** The records on a page that a filter returned. */
function recordsOn(page: unknown): readonly IdentifiedData[] {
  const data: unknown = isData(page) ? page['data'] : undefined;
  return Array.isArray(data) ? data.filter(hasId) : [];
}

const hasId = (value: unknown): value is IdentifiedData => isData(value) && typeof value['id'] === 'string';
