import { getShownStatus } from '../approvals/approval-row.ts';
import type { ErrorView, ToolResult } from '../results/result.ts';
import { addMilliseconds } from '../run/call-details.ts';
import type { GateOptions } from '../run/run.ts';
import type { MemoryCipher } from '../tool/memory.ts';
import { type BackgroundRuns, createBackgroundRuns, type SettleApproval } from './background-runs.ts';

/** Pause after the first attempt that changed nothing and may succeed later; it grows with each one. */
const pauseMs = 5000;
const pauseMsMax = 60_000;

/** Attempt that changed nothing and may succeed later. */
interface FailedAttempt {
  readonly count: number;
  readonly message: string;
  /** Instant of the next attempt. */
  readonly nextAt: string;
}

/** Runs whose outcome is in the stored approval, or among the stored ends. */
export interface TaskRuns extends BackgroundRuns {
  /** Finds the message of an attempt after which the next one has to wait. */
  readonly findProblem: (id: string) => string | undefined;
  /** Finds the result with which a task ended though its approval is still open. */
  readonly findEnd: (id: string) => Promise<ToolResult | undefined>;
}

interface TaskRunsOptions extends Pick<GateOptions, 'memory' | 'now' | 'log'> {
  readonly settle: SettleApproval;
  /** Time for which the end of a task is stored. */
  readonly endLivesMs: number;
}

/** Creates the runs of approved plans for which no call waits. */
export function createTaskRuns({ memory, now, log, settle, endLivesMs }: TaskRunsOptions): TaskRuns {
  const failedAttempts = new Map<string, FailedAttempt>();

  /** Notes a failed attempt: the task goes on later, or ends with the error. */
  const noteAttempt = async (id: string, result: ToolResult): Promise<void> => {
    const count = (failedAttempts.get(id)?.count ?? 0) + 1;
    failedAttempts.delete(id);
    if (result.isError !== true) return;
    // Every failure of the gate has this member.
    const { error } = result.data as { readonly error: ErrorView };
    const { code, message, retryable, retryAfterSeconds } = error;
    // This process is ending: the next one goes on.
    if (code === 'CANCELLED') return;
    if (retryable || code === 'STILL_RUNNING') {
      const waitMs = retryAfterSeconds === undefined ? Math.min(count * pauseMs, pauseMsMax) : retryAfterSeconds * 1000;
      failedAttempts.set(id, { count, message, nextAt: addMilliseconds(now(), waitMs) });
      return;
    }
    const key = toEndKey(id);
    const row = await memory.approvals.get(id);
    const isOpen = row !== undefined && ['approved', 'executing'].includes(getShownStatus(row, now()));
    const end = isOpen ? withNextStep(id, result) : result;
    const body = memory.cipher.encrypt(JSON.stringify(end), key);
    await memory.pages.keep({ key, body, at: now(), expiresAt: addMilliseconds(now(), endLivesMs) });
  };

  return {
    ...createBackgroundRuns({ log, settle, noteEnd: noteAttempt }),
    findProblem(id) {
      const failed = failedAttempts.get(id);
      return failed !== undefined && now() < failed.nextAt ? failed.message : undefined;
    },
    async findEnd(id) {
      const stored = await memory.pages.find(toEndKey(id), now());
      return stored && openEnd(memory.cipher, id, stored.body);
    },
  };
}

/** Adds to the refusal that ends a task how the plan is executed later: the task has ended, its approval has not. */
function withNextStep(id: string, result: ToolResult): ToolResult {
  // Every failure of the gate has this member.
  const { error } = result.data as { readonly error: ErrorView };
  const text = `This task has ended, but ${id} is still approved: once that is resolved, call run_approved with approvalId=${id}.`;
  const step = { tool: 'run_approved', arguments: { approvalId: id }, why: 'executes it once that is resolved' };
  const [first = '', ...rest] = result.text.split('\n');
  return {
    ...result,
    text: [`${first} ${text}`, ...rest].join('\n'),
    data: {
      ...result.data,
      error: { ...error, message: `${error.message} ${text}`, nextActions: [...(error.nextActions ?? []), step] },
    },
  };
}

const toEndKey = (id: string) => `task-end:${id}`;

function openEnd(cipher: MemoryCipher, id: string, body: string): ToolResult | undefined {
  try {
    // Authenticated encryption: what opens is what noteAttempt wrote.
    return JSON.parse(cipher.decrypt(body, toEndKey(id))) as ToolResult;
  } catch {
    // Stored under an earlier key of the memory: the next attempt says the same, or does what was asked for.
    return undefined;
  }
}
