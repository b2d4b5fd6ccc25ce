import { formatUndo } from '../text/undo-text.ts';
import type { PerformingTool } from '../tool/tool.ts';
import { WaybillError } from '../../errors.ts';
import { writeAudit, writeAuditAfter, type AuditedAttempt } from './audit-writer.ts';
import { sha256 } from '../../contract/kit/canonical.ts';
import { listBasis, requireBasis, withNamedChange } from './unchanged.ts';
import { isUnsettled } from './interruption.ts';
import { renameRefusedFields } from '../results/argument-names.ts';
import { buildErrorResult } from '../results/error-result.ts';
import type { ToolRun } from '../run/run.ts';
import { openRecorder, buildToolContext } from '../run/tool-context.ts';
import { keepUnplanned, storeUndo } from './undos.ts';
import { withNextActions } from '../results/next-actions.ts';
import type { Plan, RecordSnapshots, StepOutcome } from '../tool/plan.ts';
import type { Recorder, WrittenCall } from '../tool/allowed-calls.ts';
import type { ItemResult, NextAction, ToolResult } from '../results/result.ts';
import { withIgnoredParts } from './ignored-parts.ts';
import { resolveStepInput } from './step-input.ts';
import { requireMailedDomains } from '../limits/mail-domains.ts';
import { requireWritesRun } from '../stop/writes-stop.ts';
import { writeResult } from '../results/write-result.ts';
import { createSettlement } from '../tool/settlement.ts';

export interface PlanExecution {
  /** Id of the approval, the confirmation or the attempt; part of every Idempotency-Key. */
  readonly id: string;
  readonly tool: PerformingTool;
  readonly plan: Plan;
  /** The records as the plan read them. */
  readonly snapshots: RecordSnapshots | undefined;
  readonly planHash: string;
  readonly askedAt: string;
  /** Absent if nothing is stored: then `run_approved` cannot resume it. */
  readonly progress?: StepProgress | undefined;
}

/** Record of an execution while it runs. */
export interface StepProgress {
  /**
   * Records that a step is about to be sent. Returns false if the plan was closed meanwhile, so that nothing more may
   * be done.
   */
  begin(index: number): Promise<boolean>;
}

export interface Executed {
  readonly result: ToolResult;
  /** False while what is left may still be done. */
  readonly isFinal: boolean;
  /** Steps that the API answered well. */
  readonly stepsDone: number;
  /** The steps that were carried out, or may have been. */
  readonly movedSteps: readonly number[];
  /** A call failed, and may have been carried out all the same. */
  readonly isInDoubt: boolean;
  /** The API did nothing new: every step had been done before. */
  readonly isReplay: boolean;
}

/** Runs each step of a plan once, even if the process is interrupted, and returns their outcomes. */
export async function execute(run: ToolRun, execution: PlanExecution): Promise<Executed> {
  const { tool, plan } = execution;
  const { recorder, attempt, written } = startRecorder(run, execution);
  const executed = tool.perform
    ? await performWrite(run, execution, { recorder, written })
    : await runPlan(run, execution, recorder);
  if (recorder.calls.length > 0) {
    const details = toOutcomeDetails(executed.result, plan);
    const mayHaveChanged = executed.stepsDone > 0 || executed.isInDoubt;
    const changes = plan.changes && (mayHaveChanged ? plan.changes : []);
    await writeAuditAfter(run, attempt, { kind: 'finished', ...details, calls: recorder.calls, changes });
  }
  return executed;
}

/** Sends the first steps of a plan once more under their keys: what was done is answered again, what was not is done now. */
export async function repeatSteps(
  run: ToolRun,
  execution: PlanExecution,
  count: number,
): Promise<readonly StepOutcome[]> {
  const { recorder, attempt } = startRecorder(run, execution);
  const plan = { ...execution.plan, steps: execution.plan.steps.slice(0, count) };
  const outcomes = await runSteps(run, { ...execution, plan, progress: undefined }, recorder);
  const isDone = outcomes.every(({ status }) => status === 'done');
  await writeAuditAfter(run, attempt, {
    kind: 'finished',
    status: isDone ? 'done' : 'partial',
    summary: `${plan.title}: the steps that an interrupted run had sent were settled.`,
    undo: formatUndo(plan),
    calls: recorder.calls,
    changes: plan.changes,
  });
  return outcomes;
}

/** Calls under the keys of this consent, which are audited. */
function startRecorder(run: ToolRun, { id, tool, plan, planHash, progress }: PlanExecution) {
  const attempt: AuditedAttempt = { id, tool: tool.name, input: [plan.input, plan.steps], planHash, approvalId: id };
  const written: WrittenCall[] = [];
  const recorder = openRecorder(run, tool.operations, {
    writes: {
      computeKey: (operation, nth) => computeStepKey(planHash, id, `${operation}:${nth}`),
      check: (_, operation, written) => requireMailedDomains(run.options.policy, operation, written),
      beforeEach: () => requireWritesRun(run),
      async beforeFirst() {
        await writeAudit(run, attempt, {
          kind: 'started',
          status: 'started',
          summary: plan.title,
          changes: plan.changes,
        });
        // What has no steps counts as one.
        if (tool.perform) await progress?.begin(0);
      },
      afterEach: run.options.noteWrite,
      onAnswer: (call) => void written.push(call),
    },
  });
  return { recorder, attempt, written };
}

async function runPlan(run: ToolRun, execution: PlanExecution, recorder: Recorder): Promise<Executed> {
  const outcomes = await runSteps(run, execution, recorder);
  await storeUndo(run, execution, outcomes);
  return {
    result: await buildResult(run, execution, outcomes),
    isFinal: outcomes.every((outcome) => outcome.status === 'done' || isSettledFailure(outcome, outcomes)),
    stepsDone: outcomes.filter(({ status }) => status === 'done').length,
    movedSteps: outcomes.flatMap((outcome, index) => (canBeDone(outcome) ? [index] : [])),
    isInDoubt: outcomes.some((outcome) => outcome.status === 'failed' && outcome.isInDoubt),
    isReplay: outcomes.every((outcome) => outcome.status === 'done' && outcome.isReplay),
  };
}

const canBeDone = (outcome: StepOutcome): boolean =>
  outcome.status === 'done' || (outcome.status === 'failed' && outcome.isInDoubt);

/** Performs a direct write that the policy made a person approve first. */
async function performWrite(
  run: ToolRun,
  { tool, plan, askedAt, ...execution }: PlanExecution,
  { recorder, written }: { readonly recorder: Recorder; readonly written: readonly WrittenCall[] },
): Promise<Executed> {
  try {
    const context = await buildToolContext(run, recorder, { askedAt, settlement: createSettlement(plan.settled) });
    if (!tool.perform) throw new Error(`${tool.name} has nothing to perform`);
    const result = withIgnoredParts(await tool.perform(context, plan.input), written);
    if (recorder.calls.length > 0) await keepUnplanned(run, { id: execution.id, tool }, result);
    return { result, ...summarizeCalls(recorder), isFinal: true };
  } catch (error) {
    const details = summarizeCalls(recorder);
    const isOpen = details.isInDoubt || details.stepsDone > 0 || isUnsettled(error);
    const actions = isOpen ? resumeActions(execution) : [];
    const shownError = error instanceof WaybillError ? withNextActions(error, actions) : error;
    return {
      ...details,
      result: buildErrorResult({ ...run.options, error: shownError, isWrite: true, ...getWriteState(run) }),
      isFinal: !isOpen,
      isReplay: false,
    };
  }
}

const summarizeCalls = ({ calls }: Recorder) => ({
  // What has no steps moves no money.
  movedSteps: [],
  isReplay: calls.every((call) => call.isReplay),
  stepsDone: calls.filter(({ status }) => status === 'done').length,
  isInDoubt: calls.some((call) => call.isInDoubt),
});

/**
 * Computes the Idempotency-Key of a step. It is the same for the same step of the same approval, so that a crash and a
 * second run cannot do the step twice.
 */
function computeStepKey(planHash: string, id: string, step: string): string {
  return `waybill-${sha256(`${planHash}:${id}:${step}`)}`;
}

async function runSteps(
  run: ToolRun,
  { plan, snapshots, planHash, id, progress }: PlanExecution,
  recorder: Recorder,
): Promise<StepOutcome[]> {
  const { caller } = run;
  const outcomes: StepOutcome[] = [];
  let hasStopped = false;
  for (const [index, step] of plan.steps.entries()) {
    hasStopped ||= caller.signal.aborted || !(await canBegin(run, progress, index));
    if (hasStopped) {
      outcomes.push({ ...step, status: 'not_run' });
      continue;
    }
    const callsBefore = recorder.calls.length;
    const unchanged = listBasis(plan, index);
    try {
      const answer = await recorder.api.call(step.operation, resolveStepInput(step, outcomes), {
        idempotencyKey: computeStepKey(planHash, id, String(index)),
        unchanged,
        recheck: () => requireBasis(run, { plan, snapshots }, unchanged),
      });
      outcomes.push({ ...step, status: 'done', answer, isReplay: recorder.calls.at(-1)?.isReplay === true });
    } catch (thrown) {
      const isInDoubt = recorder.calls.slice(callsBefore).some((call) => call.isInDoubt);
      const error = await withNamedChange(run, { plan, snapshots }, { basis: unchanged, error: thrown });
      outcomes.push({ ...step, status: 'failed', error, isInDoubt });
      hasStopped = plan.isIndependent !== true || isInDoubt || isUnsettled(error);
      continue;
    }
    await showProgress(run, index + 1, plan.steps.length, step.label);
  }
  return outcomes;
}

/**
 * Returns true if a step may begin. No step is sent that could not be recorded first; the steps before it stay done.
 */
async function canBegin(
  { options: { log } }: ToolRun,
  progress: StepProgress | undefined,
  index: number,
): Promise<boolean> {
  try {
    return (await progress?.begin(index)) !== false;
  } catch (error) {
    if (index === 0) throw error;
    log('error', 'A plan stopped part of the way: its next step could not be written down.', { cause: String(error) });
    return false;
  }
}

/** Shows the progress of a plan. A client that has disconnected does not change what was done. */
async function showProgress({ caller, options: { log } }: ToolRun, done: number, total: number, label: string) {
  try {
    await caller.progress(done, total, label);
  } catch (error) {
    log('info', 'The progress of a plan could not be shown.', { cause: String(error) });
  }
}

async function buildResult(
  run: ToolRun,
  execution: PlanExecution,
  outcomes: readonly StepOutcome[],
): Promise<ToolResult> {
  if (outcomes.every(({ status }) => status === 'done')) return finishExecution(run, execution, outcomes);
  const failure = outcomes.find((outcome) => outcome.status === 'failed');
  const error = failure?.error ?? new WaybillError('CANCELLED', 'The request was cancelled before the next step.');
  const actions = failure === undefined || isOpenFailure(failure) ? resumeActions(execution) : [];
  if (outcomes.some(({ status }) => status === 'done'))
    return buildPartialResult(run, execution.plan, outcomes, actions);
  const { tool, plan } = execution;
  const namedError = renameRefusedFields(error, { names: Object.keys(tool.input.shape), input: plan.input });
  const shownError = namedError instanceof WaybillError ? withNextActions(namedError, actions) : namedError;
  return buildErrorResult({ ...run.options, error: shownError, isWrite: true, ...getWriteState(run) });
}

const getWriteState = ({ journal }: ToolRun) => ({ outcome: journal.outcome(), done: journal.done() });

async function finishExecution(
  run: ToolRun,
  execution: PlanExecution,
  outcomes: readonly StepOutcome[],
): Promise<ToolResult> {
  const { tool, plan, askedAt } = execution;
  const recorder = openRecorder(run, tool.operations);
  try {
    const context = await buildToolContext(run, recorder, { askedAt, settlement: createSettlement(plan.settled) });
    const result = await tool.finish(context, plan, outcomes);
    return withIgnoredParts(result, listWritten(outcomes));
  } catch (error) {
    // The change happened; that the record could not be read again afterwards must not hide it.
    run.options.log('warn', 'A change was made, but its result could not be put together.', {
      tool: tool.name,
      cause: String(error),
    });
    const summary = `${plan.title}. The records could not be read again afterwards.`;
    const results = outcomes.map((outcome) => toItemResult(run, outcome));
    return withIgnoredParts(
      writeResult({ status: 'done', summary, results, undo: formatUndo(plan) }),
      listWritten(outcomes),
    );
  }
}

const listWritten = (outcomes: readonly StepOutcome[]): readonly WrittenCall[] =>
  outcomes.filter((outcome) => outcome.status === 'done');

function buildPartialResult(
  run: ToolRun,
  plan: Plan,
  outcomes: readonly StepOutcome[],
  nextActions: readonly NextAction[],
): ToolResult {
  const doneCount = outcomes.filter(({ status }) => status === 'done').length;
  return writeResult({
    status: 'partial',
    summary: `${plan.title}: ${doneCount} of ${outcomes.length} steps were done, then it stopped.`,
    // What the tool left out by itself is as open as before: it is said here too.
    lines: plan.taken,
    results: outcomes.map((outcome) => toItemResult(run, outcome)),
    undo: formatUndo(plan),
    nextActions: nextActions.length > 0 ? nextActions : outcomes.flatMap(suggestRefusedRecord).slice(0, namedMax),
  });
}

const namedMax = 3;

/** Suggests reading the record of a step that was refused for good, since it shows what blocks the step. */
const suggestRefusedRecord = ({ status, about: record }: StepOutcome): readonly NextAction[] =>
  status === 'failed' && record?.friendlyId
    ? [{ tool: 'get_record', arguments: { record: record.friendlyId }, why: 'shows what blocks it' }]
    : [];

function toItemResult(run: ToolRun, outcome: StepOutcome): ItemResult {
  const item = { id: outcome.about?.id ?? null, friendlyId: outcome.about?.friendlyId ?? null };
  if (outcome.status === 'done') return { ...item, outcome: 'done', reason: outcome.label };
  if (outcome.status === 'not_run') return { ...item, outcome: 'not_run', reason: outcome.label };
  const { data } = buildErrorResult({ ...run.options, error: outcome.error, isWrite: true });
  const reason = `${outcome.label}: ${data.error.message}`;
  if (outcome.isInDoubt) return { ...item, outcome: 'unknown', reason };
  return { ...item, outcome: isUnsettled(outcome.error) ? 'not_run' : 'failed', reason };
}

type FailedStep = Extract<StepOutcome, { readonly status: 'failed' }>;

/** Returns true if the step may have been done, or may be done later. */
const isOpenFailure = ({ error, isInDoubt }: FailedStep): boolean => isInDoubt || isUnsettled(error);

function isSettledFailure(outcome: StepOutcome, outcomes: readonly StepOutcome[]): boolean {
  if (outcome.status === 'failed') return !isOpenFailure(outcome);
  // Steps after a final failure will never run; after a cancellation they may.
  return outcomes.some((other) => other.status === 'failed' && !isOpenFailure(other));
}

function resumeActions({ id, progress }: Pick<PlanExecution, 'id' | 'progress'>): readonly NextAction[] {
  if (progress === undefined) return [];
  const why = 'reads the records again and takes the plan up where nothing changed; nothing is done twice';
  return [{ tool: 'run_approved', arguments: { approvalId: id }, why }];
}

function toOutcomeDetails({ data, isError }: ToolResult, plan: Plan) {
  const { status, summary, undo, error } = data as Partial<{
    status: string;
    summary: string;
    undo: string;
    error: { code: string; message: string };
  }>;
  return {
    status: isError === true ? (error?.code ?? 'error') : (status ?? 'done'),
    summary: summary ?? error?.message ?? plan.title,
    undo: isError === true ? undefined : (undo ?? formatUndo(plan)),
  };
}
