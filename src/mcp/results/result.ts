import * as z from 'zod';
import type { ErrorCode } from '../../errors.ts';
import { writeStatuses } from './write-statuses.ts';

/** The result of a tool: `text` for readers of content, `data` for readers of structuredContent, each complete alone. */
export interface ToolResult<Data extends object = object> {
  readonly text: string;
  readonly data: Data;
  readonly isError?: boolean;
}

/** Outcomes of a write that failed. */
const writeOutcomes = ['not_done', 'unknown', 'partial'] as const;
export type WriteOutcome = (typeof writeOutcomes)[number];

export const NextAction = z.object({
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  why: z.string(),
});
export type NextAction = z.output<typeof NextAction>;

export const ItemResult = z.object({
  id: z.string().nullable(),
  friendlyId: z.string().nullable(),
  outcome: z.string(),
  reason: z.string().optional(),
});
export type ItemResult = z.output<typeof ItemResult>;

const Amount = z.object({ currency: z.string(), amount: z.number() });

/** A line of a batch, which the person who decides can leave out by its key. */
const PlanLineView = z.object({
  key: z.string(),
  number: z.string(),
  party: z.string(),
  paidTo: z.string().optional(),
  freight: z.string().optional(),
  date: z.string().optional(),
  details: z.string().optional(),
  verdict: z.string().optional(),
  /** The cells and amounts as one line. */
  text: z.string(),
  money: z.array(Amount),
});
export type PlanLineView = z.output<typeof PlanLineView>;

/** Parts of a plan that the model sees, with account numbers masked. */
export const PlanView = z.object({
  hash: z.string(),
  tool: z.string(),
  gate: z.string(),
  title: z.string(),
  /** Whose desk it is: "Juniper Freight Brokerage · sandbox". */
  desk: z.string().optional(),
  steps: z.array(z.object({ operation: z.string(), label: z.string() })),
  records: z.array(
    z.object({ kind: z.string(), id: z.string(), friendlyId: z.string().nullable(), name: z.string().nullable() }),
  ),
  lines: z.array(PlanLineView).optional(),
  changes: z.array(z.object({ label: z.string(), before: z.string().nullable(), after: z.string() })),
  /** Gaps in the data and judgments of the rules, which a person reads before the lines. */
  checks: z.array(z.string()).optional(),
  /** Sentences about the records. */
  details: z.array(z.string()),
  /** Lines about other records, at a time; no approval rests on them. */
  context: z.object({ asOf: z.string(), lines: z.array(z.string()) }).optional(),
  money: z.array(Amount),
  /** Addresses that get mail. */
  recipients: z.array(z.string()),
  sideEffects: z.array(z.string()),
  /** Each with the keys of the lines that it is about; without keys it is about the whole plan. */
  warnings: z.array(z.object({ text: z.string(), lines: z.array(z.string()).optional() })),
  /** Why a person has to say yes, where no warning says so. */
  reason: z.string().optional(),
  /** Use of the policy's limits at the time of display. */
  limits: z.array(z.string()).optional(),
  /** In words for people. */
  undo: z.string(),
  /** Call that undoes it. */
  undoCall: z.string().optional(),
});
export type PlanView = z.output<typeof PlanView>;

export const ApprovalView = z.object({
  id: z.string(),
  expiresAt: z.string(),
  status: z.enum(['pending', 'approved']),
  /** Warning beside the plan. */
  warning: z.string().optional(),
  how: z.object({ command: z.string(), url: z.string().optional() }),
});
export type ApprovalView = z.output<typeof ApprovalView>;

/** Request that was not carried out. */
export const UnexecutedPlan = z.object({ title: z.string(), money: z.array(Amount) });
export type UnexecutedPlan = z.output<typeof UnexecutedPlan>;

export const ErrorView = z.object({
  code: z.string(),
  message: z.string(),
  field: z.string().optional(),
  retryable: z.boolean(),
  /** Outcome of a write. */
  outcome: z.enum(writeOutcomes).optional(),
  retryAfterSeconds: z.number().optional(),
  requestId: z.string().optional(),
  atStake: UnexecutedPlan.optional(),
  nextActions: z.array(NextAction).optional(),
});
export type ErrorView = z.output<typeof ErrorView> & { readonly code: ErrorCode };

/** Members any result may carry beside the tool's own. */
export const anyResult = {
  summary: z.string(),
  asOf: z.string(),
  nextActions: z.array(NextAction),
  untrusted: z.array(z.string()),
  flags: z.array(z.object({ pointer: z.string(), reason: z.string(), count: z.number().optional() })),
  /** Left out where the answer is complete. */
  completeness: z.object({
    status: z.enum(['partial', 'unknown']),
    gaps: z.array(z.object({ key: z.string(), text: z.string() })),
  }),
  /** Records that are shown as they were earlier than `asOf`. */
  olderRecords: z.array(z.object({ records: z.string(), asOf: z.string() })),
  /** Records with a status that Waybill does not know. */
  unknownStatuses: z.array(z.object({ records: z.string(), status: z.string(), count: z.number() })),
  error: ErrorView,
} as const;

/** Members of the result of any writing tool. */
export const writeResultShape = {
  status: z.enum(writeStatuses),
  summary: z.string(),
  record: z.record(z.string(), z.unknown()),
  results: z.array(ItemResult),
  undo: z.string(),
  plan: PlanView,
  approval: ApprovalView,
  atStake: UnexecutedPlan,
} as const;

/** The result of `run_approved`: of whichever tool made the plan, so further members are let through. */
export const AnyWriteResult = z.looseObject(writeResultShape).partial();
