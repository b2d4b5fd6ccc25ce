import type { WriteOutcome } from '../results/result.ts';
import type { FoundApproval } from '../tool/memory.ts';

/** Attempt to execute an approved plan from the page that ended without a final outcome. */
export interface PageAttempt {
  /** Time of its end, ISO 8601. */
  readonly at: string;
  readonly message: string;
  readonly outcome: WriteOutcome;
}

/** State of executing a plan that is approved and not finished. */
export interface ExecutionState {
  /** `waiting` before it begins, `interrupted` after its process ended in the middle. */
  readonly kind: 'waiting' | 'running' | 'interrupted';
  /** Steps that are done. */
  readonly stepsDone: number;
  /** Last attempt from the page, if it ended without a final outcome. */
  readonly attempt: PageAttempt | undefined;
  /** Reason why this person can't execute it on this page; undefined if they can. */
  readonly problem: string | undefined;
}

/** Executes approved plans from the approvals page, each as a call of its requester. */
export interface PageExecutor {
  /** Describes why this process can't execute the plan now; undefined if it can. */
  readonly findProblem: (row: FoundApproval) => Promise<string | undefined>;
  /** Returns true if a plan is about to be executed from the page of any process. */
  readonly isBegun: (id: string) => Promise<boolean>;
  /** Finds the last attempt from the page; a plan that was executed keeps its outcome itself. */
  readonly findAttempt: (id: string) => Promise<PageAttempt | undefined>;
  /** Begins to execute an approved plan unless that is under way, and records in the audit log who began it. */
  readonly begin: (row: FoundApproval, who: string) => Promise<void>;
  /** Stops runs that have changed nothing yet, and waits for the rest. */
  readonly close: () => Promise<void>;
}
