import type { Gate } from '../../../src/contract/kit/gate.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import type { AmountOf } from '../../../src/domain/money/money.ts';
import type { PlanDraft, PlanItem, PlanLine, PlanStep } from '../../../src/mcp/tool/plan.ts';
import type { NamedRecord } from '../../records/record-names.ts';

/** Records that a raw write is about, besides its own input. */
export interface RawSubject {
  readonly current: JsonObject | undefined;
  readonly relatedRecords: readonly NamedRecord[];
  /** Names of catalog entries by id. */
  readonly words?: ReadonlyMap<string, string> | undefined;
}

/** Amount with the party that it is promised to. */
export interface Promised extends AmountOf {
  /** Id of the carrier or vendor; null where it is not known. */
  readonly payee: string | null;
}

/** Part of the plan of a call that one rule or one kind of record adds. */
export interface PlanPart {
  /** Title in place of the operation's summary. */
  readonly title?: string | undefined;
  readonly gate?: Gate | undefined;
  /** Why it needs a yes, where no warning says so. */
  readonly reason?: string | undefined;
  readonly lines?: readonly PlanLine[];
  /** Lines that a person can leave out; `list` says which element of the input each is. */
  readonly items?: readonly PlanItem[];
  readonly list?: PlanStep['list'];
  /** Verdicts of the rules about the records, shown and not compared: what speaks against the call is among `hits`. */
  readonly judgments?: readonly string[];
  /** Lines about other records, which are shown and not compared. */
  readonly context?: readonly string[];
  readonly hits?: readonly string[];
  /** Warnings that rest on other records. */
  readonly contextWarnings?: PlanDraft['contextWarnings'];
  /** Exceptions of the policy: a person may approve them though they are refused otherwise. */
  readonly exceptions?: readonly string[];
  readonly sideEffects?: readonly string[];
  /** Amounts in place of those that the input names. */
  readonly money?: PlanDraft['money'];
  /** Members of the input that the lines say in full. */
  readonly members?: ReadonlySet<string>;
  /** Records that the lines name. */
  readonly ids?: ReadonlySet<string>;
  /** Records that the part rests on, besides those that the input names. */
  readonly records?: readonly NamedRecord[];
  readonly undo?: string | undefined;
  /** Call that does it, for models. */
  readonly undoCall?: string | undefined;
  /** True if nothing brings back what the call changes; `undo` says why. */
  readonly isFinal?: boolean | undefined;
}

/** Returns the title of the first part that has one. */
export const findTitle = (parts: readonly PlanPart[]): string | undefined =>
  parts.find(({ title }) => title !== undefined)?.title;

/** Returns the undo of the first part that has one, and whether the part is final. */
export function findUndo(parts: readonly PlanPart[]): Pick<PlanDraft, 'undo' | 'undoCall' | 'isFinal'> | undefined {
  const part = parts.find((candidate) => candidate.undo !== undefined);
  if (part?.undo === undefined) return undefined;
  const { undo, undoCall, isFinal } = part;
  return { undo, ...(undoCall !== undefined && { undoCall }), ...(isFinal === true && { isFinal }) };
}

/** Concerns about a call that make its gate stricter, as a person reads them. */
export interface CallConcerns extends PlanPart {
  readonly gate: Gate;
  readonly records: readonly NamedRecord[];
}

export const noConcerns: CallConcerns = { gate: 'none', records: [] };
