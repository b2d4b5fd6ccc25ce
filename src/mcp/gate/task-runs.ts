import type { ErrorView, ToolResult } from '../results/result.ts';
import { addMilliseconds } from '../run/call-details.ts';
import type { GateOptions, ToolCaller } from '../run/run.ts';
import type { FoundApproval, MemoryCipher } from '../tool/memory.ts';
import { WaybillError } from '../../errors.ts';

/** Carries out an approved plan as a call of its requester, or returns how the approval ended. It never throws. */
export type SettleApproval = (row: FoundApproval, caller: ToolCaller) => Promise<ToolResult>;

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

export interface TaskRuns {
  /** Returns true while this process carries the plan out. */
  readonly has: (id: string) => boolean;
  /** Begins to carry a plan out. Its outcome is in the stored approval, or among the stored ends. */
  readonly begin: (row: FoundApproval, caller: ToolCaller) => void;
  /** Finds the message of an attempt after which the next one has to wait. */
  readonly findProblem: (id: string) => string | undefined;
  /** Finds the result with which a task ended though its approval is still open. */
  readonly findEnd: (id: string) => Promise<ToolResult | undefined>;
  /** Stops runs that have changed nothing yet, and waits for the rest. */
  readonly close: () => Promise<void>;
}

interface TaskRunsOptions extends Pick<GateOptions, 'memory' | 'now' | 'log'> {
  readonly settle: SettleApproval;
  /** Time for which the end of a task is stored. */
  readonly endLivesMs: number;
}

/** Creates the runs of approved plans for which no call waits. */
export function createTaskRuns({ memory, now, log, settle, endLivesMs }: TaskRunsOptions): TaskRuns {
  const stopping = new AbortController();
  const runs = new Map<string, Promise<void>>();
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
    const body = memory.cipher.encrypt(JSON.stringify(result), key);
    await memory.pages.keep({ key, body, at: now(), expiresAt: addMilliseconds(now(), endLivesMs) });
  };

  return {
    has: (id) => runs.has(id),
    begin(row, caller) {
      const { id } = row;
      // Several looks at one moment have read that nobody is at it.
      if (runs.has(id)) return;
      const background = { ...caller, signal: stopping.signal, progress: async () => {}, isCounted: true };
      const run = settle(row, background)
        .then((result) => noteAttempt(id, result))
        .catch((error: unknown) => log('warn', 'The end of a task could not be stored.', { id, cause: String(error) }))
        .finally(() => runs.delete(id));
      runs.set(id, run);
    },
    findProblem(id) {
      const failed = failedAttempts.get(id);
      return failed !== undefined && now() < failed.nextAt ? failed.message : undefined;
    },
    async findEnd(id) {
      const stored = await memory.pages.find(toEndKey(id), now());
      return stored && openEnd(memory.cipher, id, stored.body);
    },
    async close() {
      stopping.abort(new WaybillError('CANCELLED', 'The server is stopping.'));
      await Promise.all(runs.values());
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
