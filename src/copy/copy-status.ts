import { collections } from './collections/index.ts';
import { listEmbeddedNames } from './embedded.ts';
import { pickStates, readStates, type State } from './state/state.ts';
import type { CopyDatabase } from './state/tables.ts';

/** State of every collection at one moment. A question reads it once, and again where the copy has changed meanwhile. */
export interface CopyStatus {
  readonly states: ReadonlyMap<string, State>;
  /** Collections whose records are taken from others. */
  readonly embeddedNames: ReadonlySet<string>;
}

export async function readCopyStatus(database: Pick<CopyDatabase, 'reader'>): Promise<CopyStatus> {
  const [states, embeddedNames] = await Promise.all([readStates(database), listEmbeddedNames(database)]);
  return { states, embeddedNames };
}

/** Tells if all records of these collections are in the copy. */
export const areWhole = ({ states }: CopyStatus, names: readonly string[]): boolean =>
  pickStates(states, names).every(({ is_whole: isWhole }) => isWhole === 1);

const parentNames: readonly string[] = collections.filter(({ isReferredTo }) => isReferredTo).map(({ name }) => name);

/** Names the collections that other records name, as far as they are not whole yet. */
export const listUnreadParents = ({ states, embeddedNames }: CopyStatus): readonly string[] =>
  pickStates(states, parentNames).flatMap(({ name, is_whole: isWhole }) =>
    isWhole === 1 || embeddedNames.has(name) ? [] : [name],
  );
