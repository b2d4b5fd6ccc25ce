import type { RequestStateCodec } from '@modelcontextprotocol/server';
import type { ToolResult } from '../results/result.ts';
import type { ApiKnowledge } from '../tool/api-knowledge.ts';
import type { ToolPrincipal } from '../tool/context.ts';
import type { DeskChanges, DeskMark } from '../tool/desk-changes.ts';
import type { ToolCaller, ConfirmState } from './run.ts';

/** A question to the person, to be shown by the client as a form with one box. */
export interface ConfirmQuestion {
  readonly message: string;
  readonly state: ConfirmState;
}

/** Outcome of a call: a result, or a question that the client puts to its user and sends back with the call. */
export type ToolCallAnswer = { readonly result: ToolResult } | { readonly question: ConfirmQuestion };

export interface ToolGate {
  call(name: string, rawArguments: unknown, caller: ToolCaller): Promise<ToolCallAnswer>;
}

/** An approval as the task that its requester's client follows. */
export interface ApprovalTask {
  /** Id of the approval. */
  readonly id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  /** Time from its creation in which the task can be followed. */
  readonly livesMs: number;
  readonly state: ApprovalTaskState;
}

export type ApprovalTaskState =
  | {
      /** A person has not decided yet. */
      readonly kind: 'waiting';
      readonly text: string;
      /** Page to offer to the client's user; undefined if there is none, or it was offered already. */
      readonly page?: PageOffer | undefined;
    }
  | { readonly kind: 'working'; readonly text: string }
  | { readonly kind: 'ended'; readonly text: string; readonly result: ToolResult }
  | { readonly kind: 'withdrawn'; readonly text: string };

/** The page on which a person decides, and the sentence with which a client offers it to its user. */
export interface PageOffer {
  readonly url: string;
  readonly message: string;
}

/** Follows approvals for the clients of their requesters. Anyone else's approval does not exist here. */
export interface ApprovalTasks {
  /** Returns the state of an approval, and begins to carry it out once a person has approved it. */
  follow(id: string, caller: ToolCaller): Promise<ApprovalTask | undefined>;
  /** Notes that the client has offered the page to its user. Returns false for an unknown approval. */
  notePageOffered(id: string, caller: ToolCaller): Promise<boolean>;
  /** Withdraws an approval that does not run yet. Returns false for an unknown approval. */
  withdraw(id: string, caller: ToolCaller): Promise<boolean>;
  /** Stops what has changed nothing yet, and waits for the rest. */
  close(): Promise<void>;
}

/** Signed by the server: the page of this approval was offered to the client's user. */
export interface OfferedPage {
  readonly offered: string;
}

/** Kind of record that is looked up while a person types an argument of a prompt or the address of a record. */
export type Completion =
  | 'customer'
  | 'carrier'
  | 'vendor'
  | 'shipment'
  | 'city'
  | 'load'
  | 'quote'
  | 'bill'
  | 'invoice'
  | 'payment'
  | 'bill_payment'
  | 'credit_memo';

export interface CompletionRequest {
  readonly kind: Completion;
  readonly typed: string;
  readonly principal: ToolPrincipal;
  readonly signal: AbortSignal;
}

/** Parts of the server that a call needs and a list does not. */
export interface Runner {
  readonly gate: ToolGate;
  /** Approvals as tasks; undefined if approved plans can't be run with the tools on offer. */
  readonly tasks: ApprovalTasks | undefined;
  /** Counts a call of a tool; throws when the policy allows this person no more of them now. */
  readonly countCall: (person: string) => void;
  /** Signs the question that a client sends back with the answer of its user. */
  readonly codec: RequestStateCodec<ConfirmState | OfferedPage>;
  /** Names and numbers that may be meant. */
  readonly complete: (asked: CompletionRequest) => Promise<readonly string[]>;
  /** Describes who stopped all writes of the desk; undefined while writes run. */
  readonly describeStop: (caller: ToolCaller) => Promise<string | undefined>;
  /** Reads what was learned of the API that the desk works with. */
  readonly readApiKnowledge: (principal: ToolPrincipal) => Promise<ApiKnowledge>;
  /** Lists what any process of the desk has done since a mark. */
  readonly changes: (since?: DeskMark) => Promise<DeskChanges>;
}
