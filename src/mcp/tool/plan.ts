import type { OperationName } from '../../contract/operation-names.ts';
import { type AmountOf, formatMoney, fromCents } from '../../domain/money/money.ts';
import type { ValueChange } from '../audit/audit.ts';
import { maskAccountsIn } from '../text/mask-accounts.ts';
import { digest } from '../../contract/kit/canonical.ts';
import type { PlanView } from '../results/result.ts';
import type { SettledAnswers } from './settlement.ts';

/** The gates a plan may choose; `audit` runs at once. */
export type PlanGate = 'audit' | 'confirm' | 'approve';

export interface PlanStep {
  readonly operation: OperationName;
  /** Flat input of the operation. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Fields of the input that come from the answer of an earlier step, such as the id of what it made. */
  readonly takes?: Readonly<Record<string, { readonly step: number; readonly member: string }>>;
  /** Description of the step in one line: "Approve bill BIL-1042". */
  readonly label: string;
  /** The record it is about, for the per-item results. */
  readonly about?: { readonly id: string | null; readonly friendlyId: string | null };
  /** Key of the line that the whole step is left out with. */
  readonly item?: string;
  /** The array of the input that has one element for each of these lines, in their order. */
  readonly list?: { readonly field: string; readonly keys: readonly string[] };
}

/** A value that a plan sets or changes, in words for people; record text in them goes through `recordText`. */
export interface ChangedValue {
  /** What changes, such as "Credit limit" or "Window of stop 2". */
  readonly label: string;
  /** Null where the plan sets a value and there was none to compare. */
  readonly before: string | null;
  readonly after: string;
  /** Number of its record, for a value that several calls of a plan may change: only its end state is shown. */
  readonly record?: string;
}

/** A change, or a sentence about the records of a plan. */
export type PlanLine = ChangedValue | string;

/** Formats a line of a plan as one line of text: "Terms: Net 15 -> Net 30". */
export function formatPlanLine(line: PlanLine): string {
  if (typeof line === 'string') return line;
  const { label, before, after } = line;
  return `${label}: ${before === null ? '' : `${before} -> `}${after}`;
}

/** Cells of a line in the table of a batch, in words for people; record text in them goes through `recordText`. */
export interface PlanCells {
  /** Number of the record, with the party's own number where there is one: "BILL-1042 («PRO 8812»)". */
  readonly number: string;
  /** Customer, carrier or vendor by name and number. */
  readonly party: string;
  /** Who gets the money, where that is not the party. */
  readonly paidTo?: string | undefined;
  /** Shipment or load. */
  readonly freight?: string | undefined;
  /** Due date or delivery day. */
  readonly date?: string | undefined;
  /** Everything else that decides, such as the agreed amount. */
  readonly details?: string | undefined;
}

/** A line of a batch, which the person who decides can leave out. */
export interface PlanItem {
  /** Key that a person types: the friendly id of the record of the line. */
  readonly key: string;
  readonly cells: PlanCells;
  /** Warnings about this line. Only a new one voids an approval. */
  readonly findings: readonly string[];
  /** Verdict of the rules in a word, shown after the line. It is not compared: a worse verdict is a finding. */
  readonly verdict?: string;
  readonly money: readonly AmountOf[];
  /** Addresses that would be e-mailed because of this line; part of the plan's `emails`. */
  readonly emails?: readonly string[];
}

/** Money that a step moves, as the limits of a policy count it. */
export interface PlanMove {
  readonly step: number;
  /** The line of the plan that it belongs to: who leaves that out leaves this out as well. */
  readonly item?: string;
  readonly operation: OperationName;
  /** Null where it could not be read how much it is. */
  readonly amount: AmountOf | null;
  /** Id of whose it becomes; null where that is not known. */
  readonly payee: string | null;
}

/** A call that takes back what a step did. */
export interface BackCall {
  /** Index of the step that it undoes. */
  readonly step: number;
  /** The line of the plan that it belongs to: who leaves that out leaves this out as well. */
  readonly item?: string;
  readonly operation: OperationName;
  readonly input: Readonly<Record<string, unknown>>;
  /** Fields that the answers of the plan's own steps fill in. */
  readonly takes?: PlanStep['takes'];
}

export interface PlanRecord {
  readonly kind: string;
  readonly id: string;
  readonly friendlyId: string | null;
  readonly name: string | null;
  /** True for a record that was named and that no step touches, because it needs nothing. */
  readonly isLeftOut?: boolean;
}

/** A record that was looked up while planning, as it was: another version of it voids an approval. */
export interface PlanReading {
  readonly operation: string;
  readonly id: string;
  readonly version: string;
}

/** Records by resource and id, as a plan read them; they say which value of a record was another one then. */
export type RecordSnapshots = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Returns the key of a reading among the snapshots. */
export const toSnapshotKey = ({ operation, id }: Pick<PlanReading, 'operation' | 'id'>): string =>
  `${operation.split('.')[0] ?? ''} ${id}`;

/** A warning that rests on other records, such as a limit that others use up too. */
export interface ContextWarning {
  /** Key that stays the same for the same warning, whatever its figures. Only a new warning voids an approval. */
  readonly key: string;
  readonly text: string;
  /** True where a line of the context says it, so that it isn't said again among the warnings. */
  readonly isLine?: boolean;
}

/** Makes each reason that a judgment gives a warning of its own, so that another one by the time of the execution counts. */
export const toJudgmentWarnings = (reasons: readonly string[]): readonly ContextWarning[] =>
  reasons.map((reason) => ({ key: reason, text: reason, isLine: true }));

/** Result of a tool's `plan`. Nothing in it may depend on the clock except through `ctx.askedAt`. */
export interface PlanDraft {
  readonly gate: PlanGate;
  readonly title: string;
  readonly steps: readonly PlanStep[];
  readonly records: readonly PlanRecord[];
  /** Changes and sentences about the records, in the order in which a person reads them. */
  readonly lines: readonly PlanLine[];
  /**
   * Judgments of the rules about the records, shown before the lines. They use more records than the plan is about, so
   * they are not compared: a judgment that is worse by now is a new warning or a new finding.
   */
  readonly judgments?: readonly string[];
  /**
   * Lines about other records, which move while others work: the average of a lane, other loads, the cash of a day. They are
   * shown with their time below the lines, and no approval rests on them.
   */
  readonly context?: readonly string[];
  /** Warnings that rest on the context; shown with `policyHits`. */
  readonly contextWarnings?: readonly ContextWarning[];
  /** Lines that can be left out one by one; `lines` does not repeat them, `money` is their sum. */
  readonly items?: readonly PlanItem[];
  readonly money: readonly AmountOf[];
  /** Addresses that would be e-mailed. */
  readonly emails: readonly string[];
  readonly sideEffects: readonly string[];
  /** Description of what can and cannot be undone, for people. */
  readonly undo: string;
  /** Call that undoes the plan, for models. */
  readonly undoCall?: string | undefined;
  /** True if nothing brings back what the plan changes; the person who decides is warned. */
  readonly isFinal?: boolean | undefined;
  /** Warnings about the whole plan. */
  readonly policyHits: readonly string[];
  /** Why the plan needs a person's yes, where no warning says so: "Several bills at once". */
  readonly reason?: string | undefined;
  /** Names of the exceptions to the policy that the plan needs. A yes to them needs a reason. */
  readonly exceptions?: readonly string[];
  /**
   * Interpretations of texts of the request, and lines that were left out with the reason. They are part of `lines`,
   * and repeated with the result.
   */
  readonly taken?: readonly string[];
  /** Values that a rule reads, or that money or mail follows, before and after. */
  readonly changes?: readonly ValueChange[] | undefined;
  /** Ids of those who get the money, as far as the plan knows them. */
  readonly payees?: readonly string[];
  /** All money that its steps move, by step and payee. */
  readonly moves?: readonly PlanMove[];
  /** Amounts that carriers and vendors are promised; their bills are paid later. */
  readonly binds?: readonly AmountOf[];
  /** Calls that undo the plan, in the order of the steps; absent if it cannot be undone. */
  readonly back?: readonly BackCall[];
  /** Id of the write that the plan undoes. */
  readonly takesBack?: string;
  /** True if no step needs another: if one is refused, the others are still carried out. */
  readonly isIndependent?: boolean;
}

/** Parts that a plan shows of a write without steps. */
export type ShownWrite = Pick<PlanDraft, 'title' | 'records' | 'lines' | 'undo' | 'undoCall' | 'isFinal'>;

/** Money that a person confirmed in the form of a client, whose it becomes, and what was promised so. */
export interface Confirmed {
  readonly money: readonly AmountOf[];
  readonly payees: readonly string[];
  readonly binds: readonly AmountOf[];
}

/** Answer of a plan whose requested state is there already. */
export interface NothingToDo {
  readonly nothingToDo: string;
  readonly record?: Readonly<Record<string, unknown>>;
  /** JSON pointers of the record's texts, such as `/record/name`. */
  readonly untrusted?: readonly string[];
}

export interface Plan extends PlanDraft {
  /** Gaps in the data of the plan, shown first. They are not compared, since the data may arrive later. */
  readonly gaps?: readonly string[];
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** Records that the words of the input resolved to. The request is planned again with them. */
  readonly settled?: SettledAnswers;
  readonly readings: readonly PlanReading[];
  /** Whose desk it is: "Juniper Freight Brokerage · sandbox". */
  readonly desk?: string;
  /** Time of the context, such as `Nov 23, 2:05 PM CST`. */
  readonly contextAsOf?: string;
}

/** Outcome of one step. */
export type StepOutcome = PlanStep &
  (
    | { readonly status: 'done'; readonly answer: unknown; readonly isReplay: boolean }
    | {
        readonly status: 'failed';
        readonly error: unknown;
        /** It may have been carried out all the same. */
        readonly isInDoubt: boolean;
      }
    | { readonly status: 'not_run' }
  );

/** A plan with its hash and what may be shown of it. */
export interface Planned {
  readonly plan: Plan;
  readonly snapshots: RecordSnapshots;
  readonly hash: string;
  readonly view: PlanView;
  /** Time of the request by the API's clock, from which its words count. */
  readonly askedAt: string;
}

export const isNothingToDo = (planned: object): planned is NothingToDo => 'nothingToDo' in planned;

/**
 * Names a plan: what would happen, the records that it is about, and every word that a person is shown of it but its
 * context and its gaps. Two plans of one name are one wish; whether an approval is still good, `comparePlans` says.
 */
export const hashPlan = ({
  context: _context,
  contextAsOf: _contextAsOf,
  contextWarnings: _contextWarnings,
  judgments: _judgments,
  gaps: _gaps,
  settled: _settled,
  desk: _desk,
  items,
  ...plan
}: Plan): string => digest({ ...plan, items: items?.map(({ verdict: _verdict, ...item }) => item) });

const listContextHits = ({ contextWarnings = [] }: Plan): readonly string[] =>
  contextWarnings.filter(({ isLine }) => isLine !== true).map(({ text }) => text);

/** Formats a line of a batch as one line of text: its cells, its amounts and its verdict. */
export function formatPlanItem({ cells, money, verdict }: Pick<PlanItem, 'cells' | 'money' | 'verdict'>): string {
  const { number, party, paidTo, freight, date, details } = cells;
  const payee = paidTo === undefined ? party : `${party}, paid to ${paidTo}`;
  const amounts = money.map(({ amountCents, currency }) => formatMoney(amountCents, currency)).join(' and ');
  return [number, payee, freight, amounts, details, date, verdict].filter((text) => text).join(' | ');
}

const toLineView = (item: PlanItem) => ({
  key: item.key,
  ...item.cells,
  text: formatPlanItem(item),
  ...(item.verdict !== undefined && { verdict: item.verdict }),
  money: toMoneyView(item.money),
});

/** Warning about a plan that nothing brings back; its undo says why. */
export const finalWarning = "Can't be undone.";

/** Lists the warnings: those about the whole plan, then those about lines, each with the keys of its lines. */
function listWarningViews(plan: Plan): PlanView['warnings'] {
  const findings = (plan.items ?? []).flatMap(({ key, findings: texts }) => texts.map((text) => ({ key, text })));
  const byText = Map.groupBy(findings, ({ text }) => text);
  return [
    ...[...plan.policyHits, ...listContextHits(plan), ...(plan.isFinal === true ? [finalWarning] : [])].map((text) => ({
      text,
    })),
    ...[...byText].map(([text, members]) => ({ text, lines: members.map(({ key }) => key) })),
  ];
}

export const toMoneyView = (money: readonly AmountOf[]) =>
  money.map(({ currency, amountCents }) => ({ currency, amount: fromCents(amountCents) }));

/** Converts a plan to what the model and the approval list may see: no inputs, no versions, account numbers masked. */
export function toPlanView(plan: Plan): PlanView {
  const isChange = (line: PlanLine): line is ChangedValue => typeof line !== 'string';
  const checks = [...(plan.gaps ?? []), ...(plan.judgments ?? [])];
  const view: PlanView = {
    hash: hashPlan(plan),
    tool: plan.tool,
    gate: plan.gate,
    title: plan.title,
    ...(plan.desk !== undefined && { desk: plan.desk }),
    steps: plan.steps.map(({ operation, label }) => ({ operation, label })),
    records: plan.records.map(({ kind, id, friendlyId, name }) => ({ kind, id, friendlyId, name })),
    ...(plan.items && { lines: plan.items.map(toLineView) }),
    changes: plan.lines.filter(isChange).map(({ label, before, after }) => ({ label, before, after })),
    ...(checks.length > 0 && { checks }),
    details: plan.lines.filter((line) => typeof line === 'string'),
    ...(plan.context?.length && { context: { asOf: plan.contextAsOf ?? 'an unknown time', lines: [...plan.context] } }),
    money: toMoneyView(plan.money),
    recipients: [...plan.emails],
    sideEffects: [...plan.sideEffects],
    warnings: listWarningViews(plan),
    ...(plan.reason !== undefined && { reason: plan.reason }),
    undo: plan.undo,
    ...(plan.undoCall !== undefined && { undoCall: plan.undoCall }),
  };
  return maskAccountsIn(view, [plan.steps.map(({ input }) => input), plan.input]);
}
