import { createGapNotes } from '../../domain/kit/completeness.ts';
import { WaybillError } from '../../errors.ts';
import type { SealedPlan } from '../approvals/approval-row.ts';
import { describePlanChanges, type PlanAgain } from '../approvals/freshness.ts';
import type { PlanChange } from '../approvals/plan-changes.ts';
import { getToolGate } from '../policy/policy.ts';
import { parsePrincipal } from '../policy/principal-name.ts';
import { createStatusNotes } from '../results/status-notes.ts';
import { createOperationJournal } from '../tool/allowed-calls.ts';
import type { ToolPrincipal } from '../tool/context.ts';
import type { ApprovalRow } from '../tool/memory.ts';
import { chooseDeskZone } from '../run/desk-zone.ts';
import type { GateOptions, ToolRun } from '../run/run.ts';
import type { PerformingTool, Tool } from '../tool/tool.ts';
import { createControl } from './control.ts';
import { planCall } from './planning.ts';

/**
 * Returns the planned form of a tool that can be gated, or null. A direct write that the policy gates shows what it
 * would do.
 */
export function toPlanTool(tool: Tool): PerformingTool | null {
  if (tool.kind === 'plan') return tool;
  if (tool.kind !== 'write') return null;
  const { write, shown: preview, ...declaration } = tool;
  return {
    ...declaration,
    kind: 'plan',
    plan: async (ctx, input) => ({
      ...(await preview(ctx, input)),
      // The policy raises this to what it asks for.
      gate: 'audit',
      steps: [],
      money: [],
      emails: [],
      sideEffects: [],
      policyHits: [`The policy asks for a person before ${tool.name}.`],
    }),
    finish: async () => {
      throw new Error('a performed plan is not finished');
    },
    perform: write,
  };
}

/** Finds the tool of a stored plan; one that is not on offer any more is refused. */
export function requirePlanTool(
  { options }: Pick<ToolRun, 'options'>,
  { tool: name }: Pick<ApprovalRow, 'tool'>,
): PerformingTool {
  const tool = options.tools.find((candidate) => candidate.name === name);
  const isOff = tool === undefined || getToolGate(options.policy, tool.name, tool.gate) === 'off';
  const planned = isOff ? null : toPlanTool(tool);
  if (planned !== null) return planned;
  throw new WaybillError('REFUSED', `${name} is not offered any more, so its plan cannot be executed.`);
}

/** Plans a stored request again, as of the time when it was made and for the records that it was settled with. */
export const planAgain = (run: ToolRun, row: Pick<ApprovalRow, 'tool'>, { plan, askedAt }: SealedPlan) =>
  planCall(run, requirePlanTool(run, row), plan.input, { askedAt, settled: plan.settled });

/** Returns the requester of a stored plan, in whose name it is planned again and executed. */
export function toRequester(
  { requester }: Pick<ApprovalRow, 'requester'>,
  sealed: Pick<SealedPlan, 'user'> | undefined,
): ToolPrincipal {
  const { kind } = parsePrincipal(requester);
  const user = sealed?.user;
  return { kind, name: requester, ...(user !== undefined && { user }) };
}

/** Builds a run in the name of the requester of a stored plan that nobody waits for in a client. */
export function buildRequesterRun(
  options: GateOptions,
  row: Pick<ApprovalRow, 'tool' | 'requester'>,
  sealed: Pick<SealedPlan, 'user'>,
  signal: AbortSignal = new AbortController().signal,
): ToolRun {
  const principal = toRequester(row, sealed);
  return {
    options,
    caller: { principal, clientInfo: undefined, canAsk: false, signal, progress: async () => {} },
    control: createControl(options, principal),
    journal: createOperationJournal(),
    gaps: createGapNotes(),
    statuses: createStatusNotes(),
    tool: row.tool,
  };
}

/** Creates what the page and the terminal look at a stored plan with: the same planning as before its execution. */
export function createPlanAgain(options: GateOptions): PlanAgain {
  return (row, sealed, signal) => {
    const { plan, askedAt } = sealed;
    const run = buildRequesterRun(options, row, sealed, signal);
    return planCall(run, requirePlanTool(run, row), plan.input, { askedAt, settled: plan.settled, isLooking: true });
  };
}

/** Describes what changed since a plan was shown, in the words of the page and the terminal. */
export async function describeChangesSince(
  { options, caller }: ToolRun,
  changes: readonly PlanChange[],
  since: string,
): Promise<string> {
  const { timeZone } = await options.apiOf(caller.principal).time();
  return describePlanChanges(options.memory, { changes, since, zone: chooseDeskZone(options.timeZone, timeZone) });
}
