import { collections } from './collections/index.ts';
import type { NotedStatus } from './state/counts.ts';
import type { NotedField } from './state/sent-fields.ts';
import { pickStates, type CollectionState } from './state/state.ts';
import type { CopyDatabase } from './state/tables.ts';

/** State of every collection at one moment. A question reads it once, and again where the copy has changed meanwhile. */
export interface CopyStatus {
  readonly states: ReadonlyMap<string, CollectionState>;
  /** Collections whose records are taken from others. */
  readonly embeddedNames: ReadonlySet<string>;
  /** Fields that no record carried so far. */
  readonly unsentFields: readonly NotedField[];
  /** Statuses that Waybill doesn't know. */
  readonly unknownStatuses: readonly NotedStatus[];
}

/** Queries for all that the copy knows of itself, in the order of `StatusRows`. */
const statusQueries = [
  'select * from copied_collection',
  'select distinct collection from embedded_host',
  `select collection, collection || '.' || field as field, absent from copied_field
    where sent = 0 and absent > 0 order by collection, field`,
  'select collection, kind, status from unknown_status order by kind, status',
].map((query) => ({ sql: query, parameters: [] }));

type StatusRows = readonly [
  states: readonly CollectionState[],
  embedded: readonly { readonly collection: string }[],
  unsentFields: readonly NotedField[],
  unknownStatuses: readonly NotedStatus[],
];

/** Reads the status in one message to the thread of the copy. */
export async function readCopyStatus({ readTogether }: Pick<CopyDatabase, 'readTogether'>): Promise<CopyStatus> {
  // The rows of the queries above.
  const rows = (await readTogether(statusQueries)) as unknown as StatusRows;
  const [states, embedded, unsentFields, unknownStatuses] = rows;
  return {
    states: new Map(states.map((state) => [state.name, state])),
    embeddedNames: new Set(embedded.map(({ collection }) => collection)),
    unsentFields,
    unknownStatuses,
  };
}

/** Returns true if all records of these collections are in the copy. */
export const hasAllRecords = ({ states }: CopyStatus, names: readonly string[]): boolean =>
  pickStates(states, names).every(({ is_whole: isWhole }) => isWhole === 1);

const parentNames: readonly string[] = collections.filter(({ isReferredTo }) => isReferredTo).map(({ name }) => name);

/** Names the collections that other records name, as far as they are not whole yet. */
export const listUnreadParents = ({ states, embeddedNames }: CopyStatus): readonly string[] =>
  pickStates(states, parentNames).flatMap(({ name, is_whole: isWhole }) =>
    isWhole === 1 || embeddedNames.has(name) ? [] : [name],
  );
