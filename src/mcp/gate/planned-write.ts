import type { PerformingTool } from '../tool/tool.ts';
import { maskAccountsIn } from '../text/mask-accounts.ts';
import { WaybillError } from '../../errors.ts';
import { alreadyDone, nothingNew } from './repeat-result.ts';
import { openFromForm, parseOutcome, serializeOutcome } from '../approvals/approval-row.ts';
import { compareGates, comparePlans, type PlanChange } from '../approvals/plan-changes.ts';
import { nameChanges } from './plan-again.ts';
import { confirmedBy, dailyExcess } from './daily-limit.ts';
import type { ApprovalRow } from '../tool/memory.ts';
import { beginPlan, requestApproval } from '../approvals/approvals.ts';
import { writeAudit } from './audit-writer.ts';
import { digest } from '../../contract/kit/canonical.ts';
import { confirmationLivesMs, question, stakeOfQuestion } from './confirm.ts';
import { execute } from './execution.ts';
import type { ToolCallAnswer } from '../run/runner.ts';
import type { Confirmation, ConfirmState, ToolRun } from '../run/run.ts';
import { addMilliseconds } from '../run/call-facts.ts';
import { isNothingToDo, type Planned } from '../tool/plan.ts';
import { formatPlanForModel, shortenPlan } from '../approvals/plan-text.ts';
import { planCall } from './planning.ts';
import { createCallCounting } from '../bounds/desk-counting.ts';
import type { Excess } from '../bounds/money-limits.ts';
import { reserveMoney, settleMoney, checkLimits } from '../bounds/moved-money.ts';
import { holdCreate } from './reservations.ts';
import type { ToolResult } from '../results/result.ts';
import { runApproved, runStored, type Underway } from './run-approved.ts';
import { formatStake } from '../results/stake.ts';
import { isOnlyOne, refuseInterrupted, sameDone } from './duplicate-plan.ts';
import { listPolicyNames } from '../policy/money-kinds.ts';
import { listApprovers } from '../policy/policy.ts';
import { writeResult } from '../results/write-result.ts';
import { isBefore } from '../../domain/kit/instants.ts';

/** How long the same plan returns its first outcome instead of starting over. */
const samePlanForMs = 10 * 60_000;

type Arguments = Readonly<Record<string, unknown>>;

/** A gated write: plan, then a person's yes where the plan needs one, then the steps. */
export async function writePlanned(
  run: ToolRun,
  underway: Underway,
  tool: PerformingTool,
  input: Arguments,
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
  if (isNothingToDo(planned)) return { result: nothingNew(planned) };
  const before = await sameDone(run, { hash: planned.hash, since: addMilliseconds(now, 1 - samePlanForMs) });
  if (before !== null) return { result: before };
  const { excess, limited } = await withinLimits(run, planned);
  if (excess !== undefined) return { result: await approveExcess(run, limited, excess) };
  if (planned.plan.gate === 'audit') return { result: await executeAtOnce(run, tool, limited) };
  const mayConfirm = planned.plan.gate === 'confirm' && canConfirm(run);
  const instead = mayConfirm ? await approvedInstead(run, planned, { isCounted: false }) : undefined;
  if (mayConfirm && instead === undefined) return { question: question(run, limited, args) };
  const { result } = await requestApproval(run, limited, instead);
  return { result };
}

/** The plan with where it stands with each limit of the policy; what it waits for already is the same wish. */
async function withinLimits(run: ToolRun, planned: Planned) {
  const rows = await run.options.memory.approvals.ofPlan(planned.hash, run.caller.principal.name);
  const own = rows.filter(({ status }) => status === 'pending' || status === 'approved').map(({ id }) => id);
  const { notes, excess } = await checkLimits(createCallCounting(run), planned.plan, own);
  const limited = notes.length === 0 ? planned : { ...planned, view: { ...planned.view, limits: [...notes] } };
  return { excess, limited };
}

/** Above a limit of the policy: refused, or approved by a person who knows it. */
async function approveExcess(run: ToolRun, planned: Planned, { above, text, warning }: Excess): Promise<ToolResult> {
  if (above === 'refuse') throw new WaybillError('REFUSED', `${planned.view.title}: ${text}`);
  return (await requestApproval(run, planned, { warning, gate: 'approve' })).result;
}

/** Counts what a plan moves before it does; what is above a limit of the policy by now does not run. */
const holdFor = (run: ToolRun, id: string, { plan }: Planned): Promise<Excess | undefined> =>
  reserveMoney(createCallCounting(run), {
    id,
    who: run.caller.principal.name,
    plan,
    expiresAt: null,
    isApproved: false,
    isCounted: false,
  });

/** Whether the form of the client counts as asking a person. */
const canConfirm = ({ caller, options }: ToolRun): boolean => caller.canAsk && options.policy.confirmInClient;

/** Why a form of the client is not enough; above a day's confirmations the requester's own yes is not either. */
async function approvedInstead(run: ToolRun, planned: Planned, counted: Parameters<typeof dailyExcess>[2]) {
  const named = namedApprovers(run, planned);
  if (named !== undefined) return { warning: named };
  const excess = await dailyExcess(run, planned.plan, counted);
  return excess === undefined ? undefined : ({ warning: excess, gate: 'approve' } as const);
}

/** Who alone may say yes, in a sentence; a client's form cannot tell whether they do. */
function namedApprovers({ options: { policy } }: ToolRun, { plan }: Planned): string | undefined {
  const named = listApprovers(policy, listPolicyNames(plan));
  if (named.length === 0) return undefined;
  return `The policy names who approves ${named.map(({ name, people }) => `${name} (${people.join(' or ')})`).join(' and ')}.`;
}

async function executeAtOnce(run: ToolRun, tool: PerformingTool, planned: Planned): Promise<ToolResult> {
  const { plan, snapshots, hash, askedAt } = planned;
  const hold = await holdCreate(run, tool, plan.input);
  if (hold.outcome !== null) return alreadyDone(parseOutcome(hold.outcome));
  const excess = await holdFor(run, hold.id, planned);
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

/** The person's answer to the question about exactly this plan. It counts once. */
async function takeAnswer(
  run: ToolRun,
  underway: Underway,
  tool: PerformingTool,
  input: Arguments,
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
    await run.options.bookkeeping.write({ kind: 'used key', key: endOfAnswer(state), ...times });
  }
}

/** Kept once the first answer has come to its end, whatever that was. */
const endOfAnswer = ({ id }: ConfirmState): string => `answered:${id}`;

async function followAnswer(
  run: ToolRun,
  underway: Underway,
  tool: PerformingTool,
  input: Arguments,
  { state, answer }: Confirmation,
): Promise<ToolResult> {
  if (answer !== 'accept') return refuseAnswer(run, tool, input, { state, answer });
  if (!isBefore(state.expiresAt, run.options.now(), confirmationLivesMs)) {
    return notDone(
      run,
      state,
      'cancelled',
      'The confirmation came after its 10 minutes, or a clock was set back; ask again.',
    );
  }
  const shown = openFromForm(state, run.options.memory.cipher);
  const planned = await planCall(run, tool, input, { askedAt: state.askedAt, settled: shown?.plan.settled });
  if (isNothingToDo(planned)) return nothingNew(planned);
  const changes = [...comparePlans(shown, planned), ...(shown ? compareGates(shown.plan, planned.plan) : [])];
  if (changes.length > 0) return changedSince(run, { tool, input, planned, changes });
  const since = addMilliseconds(state.expiresAt, -confirmationLivesMs);
  const meanwhile = await sameDone(run, { hash: planned.hash, since });
  if (meanwhile !== null) return meanwhile;
  const asked = { id: state.id, confirmed: confirmedBy(planned.plan) };
  const row = await beginPlan(run, planned, asked, isOnlyOne({ since, now: run.options.now() }));
  // Two forms for one plan were answered at one moment: the other one is first.
  if (row === undefined) return followAnswer(run, underway, tool, input, { state, answer });
  // Counted first and looked at then: of many answers at one moment none slips past the others.
  const instead = await approvedInstead(run, planned, { isCounted: true });
  if (instead !== undefined)
    return approveInstead(run, row, async () => (await requestApproval(run, planned, instead)).result);
  const excess = await holdFor(run, row.id, planned);
  if (excess !== undefined) return approveInstead(run, row, () => approveExcess(run, planned, excess));
  return runStored(run, underway, row);
}

/** The yes was not enough: it is void, and a person is asked at a terminal, or it is refused. */
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

/** A repeated answer does nothing again: it shows, or finishes, what the first one started. */
async function findEarlierAnswer(run: ToolRun, underway: Underway, state: ConfirmState): Promise<ToolResult> {
  const { memory, now } = run.options;
  const hasEnded = (await memory.ledger.count(endOfAnswer(state), now())) > 0;
  const row = await memory.approvals.get(state.id);
  if (row !== undefined) return runApproved(run, underway, state.id);
  if (!hasEnded)
    throw new WaybillError('STILL_RUNNING', 'This question was answered a moment ago, in another call.', {
      isOpen: true,
    });
  const why =
    'This question was answered before, and that answer did not lead to a change. Ask again if it is still wanted.';
  return notDone(run, state, 'cancelled', why);
}

/** Nothing was changed; whoever reads it learns what would have been. */
function notDone(run: ToolRun, state: ConfirmState, status: 'declined' | 'cancelled', why: string): ToolResult {
  const atStake = stakeOfQuestion(run, state);
  return writeResult({ status, summary: `${formatStake(atStake)} ${why}`, extra: { atStake } });
}

async function refuseAnswer(
  run: ToolRun,
  tool: PerformingTool,
  input: Arguments,
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
    summary: `${stakeOfQuestion(run, state).title}: ${status}`,
  });
  return notDone(run, state, status, why);
}

interface ChangedAnswer {
  readonly tool: PerformingTool;
  readonly input: Arguments;
  readonly planned: Planned;
  readonly changes: readonly PlanChange[];
}

/** The yes was to another plan: the new one needs its own. */
async function changedSince(run: ToolRun, { tool, input, planned, changes }: ChangedAnswer): Promise<ToolResult> {
  const canAskAgain = planned.plan.gate === 'confirm' && canConfirm(run);
  const text = await nameChanges(run, changes, planned.askedAt);
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
