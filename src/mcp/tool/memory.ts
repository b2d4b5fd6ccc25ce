import type { ApprovalStatus } from '../../domain/kit/approval.ts';
import type { AuditMemory } from '../audit/audit.ts';

/**
 * What the tool server remembers, shared by every process that serves the same desk. The shapes are plain text and
 * instants so that any store fits them; what they mean is decided in this folder.
 */
export interface ToolMemory {
  readonly approvals: ApprovalMemory;
  readonly approver: ApproverMemory;
  readonly passkeys: PasskeyMemory;
  readonly audit: AuditMemory;
  readonly ledger: Ledger;
  readonly reservations: Reservations;
  readonly pages: PageMemory;
  readonly waysBack: WayBackMemory;
  readonly briefs: BriefMemory;
  readonly stop: StopMemory;
  readonly movedMoney: MovedMoneyMemory;
  readonly capabilities: CapabilityMemory;
  readonly cipher: MemoryCipher;
  /** Throws where what is written from now on would be lost: its file was deleted, renamed or replaced. */
  requireInPlace(): void;
}

/** The key of this memory: the same in every process, and nowhere in the store. */
export interface MemoryCipher {
  /** `about` names the place of the text and is bound to it: moved elsewhere, it does not open. */
  encrypt(text: string, about: string): string;
  decrypt(encrypted: string, about: string): string;
  /** 32 bytes for one purpose. */
  derive(purpose: string): Uint8Array;
}

export interface ApprovalRow {
  readonly id: string;
  readonly status: ApprovalStatus;
  readonly tool: string;
  readonly gate: string;
  readonly requester: string;
  readonly client: string | null;
  readonly plan_hash: string;
  /** Encrypted JSON of the arguments and the steps. */
  readonly sealed: string;
  readonly created_at: string;
  readonly expires_at: string;
  readonly decided_by: string | null;
  readonly decided_at: string | null;
  readonly reason: string | null;
  readonly started_at: string | null;
  readonly finished_at: string | null;
  /** JSON of the first result. */
  readonly outcome: string | null;
  /** Steps that may have reached the API; written before each one leaves. */
  readonly steps_sent: number;
  /** Steps that the API has answered well: the first so many of the plan. */
  readonly steps_done: number;
  /** Until then a process is at it, unless that process ended. */
  readonly leased_until: string | null;
  /** The user of the operating system that decided, whatever name was given. */
  readonly decided_user: string | null;
  /** What the person has to know beside the plan. */
  readonly warning: string | null;
  /** JSON of the money that was confirmed in a client's form, and whose it becomes. */
  readonly confirmed: string | null;
  /** JSON of the keys of the plan's lines that were left out with the yes. */
  readonly left_out: string | null;
}

type Lasting = 'id' | 'tool' | 'gate' | 'requester' | 'client' | 'plan_hash' | 'sealed' | 'created_at';

/** A row as it was found. One that is not genuine was written without the key of this memory: nothing in it counts. */
export interface FoundApproval extends ApprovalRow {
  readonly isGenuine: boolean;
}

export type ApprovalChange = Partial<Omit<ApprovalRow, Lasting | 'expires_at' | 'warning' | 'confirmed'>>;

export interface ApprovalQuery {
  readonly requester?: string | undefined;
  readonly status?: ApprovalStatus | undefined;
  readonly limit: number;
}

/**
 * Judges what else there is of the same plan and requester. Of many that ask this of one plan, in whatever process, one
 * is judged and written at a time.
 */
export type JudgeSamePlan = (others: readonly FoundApproval[]) => boolean;

export interface ApprovalMemory {
  /** False, and nothing is written, where it is judged badly. */
  insert(row: ApprovalRow, judge?: JudgeSamePlan): Promise<boolean>;
  get(id: string): Promise<FoundApproval | undefined>;
  /** Newest first. */
  list(query: ApprovalQuery): Promise<readonly FoundApproval[]>;
  /** The requester's genuine rows for one plan, newest first. */
  ofPlan(planHash: string, requester: string): Promise<readonly FoundApproval[]>;
  /** What was confirmed in clients' forms since then, unless nothing came of it. */
  confirmedSince(since: string): Promise<readonly { readonly requester: string; readonly confirmed: string | null }[]>;
  /** Compare-and-set on the status: false when somebody else was first, for a row that is not genuine, or judged badly. */
  move(id: string, from: ApprovalStatus, change: ApprovalChange, judge?: JudgeSamePlan): Promise<boolean>;
}

/** The one secret of whoever decides; only its hash is known here. */
export interface ApproverMemory {
  hash(): Promise<string | undefined>;
  /** False when there is one already. */
  keep(hash: string): Promise<boolean>;
  /** False when another one is kept than the one to replace. */
  replace(hash: string, next: string): Promise<boolean>;
}

export interface PasskeyRow {
  /** As the device names it, base64url. */
  readonly id: string;
  /** What its owner calls it. */
  readonly name: string;
  readonly public_key: string;
  readonly counter: number;
  /** JSON of the ways in which a browser reaches the device. */
  readonly transports: string;
  readonly added_by: string;
  readonly added_at: string;
  readonly used_at: string | null;
  /** Issuer of the person who owns it; null for a passkey that was added with the approver's secret alone. */
  readonly issuer: string | null;
  /** Number of the owner at that issuer. */
  readonly subject: string | null;
}

export interface FoundPasskey extends PasskeyRow {
  readonly isGenuine: boolean;
}

/** What the approvers sign with. One that is not genuine signs nothing, and counts all the same: its being there means that the desk asks for signatures. */
export interface PasskeyMemory {
  /** Oldest first. */
  list(): Promise<readonly FoundPasskey[]>;
  /** False when it is there already. */
  insert(row: PasskeyRow): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  /** Compare-and-set on the counter: false when another signature was taken meanwhile, and for a row that is not genuine. */
  use(id: string, from: number, use: { readonly counter: number; readonly used_at: string }): Promise<boolean>;
}

export interface Ledger {
  /** True the first time a key is seen, false ever after (until it expired). */
  consume(key: string, times: { readonly at: string; readonly expiresAt: string }): Promise<boolean>;
  /** Keys seen that begin so and have not expired. */
  count(prefix: string, at: string): Promise<number>;
  /** As if the key had never been seen. */
  forget(key: string): Promise<void>;
}

/** What the cursors of lists stand for. */
export interface PageMemory {
  keep(page: {
    readonly key: string;
    /** Encrypted JSON. */
    readonly body: string;
    readonly at: string;
    readonly expiresAt: string;
  }): Promise<void>;
  /** Undefined when it was never kept or has expired. */
  find(key: string, at: string): Promise<{ readonly body: string; readonly expiresAt: string } | undefined>;
}

/** What takes back the writes of the last days. */
export interface WayBackMemory {
  /** One that is carried on later keeps its place, and is taken back as a whole. */
  keep(row: {
    readonly id: string;
    readonly requester: string;
    /** Encrypted JSON. */
    readonly body: string;
    readonly at: string;
    readonly expiresAt: string;
  }): Promise<void>;
  /** Of one requester, newest first. */
  list(
    requester: string,
    at: string,
  ): Promise<readonly { readonly id: string; readonly at: string; readonly body: string }[]>;
  forget(id: string): Promise<void>;
}

/** What each person was told last in each role. */
export interface BriefMemory {
  /** Undefined before the first. `body` is JSON. */
  last(requester: string, role: string): Promise<{ readonly at: string; readonly body: string } | undefined>;
  /** In place of the one before. */
  keep(brief: {
    readonly requester: string;
    readonly role: string;
    readonly at: string;
    readonly body: string;
  }): Promise<void>;
}

/** A person has stopped every write of this desk. */
export interface WritesStop {
  readonly by: string;
  readonly at: string;
  readonly reason: string | null;
}

/** The same for every process that shares this memory, at once. */
export interface StopMemory {
  /** Undefined while writes run. */
  find(): Promise<WritesStop | undefined>;
  keep(stop: WritesStop): Promise<void>;
  /** False when nothing was stopped. */
  lift(): Promise<boolean>;
}

/** One amount that a step of a plan moves. */
export interface NewMoney {
  readonly step: number;
  readonly operation: string;
  /** Who asked for it. */
  readonly who: string;
  /** Id of the payee; null where it is not known. */
  readonly payee: string | null;
  readonly currency: string;
  readonly amount_cents: number;
}

/** The same as it was counted. */
export interface CountedMoney extends Omit<NewMoney, 'step'> {
  /** It is approved, and has not run. */
  readonly isWaiting: boolean;
}

/** Money that a day has moved, and that approved plans may move: counted once for all processes that share this memory. */
export interface MovedMoneyMemory {
  /** What ran since then, and what is approved and may still run, without these plans. */
  counted(day: {
    readonly at: string;
    readonly since: string;
    readonly except: readonly string[];
  }): Promise<readonly CountedMoney[]>;
  /** Counts a plan in place of what was counted of it before, unless `judge` says no to it beside all others; false then. */
  hold(
    plan: {
      readonly id: string;
      readonly at: string;
      readonly since: string;
      readonly moves: readonly NewMoney[];
      /** Until when an approved plan may run; null for one that runs. */
      readonly expiresAt: string | null;
    },
    judge: (others: readonly CountedMoney[]) => boolean,
  ): Promise<boolean>;
  /** Of a plan that has ended only what these steps moved stays counted. */
  settle(id: string, steps: readonly number[]): Promise<void>;
  /** A plan that began waits again, and may run until then. */
  postpone(id: string, expiresAt: string): Promise<void>;
}

/** What was learned of one ability of an API. */
export interface CapabilityRow {
  /** Names the API and the client of it. */
  readonly api: string;
  readonly capability: string;
  /** `proven`, `disproved` or `unknown`. */
  readonly verdict: string;
  /** The answer that shows it, in words. */
  readonly evidence: string;
  readonly learned_at: string;
}

export interface CapabilityMemory {
  /** Lists what was learned of this API. */
  list(api: string): Promise<readonly CapabilityRow[]>;
  /** Replaces what was learned of the same ability before. */
  keep(row: CapabilityRow): Promise<void>;
}

export interface ReservationRequest {
  readonly key: string;
  /** Taken when the key is free; decides the Idempotency-Key. */
  readonly id: string;
  readonly at: string;
  readonly expiresAt: string;
  /** A second identical one is meant: a finished reservation gives way, one in doubt does not. */
  readonly again: boolean;
}

export interface Reservation {
  readonly id: string;
  readonly isNew: boolean;
  /** JSON of the first result, once there is one. */
  readonly outcome: string | null;
}

export interface Reservations {
  take(request: ReservationRequest): Promise<Reservation>;
  /** Keeps the first outcome: false when there is one. */
  complete(key: string, id: string, outcome: string): Promise<boolean>;
  /** Nothing happened: the key is free again. */
  release(key: string, id: string): Promise<void>;
}
