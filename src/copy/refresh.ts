import { waitOrAbort, startDeadline } from '../client/transport/abort.ts';
import type { UnsentField } from '../contract/kit/sent-fields.ts';
import type { UnknownStatus } from '../domain/shipments/unknown-statuses.ts';
import { WaybillError } from '../errors.ts';
import { isUpdateFilterMissing } from './changes.ts';
import { collections } from './collections/index.ts';
import { hasAllRecords, type CopyStatus, listUnreadParents, readCopyStatus } from './copy-status.ts';
import type { DailyCheck } from './daily-check.ts';
import type { Filling } from './filling.ts';
import { type CopiedExtent, describeExtent, findPeculiarities } from './progress.ts';
import { pickStates } from './state/state.ts';
import type { SharedUpdates } from './shared-updates.ts';
import type { Copying } from './state/copying.ts';
import { allNames, listUpdated, updateFacts } from './update.ts';

/** Progress of loading the records that a question needs. */
export interface Refreshed extends CopiedExtent {
  /** Collections that the API doesn't list. */
  readonly missing: readonly string[];
  /**
   * Collections of which only new records and those that may still change were read now, with the time of the others.
   */
  readonly older: readonly OlderRecords[];
  /** False if the update takes longer than a question waits and goes on in the background. */
  readonly isCurrent: boolean;
  /** Fields that no record of these collections ever carried. */
  readonly unsentFields: readonly UnsentField[];
  /** Unknown statuses of the records that the question can read. */
  readonly unknownStatuses: readonly UnknownStatus[];
}

/** Records of a collection that are done with, as they were at a moment. */
export interface OlderRecords {
  readonly name: string;
  readonly asOf: string;
}

/** Lists which of these collections can't be listed, and of which older records weren't read now. */
async function describeData(
  { source }: Pick<Copying, 'source'>,
  { states: allStates, embeddedNames }: CopyStatus,
  names: readonly string[],
): Promise<Pick<Refreshed, 'missing' | 'older'>> {
  const missing: string[] = [];
  const older: OlderRecords[] = [];
  const described = collections.filter(({ name }) => names.includes(name));
  const states = pickStates(
    allStates,
    described.map(({ name }) => name),
  );
  for (const [place, collection] of described.entries()) {
    const { is_missing: isMissing = 0, full_as_of: asOf = null } = states[place] ?? {};
    if (isMissing === 1) missing.push(collection.name);
    const isPartly = embeddedNames.has(collection.name) || (await isUpdateFilterMissing(source, collection));
    if (isMissing === 0 && isPartly && asOf !== null) older.push({ name: collection.name, asOf });
  }
  return { missing, older };
}

export interface RefreshRequest {
  readonly names: readonly string[];
  readonly signal: AbortSignal;
  /** Called every few seconds while the question waits for records. */
  readonly onWaiting: (extent: CopiedExtent) => Promise<void>;
  /** False for a question that has waited before and takes the records that are there now. */
  readonly isPatient: boolean;
}

interface Refreshing {
  readonly copying: Copying;
  readonly updates: SharedUpdates;
  readonly filling: Filling;
  /** Absent where the process ends soon. */
  readonly daily: DailyCheck | undefined;
  readonly patienceMs: number;
}

const tellEveryMs = 2_000;

/** Brings collections up to date and waits some seconds for their missing records. */
export async function refreshFor(
  { copying, updates, filling, daily, patienceMs }: Refreshing,
  { names, signal, onWaiting, isPatient }: RefreshRequest,
): Promise<Refreshed> {
  const { database } = copying;
  using patience = startDeadline({ ms: patienceMs, reason: buildTimeoutError, parents: [signal] });
  const endedBefore = updates.countEnded();
  const before = await readCopyStatus(database);
  const { embeddedNames } = before;
  // What is wrong with the API shows at once in the records that are read first.
  const isCurrent = await isInTime(
    updates.bring([...new Set([...listUnreadParents(before), ...names])], { embeddedNames }),
  );
  const isUnchanged = isCurrent && updates.countEnded() === endedBefore;
  const updated = isUnchanged ? before : await readCopyStatus(database);
  const readExtent = async () => describeExtent(database, await readCopyStatus(database), names);
  const isFilled = hasAllRecords(updated, allNames);
  if (!isFilled) filling.start(await listUpdated(copying, names, updated.embeddedNames));
  const tell = createThrottle(tellEveryMs, async () => onWaiting(await readExtent()));
  for (;;) {
    // The last page may be written, and the filling end, while the extent is read.
    const page = filling.page();
    if (!isPatient || !filling.isRunning() || (await readExtent()).isWhole || !(await isInTime(page))) break;
    await tell();
  }
  // Of the pages that were written meanwhile.
  if (filling.isRunning()) await updateFacts(copying);
  const status = isFilled ? updated : await readCopyStatus(database);
  const reached = await describeExtent(database, status, names);
  if (!filling.isRunning() && filling.fault() !== undefined && isNothingRead(reached)) throw filling.fault();
  if (isCurrent && !filling.isRunning() && reached.asOf !== null) daily?.start(reached.asOf);
  const peculiarities = await findPeculiarities(database, status, names);
  return { ...reached, isCurrent, ...peculiarities, ...(await describeData(copying, status, names)) };

  async function isInTime(work: Promise<void>): Promise<boolean> {
    try {
      await waitOrAbort(work, patience.signal);
      return true;
    } catch (error) {
      if (signal.aborted || !patience.signal.aborted) throw error;
      return false;
    }
  }
}

/** Returns true if no record was read that an answer could use. */
const isNothingRead = ({ incomplete }: CopiedExtent): boolean =>
  incomplete.some(({ completeFrom, records }) => completeFrom === null && records === 0);

const buildTimeoutError = () => new WaybillError('TIMEOUT', 'the copy of the records is not ready yet');

export function createThrottle(everyMs: number, work: () => Promise<void>): () => Promise<void> {
  let last = Date.now();
  return async () => {
    if (Date.now() - last < everyMs) return;
    last = Date.now();
    await work();
  };
}
