import {
  compareExpected,
  countExpected,
  type ExpectedCounts,
  expectOlderChanges,
  filterIds,
  isSettled,
  listAwaited,
  markMissing,
} from './expected-changes.ts';
import { isUpdateFilterMissing } from './changes.ts';
import type { CopiedRecord } from './kit/collection.ts';
import { finishUpdate, type Pass, findPass, type CopyStep, writePass } from './pass.ts';
import { pageSize, readPage } from './state/requests.ts';
import { readCurrentState, subtractMs, forgetAll, logOnce, overlapMs, readState } from './state/state.ts';
import { queueFollowers, writePage } from './write-page.ts';

/** Changes to check if nothing points to an earlier state: one unchanged record is proof enough. */
const checkedForProof = 20;
/** Pages that may differ before the copy is filled anew, which is as quick then. */
const checksMax = 8;
/** The same limit for an API that can't list changes: records that are no longer open are read by id. */
const checksMaxWithoutUpdates = 200;

const countLost = ({ older, missing }: ExpectedCounts): number => older + missing;

/** Returns true if an update has read its last page and checks the expected changes that it didn't receive. */
export const isChecking = async (step: CopyStep): Promise<boolean> =>
  (await findPass(step, 'update'))?.is_checking === 1;

/**
 * Requests by id the changes that the copy has seen and the update didn't receive, then earlier ones, until a page of
 * them is unchanged. Records that differ are written, and records that the API doesn't have any more are removed.
 */
export async function checkStep(step: CopyStep): Promise<void> {
  const { database, source, collection, heldLease, signal } = step;
  const state = await readState(database, collection.name);
  const pass = await findPass(step, 'update');
  if (!pass) return;
  const isWithoutUpdates = await isUpdateFilterMissing(source, collection);
  const checksAllowed = isWithoutUpdates ? checksMaxWithoutUpdates : checksMax;
  const ids = await pickNextIds(step);
  if (ids.length === 0) return endCheck(step, pass, checksAllowed);
  const { records } = await readPage(source, collection, { filter: filterIds(ids) }, signal);
  const shownIds = new Set(records.map(({ id }) => id));
  const missingIds = ids.filter((id) => !shownIds.has(id));
  if (!isWithoutUpdates) await learnUnlisted(step, pass, records);
  const isEnded = await database.transaction(async (tx) => {
    await heldLease.require(tx);
    await compareExpected(tx, collection, records);
    const goneIds = await markMissing(tx, collection, missingIds);
    await queueFollowers(tx, collection, { records, goneIds, state });
    await writePage(tx, collection, { records, goneIds });
    await writePass(tx, { ...pass, checks: pass.checks + 1 });
    return isSettled(await countExpected(tx, collection, ids));
  });
  if (isEnded || pass.checks + 1 >= checksAllowed) await endCheck(step, pass, checksAllowed);
}

/**
 * Notes that the API ignores the filter, if a record was updated after the requested moment and the update didn't
 * receive it.
 */
async function learnUnlisted(
  { source, collection: { resource } }: CopyStep,
  { bound, as_of: asOf }: Pass,
  records: readonly CopiedRecord[],
): Promise<void> {
  if (bound === null || asOf === null) return;
  // What changed at about the time of the update may have been written behind it.
  const until = subtractMs(asOf, overlapMs);
  const unlisted = records.find(
    ({ changedAt, createdAt, isDeleted }) =>
      !isDeleted && changedAt > createdAt && changedAt > bound && changedAt < until,
  );
  if (unlisted === undefined) return;
  const evidence = `${resource}.filter by updatedAt left out a record that was updated later`;
  await source.api.capabilities.learn(`filter ${resource}.updatedAt`, 'disproved', evidence);
}

/** Picks the changes that are still expected; if there are none, some older ones. */
async function pickNextIds({ database, collection, heldLease }: CopyStep): Promise<string[]> {
  return database.transaction(async (tx) => {
    await heldLease.require(tx);
    const awaited = await listAwaited(tx, collection, pageSize);
    if (awaited.length > 0) return awaited;
    const isRestored = countLost(await countExpected(tx, collection)) > 0;
    await expectOlderChanges(tx, collection, isRestored ? pageSize : checkedForProof);
    return listAwaited(tx, collection, pageSize);
  });
}

/**
 * Ends the check. If no record is unchanged, nothing shows how far back the API was restored, so the copy is filled
 * anew.
 */
async function endCheck(
  { database, collection, heldLease, log }: CopyStep,
  pass: Pass,
  checksAllowed: number,
): Promise<void> {
  const isClockBack = pass.bound !== (await readState(database, collection.name)).since;
  const logEntry = await database.transaction(async (tx) => {
    await heldLease.require(tx);
    const counts = await countExpected(tx, collection);
    const lost = countLost(counts);
    const isOtherBrokerage = counts.missing > 0 && counts.same === 0;
    const isFilledAnew = isOtherBrokerage || (lost > 0 && pass.checks + 1 >= checksAllowed);
    if (isFilledAnew) {
      await forgetAll(tx);
      heldLease.end();
    } else await finishUpdate(tx, await readCurrentState(tx, collection.name), pass);
    // A record that was changed by a clock that was put back is older as well.
    if (lost === 0 || (isClockBack && counts.missing === 0)) return undefined;
    return (await logOnce(tx, 'restored')) ? { collection: collection.name, records: lost, isFilledAnew } : undefined;
  });
  if (logEntry)
    log(
      'warn',
      'The API shows an earlier state than before, as after a restore: what the copy of its records held otherwise is read again.',
      logEntry,
    );
}
