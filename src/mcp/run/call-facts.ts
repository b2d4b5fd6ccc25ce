import type { Caller, Run } from './run.ts';
import { isTimeZone } from '../../domain/places/time-zones.ts';
import { appendAudit, type AuditFacts } from '../audit/audit.ts';
import { stripInvisible } from '../text/invisible.ts';

/** The zone of the tools' civil dates: the person's own, else the one that the API tells, else the machine's. */
export function deskZone(own: string | undefined, told: string | undefined): string {
  return own ?? (told !== undefined && isTimeZone(told) ? told : getMachineZone());
}

let machineZone: string | undefined;

/** Returns the zone of this machine, which costs a formatter to find out. It stays the same while the process runs. */
const getMachineZone = (): string => (machineZone ??= Intl.DateTimeFormat().resolvedOptions().timeZone);

const summaryMax = 500;

/** Writes into the audit log that a file leaves. */
export const fileNote =
  (run: Run): ((summary: string) => Promise<void>) =>
  (summary) =>
    appendAudit(run.options, fileFacts(run, summary));

/** The same after a write, whose result stands whatever becomes of the entry. */
export const fileNoteAfter =
  (run: Run): ((summary: string) => Promise<void>) =>
  async (summary) => {
    await run.options.bookkeeping.write({ kind: 'audit', facts: fileFacts(run, summary) });
  };

const fileFacts = ({ options, caller, tool }: Run, summary: string): AuditFacts => ({
  kind: 'finished',
  attempt: options.newId(),
  at: options.now(),
  ...toAuthor(caller),
  tool,
  planHash: null,
  approvalId: null,
  calls: [],
  status: 'done',
  summary: stripInvisible(summary).text.slice(0, summaryMax),
  undo: null,
});

/** Members of an audit entry that say who wrote it. */
export const toAuthor = ({ principal: { name, access }, ...caller }: Caller) => ({
  who: name,
  client: clientName(caller),
  ...(access && { roles: access.roles }),
});

export const clientName = ({ clientInfo }: Pick<Caller, 'clientInfo'>): string | null =>
  clientInfo === undefined ? null : `${clientInfo.name} ${clientInfo.version}`;

/** `at` plus a duration, both ISO. */
export function later(at: string, ms: number): string {
  return new Date(Date.parse(at) + ms).toISOString();
}
