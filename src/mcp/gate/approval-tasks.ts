import { approvalLivesMs, describeApprovalWays } from '../approvals/approvals.ts';
import {
  formatApproveCommand,
  getApprovalUrl,
  getPlanView,
  getShownStatus,
  parseOutcome,
} from '../approvals/approval-row.ts';
import { isUnderWay } from '../approvals/lease.ts';
import { formatPageOffer } from '../approvals/page-offer.ts';
import { isWithdrawal, withdrawApproval } from '../approvals/withdrawal.ts';
import { isSamePrincipal } from '../policy/principal-name.ts';
import type { ToolResult } from '../results/result.ts';
import { addMilliseconds } from '../run/call-details.ts';
import type { GateOptions, ToolCaller } from '../run/run.ts';
import type { ApprovalTasks, ApprovalTaskState } from '../run/runner.ts';
import { stripInvisible } from '../text/invisible.ts';
import type { FoundApproval } from '../tool/memory.ts';
import { isFresh } from '../../domain/kit/instants.ts';
import type { SettleApproval } from './background-runs.ts';
import { createTaskRuns, type TaskRuns } from './task-runs.ts';

/** Time in which a task can be followed: what became of an approval can be read for a day after it has expired. */
const taskLivesMs = approvalLivesMs + 24 * 60 * 60_000;

const toPageKey = (id: string) => `task-page:${id}`;

/** Returns true if an approval is neither waiting nor to be carried out. */
export function isOver(row: FoundApproval, now: string): boolean {
  const status = getShownStatus(row, now);
  return status !== 'pending' && status !== 'approved' && status !== 'executing';
}

/**
 * Creates the tasks of approvals. A task is the stored approval: it outlives this process, and any process can follow
 * it.
 */
export function createApprovalTasks(options: GateOptions, settle: SettleApproval): ApprovalTasks {
  const { memory, now } = options;
  const runs = createTaskRuns({ ...options, settle, endLivesMs: taskLivesMs });
  const findRow = async (id: string, caller: ToolCaller): Promise<FoundApproval | undefined> => {
    const row = await memory.approvals.get(id);
    if (row?.isGenuine !== true || !isSamePrincipal(row.requester, caller.principal.name)) return undefined;
    return row.status === 'executing' || isFresh(row.created_at, now(), taskLivesMs) ? row : undefined;
  };
  return {
    async follow(id, caller) {
      const row = await findRow(id, caller);
      if (row === undefined) return undefined;
      const { created_at: createdAt, decided_at: decidedAt, started_at: startedAt, finished_at: finishedAt } = row;
      const times = [createdAt, decidedAt, startedAt, finishedAt].filter((at) => at !== null);
      return {
        id,
        createdAt,
        updatedAt: times.sort().at(-1) ?? createdAt,
        livesMs: taskLivesMs,
        state: await readState({ options, settle, runs }, row, caller),
      };
    },
    async notePageOffered(id, caller) {
      if ((await findRow(id, caller)) === undefined) return false;
      const at = now();
      await memory.ledger.consume(toPageKey(id), { at, expiresAt: addMilliseconds(at, taskLivesMs) });
      return true;
    },
    async withdraw(id, caller) {
      const row = await findRow(id, caller);
      if (row === undefined) return false;
      const isEnded = runs.has(id) || (await runs.findEnd(id)) !== undefined;
      if (!isEnded) await withdrawApproval(options, row, caller);
      return true;
    },
    close: runs.close,
  };
}

interface TaskParts {
  readonly options: GateOptions;
  readonly settle: SettleApproval;
  readonly runs: TaskRuns;
}

/** Reads the state of a task, and begins to carry the plan out once a person has approved it. */
async function readState(parts: TaskParts, row: FoundApproval, caller: ToolCaller): Promise<ApprovalTaskState> {
  const { options, settle, runs } = parts;
  const { id } = row;
  const title = getTitle(row, options);
  const working = { kind: 'working', text: `${title}: a person approved ${id}, and it is being carried out.` } as const;
  if (runs.has(id)) return working;
  const end = await runs.findEnd(id);
  if (end !== undefined) return toEnded(end);
  const status = getShownStatus(row, options.now());
  switch (status) {
    case 'pending':
      return buildWaiting(row, title, options);
    case 'approved':
    case 'executing': {
      const problem = runs.findProblem(id);
      if (problem !== undefined)
        return { kind: 'working', text: `${title}: a person approved ${id}; it is tried again soon. ${problem}` };
      if (!isUnderWay(row, options.now())) runs.begin(row, caller);
      return working;
    }
    case 'done':
    case 'denied':
    case 'expired':
    case 'void':
      return row.outcome !== null && isWithdrawal(parseOutcome(row.outcome))
        ? { kind: 'withdrawn', text: `${title}: ${id} was withdrawn, and nothing was changed.` }
        : toEnded(await settle(row, { ...caller, isCounted: true }));
    default:
      return status satisfies never;
  }
}

const getTitle = (row: FoundApproval, { memory }: Pick<GateOptions, 'memory'>): string =>
  stripInvisible(getPlanView(row, memory.cipher).title).text;

const toEnded = (result: ToolResult): ApprovalTaskState => ({
  kind: 'ended',
  text: result.text.split('\n', 1)[0] ?? '',
  result,
});

async function buildWaiting({ id }: FoundApproval, title: string, options: GateOptions): Promise<ApprovalTaskState> {
  const url = await getApprovalUrl(options, id);
  const ways = describeApprovalWays({ command: formatApproveCommand(options, id), ...(url !== undefined && { url }) });
  const text = `${title}: ${id} needs a person's approval. ${ways}`;
  if (url === undefined) return { kind: 'waiting', text };
  const isOffered = (await options.memory.ledger.count(toPageKey(id), options.now())) > 0;
  return { kind: 'waiting', text, ...(!isOffered && { page: { url, message: formatPageOffer({ id, title }) } }) };
}
