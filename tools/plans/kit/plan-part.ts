import type { Gate } from '../../../src/contract/kit/gate.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import type { AmountOf } from '../../../src/domain/money/money.ts';
import type { PlanDraft, PlanItem, PlanStep } from '../../../src/mcp/tool/plan.ts';
import type { NamedRecord } from '../../records/record-names.ts';

/** What a raw write is about, besides its own input. */
export interface RawSubject {
  readonly current: JsonObject | undefined;
  readonly relatedRecords: readonly NamedRecord[];
  /** What ids stand for that name an entry of a catalog. */
  readonly words?: ReadonlyMap<string, string> | undefined;
}

/** An amount with whose it becomes. */
export interface Promised extends AmountOf {
  /** Id of the carrier or vendor; null where it is not known. */
  readonly payee: string | null;
}

/** What one rule or one kind of record adds to the plan of a call. */
export interface PlanPart {
  /** In place of the operation's summary. */
  readonly title?: string | undefined;
  readonly gate?: Gate | undefined;
  readonly lines?: readonly string[];
  /** In place of lines where a person can leave some out; `list` says which element of the input each is. */
  readonly items?: readonly PlanItem[];
  readonly list?: PlanStep['list'];
  /** What the rules say about the records, which is shown and not compared: what speaks against the call is among `hits`. */
  readonly judgments?: readonly string[];
  /** Lines about other records, which are shown and not compared. */
  readonly context?: readonly string[];
  readonly hits?: readonly string[];
  /** Warnings that rest on other records. */
  readonly contextWarnings?: PlanDraft['contextWarnings'];
  /** What the policy lets a person approve though it is refused otherwise. */
  readonly exceptions?: readonly string[];
  readonly sideEffects?: readonly string[];
  /** In place of the amounts that the input names. */
  readonly money?: PlanDraft['money'];
  /** Members of the input that the lines say in full. */
  readonly members?: ReadonlySet<string>;
  /** Records that the lines name. */
  readonly ids?: ReadonlySet<string>;
  /** What it rests on, besides what the input names. */
  readonly records?: readonly NamedRecord[];
  readonly undo?: string | undefined;
}

/** What the first part says that says anything of it. */
export const firstOf = <Name extends 'title' | 'undo'>(parts: readonly PlanPart[], name: Name): PlanPart[Name] =>
  parts.find((part) => part[name] !== undefined)?.[name];

/** What a call asks for beyond its usual gate, with what a person reads of it. */
export interface CallConcerns extends PlanPart {
  readonly gate: Gate;
  readonly records: readonly NamedRecord[];
}

export const noConcerns: CallConcerns = { gate: 'none', records: [] };
