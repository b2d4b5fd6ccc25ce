import type { ToolCaller, ToolRun } from './run.ts';
import { appendAudit, type AuditDetails } from '../audit/audit.ts';
import { stripInvisible } from '../text/invisible.ts';
import { chooseDeskZone } from './desk-zone.ts';

/** Reads the zone in which people read the desk's times; without an answer of the API it is the machine's. */
export async function readDeskZone({ options, caller }: Pick<ToolRun, 'options' | 'caller'>): Promise<string> {
  const apiTime = await options
    .apiOf(caller.principal)
    .time()
    .catch(() => undefined);
  return chooseDeskZone(options.timeZone, apiTime?.timeZone);
}

const summaryMax = 500;

/** Creates a function that records in the audit log that a file is sent out. */
export const createFileNote =
  (run: ToolRun): ((summary: string) => Promise<void>) =>
  (summary) =>
    appendAudit(run.options, toFileEntry(run, summary));

/** Creates the same function for use after a write, whose result stands even if the entry fails. */
export const createFileNoteAfter =
  (run: ToolRun): ((summary: string) => Promise<void>) =>
  async (summary) => {
    await run.options.bookkeeping.write({ kind: 'audit', facts: toFileEntry(run, summary) });
  };

const toFileEntry = ({ options, caller, tool }: ToolRun, summary: string): AuditDetails => ({
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
export const toAuthor = ({ principal: { name, access }, ...caller }: ToolCaller) => ({
  who: name,
  client: formatClientName(caller),
  ...(access && { roles: access.roles }),
});

export const formatClientName = ({ clientInfo }: Pick<ToolCaller, 'clientInfo'>): string | null =>
  clientInfo === undefined ? null : `${clientInfo.title ?? clientInfo.name} ${clientInfo.version}`;

/** Adds a duration in milliseconds to an ISO instant. */
export function addMilliseconds(at: string, ms: number): string {
  return new Date(Date.parse(at) + ms).toISOString();
}
