import { WaybillError } from '../../errors.ts';
import type { ToolResult } from '../results/result.ts';
import type { GateOptions, ToolCaller } from '../run/run.ts';
import type { FoundApproval } from '../tool/memory.ts';

/** Carries out an approved plan as a call of its requester, or returns how the approval ended. It never throws. */
export type SettleApproval = (row: FoundApproval, caller: ToolCaller) => Promise<ToolResult>;

/** Caller of a run for which no call waits. */
export type BackgroundCaller = Omit<ToolCaller, 'signal' | 'progress' | 'isCounted'>;

export interface BackgroundRuns {
  /** Returns true while this process carries the plan out. */
  readonly has: (id: string) => boolean;
  /** Begins to carry a plan out, unless this process is at it. */
  readonly begin: (row: FoundApproval, caller: BackgroundCaller) => void;
  /** Stops runs that have changed nothing yet, and waits for the rest. */
  readonly close: () => Promise<void>;
}

interface BackgroundRunsOptions extends Pick<GateOptions, 'log'> {
  readonly settle: SettleApproval;
  /** Notes the result of a run, which the stored approval has as well if it is final. */
  readonly noteEnd: (id: string, result: ToolResult) => Promise<void>;
}

/** Creates the runs of approved plans for which no call waits: of tasks and of the approvals page. */
export function createBackgroundRuns({ log, settle, noteEnd }: BackgroundRunsOptions): BackgroundRuns {
  const stopping = new AbortController();
  const runs = new Map<string, Promise<void>>();
  return {
    has: (id) => runs.has(id),
    begin(row, caller) {
      const { id } = row;
      // Several looks at one moment have read that nobody is at it.
      if (runs.has(id)) return;
      const background = { ...caller, signal: stopping.signal, progress: async () => {}, isCounted: true };
      const run = settle(row, background)
        .then((result) => noteEnd(id, result))
        .catch((error: unknown) => log('warn', 'The end of a run could not be stored.', { id, cause: String(error) }))
        .finally(() => runs.delete(id));
      runs.set(id, run);
    },
    async close() {
      stopping.abort(new WaybillError('CANCELLED', 'The server is stopping.'));
      await Promise.all(runs.values());
    },
  };
}
