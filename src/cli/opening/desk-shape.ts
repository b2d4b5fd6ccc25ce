import type { ApiClient } from '../../client/calls/api-client.ts';
import type { ReadinessParts, ReadinessQuestion } from '../../domain/kit/readiness.ts';
import type { Log } from '../../log.ts';
import type { Policy } from '../../mcp/policy/policy.ts';
import type { CommandText } from '../../mcp/results/error-result.ts';
import type { Selection } from '../../mcp/server/selection.ts';
import type { PrincipalOf } from '../../mcp/tool/context.ts';
import type { Runner } from '../../mcp/run/runner.ts';
import type { Clock } from '../clock.ts';
import type { ServeFile } from './stores/embedded.ts';
import type { CopyThread } from './copies/copy-thread.ts';
import type { OpenPage, RunningPage } from './running-page.ts';

/** Resources of this machine that tools work with. */
export interface Desk {
  /** Returns the runner for the tools of a selection. */
  readonly runnerFor: (selection: Selection) => Runner;
  readonly api: ApiClient;
  /** Opens the approvals page; fails in a process that serves none. */
  readonly page: () => Promise<RunningPage>;
  /** Returns how far the parts are that the desk needs to answer calls. */
  readonly checkReadiness: (question: ReadinessQuestion) => Promise<ReadinessParts>;
  /** Serves the files of the service in this process; undefined where their addresses are not its own. */
  readonly serveFile: ServeFile | undefined;
  close(): Promise<void>;
}

export interface DeskOptions {
  readonly policy: Policy;
  readonly principalOf: PrincipalOf;
  readonly now: Clock;
  readonly log: Log;
  /** Left out by a process that does not live long enough to serve the approvals page, or to check the copy behind an answer. */
  readonly openPage?: OpenPage | undefined;
  /** Formats a command as the readers of the answers have to type it. */
  readonly commandText: CommandText;
  /** True if tools may read and save files of this machine: only if the caller sits at it. */
  readonly usesFiles: boolean;
  /**
   * Returns the start of the addresses of the embedded service's files; undefined if this process cannot be reached.
   */
  readonly filesAt?: (() => Promise<string>) | undefined;
  /** Fills the copy in a thread of its own; left out, the copy fills in this one. */
  readonly copyThread?: CopyThread | undefined;
}
