import type { GapNotes } from '../../domain/kit/completeness.ts';
import type { ApiClient } from '../../client/calls/api-client.ts';
import type { ClientIdentity, Control, ToolPrincipal, ReportProgress } from '../tool/context.ts';
import type { FileAccess } from '../tool/files.ts';
import type { CommandText } from '../results/error-result.ts';
import type { Log } from '../../log.ts';
import type { ToolMemory } from '../tool/memory.ts';
import type { Notify } from '../tool/notification.ts';
import type { Policy } from '../policy/policy.ts';
import type { StatusNotes } from '../results/status-notes.ts';
import type { RecordsCopy } from '../tool/records-copy.ts';
import type { Bookkeeping } from '../tool/bookkeeping.ts';
import type { WriteJournal } from '../tool/write-journal.ts';
import type { Tool } from '../tool/tool.ts';
import type { CallDeadline } from './call-deadline.ts';

/** Options of the gate; the same for every call of a process. */
export interface GateOptions {
  readonly tools: readonly Tool[];
  /** Names of tools that exist and are not on offer: no answer advises them. */
  readonly missingTools: readonly string[];
  readonly apiOf: (principal: ToolPrincipal) => ApiClient;
  /** Tells this API from another one that keeps its approvals in the same place. */
  readonly apiName?: string | undefined;
  /** Reads whose desk this is, for the people who decide: "Juniper Freight Brokerage · sandbox". */
  readonly readDeskName?: (() => Promise<string>) | undefined;
  readonly memory: ToolMemory;
  /** Entries that are written into the memory after a write. */
  readonly bookkeeping: Bookkeeping;
  readonly policy: Policy;
  readonly now: () => string;
  /** Creates a fresh uuid. */
  readonly newId: () => string;
  readonly log: Log;
  readonly commandText: CommandText;
  /** Zone of the desk if the person named one; otherwise the API's is used. */
  readonly timeZone?: string | undefined;
  readonly files?: FileAccess | undefined;
  /** True if the API's addresses of files work outside of this process. */
  readonly hasFileAddresses: boolean;
  readonly copy: () => Promise<RecordsCopy>;
  /** Tells the copy, where it is open, that something was written. */
  readonly noteWrite?: (() => void) | undefined;
  /** Tells people that an approval waits, and what becomes of it. */
  readonly notify?: Notify | undefined;
  /** Opens the page on which a person decides, where this process can serve one, and returns its address. */
  readonly approvalsPage?: (() => Promise<string | undefined>) | undefined;
}

/** Caller of a tool, and what their client can do. */
export interface ToolCaller {
  readonly principal: ToolPrincipal;
  readonly clientInfo: ClientIdentity | undefined;
  /** True if the client can show a form to a person. */
  readonly canAsk: boolean;
  /** The person's answer to an earlier question, when the call carries one. */
  readonly confirmation?: Confirmation | undefined;
  /** Position of this call in a trace, in the form of W3C Trace Context; undefined without tracing. */
  readonly traceparent?: string | undefined;
  readonly signal: AbortSignal;
  readonly progress: ReportProgress;
  /** True if this call was counted when its message arrived, before any work was done for it. */
  readonly isCounted?: boolean;
}

/** Signed by the server and bound to the principal; what it says about the call is compared again. */
export interface ConfirmState {
  /** Single use. */
  readonly id: string;
  readonly tool: string;
  readonly args: string;
  readonly plan: string;
  /** Time of the request by the API's clock. */
  readonly askedAt: string;
  readonly expiresAt: string;
  /** Description of what a no leaves undone, encrypted, because the client stores the question. */
  readonly atStake: string;
  /** The plan as it was shown, encrypted, to compare it with; left out by earlier versions. */
  readonly sealed?: string;
}

export interface Confirmation {
  readonly state: ConfirmState;
  /** `accept` only with the box ticked. */
  readonly answer: 'accept' | 'decline' | 'cancel';
}

/** Everything that one tool call works with. */
export interface ToolRun {
  readonly options: GateOptions;
  readonly caller: ToolCaller;
  /** Deadline of the call; absent if no client waits for the answer. */
  readonly deadline?: CallDeadline | undefined;
  readonly control: Control;
  readonly journal: WriteJournal;
  /** Gaps in the data behind the answer. */
  readonly gaps: GapNotes;
  readonly statuses: StatusNotes;
  /** The tool that was called. */
  readonly tool: string;
}
