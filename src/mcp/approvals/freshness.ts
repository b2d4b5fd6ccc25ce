import type { ApiClient } from '../../client/calls/api-client.ts';
import { WaybillError } from '../../errors.ts';
import { readEntry } from '../audit/audit.ts';
import { cleanText } from '../text/text.ts';
import type { ApprovalRow, ToolMemory } from '../tool/memory.ts';
import { isNothingToDo, type NothingToDo, type Planned } from '../tool/plan.ts';
import { deskZone } from '../run/call-facts.ts';
import { openPlan, type SealedPlan, shownStatus, toShownPlan } from './approval-row.ts';
import { comparePlans, describeChanges, type PlanChange } from './plan-changes.ts';

/** Plans anew, in the name of whoever asked and with reading calls only, what an approval is about. */
export type PlanAgain = (
  row: Pick<ApprovalRow, 'tool' | 'requester'>,
  sealed: SealedPlan,
  signal: AbortSignal,
) => Promise<Planned | NothingToDo>;

/** The API of the process in which a person decides. */
export interface DeciderApi {
  readonly api: ApiClient;
  /** Tells it from another one: records of one brokerage are not compared with another's. */
  readonly name: string | undefined;
  /** IANA zone of the times that are told; the API's where there is none. */
  readonly timeZone: string | undefined;
  readonly planAgain: PlanAgain;
}

export interface FreshnessDesk {
  readonly memory: ToolMemory;
  readonly now: () => string;
  /** Absent where this process reaches no API. */
  readonly records?: DeciderApi | undefined;
}

/** Whether what a plan rests on is still as it was planned with, as far as this process can tell. */
export interface Freshness {
  readonly state: 'unchanged' | 'changed' | 'unchecked';
  readonly text: string;
}

const unchecked = (why: string): Freshness => ({
  state: 'unchecked',
  text: `Whether its records have changed since was not checked: ${why}. A plan whose records changed does not run.`,
});

/** How long a person waits for it. */
const answersWithinMs = 10_000;

/** Of a plan that may still be carried out; undefined of every other one. Reads, and changes nothing. */
export async function freshnessOf(desk: FreshnessDesk, id: string): Promise<Freshness | undefined> {
  const row = await desk.memory.approvals.get(id);
  if (row === undefined || !['pending', 'approved'].includes(shownStatus(row, desk.now()))) return undefined;
  const sealed = openPlan(row, desk.memory.cipher);
  if (sealed === undefined) return undefined;
  if (desk.records === undefined) return unchecked('this process reaches no brokerage');
  if (sealed.api !== desk.records.name) return unchecked('this process works with another brokerage than the plan');
  try {
    return await checkPlan(desk, desk.records, row, sealed);
  } catch (error) {
    if (error instanceof WaybillError && endings.has(error.code)) return outOfDate(error.message.replace(/\.$/, ''));
    // Why the API does not answer is nothing that a decision needs.
    return unchecked('the brokerage did not answer');
  }
}

/** Errors of planning that the records or the policy cause: the plan would end with them when it is carried out, too. */
const endings: ReadonlySet<string> = new Set(['NOT_FOUND', 'CONFLICT', 'REFUSED', 'VALIDATION_ERROR']);

const outOfDate = (why: string): Freshness => ({
  state: 'changed',
  text: `${why}; this plan will not run. Ask for a new one.`,
});

/** A yes to a plan that cannot run any more would only seem to be one; a no is always taken. */
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
  if (isNothingToDo(planned)) return outOfDate(planned.nothingToDo.replace(/\.$/, ''));
  const changes = comparePlans(toShownPlan(sealed), planned);
  const zone = deskZone(timeZone, (await api.time()).timeZone);
  if (changes.length === 0)
    return { state: 'unchanged', text: `Its records were unchanged at ${instantText(desk.now(), zone)}.` };
  return outOfDate(await describePlanChanges(desk.memory, { changes, since: row.created_at, zone }));
}

interface ToldChanges {
  readonly changes: readonly PlanChange[];
  /** Time of the request, ISO 8601. */
  readonly since: string;
  /** IANA zone of the times that are told. */
  readonly zone: string;
}

/** Names the changes, each with who made it, where that was done through this desk. */
export async function describePlanChanges(memory: ToolMemory, { changes, since, zone }: ToldChanges): Promise<string> {
  const told = await Promise.all(
    changes.map(async (change): Promise<PlanChange> => {
      const made = change.recordId === undefined ? undefined : await findLastWrite(memory, change.recordId, since);
      if (made === undefined) return change;
      const who = cleanText(made.who, 'list').text;
      return { ...change, text: `${change.text} (${instantText(made.at, zone)} by ${who})` };
    }),
  );
  return describeChanges(told);
}

/** Finds the last entry of the audit log since then in which this desk wrote the record. */
async function findLastWrite({ audit }: ToolMemory, id: string, since: string) {
  const entries = (await audit.holding({ texts: [id], since })).map(readEntry);
  const isAbout = entries.filter(({ calls }) =>
    calls.some(({ status, records = [] }) => status === 'done' && records.includes(id)),
  );
  return isAbout.toSorted((one, other) => one.seq - other.seq).at(-1);
}

/** `Nov 23, 2:05 PM CST` */
export const instantText = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', {
    month: 'short',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(Date.parse(at));
