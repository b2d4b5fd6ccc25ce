import { WaybillError } from '../errors.ts';
import { adoptHosts } from './embedded.ts';
import { forgetExpected } from './expected-changes.ts';
import { deletePass, createPass, type CopyStep } from './pass.ts';
import { readApiTime } from './state/requests.ts';
import { readCurrentState, type CollectionState, writeJoinedState, writeState } from './state/state.ts';
import type { CopyTransaction } from './state/tables.ts';

/**
 * Runs a step. A collection that the API doesn't list is taken from the records that show it, or is noted as missing.
 */
export async function runUnlessUnlisted(step: CopyStep, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof WaybillError) || error.code !== 'NOT_IMPLEMENTED') throw error;
    const asOf = await readApiTime(step.source.api, step.signal);
    await step.database.transaction(async (tx) => {
      await step.heldLease.require(tx);
      await noteUnlisted(tx, step, asOf);
    });
    step.log('info', error.message, { collection: step.collection.name });
  }
}

async function noteUnlisted(tx: CopyTransaction, { collection }: CopyStep, asOf: string): Promise<void> {
  const state = await readCurrentState(tx, collection.name);
  const updates = state.updates_begun + 1;
  await deletePass(tx, createPass(collection, 'update'));
  await forgetExpected(tx, collection.name);
  const ended: CollectionState = { ...state, updates_begun: updates, updates_finished: updates };
  if (collection.hosts.length === 0)
    return writeState(tx, { ...ended, is_missing: 1, is_whole: 1, complete_from: null, as_of: asOf });
  await writeState(tx, ended);
  await adoptHosts(tx, collection);
  // What was read of the hosts before came without these records.
  if (state.is_whole === 0) for (const { collectionName } of collection.hosts) await beginAnew(tx, collectionName);
  await writeJoinedState(tx, collection.name);
}

async function beginAnew(tx: CopyTransaction, name: string): Promise<void> {
  for (const kind of ['update', 'backfill'] as const) await deletePass(tx, { collection: name, kind });
  await forgetExpected(tx, name);
  const state = await readCurrentState(tx, name);
  await writeState(tx, { ...state, since: null, as_of: null, complete_from: null, full_as_of: null, is_whole: 0 });
}
