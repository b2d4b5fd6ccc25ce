import type { JsonObject } from '../../domain/kit/plain-record.ts';
import type { PerformingTool } from '../tool/tool.ts';
import { maskAccountsIn } from '../text/mask-accounts.ts';
import { WaybillError } from '../../errors.ts';
import { markAlreadyDone, buildNothingToDoResult } from '../execution/repeat-result.ts';
import { openFromForm, parseOutcome, serializeOutcome } from '../approvals/approval-row.ts';
import { comparePlans, type PlanChange } from '../approvals/plan-changes.ts';
import { describeChangesSince } from './plan-again.ts';
import { toConfirmed, describeDailyExcess } from './daily-limit.ts';
import type { ApprovalRow } from '../tool/memory.ts';
import { addWarnings, listOverlapWarnings, readOpenPlans } from '../approvals/overlaps.ts';
import { beginPlan, requestApproval } from '../approvals/approvals.ts';
import { writeAudit } from '../execution/audit-writer.ts';
import { digest } from '../../contract/kit/canonical.ts';
import { confirmationLivesMs, buildQuestion, openUnexecutedPlan } from './confirm.ts';
import { execute } from '../execution/execution.ts';
import type { ToolCallAnswer } from '../run/runner.ts';
import type { Confirmation, ConfirmState, ToolRun } from '../run/run.ts';
import { addMilliseconds } from '../run/call-details.ts';
import { isNothingToDo, type Planned } from '../tool/plan.ts';
import { formatPlanForModel, shortenPlan } from '../approvals/plan-text.ts';
import { planCall } from './planning.ts';
import { createCallCounting } from '../limits/desk-counting.ts';
import type { Excess } from '../limits/money-limits.ts';
import { reserveMoney, settleMoney, checkLimits } from '../limits/moved-money.ts';
import { reserveCreate } from '../execution/reservations.ts';
import type { ToolResult } from '../results/result.ts';
import { runApproved, runStored, type Underway } from './run-approved.ts';
import { formatUnexecutedPlan } from '../results/unexecuted-plan.ts';
import { isOnlyOne, refuseInterrupted, findSameResult } from './duplicate-plan.ts';
import { listPolicyNames } from '../policy/money-kinds.ts';
import { listApprovers } from '../policy/policy.ts';
import { writeResult } from '../results/write-result.ts';
import { isBefore } from '../../domain/kit/instants.ts';

/** Time in which the same plan returns its first outcome instead of starting over. */
const samePlanForMs = 10 * 60_000;

/** Carries out a gated write: the plan, a person's yes if the plan needs one, then the steps. */
export async function writePlanned(
  run: ToolRun,
  underway: Underway,
  tool: PerformingTool,
  input: JsonObject,
): Promise<ToolCallAnswer> {
  const args = digest(input);
  const { confirmation } = run.caller;
  // A signed answer to another question than this one is no answer: the person is asked about this one.
  if (canConfirm(run) && confirmation?.state.tool === tool.name && confirmation.state.args === args) {
    return { result: await takeAnswer(run, underway, tool, input, confirmation) };
  }
  const now = run.options.now();
  await refuseInterrupted(run, tool.name, input);
  const planned = await planCall(run, tool, input);
  if (isNothingToDo(planned)) return { result: buildNothingToDoResult(planned) };
  const earlierResult = await findSameResult(run, {
    hash: planned.hash,
    since: addMilliseconds(now, 1 - samePlanForMs),
  });
  if (earlierResult !== null) return { result: earlierResult };
  const { excess, limited } = await addLimitsAndOverlaps(run, planned);
  if (excess !== undefined) return { result: await approveExcess(run, limited, excess) };
  if (planned.plan.gate === 'audit') return { result: await executeAtOnce(run, tool, limited) };
  const canUseForm = planned.plan.gate === 'confirm' && canConfirm(run);
  const approval = canUseForm ? await findApprovalReason(run, planned, { isCounted: false }) : undefined;
  if (canUseForm && approval === undefined) return { question: buildQuestion(run, limited, args) };
  const { result } = await requestApproval(run, limited, approval);
  return { result };
}

/**
 * Adds to a plan the use of each policy limit, and other plans about the same records. An approval of the same plan that
 * waits already is not counted again.
 */
async function addLimitsAndOverlaps(run: ToolRun, planned: Planned) {
  const { options, caller } = run;
  const rows = await options.memory.approvals.listByPlan(planned.hash, caller.principal.name);
  const openIds = rows.filter(({ status }) => status === 'pending' || status === 'approved').map(({ id }) => id);
  const { notes, excess } = await checkLimits(createCallCounting(run), planned.plan, openIds);
  const view = notes.length === 0 ? planned.view : { ...planned.view, limits: [...notes] };
  // A plan that no person decides needs no warning.
  if (planned.plan.gate === 'audit' && excess === undefined) return { excess, limited: { ...planned, view } };
  const otherPlans = (await readOpenPlans(options)).filter(({ approval }) => !openIds.includes(approval.id));
  const warnings = listOverlapWarnings(planned.plan, otherPlans);
  return { excess, limited: { ...planned, view: addWarnings(view, warnings) } };
}

/** Handles a plan above a limit of the policy: refuses it, or asks a person who is told about the limit. */
async function approveExcess(run: ToolRun, planned: Planned, { above, text, warning }: Excess): Promise<ToolResult> {
  if (above === 'refuse') throw new WaybillError('REFUSED', `${planned.view.title}: ${text}`);
  return (await requestApproval(run, planned, { warning, gate: 'approve' })).result;
}

/** Counts the money of a plan before it runs. A plan that is above a limit of the policy by now does not run. */
const reservePlanMoney = (run: ToolRun, id: string, { plan }: Planned): Promise<Excess | undefined> =>
  reserveMoney(createCallCounting(run), {
    id,
    who: run.caller.principal.name,
    plan,
    expiresAt: null,
    isApproved: false,
    isCounted: false,
  });

/** Returns true if the client can show a form, and the policy accepts its answer as a person's yes. */
const canConfirm = ({ caller, options }: ToolRun): boolean => caller.canAsk && options.policy.confirmInClient;

/**
 * Finds a reason to require an approval instead of a form. Above a day's confirmations the requester's own yes is not
 * enough either.
 */
async function findApprovalReason(run: ToolRun, planned: Planned, counted: Parameters<typeof describeDailyExcess>[2]) {
  const approverRule = describeApprovers(run, planned);
  if (approverRule !== undefined) return { warning: approverRule };
  const excess = await describeDailyExcess(run, planned.plan, counted);
  return excess === undefined ? undefined : ({ warning: excess, gate: 'approve' } as const);
}

/** Describes the only people who may approve a plan. A client's form cannot tell who answers. */
function describeApprovers({ options: { policy } }: ToolRun, { plan }: Planned): string | undefined {
  const approverRules = listApprovers(policy, listPolicyNames(plan));
  if (approverRules.length === 0) return undefined;
  return `The policy names who approves ${approverRules.map(({ name, people }) => `${name} (${people.join(' or ')})`).join(' and ')}.`;
}

async function executeAtOnce(run: ToolRun, tool: PerformingTool, planned: Planned): Promise<ToolResult> {
  const { plan, snapshots, hash, askedAt } = planned;
  const hold = await reserveCreate(run, tool, plan.input);
  if (hold.outcome !== null) return markAlreadyDone(parseOutcome(hold.outcome));
  const excess = await reservePlanMoney(run, hold.id, planned);
  if (excess !== undefined) {
    if (hold.isNew) await hold.release();
    return approveExcess(run, planned, excess);
  }
  const execution = { id: hold.id, tool, plan, snapshots, planHash: hash, askedAt };
  const executed = await execute(run, execution);
  await settleMoney(run.options.bookkeeping, { id: hold.id, plan }, executed.movedSteps);
  const result = maskAccountsIn(executed.result, [plan.input, plan.steps]);
  if (result.isError === true) {
    if (executed.isFinal) await hold.release();
    return result;
  }
  return executed.isFinal ? hold.complete(result, executed.isReplay) : result;
}

/** Takes the person's answer to the question about exactly this plan. It counts once. */
async function takeAnswer(
  run: ToolRun,
  underway: Underway,
  tool: PerformingTool,
  input: JsonObject,
  confirmation: Confirmation,
): Promise<ToolResult> {
  const { state } = confirmation;
  const { memory, now } = run.options;
  const times = { at: now(), expiresAt: addMilliseconds(state.expiresAt, samePlanForMs) };
  const isFirst = await memory.ledger.consume(`confirm:${state.id}`, times);
  if (!isFirst) return findEarlierAnswer(run, underway, state);
  try {
    return await followAnswer(run, underway, tool, input, confirmation);
  } finally {
    // What the answer came to matters more: until this is noted, the same answer, sent again, is told to wait.
    await run.options.bookkeeping.write({ kind: 'used key', key: toAnsweredKey(state), ...times });
  }
}

/** Returns the key that is stored once the first answer has been handled, whatever its outcome. */
const toAnsweredKey = ({ id }: ConfirmState): string => `answered:${id}`;

async function followAnswer(
  run: ToolRun,
  underway: Underway,
  tool: PerformingTool,
  input: JsonObject,
  { state, answer }: Confirmation,
): Promise<ToolResult> {
  if (answer !== 'accept') return refuseAnswer(run, tool, input, { state, answer });
  if (!isBefore(state.expiresAt, run.options.now(), confirmationLivesMs)) {
    return buildNotDoneResult(
      run,
      state,
      'cancelled',
      'The confirmation came after its 10 minutes, or a clock was set back; ask again.',
    );
  }
  const shownPlan = openFromForm(state, run.options.memory.cipher);
  const planned = await planCall(run, tool, input, { askedAt: state.askedAt, settled: shownPlan?.plan.settled });
  if (isNothingToDo(planned)) return buildNothingToDoResult(planned);
  const changes = comparePlans(shownPlan, planned);
  if (changes.length > 0) return answerChangedPlan(run, { tool, input, planned, changes });
  const since = addMilliseconds(state.expiresAt, -confirmationLivesMs);
  const sameResult = await findSameResult(run, { hash: planned.hash, since });
  if (sameResult !== null) return sameResult;
  const approval = { id: state.id, confirmed: toConfirmed(planned.plan) };
  const row = await beginPlan(run, planned, approval, isOnlyOne({ since, now: run.options.now() }));
  // Two forms for one plan were answered at one moment: the other one is first.
  if (row === undefined) return followAnswer(run, underway, tool, input, { state, answer });
  // Counted first and looked at then: of many answers at one moment none slips past the others.
  const reason = await findApprovalReason(run, planned, { isCounted: true });
  if (reason !== undefined)
    return approveInstead(run, row, async () => (await requestApproval(run, planned, reason)).result);
  const excess = await reservePlanMoney(run, row.id, planned);
  if (excess !== undefined) return approveInstead(run, row, () => approveExcess(run, planned, excess));
  return runStored(run, underway, row);
}

/** Voids a yes that was not enough, and asks a person on the page or in a terminal, or refuses. */
async function approveInstead(run: ToolRun, row: ApprovalRow, ask: () => Promise<ToolResult>): Promise<ToolResult> {
  const { memory, now } = run.options;
  const close = (outcome: string | null) =>
    memory.approvals.move(row.id, 'executing', { status: 'void', finished_at: now(), outcome });
  try {
    const result = await ask();
    await close(serializeOutcome(result));
    return result;
  } catch (error) {
    await close(null);
    throw error;
  }
}

/** Handles a repeated answer, which does nothing again: it shows, or finishes, what the first one started. */
async function findEarlierAnswer(run: ToolRun, underway: Underway, state: ConfirmState): Promise<ToolResult> {
  const { memory, now } = run.options;
  const hasEnded = (await memory.ledger.count(toAnsweredKey(state), now())) > 0;
  const row = await memory.approvals.get(state.id);
  if (row !== undefined) return runApproved(run, underway, state.id);
  if (!hasEnded)
    throw new WaybillError('STILL_RUNNING', 'This question was answered a moment ago, in another call.', {
      isOpen: true,
    });
  const why =
    'This question was answered before, and that answer did not lead to a change. Ask again if it is still wanted.';
  return buildNotDoneResult(run, state, 'cancelled', why);
}

/** Builds the result of a plan that changed nothing. It says what would have changed. */
function buildNotDoneResult(
  run: ToolRun,
  state: ConfirmState,
  status: 'declined' | 'cancelled',
  why: string,
): ToolResult {
  const atStake = openUnexecutedPlan(run, state);
  return writeResult({ status, summary: `${formatUnexecutedPlan(atStake)} ${why}`, extra: { atStake } });
}

async function refuseAnswer(
  run: ToolRun,
  tool: PerformingTool,
  input: JsonObject,
  { state, answer }: { readonly state: Confirmation['state']; readonly answer: 'decline' | 'cancel' },
): Promise<ToolResult> {
  const status = answer === 'decline' ? 'declined' : 'cancelled';
  const why =
    answer === 'decline'
      ? 'The person said no. Do not try again unless they ask for it.'
      : 'The question was closed without an answer. Do not try again unless the person asks for it.';
  const attempt = { id: state.id, tool: tool.name, input, planHash: state.plan, approvalId: state.id };
  await writeAudit(run, attempt, {
    kind: 'decided',
    status,
    summary: `${openUnexecutedPlan(run, state).title}: ${status}`,
  });
  return buildNotDoneResult(run, state, status, why);
}

interface ChangedAnswer {
  readonly tool: PerformingTool;
  readonly input: JsonObject;
  readonly planned: Planned;
  readonly changes: readonly PlanChange[];
}

/** Handles a yes to a plan that has changed since: the new plan needs its own yes. */
async function answerChangedPlan(run: ToolRun, { tool, input, planned, changes }: ChangedAnswer): Promise<ToolResult> {
  const canAskAgain = planned.plan.gate === 'confirm' && canConfirm(run);
  const text = await describeChangesSince(run, changes, planned.askedAt);
  if (!canAskAgain && planned.plan.gate !== 'audit') {
    const warning = `Changed after the person was asked: ${text}.`;
    return (await requestApproval(run, planned, { status: 'changed', warning })).result;
  }
  return writeResult({
    status: 'changed',
    summary: `${planned.view.title}: changed after the person was asked, so nothing was done. ${text}.`,
    plan: shortenPlan(planned.view),
    lines: formatPlanForModel(planned.view),
    nextActions: [
      { tool: tool.name, arguments: maskAccountsIn({ ...input }, input), why: 'asks the person about the new plan' },
    ],
  });
}
