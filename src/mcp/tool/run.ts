import type { GapNotes } from '../../domain/kit/completeness.ts';
import { isTimeZone } from '../../domain/kit/dates.ts';
import { appendAudit, type AuditFacts } from '../audit/audit.ts';
import { stripInvisible } from '../text/invisible.ts';
import type { ApiClient } from '../../client/calls/api-client.ts';
import { auditedDownload, auditedFiles } from './files-out.ts';
import { createBriefs } from './briefs.ts';
import type { ClientIdentity, Control, Principal, Progress, ToolContext } from './context.ts';
import type { FileAccess } from './files.ts';
import type { CommandText } from '../results/error-result.ts';
import type { Log } from '../../log.ts';
import type { ToolMemory } from './memory.ts';
import type { Notify } from './notice.ts';
import { type Paging, startOfList } from '../results/page.ts';
import type { Policy } from '../policy/policy.ts';
import type { StatusNotes } from '../results/status-notes.ts';
import { createCopiedRecords } from './copied-records.ts';
import { copyNow } from './copy-now.ts';
import type { CopiedRecords, RecordsCopy } from './records-copy.ts';
import { completeReferences } from '../copied/reference-details.ts';
import { createRecorder, type Recorder, type RecorderOptions } from './allowed-calls.ts';
import type { Bookkeeping } from './bookkeeping.ts';
import type { WriteJournal } from './write-journal.ts';
import type { Tool } from './tool.ts';

/** What the gate needs; the same for every call of a process. */
export interface GateOptions {
  readonly tools: readonly Tool[];
  /** Names of tools that exist and are not on offer: no answer advises them. */
  readonly missingTools: readonly string[];
  readonly apiOf: (principal: Principal) => ApiClient;
  /** Tells this API from another one that keeps its approvals in the same place. */
  readonly apiName?: string | undefined;
  readonly memory: ToolMemory;
  /** What is written into the memory after a write. */
  readonly bookkeeping: Bookkeeping;
  readonly policy: Policy;
  readonly now: () => string;
  /** A fresh uuid. */
  readonly newId: () => string;
  readonly log: Log;
  readonly commandText: CommandText;
  /** Of the desk, where the person named one; otherwise the one that the API tells. */
  readonly timeZone?: string | undefined;
  readonly files?: FileAccess | undefined;
  /** Whether the API's addresses of files lead anywhere outside this process. */
  readonly hasFileAddresses: boolean;
  readonly copy: () => Promise<RecordsCopy>;
  /** Tells the copy, where it is open, that something was written. */
  readonly noteWrite?: (() => void) | undefined;
  /** Tells people that an approval waits, and what becomes of it. */
  readonly notify?: Notify | undefined;
  /** Opens the page on which a person decides, where this process can serve one, and returns its address. */
  readonly approvalsPage?: (() => Promise<string | undefined>) | undefined;
}

/** Who calls, and what their client can do. */
export interface Caller {
  readonly principal: Principal;
  readonly clientInfo: ClientIdentity | undefined;
  /** Whether the client can show a form, and there is a person to whom. */
  readonly canAsk: boolean;
  /** The person's answer to an earlier question, when the call carries one. */
  readonly confirmation?: Confirmation | undefined;
  /** The place in a trace that this call is at, as W3C Trace Context writes it; undefined where nobody traces. */
  readonly traceparent?: string | undefined;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** Whether this call was counted when its message came, before anything was done for it. */
  readonly isCounted?: boolean;
}

/** Signed by the server and bound to the principal; what it says about the call is compared again. */
export interface ConfirmState {
  /** Single use. */
  readonly id: string;
  readonly tool: string;
  readonly args: string;
  readonly plan: string;
  /** By the API's time. */
  readonly askedAt: string;
  readonly expiresAt: string;
  /** What a no leaves undone, encrypted: a client keeps the question, and reads nothing in it. */
  readonly atStake: string;
}

export interface Confirmation {
  readonly state: ConfirmState;
  /** `accept` only with the box ticked. */
  readonly answer: 'accept' | 'decline' | 'cancel';
}

/** All that one call works with. */
export interface Run {
  readonly options: GateOptions;
  readonly caller: Caller;
  readonly control: Control;
  readonly journal: WriteJournal;
  /** What the answer can't tell. */
  readonly gaps: GapNotes;
  readonly statuses: StatusNotes;
  /** The tool that was called. */
  readonly tool: string;
}

/** What does not list has no pages. */
const noPages: Paging = {
  position: startOfList,
  cursorAt() {
    throw new Error('only reading tools have pages');
  },
};

interface Asked {
  /** By the API's time; absent when that is now. */
  readonly askedAt?: string | undefined;
  readonly paging?: Paging | undefined;
}

/** A tool's present is the API's; approvals and the audit log stay on the clock of the machine. */
/** The API for a tool in this run: it sees what it declared, and reads only unless there are rules for writing. */
export const recorderOf = (
  { options, caller, journal, gaps, statuses }: Run,
  allowed: Tool['operations'],
  { onRead, ...more }: Pick<RecorderOptions, 'onRead' | 'writes'> = {},
): Recorder =>
  createRecorder({
    api: options.apiOf(caller.principal),
    allowed,
    policy: options.policy,
    signal: caller.signal,
    traceparent: caller.traceparent,
    journal,
    completeAnswer: (answer, effect) =>
      completeReferences(answer, {
        api: options.apiOf(caller.principal),
        copy: options.copy,
        signal: caller.signal,
        mayRefresh: effect === 'read',
        noteGap: gaps.note,
      }),
    onRead(name, input, answer) {
      statuses.noteRead(name, answer);
      onRead?.(name, input, answer);
    },
    ...more,
  });

export async function toolContext(
  run: Run,
  recorder: Recorder,
  { askedAt, paging = noPages }: Asked = {},
): Promise<ToolContext> {
  const { options, caller, control } = run;
  const note = fileNote(run);
  const { aheadMs, timeZone } = await recorder.api.time();
  const now = () => later(options.now(), aheadMs);
  const context: Omit<ToolContext, 'records'> = {
    api: { ...recorder.api, download: auditedDownload(note, recorder) },
    now,
    askedAt: askedAt ?? now(),
    principal: caller.principal,
    clientInfo: caller.clientInfo,
    policy: options.policy,
    signal: caller.signal,
    progress: caller.progress,
    files: options.files && auditedFiles(note, options.files),
    hasFileAddresses: options.hasFileAddresses,
    timeZone: deskZone(options.timeZone, timeZone),
    control,
    copy: options.copy,
    briefs: createBriefs({ ...options, now }, caller.principal),
    paging,
    noteGap: run.gaps.note,
    noteAge: run.gaps.noteAge,
    completeness: run.gaps.read,
    noteUnknownStatuses: run.statuses.noteCopied,
  };
  let records: Promise<CopiedRecords> | undefined;
  const openRecords = () =>
    (records ??= createCopiedRecords({ ...context, refresh: (names) => copyNow(context, names) }));
  return { ...context, records: openRecords };
}

/** The zone of the tools' civil dates: the person's own, else the one that the API tells, else the machine's. */
export function deskZone(own: string | undefined, told: string | undefined): string {
  return own ?? (told !== undefined && isTimeZone(told) ? told : machineZone());
}

const machineZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

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
