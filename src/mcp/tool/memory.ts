import type { ApprovalStatus } from '../../domain/kit/approval.ts';
import type { AuditMemory } from '../audit/audit.ts';

/**
 * Memory of the tool server, shared by every process that serves the same desk. Its values are plain texts and
 * instants, so that any store fits; this folder decides what they mean.
 */
export interface ToolMemory {
  readonly approvals: ApprovalMemory;
  readonly approver: ApproverMemory;
  readonly passkeys: PasskeyMemory;
  readonly audit: AuditMemory;
  readonly ledger: UsedKeyMemory;
  readonly reservations: Reservations;
  readonly pages: PageMemory;
  readonly undos: UndoMemory;
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
  /** Encrypts a text. `about` names its place, so that it cannot be decrypted elsewhere. */
  encrypt(text: string, about: string): string;
  decrypt(encrypted: string, about: string): string;
  /** Derives a key of 32 bytes for one purpose. */
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
  /** User of the operating system who decided, whatever name was given. */
  readonly decided_user: string | null;
  /** Warning beside the plan. */
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
 * Judges the other approvals of the same plan and requester. For one plan, one is judged and written at a time, across
 * all processes.
 */
export type JudgeSamePlan = (others: readonly FoundApproval[]) => boolean;

export interface ApprovalMemory {
  /** Inserts a row. Returns false and writes nothing if `judge` refuses. */
  insert(row: ApprovalRow, judge?: JudgeSamePlan): Promise<boolean>;
  get(id: string): Promise<FoundApproval | undefined>;
  /** Lists approvals, newest first. */
  list(query: ApprovalQuery): Promise<readonly FoundApproval[]>;
  /** Lists the requester's genuine rows of one plan, newest first. */
  listByPlan(planHash: string, requester: string): Promise<readonly FoundApproval[]>;
  /** Lists the plans that were confirmed in clients' forms since then, except those that changed nothing. */
  listConfirmedSince(
    since: string,
  ): Promise<readonly { readonly requester: string; readonly confirmed: string | null }[]>;
  /**
   * Moves the status by compare-and-set. Returns false if another process was first, if the row is not genuine, or if
   * `judge` refuses.
   */
  move(id: string, from: ApprovalStatus, change: ApprovalChange, judge?: JudgeSamePlan): Promise<boolean>;
}

/** Secret of the approver. Only its hash is stored. */
export interface ApproverMemory {
  hash(): Promise<string | undefined>;
  /** Stores the hash of a secret. Returns false if there is one already. */
  keep(hash: string): Promise<boolean>;
  /** Replaces the hash. Returns false if the stored one is not the one to replace. */
  replace(hash: string, next: string): Promise<boolean>;
  /** Puts a hash in place of whichever there is, with the sealed state of the secret. */
  reset(hash: string, state: string): Promise<void>;
  /** Finds the sealed state of the secret: its last reset, and who confirmed that. */
  findState(): Promise<string | undefined>;
  keepState(state: string): Promise<void>;
}

export interface PasskeyRow {
  /** Id that the device gave the passkey, base64url. */
  readonly id: string;
  /** Name that its owner gave it. */
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

/**
 * Passkeys of the approvers. One that is not genuine signs nothing but still counts, because any passkey means that the
 * desk requires signatures.
 */
export interface PasskeyMemory {
  /** Lists the passkeys, oldest first. */
  list(): Promise<readonly FoundPasskey[]>;
  /** Inserts a passkey. Returns false if it is there already. */
  insert(row: PasskeyRow): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  /**
   * Updates the counter by compare-and-set. Returns false if another signature was accepted meanwhile, or if the row is
   * not genuine.
   */
  use(id: string, from: number, use: { readonly counter: number; readonly used_at: string }): Promise<boolean>;
}

export interface UsedKeyMemory {
  /** Marks a key as used. Returns true the first time, and false after that until it expires. */
  consume(key: string, times: { readonly at: string; readonly expiresAt: string }): Promise<boolean>;
  /** Counts the used keys with this prefix that have not expired. */
  count(prefix: string, at: string): Promise<number>;
  /** Forgets a key, as if it had never been used. */
  forget(key: string): Promise<void>;
}

/** Stored pages behind the cursors of lists. */
export interface PageMemory {
  keep(page: {
    readonly key: string;
    /** Encrypted JSON. */
    readonly body: string;
    readonly at: string;
    readonly expiresAt: string;
  }): Promise<void>;
  /** Finds a page, or returns undefined if it was never stored or has expired. */
  find(key: string, at: string): Promise<{ readonly body: string; readonly expiresAt: string } | undefined>;
}

/** Undos of the writes of the last days. */
export interface UndoMemory {
  /** Stores an undo. A write that continues later keeps its place, and is undone as a whole. */
  keep(row: {
    readonly id: string;
    readonly requester: string;
    /** Encrypted JSON. */
    readonly body: string;
    readonly at: string;
    readonly expiresAt: string;
  }): Promise<void>;
  /** Lists the undos of one requester, newest first. */
  list(
    requester: string,
    at: string,
  ): Promise<readonly { readonly id: string; readonly at: string; readonly body: string }[]>;
  forget(id: string): Promise<void>;
}

/** Last brief of each person in each role. */
export interface BriefMemory {
  /** Returns the last brief, or undefined before the first. `body` is JSON. */
  last(requester: string, role: string): Promise<{ readonly at: string; readonly body: string } | undefined>;
  /** Replaces the last brief. */
  keep(brief: {
    readonly requester: string;
    readonly role: string;
    readonly at: string;
    readonly body: string;
  }): Promise<void>;
}

/** Stop of every write of this desk by a person. */
export interface WritesStop {
  readonly by: string;
  readonly at: string;
  readonly reason: string | null;
}

/** Stop of writes, which applies at once to every process that shares this memory. */
export interface StopMemory {
  /** Finds the stop, or returns undefined while writes run. */
  find(): Promise<WritesStop | undefined>;
  keep(stop: WritesStop): Promise<void>;
  /** Lifts the stop. Returns false if writes were not stopped. */
  lift(): Promise<boolean>;
}

/** One amount that a step of a plan moves. */
export interface NewMoney {
  readonly step: number;
  readonly operation: string;
  /** Requester of the plan. */
  readonly who: string;
  /** Id of the payee; null where it is not known. */
  readonly payee: string | null;
  readonly currency: string;
  readonly amount_cents: number;
}

/** Amount that was counted. */
export interface CountedMoney extends Omit<NewMoney, 'step'> {
  /** True if the plan is approved and has not run. */
  readonly isWaiting: boolean;
}

/** Money that a day has moved, and that approved plans may move: counted once for all processes that share this memory. */
export interface MovedMoneyMemory {
  /** Lists the money of plans that ran since then, or are approved and may still run, without the plans in `except`. */
  listCounted(day: {
    readonly at: string;
    readonly since: string;
    readonly except: readonly string[];
  }): Promise<readonly CountedMoney[]>;
  /**
   * Counts a plan, and replaces what was counted of it before. Returns false and counts nothing if `judge` refuses it
   * beside all others.
   */
  hold(
    plan: {
      readonly id: string;
      readonly at: string;
      readonly since: string;
      readonly moves: readonly NewMoney[];
      /** End of the time in which an approved plan may run; null for one that runs. */
      readonly expiresAt: string | null;
    },
    judge: (others: readonly CountedMoney[]) => boolean,
  ): Promise<boolean>;
  /** Reduces what an ended plan counts to the money that these steps moved. */
  settle(id: string, steps: readonly number[]): Promise<void>;
  /** Counts a plan that began as waiting again until `expiresAt`. */
  postpone(id: string, expiresAt: string): Promise<void>;
}

/** Result of learning one ability of an API. */
export interface StoredCapability {
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
  list(api: string): Promise<readonly StoredCapability[]>;
  /** Replaces what was learned of the same ability before. */
  keep(row: StoredCapability): Promise<void>;
}

export interface ReservationRequest {
  readonly key: string;
  /** Id of the reservation if the key is free. It decides the Idempotency-Key. */
  readonly id: string;
  readonly at: string;
  readonly expiresAt: string;
  /** True if the caller wants a second identical record. It replaces a finished reservation, but not one in doubt. */
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
  /** Stores the first outcome. Returns false if there is one. */
  complete(key: string, id: string, outcome: string): Promise<boolean>;
  /** Frees the key because nothing happened. */
  release(key: string, id: string): Promise<void>;
}
