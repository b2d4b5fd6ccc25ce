import { WaybillError } from '../errors.ts';
import { adoptHosts } from './embedded.ts';
import { forgetExpected } from './expected-changes.ts';
import { deletePass, newPass, type Step } from './pass.ts';
import { apiNow } from './state/requests.ts';
import { currentState, type State, writeJoinedState, writeState } from './state/state.ts';
import type { Tx } from './state/tables.ts';

/** Does a step. A collection that the API doesn't list is taken from the records that show it, or is noted as missing. */
export async function unlessUnlisted(step: Step, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof WaybillError) || error.code !== 'NOT_IMPLEMENTED') throw error;
    const asOf = await apiNow(step.source.api, step.signal);
    await step.database.transaction(async (tx) => {
      await step.heldLease.require(tx);
      await noteUnlisted(tx, step, asOf);
    });
    step.log('info', error.message, { collection: step.collection.name });
  }
}

async function noteUnlisted(tx: Tx, { collection }: Step, asOf: string): Promise<void> {
  const state = await currentState(tx, collection.name);
  const updates = state.updates_begun + 1;
  await deletePass(tx, newPass(collection, 'update'));
  await forgetExpected(tx, collection.name);
  const ended: State = { ...state, updates_begun: updates, updates_finished: updates };
  if (collection.hosts.length === 0)
    return writeState(tx, { ...ended, is_missing: 1, is_whole: 1, complete_from: null, as_of: asOf });
  await writeState(tx, ended);
  await adoptHosts(tx, collection);
  // What was read of the hosts before came without these records.
  if (state.is_whole === 0) for (const { collectionName } of collection.hosts) await beginAnew(tx, collectionName);
  await writeJoinedState(tx, collection.name);
}

async function beginAnew(tx: Tx, name: string): Promise<void> {
  for (const kind of ['update', 'backfill'] as const) await deletePass(tx, { collection: name, kind });
  await forgetExpected(tx, name);
  const state = await currentState(tx, name);
  await writeState(tx, { ...state, since: null, as_of: null, complete_from: null, full_as_of: null, is_whole: 0 });
}
