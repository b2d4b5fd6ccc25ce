import type { ApiClient } from '../../client/calls/api-client.ts';
import { WaybillError } from '../../errors.ts';
import { readEntry } from '../audit/audit.ts';
import { cleanText } from '../text/text.ts';
import type { ApprovalRow, ToolMemory } from '../tool/memory.ts';
import { isNothingToDo, type NothingToDo, type Planned } from '../tool/plan.ts';
import { chooseDeskZone } from '../run/desk-zone.ts';
import { openPlan, type SealedPlan, getShownStatus, toShownPlan } from './approval-row.ts';
import { comparePlans, describeChanges, type PlanChange } from './plan-changes.ts';

/** Plans an approval's action again, as its requester and with reading calls only. */
export type PlanAgain = (
  row: Pick<ApprovalRow, 'tool' | 'requester'>,
  sealed: SealedPlan,
  signal: AbortSignal,
) => Promise<Planned | NothingToDo>;

/** The API of the process in which a person decides. */
export interface DeciderApi {
  readonly api: ApiClient;
  /** Name that tells one brokerage from another, so that their records are never compared. */
  readonly name: string | undefined;
  /** IANA zone of the times in texts; the API's if undefined. */
  readonly timeZone: string | undefined;
  readonly planAgain: PlanAgain;
}

export interface FreshnessDesk {
  readonly memory: ToolMemory;
  readonly now: () => string;
  /** API of this process; undefined if it reaches none. */
  readonly records?: DeciderApi | undefined;
}

/** Result of checking that the records of a plan are still as they were when it was planned. */
export interface Freshness {
  readonly state: 'unchanged' | 'changed' | 'unchecked';
  readonly text: string;
}

const buildUnchecked = (why: string): Freshness => ({
  state: 'unchecked',
  text: `Whether its records have changed since was not checked: ${why}. A plan whose records changed does not run.`,
});

/** Longest wait for the check, since a person waits for the page. */
const answersWithinMs = 10_000;

/** Checks a plan that may still be carried out, and returns undefined for any other. Changes nothing. */
export async function checkFreshness(desk: FreshnessDesk, id: string): Promise<Freshness | undefined> {
  const row = await desk.memory.approvals.get(id);
  if (row === undefined || !['pending', 'approved'].includes(getShownStatus(row, desk.now()))) return undefined;
  const sealed = openPlan(row, desk.memory.cipher);
  if (sealed === undefined) return undefined;
  if (desk.records === undefined) return buildUnchecked('this process reaches no brokerage');
  if (sealed.api !== desk.records.name)
    return buildUnchecked('this process works with another brokerage than the plan');
  try {
    return await checkPlan(desk, desk.records, row, sealed);
  } catch (error) {
    if (error instanceof WaybillError && endings.has(error.code))
      return buildOutdated(error.message.replace(/\.$/, ''));
    // Why the API does not answer is nothing that a decision needs.
    return buildUnchecked('the brokerage did not answer');
  }
}

/** Errors of planning that the records or the policy cause: the plan would end with them when it is carried out, too. */
const endings: ReadonlySet<string> = new Set(['NOT_FOUND', 'CONFLICT', 'REFUSED', 'VALIDATION_ERROR']);

const buildOutdated = (why: string): Freshness => ({
  state: 'changed',
  text: `${why}; this plan will not run. Ask for a new one.`,
});

/** Refuses to approve a plan that can no longer run. Denying it is always possible. */
export function refuseChanged(freshness: Freshness | undefined): void {
  if (freshness?.state === 'changed') throw new WaybillError('RECORD_CHANGED', freshness.text);
}

async function checkPlan(
  desk: FreshnessDesk,
  { api, timeZone, planAgain }: DeciderApi,
  row: ApprovalRow,
  sealed: SealedPlan,
): Promise<Freshness> {
  const planned = await planAgain(row, sealed, AbortSignal.timeout(answersWithinMs));
  if (isNothingToDo(planned)) return buildOutdated(planned.nothingToDo.replace(/\.$/, ''));
  const changes = comparePlans(toShownPlan(sealed, row), planned);
  const zone = chooseDeskZone(timeZone, (await api.time()).timeZone);
  if (changes.length === 0)
    return { state: 'unchanged', text: `Its records were unchanged at ${formatInstant(desk.now(), zone)}.` };
  return buildOutdated(await describePlanChanges(desk.memory, { changes, since: row.created_at, zone }));
}

interface PlanChangesInput {
  readonly changes: readonly PlanChange[];
  /** Time of the request, ISO 8601. */
  readonly since: string;
  /** IANA zone of the times in texts. */
  readonly zone: string;
}

/** Describes the changes, each with its author if it was made through this desk. */
export async function describePlanChanges(
  memory: ToolMemory,
  { changes, since, zone }: PlanChangesInput,
): Promise<string> {
  const attributedChanges = await Promise.all(
    changes.map(async (change): Promise<PlanChange> => {
      const lastWrite = change.recordId === undefined ? undefined : await findLastWrite(memory, change.recordId, since);
      if (lastWrite === undefined) return change;
      const author = cleanText(lastWrite.who, 'list').text;
      return { ...change, text: `${change.text} (${formatInstant(lastWrite.at, zone)} by ${author})` };
    }),
  );
  return describeChanges(attributedChanges);
}

/** Finds the last entry of the audit log since then in which this desk wrote the record. */
async function findLastWrite({ audit }: ToolMemory, id: string, since: string) {
  const entries = (await audit.listContaining({ texts: [id], since })).map(readEntry);
  const writes = entries.filter(({ calls }) =>
    calls.some(({ status, records = [] }) => status === 'done' && records.includes(id)),
  );
  return writes.toSorted((entry, other) => entry.seq - other.seq).at(-1);
}

/** Formats an instant, such as `Nov 23, 2:05 PM CST`. */
export const formatInstant = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(Date.parse(at));
