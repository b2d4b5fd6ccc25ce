import type { ApiClient } from '../../client/calls/api-client.ts';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { versionOf } from '../../contract/kit/record-version.ts';
import { WaybillError } from '../../errors.ts';
import { readEntry } from '../audit/audit.ts';
import { cleanText, recordText } from '../text/text.ts';
import type { ApprovalRow, ToolMemory } from '../tool/memory.ts';
import type { Plan, Reading } from '../tool/plan.ts';
import { deskZone, later } from '../run/call-facts.ts';
import { openPlan, type SealedPlan, shownStatus } from './approval-row.ts';

/** The API of the process in which a person decides. */
export interface DeciderApi {
  readonly api: ApiClient;
  /** Tells it from another one: records of one brokerage are not compared with another's. */
  readonly name: string | undefined;
  /** IANA zone of the times that are told; the API's where there is none. */
  readonly timeZone: string | undefined;
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
    return await compare(desk, desk.records, row, sealed);
  } catch {
    // Why the API does not answer is nothing that a decision needs.
    return unchecked('the brokerage did not answer');
  }
}

/** A yes to a plan that cannot run any more would only seem to be one; a no is always taken. */
export function refuseChanged(freshness: Freshness | undefined): void {
  if (freshness?.state === 'changed') throw new WaybillError('RECORD_CHANGED', freshness.text);
}

async function compare(
  desk: FreshnessDesk,
  { api, timeZone }: DeciderApi,
  row: ApprovalRow,
  { plan }: SealedPlan,
): Promise<Freshness> {
  const changed = await changedOf(api, plan.readings);
  const { aheadMs, timeZone: told } = await api.time();
  const zone = deskZone(timeZone, told);
  if (changed.length === 0)
    return { state: 'unchanged', text: `Its records were unchanged at ${instantText(desk.now(), zone)}.` };
  const named = changed.slice(0, namedMax);
  const texts = await Promise.all(named.map((one) => changeText({ desk, row, plan, aheadMs, zone }, one)));
  const rest = changed.length - named.length;
  const all = [...texts, ...(rest > 0 ? [`${rest} more records changed`] : [])].join('; ');
  return { state: 'changed', text: `${all}; this plan will not run. Ask for a new one.` };
}

const namedMax = 3;

interface Changed {
  readonly id: string;
  /** As it is now; null where it is gone. */
  readonly record: Readonly<Record<string, unknown>> | null;
}

const readAtOnce = 8;

async function changedOf(api: ApiClient, readings: readonly Reading[]): Promise<readonly Changed[]> {
  const signal = AbortSignal.timeout(answersWithinMs);
  const read = new Map(readings.map((reading) => [`${resourceOf(reading)} ${reading.id}`, reading]));
  const waiting = [...read.values()];
  const changed: Changed[] = [];
  while (waiting.length > 0) {
    const some = await Promise.all(waiting.splice(0, readAtOnce).map((reading) => changeOf(api, reading, signal)));
    changed.push(...some.filter((one) => one !== null));
  }
  return changed;
}

const resourceOf = ({ operation }: Reading): string => operation.split('.')[0] ?? '';

async function changeOf(api: ApiClient, reading: Reading, signal: AbortSignal): Promise<Changed | null> {
  const { id, version } = reading;
  try {
    const now = await api.call(`${resourceOf(reading)}.get`, { id, by: 'id' }, { signal });
    return versionOf(now) === version ? null : { id, record: isPlainRecord(now) ? now : null };
  } catch (error) {
    if (error instanceof WaybillError && error.code === 'NOT_FOUND') return { id, record: null };
    throw error;
  }
}

interface Telling {
  readonly desk: FreshnessDesk;
  readonly row: ApprovalRow;
  readonly plan: Plan;
  readonly aheadMs: number;
  readonly zone: string;
}

/** `SHP-1002 was changed Nov 23, 2:05 PM CST by dana`, as much of it as is known. */
async function changeText({ desk, row, plan, aheadMs, zone }: Telling, { id, record }: Changed): Promise<string> {
  const known = plan.records.find((one) => one.id === id);
  const name = known?.friendlyId ?? textIn(record, 'friendlyId') ?? quotedName(known?.name ?? textIn(record, 'name'));
  const isGone = record === null || textIn(record, 'deletedAt') !== undefined;
  const what = `${name ?? 'A record that it rests on'} was ${isGone ? 'deleted' : 'changed'}`;
  const made = await lastWrite(desk, id, row.created_at);
  if (made !== undefined) return `${what} ${instantText(made.at, zone)} by ${cleanText(made.who, 'list').text}`;
  const at = textIn(record, 'deletedAt') ?? textIn(record, 'updatedAt');
  const onMachine = at === undefined ? undefined : later(at, -aheadMs);
  // What hangs on a record can change without its own time: stops of a quote, for one.
  const when =
    onMachine === undefined || onMachine < row.created_at ? 'since it was planned' : instantText(onMachine, zone);
  return `${what} ${when}, not through this desk`;
}

function textIn(record: Changed['record'], field: string): string | undefined {
  const value = record?.[field];
  return typeof value === 'string' && value !== '' ? value : undefined;
}

const quotedName = (name: string | undefined) => (name === undefined ? undefined : recordText(name, 'list'));

/** Who wrote it last through this desk. */
async function lastWrite({ memory }: FreshnessDesk, id: string, since: string) {
  const entries = (await memory.audit.holding({ texts: [id], since })).map(readEntry);
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
