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

/**
 * Person or program on whose behalf a call runs: the operating system's user on stdio, the token's subject over HTTP.
 */
export interface ToolPrincipal {
  /** Stored name, written by `formatPrincipal`. */
  readonly name: string;
  /** Id of the person at their issuer. It stays when their name there changes. */
  readonly user?: string;
  /** `program` if a program signed in for itself, without a person who could answer a form. */
  readonly kind: PrincipalKind;
  /** Their roles where people sign in, and whether one of these decides for others. */
  readonly access?: Pick<PersonAccess, 'roles' | 'approves'>;
}

export type PrincipalOf = (authInfo: AuthInfo | undefined) => ToolPrincipal;

export interface ClientIdentity {
  readonly name: string;
  /** Name for people: "Claude Desktop". */
  readonly title?: string | undefined;
  readonly version: string;
}

export type ReportProgress = (done: number, total: number | undefined, message: string) => Promise<void>;

/** `expired` is never stored: it follows from the clock. */
export type ShownStatus = ApprovalStatus | 'expired';

/** An approval as people and tools see it. */
export interface Approval {
  readonly id: string;
  readonly status: ShownStatus;
  readonly tool: string;
  readonly gate: string;
  readonly requester: string;
  /** Name and version of the program that the requester asked with; null where it named none. */
  readonly client: string | null;
  readonly plan: PlanView;
  readonly createdAt: string;
  readonly expiresAt: string;
  readonly decidedBy: string | null;
  readonly decidedAt: string | null;
  readonly reason: string | null;
  /** Keys of the plan's lines that were left out with the yes. */
  readonly leftOut: readonly string[];
  /** Money that the plan moves without the lines that were left out. */
  readonly money: PlanView['money'];
  /** Warning beside the plan, such as an earlier run whose outcome is unknown. */
  readonly warning: string | null;
  /** Exceptions to the policy that the plan needs. A yes to them needs a reason. */
  readonly exceptions: readonly string[];
  /** Status and summary of the first result. */
  readonly outcome: string | null;
}

export interface AuthoredChange extends ValueChange {
  readonly who: string;
  readonly at: string;
}

/** Stored undo of a write of the last days. */
export interface StoredUndo {
  /** Id of the approval, the confirmation or the attempt. */
  readonly id: string;
  readonly at: string;
  readonly tool: string;
  /** Description of the write. */
  readonly title: string;
  /** Description of the undo. */
  readonly undo: string;
  /** Numbers of the records that the write changed or created. */
  readonly about: readonly string[];
  /** Calls that undo the write; none if it cannot be undone. */
  readonly calls: readonly { readonly operation: OperationName; readonly input: Readonly<Record<string, unknown>> }[];
}

/** Reads of the control tools. Deciding is not among them: it happens in channels that a model cannot write to. */
export interface Control {
  /** Formats the command with which a person approves. The model can pass it on but not run it. */
  readonly formatApproveCommand: (id: string) => string;
  /** Lists the approvals of this requester, newest first. */
  readonly listApprovals: (query: {
    readonly status?: ShownStatus | undefined;
    readonly limit: number;
  }) => Promise<readonly Approval[]>;
  /** Reads the audit entries that this person may see, newest first. An attempt that finished appears once. */
  readonly readAudit: (query: { readonly who?: string | undefined; readonly limit: number }) => Promise<AuditPage>;
  /**
   * Lists the values that were changed through this server in the days before `asOf` and since, newest first. A change
   * of unknown outcome counts. In a tool `asOf` is the time of the request, so that a plan reads the same when it is
   * checked days later.
   */
  readonly listChanges: (days: number, asOf?: string) => Promise<readonly AuthoredChange[]>;
  /** Lists the writes of this requester that can be undone, newest first. */
  readonly listUndos: () => Promise<readonly StoredUndo[]>;
  /**
   * Reads the history of these records since then, newest first, by any author: a person who may read a record may read
   * its history.
   */
  readonly readHistory: (query: {
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

/** Last briefs of this person, from tools that report what is new. Nothing else that a reading tool does is stored. */
export interface Briefs {
  /** Returns the last brief for a role, or undefined before the first. */
  readonly last: (role: string) => Promise<Brief | undefined>;
  readonly keep: (role: string, brief: Brief) => Promise<void>;
}

export interface Brief {
  readonly at: string;
  /** Numbers of records by what the brief said about them; no names. */
  readonly told: Readonly<Record<string, readonly string[]>>;
}

/** Everything that a tool may use. It has no other way to the API, the clock, files or the person. */
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
  /** True if answers are stored with a plan: a record that a name resolved to is read again by its id. */
  readonly isSettling: boolean;
  /** Returns the current time by the API's clock, which in a sandbox may be ahead of the machine's. ISO 8601 in UTC. */
  readonly now: () => string;
  /** Time of the first request, from which "tomorrow" counts, also when a plan is checked again hours later. */
  readonly askedAt: string;
  readonly principal: ToolPrincipal;
  readonly clientInfo: ClientIdentity | undefined;
  readonly policy: Policy;
  readonly signal: AbortSignal;
  readonly progress: ReportProgress;
  /** Absent over HTTP, where no local path is read, and for a reading tool, which could save. */
  readonly files: FileAccess | undefined;
  /** True if others can use the API's addresses of files; false if the API runs in this process only. */
  readonly hasFileAddresses: boolean;
  /** IANA zone of the person, for words such as "tomorrow" without a place. */
  readonly timeZone: string;
  readonly control: Control;
  /** Opens the copy with the first question that needs it. */
  readonly copy: () => Promise<RecordsCopy>;
  /**
   * Opens the copy for this question with its first query. Tables that a query reads are brought up to date before it
   * runs.
   */
  readonly records: () => Promise<CopiedRecords>;
  readonly briefs: Briefs;
  /** Position at which the list of a reading tool continues. */
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
