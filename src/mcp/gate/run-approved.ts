import { formatUndo } from '../text/undo-text.ts';
import { WaybillError } from '../../errors.ts';
import { maskAccountsIn } from '../text/mask-accounts.ts';
import { markAlreadyDone, buildNothingToDoResult } from '../execution/repeat-result.ts';
import {
  getApprovalUrl,
  formatApproveCommand,
  openApprovedPlan,
  isFromFuture,
  getDecider,
  describeExpiry,
  parseOutcome,
  getPlanView,
  type SealedPlan,
  getShownStatus,
  serializeOutcome,
  toShownPlan,
  unsealPlan,
} from '../approvals/approval-row.ts';
import { createCallCounting } from '../limits/desk-counting.ts';
import { reserveMoney, settleMoney } from '../limits/moved-money.ts';
import { computeLeaseEnd } from '../approvals/lease.ts';
import {
  voidIfFromFuture,
  refuseForged,
  refuseOthers,
  requestApproval,
  notifyApproval,
  describeApprovalWays,
} from '../approvals/approvals.ts';
import { describeExcess } from '../approvals/approved-money.ts';
import { isSecondYes, refuseSamePerson, toDeciders } from '../approvals/same-person.ts';
import { execute, type Executed, type PlanExecution, type StepProgress } from '../execution/execution.ts';
import { buildOpenError, settleSentSteps } from '../execution/settle-sent.ts';
import { writeAuditAfter } from '../execution/audit-writer.ts';
import { writeResult } from '../results/write-result.ts';
import { describeDoubt, explainDoubt, hasEnded, isRestOf } from '../execution/interruption.ts';
import type { ToolRun } from '../run/run.ts';
import type { ApprovalChange, ApprovalRow } from '../tool/memory.ts';
import { isNothingToDo, type NothingToDo, type Plan, type Planned } from '../tool/plan.ts';
import { planAgain, requirePlanTool } from './plan-again.ts';
import { comparePlans } from '../approvals/plan-changes.ts';
import { describeChangesSince } from './plan-again.ts';
import { isSamePrincipal } from '../policy/principal-name.ts';
import { readDeskZone } from '../run/call-details.ts';
import type { ToolResult } from '../results/result.ts';
import { withUnexecutedPlan } from '../results/unexecuted-plan.ts';
import { describeLeftOutBefore, withLeftOut } from './left-out.ts';
import { isOnlyOne, resumableForMs, findSameResult } from './duplicate-plan.ts';
import { cleanText, recordText } from '../text/text.ts';
import { isBefore, isFresh } from '../../domain/kit/instants.ts';
import { formatDateTime } from '../../domain/places/local-time.ts';

/** Executions under way in this process: a second caller waits for the first instead of running beside it. */
export type Underway = Map<string, Promise<ToolResult>>;

/** Executes an approved plan exactly once; afterwards it returns the first outcome. */
export async function runApproved(run: ToolRun, underway: Underway, id: string): Promise<ToolResult> {
  const row = await run.options.memory.approvals.get(id);
  if (row?.isGenuine === false) throw await refuseForged(run.options, row, run.caller.principal.name);
  if (row === undefined || !isSamePrincipal(row.requester, run.caller.principal.name)) {
    throw new WaybillError('APPROVAL_UNKNOWN', `There is no approval ${cleanText(id, 'list').text} of yours.`);
  }
  const status = getShownStatus(row, run.options.now());
  switch (status) {
    case 'pending':
      throw new WaybillError(
        'APPROVAL_PENDING',
        `${row.id} needs a person's approval before ${formatDateTime(row.expires_at, await readDeskZone(run))}. ${await describePendingWays(run, row.id)}`,
      );
    case 'denied':
      throw buildRefusal(run, row, 'APPROVAL_DENIED', `was denied${formatReason(row)}.`);
    case 'expired':
      await voidIfFromFuture(run.options, row);
      throw buildRefusal(run, row, 'APPROVAL_EXPIRED', describeExpiry(row, run.options.now(), await readDeskZone(run)));
    case 'approved':
      return startApproved(run, underway, row);
    case 'executing':
      return resume(run, underway, row);
    case 'done':
      return markAlreadyDone(parseOutcome(row.outcome ?? 'null'));
    case 'void':
      return voidApproval(run, row, await readDeskZone(run));
    default:
      return status satisfies never;
  }
}

/** Returns how an approval ended that is not to be run any more: the first outcome, or the reason why there is none. */
export function readEnd(run: ToolRun, underway: Underway, row: ApprovalRow): Promise<ToolResult> {
  return row.status === 'done' && row.outcome !== null
    ? Promise.resolve(parseOutcome(row.outcome))
    : runApproved(run, underway, row.id);
}

async function describePendingWays({ options }: ToolRun, id: string): Promise<string> {
  const url = await getApprovalUrl(options, id);
  return describeApprovalWays({ command: formatApproveCommand(options, id), ...(url !== undefined && { url }) });
}

async function startApproved(run: ToolRun, underway: Underway, row: ApprovalRow): Promise<ToolResult> {
  const { memory, now } = run.options;
  refuseSamePerson(run.options, row, toDeciders(row.decided_by, row.decided_user));
  refuseOthers(run.options, row, toDeciders(row.decided_by, row.decided_user));
  const sealed = unsealPlan(row, memory.cipher);
  const planned = await planUnlessMoved(run, row, sealed);
  if (planned === undefined) return runApproved(run, underway, row.id);
  const changes = isNothingToDo(planned) ? undefined : comparePlans(toShownPlan(sealed, row), planned);
  const isSame = changes?.length === 0;
  const meanwhile = isSame
    ? await findSameResult(run, { hash: row.plan_hash, since: row.created_at, except: row.id })
    : null;
  if (meanwhile !== null) return closeApproval(run, row, meanwhile);
  if (isSame) await reserveAgain(run, row);
  const next: ApprovalChange = isSame
    ? { status: 'executing', started_at: now(), leased_until: computeLeaseEnd(now()) }
    : { status: 'void', finished_at: now() };
  // The first one decides; the others read again what became of it.
  const judge = isSame ? isOnlyOne({ since: row.created_at, now: now() }) : undefined;
  const isFirst = await memory.approvals.move(row.id, 'approved', next, judge);
  if (!isFirst) {
    if (isSame) await unholdWaiting(run, row);
    return runApproved(run, underway, row.id);
  }
  if (isSame) return runStored(run, underway, row);
  // Only the one that closes it knows that nothing of it leaves.
  await memory.movedMoney.settle(row.id, []);
  const result = await askAnew(run, row, planned, { sealed, status: 'changed' });
  await memory.approvals.move(row.id, 'void', { outcome: serializeOutcome(result) });
  return result;
}

/** Asks for an approval of the plan as it is now, and names what changed since the former one. */
async function askAnew(
  run: ToolRun,
  row: ApprovalRow,
  planned: Planned | NothingToDo,
  { sealed, status, doubt }: VoidPlan,
): Promise<ToolResult> {
  if (isNothingToDo(planned)) return buildNothingToDoResult(planned);
  // After some of its steps the records differ because of these, which the doubt says.
  const changes = doubt === undefined ? comparePlans(toShownPlan(sealed, row), planned) : [];
  const text =
    changes.length > 0 ? `${row.id} is void: ${await describeChangesSince(run, changes, row.created_at)}.` : undefined;
  const warning = [doubt, text, describeLeftOutBefore(row)].filter(Boolean).join(' ') || undefined;
  return (await requestApproval(run, planned, { status, warning })).result;
}

interface VoidPlan {
  readonly sealed: SealedPlan;
  readonly status: 'changed' | 'approval_required';
  /** Description of the steps that were sent already. */
  readonly doubt?: string | undefined;
}

/**
 * Counts the money of an approved plan today, whenever it was approved. Above a limit of the policy it waits for
 * another day.
 */
async function reserveAgain(run: ToolRun, row: ApprovalRow): Promise<void> {
  const { memory } = run.options;
  const { plan } = openApprovedPlan(row, memory.cipher);
  const isApproved = isSecondYes(run.options, row, toDeciders(row.decided_by, row.decided_user));
  const reservation = { id: row.id, who: row.requester, plan, expiresAt: null, isApproved, isCounted: true };
  const excess = await reserveMoney(createCallCounting(run), reservation);
  if (excess !== undefined)
    throw withUnexecutedPlan(
      new WaybillError('REFUSED', `${row.id} does not run: ${describeExcess(excess, row)}`),
      getPlanView(row, memory.cipher),
    );
}

/** Counts the money of a plan as waiting again, because another yes to the same plan is being carried out. */
async function unholdWaiting({ options: { memory } }: ToolRun, row: ApprovalRow): Promise<void> {
  const current = await memory.approvals.get(row.id);
  if (current?.status === 'approved') await memory.movedMoney.postpone(row.id, row.expires_at);
  // It was withdrawn meanwhile, and nothing of it leaves.
  if (current?.status === 'void' && current.steps_sent === 0) await memory.movedMoney.settle(row.id, []);
}

/**
 * Plans again, unless another process is carrying out the same plan: then records that it needs may be gone, and the
 * other outcome counts.
 */
async function planUnlessMoved(run: ToolRun, row: ApprovalRow, sealed: SealedPlan) {
  try {
    return await planAgain(run, row, sealed);
  } catch (error) {
    const current = await run.options.memory.approvals.get(row.id);
    if (current === undefined || current.status === row.status) throw error;
    return undefined;
  }
}

/** Resumes an interrupted plan. It reads the records again, and continues only with the rest of the same plan. */
async function resume(run: ToolRun, underway: Underway, interrupted: ApprovalRow): Promise<ToolResult> {
  const running = underway.get(interrupted.id);
  if (running !== undefined) return markAlreadyDone(await running);
  const { now, memory, bookkeeping } = run.options;
  noteEarlierSteps(run, interrupted);
  const startedAt = interrupted.started_at ?? interrupted.created_at;
  // A clock that was ahead by more than that hides how long ago it was.
  const isResumable = isFresh(startedAt, now(), resumableForMs) || isBefore(startedAt, now(), resumableForMs);
  if (!isResumable) {
    const at = formatDateTime(startedAt, await readDeskZone(run));
    const why = `was started on ${at} and never finished; it is too old to resume safely. Read the records first.`;
    throw buildRefusal(run, interrupted, 'APPROVAL_EXPIRED', why);
  }
  const approved = openApprovedPlan(interrupted, run.options.memory.cipher);
  const keepsKeys = await run.options.apiOf(run.caller.principal).keepsKeys();
  // Without keys a process that is still at it would not stop a second one.
  if (!keepsKeys && !(await hasEnded(run, interrupted))) return runApproved(run, underway, interrupted.id);
  const execution = toExecution(run, interrupted, approved);
  const settled = await settleSentSteps(run, interrupted, execution);
  if (settled === 'open') {
    // Another process may be at it, and its outcome counts.
    if (!(await hasEnded(run, interrupted))) return runApproved(run, underway, interrupted.id);
    throw buildOpenError(interrupted, execution);
  }
  const row = { ...interrupted, ...settled };
  if (isCarriedOut(row, approved.plan))
    return keepsKeys ? runStored(run, underway, row) : closeFound(run, row, approved);
  const planned = await planUnlessMoved(run, row, approved).catch(async (error: unknown) =>
    // Another process may be at it: what it has done already stands in the way of planning it, and its outcome counts.
    (await hasEnded(run, row)) ? explainDoubt(row, approved, error) : undefined,
  );
  if (planned === undefined) return runApproved(run, underway, row.id);
  // What was done returns the same as before under its key, and so does what may have been done.
  if (isRestOf(planned, toShownPlan(approved), row, { keepsKeys })) {
    // A write without steps does not expect another process at its side.
    const isAlone = approved.plan.steps.length > 0 || (await hasEnded(run, row));
    if (!isAlone) return runApproved(run, underway, row.id);
    await reserveAgain(run, row);
    return runStored(run, underway, row);
  }
  if (!(await hasEnded(run, row))) return runApproved(run, underway, row.id);
  const isFirst = await memory.approvals.move(row.id, 'executing', { status: 'void', finished_at: now() });
  if (!isFirst) return runApproved(run, underway, row.id);
  // Not done is said only where nothing has left.
  const isUntouched = row.steps_sent === 0;
  // What has left stays counted.
  const sent = Array.from({ length: row.steps_sent }, (_, index) => index);
  await settleMoney(bookkeeping, { id: row.id, plan: approved.plan }, sent);
  const result = await askAnew(run, row, planned, {
    sealed: approved,
    status: isUntouched ? 'changed' : 'approval_required',
    doubt: describeDoubt(row, approved.plan),
  });
  await memory.approvals.move(row.id, 'void', { outcome: serializeOutcome(result) });
  return result;
}

/** Records that steps of an earlier run may be done, whatever ends this one. */
function noteEarlierSteps({ journal }: ToolRun, row: ApprovalRow): void {
  if (row.steps_done > 0) journal.noteEarlier('done', `${row.steps_done} of the steps of ${row.id}`);
  if (row.steps_sent > row.steps_done) journal.noteEarlier('open', `a step of ${row.id}`);
}

/** Closes an approval whose plan was carried out under another approval. */
async function closeApproval(
  { options: { memory, now } }: ToolRun,
  { id }: ApprovalRow,
  result: ToolResult,
): Promise<ToolResult> {
  await memory.movedMoney.settle(id, []);
  await memory.approvals.move(id, 'approved', {
    status: 'void',
    finished_at: now(),
    outcome: serializeOutcome(result),
  });
  return result;
}

/** Runs a row that is `executing` and stores how it ended. */
export function runStored(run: ToolRun, underway: Underway, row: ApprovalRow): Promise<ToolResult> {
  const running = executeRow(run, row).finally(() => underway.delete(row.id));
  underway.set(row.id, running);
  return running;
}

const toExecution = (run: ToolRun, row: ApprovalRow, { plan, askedAt, snapshots }: SealedPlan): PlanExecution => ({
  id: row.id,
  tool: requirePlanTool(run, row),
  plan,
  snapshots: toShownPlan({ plan, snapshots }).snapshots,
  planHash: row.plan_hash,
  askedAt,
});

/** Returns true if every step is done. A plan without steps counts as one step that was sent. */
const isCarriedOut = ({ steps_sent: sent, steps_done: done }: ApprovalRow, { steps }: Plan): boolean =>
  steps.length > 0 && sent === steps.length && done === sent;

/** Closes a plan whose last step was done, as the records show, although its answer was lost. */
async function closeFound(run: ToolRun, row: ApprovalRow, { plan }: SealedPlan): Promise<ToolResult> {
  const { now, memory, bookkeeping } = run.options;
  const summary = `${plan.title}. Its answer was lost, and the records show that it was done.`;
  const closed = withLeftOut(writeResult({ status: 'done', summary, undo: formatUndo(plan) }), row, memory.cipher);
  const result = maskAccountsIn(closed, [plan.input, plan.steps]);
  const attempt = {
    id: row.id,
    tool: row.tool,
    input: [plan.input, plan.steps],
    planHash: row.plan_hash,
    approvalId: row.id,
  };
  await writeAuditAfter(run, attempt, {
    kind: 'finished',
    status: 'done',
    summary,
    undo: formatUndo(plan),
    changes: plan.changes,
  });
  const change = { status: 'done', finished_at: now(), outcome: serializeOutcome(result) } as const;
  const isFirst = await bookkeeping.write({ kind: 'approval', id: row.id, change });
  if (isFirst !== false) announceRan(run, { ...row, ...change });
  return result;
}

async function executeRow(run: ToolRun, row: ApprovalRow): Promise<ToolResult> {
  const { memory, bookkeeping } = run.options;
  const approved = openApprovedPlan(row, memory.cipher);
  const { plan } = approved;
  const execution = { ...toExecution(run, row, approved), progress: createProgress(run, row) };
  const { result, ...facts } = await execute(run, execution);
  const executed = maskResult({ ...facts, result: withLeftOut(result, row, memory.cipher) }, [plan.input, plan.steps]);
  const end = toEndColumns(run, row, executed);
  const isFirst = await bookkeeping.write({ kind: 'approval', id: row.id, change: end });
  if (end.status === 'done') await settleMoney(bookkeeping, { id: row.id, plan }, executed.movedSteps);
  if (end.status === 'approved')
    await bookkeeping.write({ kind: 'money waits', id: row.id, expiresAt: row.expires_at });
  if (isFirst !== false && executed.isFinal) announceRan(run, { ...row, ...end });
  const first = isFirst === false ? await findFirstOutcome(run, row.id) : undefined;
  return first === undefined ? executed.result : markAlreadyDone(first);
}

/** Announces that an approval ran. A failure to announce it must not hide what was done. */
function announceRan({ options }: ToolRun, row: ApprovalRow): void {
  // A plan that was confirmed in a client's form did not wait for anybody.
  if (row.decided_user === null) return;
  try {
    notifyApproval(options, 'APPROVAL_RAN', row);
  } catch (error) {
    options.log('warn', 'No client could be notified that an approval ran.', {
      approval: row.id,
      cause: String(error),
    });
  }
}

/** Finds the outcome that another process stored first, or undefined if it cannot be read. */
async function findFirstOutcome({ options: { memory, log } }: ToolRun, id: string): Promise<ToolResult | undefined> {
  try {
    const row = await memory.approvals.get(id);
    return row?.isGenuine && row.outcome ? parseOutcome(row.outcome) : undefined;
  } catch (error) {
    log('warn', 'The outcome of an approval could not be read.', { approval: id, cause: String(error) });
    return undefined;
  }
}

/**
 * Returns the new columns of an approval that ran: done, approved again if no step was sent, or open with the progress
 * of its steps.
 */
function toEndColumns(
  { options: { now } }: ToolRun,
  row: ApprovalRow,
  { isFinal, result, ...executed }: Executed,
): ApprovalChange {
  if (isFinal) return { status: 'done', finished_at: now(), outcome: serializeOutcome(result) };
  const done = Math.max(executed.stepsDone, row.steps_done);
  // A step that was in doubt before stays in doubt, whatever this attempt knows of itself.
  const sent = Math.max(executed.stepsDone + (executed.isInDoubt ? 1 : 0), row.steps_sent);
  if (sent === 0) return { status: 'approved', started_at: null, leased_until: null, steps_sent: 0 };
  return { steps_sent: sent, steps_done: done, leased_until: null };
}

/** Creates the progress that records each step before it is sent. */
function createProgress({ options: { memory, now } }: ToolRun, row: ApprovalRow): StepProgress {
  return {
    begin: (index) =>
      memory.approvals.move(row.id, 'executing', {
        steps_sent: Math.max(index + 1, row.steps_sent),
        steps_done: Math.max(index, row.steps_done),
        leased_until: computeLeaseEnd(now()),
      }),
  };
}

const maskResult = (executed: Executed, source: unknown): Executed => ({
  ...executed,
  result: maskAccountsIn(executed.result, source),
});

function voidApproval(run: ToolRun, row: ApprovalRow, zone: string): ToolResult {
  if (row.outcome !== null) return parseOutcome(row.outcome);
  const why = isFromFuture(row, row.finished_at ?? row.created_at)
    ? describeExpiry(row, row.finished_at ?? row.created_at, zone)
    : 'is void: the records changed after it was planned.';
  throw buildRefusal(run, row, 'APPROVAL_EXPIRED', why);
}

/** Builds the refusal of an approval under which nothing more is done. It says what the plan was about. */
const buildRefusal = (
  { options }: ToolRun,
  row: ApprovalRow,
  code: 'APPROVAL_DENIED' | 'APPROVAL_EXPIRED',
  why: string,
): WaybillError =>
  withUnexecutedPlan(new WaybillError(code, `${row.id} ${why}`), getPlanView(row, options.memory.cipher));

function formatReason(row: ApprovalRow): string {
  const { reason } = row;
  const by = getDecider(row);
  const decider = by === null ? '' : ` by ${by}`;
  return reason === null ? decider : `${decider}: ${recordText(reason)}`;
}
