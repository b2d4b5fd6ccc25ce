import { WaybillError } from '../../errors.ts';
import { getPlanView, openPlan } from '../approvals/approval-row.ts';
import { approvalLivesMs } from '../approvals/approvals.ts';
import { auditApprover } from '../approvals/approver-audit.ts';
import { leaseMs } from '../approvals/lease.ts';
import type { PageAttempt, PageExecutor } from '../approvals/page-executor.ts';
import { requireOpen } from '../limits/hours.ts';
import type { ErrorView, ToolResult } from '../results/result.ts';
import { addMilliseconds } from '../run/call-details.ts';
import type { GateOptions } from '../run/run.ts';
import { requireWritesRun } from '../stop/writes-stop.ts';
import type { ClientIdentity } from '../tool/context.ts';
import type { FoundApproval } from '../tool/memory.ts';
import { createBackgroundRuns, type SettleApproval } from './background-runs.ts';
import { buildRequesterRun, requirePlanTool, toRequester } from './plan-again.ts';

interface PageRunsOptions extends GateOptions {
  readonly settle: SettleApproval;
  /** Name of the tool that executes approved plans. */
  readonly approvalTool: string;
  /** Client that the audit log names for what the page executes. */
  readonly client: ClientIdentity;
}

/** Creates what executes approved plans from the approvals page, in the way in which tasks are carried out. */
export function createPageRuns({ settle, approvalTool, client, ...options }: PageRunsOptions): PageExecutor {
  const { memory, now, log } = options;
  const attempts = createAttempts(options);
  const noteEnd = async (id: string, result: ToolResult): Promise<void> => {
    try {
      const row = await memory.approvals.get(id);
      const isOpen = row?.status === 'approved' || row?.status === 'executing';
      if (isOpen) await attempts.keep(id, toAttempt(result, now()));
    } finally {
      await memory.ledger.forget(toRunKey(id));
    }
  };
  const runs = createBackgroundRuns({ log, settle, noteEnd });
  return {
    findProblem: (row) => findExecutionProblem(options, approvalTool, row),
    isBegun: async (id) => runs.has(id) || (await memory.ledger.count(toRunKey(id), now())) > 0,
    findAttempt: (id) => attempts.find(id),
    async begin(row, who) {
      const { id } = row;
      const times = { at: now(), expiresAt: addMilliseconds(now(), leaseMs) };
      if (runs.has(id) || !(await memory.ledger.consume(toRunKey(id), times))) return;
      try {
        await auditBegin(options, row, who);
      } catch (error) {
        await memory.ledger.forget(toRunKey(id));
        throw error;
      }
      const principal = toRequester(row, openPlan(row, memory.cipher));
      runs.begin(row, { principal, clientInfo: client, canAsk: false });
    },
    close: runs.close,
  };
}

const toRunKey = (id: string) => `page-run:${id}`;
const toAttemptKey = (id: string) => `page-attempt:${id}`;

/** Records in the audit log who begins to execute a plan; each of its calls is recorded as its requester's. */
const auditBegin = (options: GateOptions, row: FoundApproval, who: string): Promise<void> => {
  const plan = getPlanView(row, options.memory.cipher);
  return auditApprover(options, {
    who,
    place: 'approvals page',
    status: 'execution_begun',
    summary: `${plan.title}: executed from the approvals page by ${who}`,
    approval: { id: row.id, tool: row.tool, plan },
  });
};

/** Describes why the plan can't be executed by this process now: what the execution would be refused for. */
async function findExecutionProblem(
  options: GateOptions,
  approvalTool: string,
  row: FoundApproval,
): Promise<string | undefined> {
  const sealed = openPlan(row, options.memory.cipher);
  if (sealed === undefined) return 'The stored plan cannot be read.';
  if (sealed.api !== options.apiName) return 'This page works with another brokerage than the plan.';
  const run = buildRequesterRun(options, row, sealed);
  try {
    requirePlanTool(run, row);
    await requireWritesRun(run);
    await requireOpen(run, [approvalTool, row.tool, ...sealed.plan.steps.map(({ operation }) => operation)]);
    return undefined;
  } catch (error) {
    if (error instanceof WaybillError) return error.message;
    throw error;
  }
}

/** Time for which the last attempt is stored: as long as the plan may be executed, and a day more. */
const attemptLivesMs = 2 * approvalLivesMs;

/** Creates the store of the last attempts. All processes of the desk share it. */
function createAttempts({ memory, now }: Pick<GateOptions, 'memory' | 'now'>) {
  return {
    async keep(id: string, attempt: PageAttempt): Promise<void> {
      const key = toAttemptKey(id);
      const body = memory.cipher.encrypt(JSON.stringify(attempt), key);
      await memory.pages.keep({ key, body, at: now(), expiresAt: addMilliseconds(now(), attemptLivesMs) });
    },
    async find(id: string): Promise<PageAttempt | undefined> {
      const key = toAttemptKey(id);
      const stored = await memory.pages.find(key, now());
      if (stored === undefined) return undefined;
      try {
        // Authenticated encryption: what opens is what keep wrote.
        return JSON.parse(memory.cipher.decrypt(stored.body, key)) as PageAttempt;
      } catch {
        // Stored under an earlier key of the memory: the next attempt says the same, or executes the plan.
        return undefined;
      }
    },
  };
}

/** Converts the result of a run after which the plan is still to be executed, or to be finished. */
function toAttempt({ data, text }: ToolResult, at: string): PageAttempt {
  // Every failure of the gate has an error, and every other result of a write a summary.
  const { error, summary } = data as { readonly error?: ErrorView; readonly summary?: string };
  if (error !== undefined) return { at, message: error.message, outcome: error.outcome ?? 'not_done' };
  return { at, message: summary ?? text.split('\n', 1)[0] ?? '', outcome: 'partial' };
}
