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
  /** Counts a call of a tool; throws when the policy allows this person no more of them now. */
  readonly countCall: (person: string) => void;
  /** Signs the question that a client sends back with the answer of its user. */
  readonly codec: RequestStateCodec<ConfirmState>;
  /** Names and numbers that may be meant. */
  readonly complete: (asked: CompletionRequest) => Promise<readonly string[]>;
  /** Describes who stopped all writes of the desk; undefined while writes run. */
  readonly describeStop: (caller: ToolCaller) => Promise<string | undefined>;
  /** Reads what was learned of the API that the desk works with. */
  readonly readApiKnowledge: (principal: ToolPrincipal) => Promise<ApiKnowledge>;
  /** Lists what any process of the desk has done since a mark. */
  readonly changes: (since?: DeskMark) => Promise<DeskChanges>;
}
