import type { OperationName } from '../../contract/operation-names.ts';
import type { ApprovalStatus } from '../../domain/kit/approval.ts';
import type { Completeness, DataAge, Gap } from '../../domain/kit/completeness.ts';
import type { UnknownStatus } from '../../domain/shipments/unknown-statuses.ts';
import type { Paging } from '../results/page.ts';
import type { PlanView } from '../results/result.ts';
import type { AuthInfo } from '@modelcontextprotocol/server';
import type { ApiClient } from '../../client/calls/api-client.ts';
import type { AuditEntry, ValueChange } from '../audit/audit.ts';
import type { FileAccess } from './files.ts';
import type { Policy } from '../policy/policy.ts';
import type { PersonAccess } from '../policy/roles.ts';
import type { PrincipalKind } from '../policy/principal-name.ts';
import type { CopiedRecords, RecordsCopy } from './records-copy.ts';

/** On whose behalf a call runs: the operating system's user on stdio, the token's subject over HTTP. */
export interface Principal {
  /** Stored name, written by `formatPrincipal`. */
  readonly name: string;
  /** As an issuer numbers them: it stays when their name there changes. */
  readonly user?: string;
  /** A program signed in for itself: nobody sits in front of it who could answer a form. */
  readonly kind: PrincipalKind;
  /** Their roles where people sign in, and whether one of these decides for others. */
  readonly access?: Pick<PersonAccess, 'roles' | 'approves'>;
}

export type PrincipalOf = (authInfo: AuthInfo | undefined) => Principal;

export interface ClientIdentity {
  readonly name: string;
  readonly version: string;
}

export type Progress = (done: number, total: number | undefined, message: string) => Promise<void>;

/** `expired` is never stored: it follows from the clock. */
export type ShownStatus = ApprovalStatus | 'expired';

/** An approval as people and tools see it. */
export interface Approval {
  readonly id: string;
  readonly status: ShownStatus;
  readonly tool: string;
  readonly gate: string;
  readonly requester: string;
  readonly plan: PlanView;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly reason: string | null;
  /** Keys of the plan's lines that were left out with the yes. */
  readonly leftOut: readonly string[];
  /** What the plan moves without the lines that were left out. */
  readonly money: PlanView['money'];
  /** What the person has to know beside the plan, such as an earlier run whose outcome is unknown. */
  readonly warning: string | null;
  /** What is refused without the policy's exception: a yes to it needs a reason. */
  readonly exceptions: readonly string[];
  /** Status and summary of the first result. */
  readonly outcome: string | null;
}

export interface MadeChange extends ValueChange {
  readonly who: string;
  readonly at: string;
}

/** How a write of the last days is taken back. */
export interface WayBack {
  /** Of the approval, the confirmation or the attempt. */
  readonly id: string;
  readonly at: string;
  readonly tool: string;
  /** What the write did. */
  readonly title: string;
  /** The same in words. */
  readonly undo: string;
  /** Numbers of what it was about and of what it made. */
  readonly about: readonly string[];
  /** None where there is no way back. */
  readonly calls: readonly { readonly operation: OperationName; readonly input: Readonly<Record<string, unknown>> }[];
}

/** What the control tools may read. Deciding is not among it: that happens in channels a model cannot write to. */
export interface Control {
  /** How a person approves; the model can pass it on but not do it. */
  readonly approveCommand: (id: string) => string;
  /** Of this requester, newest first. */
  readonly approvals: (query: {
    readonly status?: ShownStatus | undefined;
    readonly limit: number;
  }) => Promise<readonly Approval[]>;
  /** Newest first, of those that this person may see; an attempt that finished shows once. */
  readonly audit: (query: { readonly who?: string | undefined; readonly limit: number }) => Promise<AuditPage>;
  /**
   * Values that were changed through this server in the days before `asOf` and since, newest first; one whose outcome is not
   * known counts. In a tool `asOf` is the time of the request, so that a plan reads the same when it is checked days later.
   */
  readonly changes: (days: number, asOf?: string) => Promise<readonly MadeChange[]>;
  /** Writes of this requester that can be taken back, newest first. */
  readonly waysBack: () => Promise<readonly WayBack[]>;
  /** History of these records since then, newest first, whoever wrote it: who may read a record may read its history. */
  readonly auditOf: (query: {
    readonly ids: readonly string[];
    readonly since: string;
  }) => Promise<readonly RecordEntry[]>;
}

/** Members of an entry that belong to the history of a record. */
export type RecordEntry = Pick<AuditEntry, 'at' | 'who' | 'calls' | 'summary' | 'approvalId'>;

/** Entries of the audit log as one person may see them. */
export interface AuditPage {
  readonly entries: readonly AuditEntry[];
  /** Number of newer or equally old entries that they may not see. */
  readonly hidden: number;
  /** Range of authors whose entries they see. */
  readonly scope: 'everything' | 'role' | 'own';
  /** True if the log has no more of them. */
  readonly isAll: boolean;
}

/** What this person was told last by a tool that says what is new. The one thing that a reading tool leaves behind. */
export interface Briefs {
  /** Undefined before the first. */
  readonly last: (role: string) => Promise<Brief | undefined>;
  readonly keep: (role: string, brief: Brief) => Promise<void>;
}

export interface Brief {
  readonly at: string;
  /** Numbers of records by what was said of them; no names. */
  readonly told: Readonly<Record<string, readonly string[]>>;
}

/** What a tool may touch. There is no other way to the API, the clock, files or the person. */
export interface ToolContext {
  /** Reading calls only, except inside `write`. Refuses operations that the tool did not declare. */
  readonly api: ApiClient;
  /**
   * Reads what a plan only judges by or shows beside its own records, such as another bill of the payee: a change of these
   * records voids no approval, only a new warning does.
   */
  readonly contextApi: ApiClient;
  /**
   * Settles which records a request means by its words: "due by Friday", "the oldest first", a name. It is decided once, when
   * the request is planned first, and stored with the plan as JSON; the page, the form and the execution plan with the same
   * answer, so that what fits the words later voids no approval. `decide` reads context only: a plan reads the records that
   * its steps touch again, by their ids.
   */
  readonly settle: <Answer>(name: string, decide: (ctx: ToolContext) => Promise<Answer>) => Promise<Answer>;
  /** True where answers are stored with a plan: what a name was taken for is read again by its id. */
  readonly isSettling: boolean;
  /** By the API's time, which in a sandbox may be ahead of the machine's. ISO 8601 in UTC. */
  readonly now: () => string;
  /** When the request was first made: what "tomorrow" counts from, also when a plan is checked again hours later. */
  readonly askedAt: string;
  readonly principal: Principal;
  readonly clientInfo: ClientIdentity | undefined;
  readonly policy: Policy;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  /** Absent over HTTP, where no local path is read, and for a reading tool, which could save. */
  readonly files: FileAccess | undefined;
  /** Whether an address that the API gives for a file can be used by somebody else; not where the API is in this process alone. */
  readonly hasFileAddresses: boolean;
  /** IANA zone of the person, for words such as "tomorrow" without a place. */
  readonly timeZone: string;
  readonly control: Control;
  /** Opened with the first question that needs it; absent where this process has none. */
  readonly copy: () => Promise<RecordsCopy>;
  /** The copy for this question. Opened with the first query; what a query reads is brought up to date before it runs. */
  readonly records: () => Promise<CopiedRecords>;
  readonly briefs: Briefs;
  /** Where the list of a reading tool goes on. */
  readonly paging: Paging;
  /** Notes what the answer can't tell because its data is missing: the answer says so in its first line. */
  readonly noteGap: (gap: Gap) => void;
  /** Notes that some records of the answer are older than the rest: the answer says so beside its own time. */
  readonly noteAge: (age: DataAge) => void;
  /** Returns how much of the data was there, as far as gaps were noted; a total that is printed says it (`qualifyTotal`). */
  readonly completeness: () => Completeness;
  /** Notes records with a status that Waybill doesn't know: the answer says once how many there are. */
  readonly noteUnknownStatuses: (statuses: readonly UnknownStatus[]) => void;
}
