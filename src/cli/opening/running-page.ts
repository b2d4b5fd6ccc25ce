import type { Log } from '../../log.ts';
import type { DeciderApi } from '../../mcp/approvals/freshness.ts';
import type { PageExecutor } from '../../mcp/approvals/page-executor.ts';
import type { ToolMemory } from '../../mcp/tool/memory.ts';
import type { Notify } from '../../mcp/tool/notification.ts';
import type { Policy } from '../../mcp/policy/policy.ts';
import type { Clock } from '../clock.ts';

export interface RunningPage {
  /** `http://localhost:49152` */
  readonly origin: string;
  readonly fetch: (request: Request) => Promise<Response>;
  /** Counts the plans that wait for a decision. */
  readonly countPending: () => Promise<number>;
  close(): Promise<void>;
}

export interface PageDesk {
  readonly memory: ToolMemory;
  readonly policy: Policy;
  readonly now: Clock;
  readonly log: Log;
  readonly notify: Notify | undefined;
  /** To read again what a plan rests on. */
  readonly records: Omit<DeciderApi, 'timeZone'> | undefined;
  /** To execute approved plans; undefined in a process that only reads. */
  readonly executor: PageExecutor | undefined;
}

/** Makes the page reachable in whichever way suits the process. */
export type OpenPage = (desk: PageDesk) => Promise<RunningPage>;
