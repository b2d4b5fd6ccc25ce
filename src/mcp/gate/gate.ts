import { createRequestStateCodec } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { canonicalJson } from '../../contract/kit/canonical.ts';
import { WaybillError } from '../../errors.ts';
import { maskAccountsIn } from '../text/mask-accounts.ts';
import { toPlanTool } from './plan-again.ts';
import { createGapNotes } from '../../domain/kit/completeness.ts';
import { createStatusNotes } from '../results/status-notes.ts';
import { checkResult, tidyResult } from './checked-result.ts';
import { createControl } from './control.ts';
import { writeDirectly } from '../execution/direct-write.ts';
import { createCallRate } from '../limits/call-rate.ts';
import { requireOpen } from '../limits/hours.ts';
import { renameRefusedFields } from '../results/argument-names.ts';
import { listAmountGaps, withDataState, withGaps, withUnknownStatuses } from '../results/completeness-result.ts';
import { buildErrorResult } from '../results/error-result.ts';
import { type ContinuedCall, continueCall, type StoredPaging, createPaging } from './stored-pages.ts';
import { isPlainRecord, type JsonObject } from '../../domain/kit/plain-record.ts';
import { describeStop, requireWritesRun } from '../stop/writes-stop.ts';
import { formatTypedName } from '../text/text.ts';
import type { ToolResult, WriteOutcome } from '../results/result.ts';
import type { ClientIdentity, ToolPrincipal, PrincipalOf } from '../tool/context.ts';
import type { PageExecutor } from '../approvals/page-executor.ts';
import { readDeskChanges } from '../tool/desk-changes.ts';
import type { OfferedPage, ToolCallAnswer, ToolGate, Runner } from '../run/runner.ts';
import { auditAddresses, auditUploadAddresses } from '../tool/files-out.ts';
import type { FoundApproval } from '../tool/memory.ts';
import type { WriteJournal } from '../tool/write-journal.ts';
import { watchDelays } from '../tool/bookkeeping.ts';
import { createOperationJournal } from '../tool/allowed-calls.ts';
import type { ConfirmState, GateOptions, ToolCaller, ToolRun } from '../run/run.ts';
import { createFileNote, createFileNoteAfter } from '../run/call-details.ts';
import { startCallDeadline } from '../run/call-deadline.ts';
import { openRecorder, buildToolContext } from '../run/tool-context.ts';
import type { Log } from '../../log.ts';
import { removeMissingInData, createMissingRemover } from '../text/offered-words.ts';
import { withOfferedSteps } from './offered-steps.ts';
import { writePlanned } from './planned-write.ts';
import { describeInputIssue } from '../input/issue-words.ts';
import { interpretArguments } from '../input/interpret-arguments.ts';
import { readApiKnowledge } from '../tool/api-knowledge.ts';
import { getToolGate } from '../policy/policy.ts';
import { completeText } from '../prompt/completion.ts';
import { createApprovalTasks, isOver } from './approval-tasks.ts';
import type { SettleApproval } from './background-runs.ts';
import { createPageRuns } from './page-runs.ts';
import { readEnd, runApproved, type Underway } from './run-approved.ts';
import type { ReadTool, Tool, PerformingTool } from '../tool/tool.ts';

/** Deepest nesting of arguments. Deeper ones would overflow the stack of the code that walks them. */
const depthMax = 100;
/** Arguments as JSON: enough for a file of 1 MB in base64, and no more. */
const argumentsMax = 2_000_000;
/** Lifetime of a question's state. The gate itself enforces the ten minutes of a question; this only drops old ones. */
const stateTtlSeconds = 24 * 60 * 60;

export function createRunner(options: GateOptions, principalOf: PrincipalOf): Runner {
  const countCall = createCallRate(options);
  const { settle, ...gate } = createGate(options, countCall);
  return {
    gate,
    tasks: settle && createApprovalTasks(options, settle),
    countCall,
    complete: (request) => completeText(options, request),
    describeStop: (caller) => describeStop({ options, caller }),
    readApiKnowledge: (principal) =>
      readApiKnowledge({
        capabilities: options.apiOf(principal).capabilities,
        copy: options.copy,
        asOf: options.now(),
      }),
    changes: (since) => readDeskChanges(options.memory, since),
    codec: createRequestStateCodec<ConfirmState | OfferedPage>({
      key: options.memory.cipher.derive('request-state'),
      ttlSeconds: stateTtlSeconds,
      bind: (ctx) => `${ctx.mcpReq.method}\0${principalOf(ctx.http?.authInfo).name}`,
    }),
  };
}

/**
 * Creates what executes approved plans from the approvals page; undefined if the tools on offer can't execute any. Each
 * is a call of its requester through the same gate as a call of their assistant.
 */
export function createPageExecutor(options: GateOptions, client: ClientIdentity): PageExecutor | undefined {
  const approvalTool = options.tools.find(({ kind }) => kind === 'approval');
  const { settle } = createGate(options, createCallRate(options));
  return approvalTool && settle && createPageRuns({ ...options, settle, approvalTool: approvalTool.name, client });
}

interface Gate extends ToolGate {
  /** Carries out an approval, or says how it ended; undefined if no tool on offer does that. */
  readonly settle: SettleApproval | undefined;
}

/** Creates the gate that every tool call goes through. It never throws. */
function createGate(options: GateOptions, countCall: Runner['countCall']): Gate {
  const underway: Underway = new Map();
  const tools = new Map(options.tools.map((tool) => [tool.name, tool]));
  const answerCall = createAnswering(options, countCall);
  const approvalTool = options.tools.find((tool) => tool.kind === 'approval');
  const settle = async (tool: Tool, row: FoundApproval, caller: ToolCaller): Promise<ToolResult> => {
    const input = { approvalId: row.id };
    const answer = await answerCall({ tool, rawArguments: input, caller }, async (run) =>
      isOver(row, options.now())
        ? { result: await readEnd(run, underway, row) }
        : dispatch(run, underway, tool, await continueCall(run, tool, input)),
    );
    if ('question' in answer) throw new Error(`${tool.name} asks a question`);
    return answer.result;
  };
  return {
    async call(name, rawArguments, caller) {
      const tool = tools.get(name);
      if (tool === undefined) throw new Error(`there is no tool ${name}`);
      return answerCall({ tool, rawArguments, caller }, async (run) =>
        dispatch(run, underway, tool, await continueCall(run, tool, readArguments(tool, rawArguments))),
      );
    },
    settle: approvalTool && ((row, caller) => settle(approvalTool, row, caller)),
  };
}

interface GateCall {
  readonly tool: Tool;
  readonly rawArguments: unknown;
  readonly caller: ToolCaller;
}

type PerformCall = (run: ToolRun) => Promise<ToolCallAnswer>;

/** Creates the function that performs a call, and returns every failure as a result. */
function createAnswering(options: GateOptions, countCall: Runner['countCall']) {
  const names = new Set(options.tools.map(({ name }) => name));
  const isOffered = (name: string) => names.has(name);
  const clean = createMissingRemover(options.missingTools);
  const limitToOffered = (result: ToolResult): ToolResult => {
    const { text, data, ...rest } = withOfferedSteps(result, isOffered);
    // Sentences are replaced by sentences and nothing else changes.
    return { ...rest, text: clean(text), data: removeMissingInData(data, clean) as object };
  };
  return async ({ tool, rawArguments, caller }: GateCall, perform: PerformCall): Promise<ToolCallAnswer> => {
    if (isDeeperThan(rawArguments, depthMax)) return { result: buildTooDeepResult(options, tool) };
    const log: Log = (level, message, facts) => options.log(level, message, maskAccountsIn(facts, rawArguments));
    const journal = createOperationJournal();
    const gaps = createGapNotes();
    const statuses = createStatusNotes();
    const bookkeeping = watchDelays(options.bookkeeping);
    const noteDelay = (result: ToolResult) => (bookkeeping.hasDelay() ? withDelay(result) : result);
    using deadline = startCallDeadline({
      caller: caller.signal,
      api: () => options.apiOf(caller.principal),
    });
    try {
      if (caller.isCounted !== true) countCall(caller.principal.name);
      const run: ToolRun = {
        options: { ...options, bookkeeping },
        caller,
        deadline,
        control: createControl(options, caller.principal),
        journal,
        gaps,
        statuses,
        tool: tool.name,
      };
      const answer = await perform(run);
      if ('question' in answer) return { question: { ...answer.question, message: clean(answer.question.message) } };
      if (tool.isWrite) await auditUploadAddresses(createFileNoteAfter(run), answer.result.data);
      const result = tool.isWrite ? describeGaps(run, answer.result) : answer.result;
      return { result: checkResult(tool, noteDelay(limitToOffered(result)), log) };
    } catch (thrown) {
      // What waits with a timer of its own tells only that it was ended.
      const isEnded = deadline.signal.aborted && !(thrown instanceof WaybillError);
      const error = isEnded ? deadline.signal.reason : thrown;
      const sent = { outcome: judgeOutcome(journal, error), done: journal.done() };
      const namedError = renameRefusedFields(error, { names: Object.keys(tool.input.shape), input: rawArguments });
      const failure = buildErrorResult({ ...options, error: namedError, isWrite: tool.isWrite, ...sent, log });
      const failed = limitToOffered(withGaps(failure, gaps.read()));
      return { result: tidyResult(maskAccountsIn(noteDelay(failed), rawArguments)) };
    }
  };
}

/** Adds to the answer of a write what could not be read for it. */
function describeGaps({ gaps }: ToolRun, result: ToolResult): ToolResult {
  for (const gap of listAmountGaps(result)) gaps.note(gap);
  return withGaps(result, gaps.read());
}

const delayText = 'The audit log cannot be written right now: this is recorded as soon as the store is back.';

/**
 * Returns the outcome of the call's writes. If this call has sent nothing, its error may still be about an earlier
 * call.
 */
function judgeOutcome(journal: WriteJournal, error: unknown): WriteOutcome {
  const outcome = journal.outcome();
  return outcome === 'not_done' && error instanceof WaybillError && error.isOpen ? 'unknown' : outcome;
}

/** Adds to a result that its audit entry is still missing. What was done stays done. */
function withDelay(result: ToolResult): ToolResult {
  const { summary } = result.data as { readonly summary?: unknown };
  return {
    ...result,
    text: `${result.text}\n\n${delayText}`,
    data: { ...result.data, ...(typeof summary === 'string' && { summary: `${summary} ${delayText}` }) },
  };
}

const isDeeperThan = (value: unknown, depth: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (depth === 0 || Object.values(value).some((member) => isDeeperThan(member, depth - 1)));

function buildTooDeepResult(options: GateOptions, { isWrite }: Tool): ToolResult {
  const error = new WaybillError('BAD_REQUEST', `The arguments are nested deeper than ${depthMax} levels.`);
  return tidyResult(buildErrorResult({ ...options, error, isWrite }));
}

async function dispatch(
  run: ToolRun,
  underway: Underway,
  tool: Tool,
  question: ContinuedCall,
): Promise<ToolCallAnswer> {
  const input = parseArguments(tool, question.input);
  const gate = getToolGate(run.options.policy, tool.name, tool.gate);
  if (gate === 'off') {
    throw new WaybillError('REFUSED', `${tool.name} is turned off by the policy.`);
  }
  // Nobody is asked for a yes to what cannot be done.
  if (tool.kind !== 'read') await requireWritesRun(run);
  switch (tool.kind) {
    case 'read':
      return { result: await readTool(run, tool, input, createPaging(run, tool, question)) };
    case 'write':
      return gate === 'audit'
        ? { result: await writeDirectly(run, tool, input) }
        : writePlanned(run, underway, requirePlanForm(tool), input);
    case 'plan':
      return writePlanned(run, underway, tool, input);
    case 'approval':
      await requireOpen(run, [tool.name]);
      return { result: await runApproved(run, underway, tool.approval(input)) };
    default:
      return tool satisfies never;
  }
}

function requirePlanForm(tool: Tool): PerformingTool {
  const form = toPlanTool(tool);
  if (form === null) throw new Error(`${tool.name} has no planned form`);
  return form;
}

async function readTool(run: ToolRun, tool: ReadTool, input: JsonObject, paging: StoredPaging): Promise<ToolResult> {
  const recorder = openRecorder(run, tool.operations, { sharedFor: createReaderKey(run.caller.principal) });
  const context = { ...(await buildToolContext(run, recorder, { paging })), files: undefined };
  const result = await tool.read(context, input);
  await auditAddresses(createFileNote(run), recorder, result.data);
  await paging.keep(result);
  const { gaps, statuses } = run;
  for (const gap of listAmountGaps(result)) gaps.note(gap);
  const state = { completeness: gaps.read(), ages: gaps.listAges(), timeZone: context.timeZone };
  return withUnknownStatuses(withDataState(result, state), statuses.list());
}

/** Creates the key of a reader: a call shares requests only with calls of the same person in the same roles. */
const createReaderKey = ({ name, user, kind, access }: ToolPrincipal): string =>
  canonicalJson([name, user, kind, access?.roles]);

/** Reads the arguments of a call. Omitted arguments mean none. */
function readArguments(tool: Tool, raw: unknown): JsonObject {
  const sentArguments = raw ?? {};
  const size = JSON.stringify(sentArguments).length;
  if (size > argumentsMax) {
    throw new WaybillError(
      'PAYLOAD_TOO_LARGE',
      `The arguments have ${size} characters; at most ${argumentsMax} are taken.`,
    );
  }
  const plain = interpretArguments(tool.input, sentArguments);
  if (!isPlainRecord(plain)) throw new WaybillError('BAD_REQUEST', 'The arguments must be an object.');
  return plain;
}

/** Parses arguments by the tool's schema. Names unknown arguments when it refuses them. */
function parseArguments(tool: Tool, input: JsonObject): JsonObject {
  const parsed = tool.input.safeParse(input);
  if (parsed.success) return parsed.data;
  const availableNames = Object.keys(tool.input.shape);
  throw new WaybillError(
    'BAD_REQUEST',
    parsed.error.issues.map((issue) => describeIssue(issue, availableNames)).join(' '),
    {
      details: parsed.error.issues.map((issue) => ({ field: getField(issue), message: describeInputIssue(issue) })),
    },
  );
}

function getField(issue: z.core.$ZodIssue): string {
  const keys = issue.code === 'unrecognized_keys' ? issue.keys : [];
  return [...issue.path, ...keys.slice(0, 1)].map(String).join('.');
}

function describeIssue(issue: z.core.$ZodIssue, availableNames: readonly string[]): string {
  if (issue.code === 'unrecognized_keys' && issue.path.length === 0)
    return `Unknown arguments: ${issue.keys.map(formatTypedName).join(', ')}. There are: ${availableNames.join(', ')}.`;
  const path = formatTypedName(issue.path.map(String).join('.'));
  const text = describeInputIssue(issue);
  return issue.path.length === 0 ? `The call ${text}.` : `${path}: ${text}.`;
}
