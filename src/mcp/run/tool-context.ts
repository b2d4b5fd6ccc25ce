import { createFileNote, addMilliseconds } from './call-details.ts';
import { chooseDeskZone } from './desk-zone.ts';
import type { ToolRun } from './run.ts';
import { createAuditedDownload, createAuditedFiles } from '../tool/files-out.ts';
import { createBriefs } from '../tool/briefs.ts';
import type { ToolContext } from '../tool/context.ts';
import { type Paging, startOfList } from '../results/page.ts';
import { createCopiedRecords } from '../tool/copied-records.ts';
import { copyNow } from '../tool/copy-now.ts';
import type { CopiedRecords } from '../tool/records-copy.ts';
import { completeReferences } from '../copied/reference-details.ts';
import { createRecorder, replaceMethods, type Recorder, type RecorderOptions } from '../tool/allowed-calls.ts';
import { createSettlement, type Settlement } from '../tool/settlement.ts';
import type { Tool } from '../tool/tool.ts';

/** Paging of tools that return no list. */
const noPages: Paging = {
  position: startOfList,
  cursorAt() {
    throw new Error('only reading tools have pages');
  },
};

interface ToolContextOptions {
  /** Time of the request by the API's clock; absent if that is now. */
  readonly askedAt?: string | undefined;
  readonly paging?: Paging | undefined;
  /** The answers that the request is settled with; absent where each question is answered now. */
  readonly settlement?: Settlement | undefined;
}

/**
 * Opens the API for a tool in this run. The tool can call what it declared, and only reads unless there are rules for
 * writing.
 */
export const openRecorder = (
  { options, caller, deadline, journal, gaps, statuses }: ToolRun,
  allowed: Tool['operations'],
  { onRead, ...more }: Pick<RecorderOptions, 'onRead' | 'writes' | 'sharedFor' | 'readsOnce'> = {},
): Recorder =>
  createRecorder({
    api: options.apiOf(caller.principal),
    allowed,
    policy: options.policy,
    signal: caller.signal,
    deadline,
    traceparent: caller.traceparent,
    journal,
    completeAnswer: (answer, effect) =>
      completeReferences(answer, {
        api: options.apiOf(caller.principal),
        copy: options.copy,
        signal: deadline?.signal ?? caller.signal,
        mayRefresh: effect === 'read',
        noteGap: gaps.note,
      }),
    onRead(name, input, answer, isContext) {
      statuses.noteRead(name, answer);
      onRead?.(name, input, answer, isContext);
    },
    ...more,
  });

/**
 * Builds the context of a tool. Its clock is the API's; approvals and the audit log stay on the clock of the machine.
 */
export async function buildToolContext(
  run: ToolRun,
  recorder: Recorder,
  { askedAt, paging = noPages, settlement }: ToolContextOptions = {},
): Promise<ToolContext> {
  const { options, caller, control, deadline } = run;
  const note = createFileNote(run);
  const { aheadMs, timeZone } = await recorder.api.time();
  const readNow = () => addMilliseconds(options.now(), aheadMs);
  const requestedAt = askedAt ?? readNow();
  const context: Omit<ToolContext, 'records' | 'settle' | 'isSettling'> = {
    api: replaceMethods(recorder.api, { download: createAuditedDownload(note, recorder) }),
    contextApi: recorder.contextApi,
    now: readNow,
    askedAt: requestedAt,
    principal: caller.principal,
    clientInfo: caller.clientInfo,
    policy: options.policy,
    signal: deadline?.signal ?? caller.signal,
    progress: caller.progress,
    files: options.files && createAuditedFiles(note, options.files),
    hasFileAddresses: options.hasFileAddresses,
    timeZone: chooseDeskZone(options.timeZone, timeZone),
    // The log is on the clock of the machine.
    control: { ...control, listChanges: (days) => control.listChanges(days, addMilliseconds(requestedAt, -aheadMs)) },
    copy: options.copy,
    briefs: createBriefs({ ...options, now: readNow }, caller.principal),
    paging,
    noteGap: run.gaps.note,
    noteAge: run.gaps.noteAge,
    completeness: run.gaps.read,
    noteUnknownStatuses: run.statuses.noteCopied,
  };
  let records: Promise<CopiedRecords> | undefined;
  const openRecords = () =>
    (records ??= createCopiedRecords({
      ...context,
      refresh: (names) => copyNow(context, names),
      countWrites: () => recorder.calls.length,
    }));
  const deciding: ToolContext = {
    ...context,
    api: recorder.contextApi,
    records: openRecords,
    // A part of a question belongs to its answer.
    settle: (_name, decide) => decide(deciding),
    isSettling: false,
  };
  const { settle } = settlement ?? createSettlement();
  return {
    ...context,
    records: openRecords,
    settle: (name, decide) => settle(name, () => decide(deciding)),
    isSettling: settlement !== undefined,
  };
}
