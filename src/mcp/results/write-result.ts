import { isUuid } from '../../domain/identifiers/uuid.ts';
import { formatCode } from '../../domain/text/code-words.ts';
import { type Flag, markUntrusted } from '../text/untrusted-text.ts';
import { formatNextActions } from './record-result.ts';
import type { ApprovalView, ItemResult, NextAction, PlanView, ToolResult } from './result.ts';
import type { WriteStatus } from './write-statuses.ts';

/** The first words of `content`, by status. */
export const firstWords = {
  done: 'DONE.',
  already_done: 'DONE before, nothing new happened.',
  approval_required: 'APPROVAL NEEDED.',
  changed: 'NOT DONE, records changed since the plan.',
  declined: 'NOT DONE, nothing was changed.',
  cancelled: 'NOT DONE, nothing was changed.',
  partial: 'PARTLY DONE.',
} as const satisfies Record<WriteStatus, string>;

export interface WriteResultInput {
  readonly status: WriteStatus;
  readonly summary: string;
  /** The record after the change. */
  readonly record?: Readonly<Record<string, unknown>> | undefined;
  readonly results?: readonly ItemResult[] | undefined;
  /** Instruction to undo the write, or that it cannot be undone. */
  readonly undo?: string | undefined;
  readonly plan?: PlanView | undefined;
  readonly approval?: ApprovalView | undefined;
  readonly nextActions?: readonly NextAction[] | undefined;
  /** Further lines of `content`. */
  readonly lines?: readonly string[] | undefined;
  /** JSON pointers of record text, such as `/record/name`. */
  readonly untrusted?: readonly string[] | undefined;
  readonly extra?: Readonly<Record<string, unknown>> | undefined;
}

export interface WriteData {
  readonly status: WriteStatus;
  readonly summary: string;
  readonly record?: Readonly<Record<string, unknown>>;
  readonly results?: readonly ItemResult[];
  readonly undo?: string;
  readonly plan?: PlanView;
  readonly approval?: ApprovalView;
  readonly nextActions?: readonly NextAction[];
  readonly untrusted?: readonly string[];
  readonly flags?: readonly Flag[];
}

/** Builds the result of a write, whatever its outcome. */
export function writeResult(input: WriteResultInput): ToolResult<WriteData> {
  const { lines = [], untrusted = [], extra = {}, ...members } = input;
  const present = Object.fromEntries(Object.entries({ ...members, ...extra }).filter(([, value]) => isPresent(value)));
  const marked = markUntrusted(present, ['/plan/records/*/name', ...untrusted], 'record');
  const parts = [
    `${firstWords[input.status]} ${input.summary}`,
    [...lines, ...(input.results ?? []).map(formatItemLine)].join('\n'),
    input.undo === undefined ? '' : `Undo: ${input.undo}`,
    formatNextActions(input.nextActions ?? []),
  ];
  return {
    text: parts.filter((part) => part !== '').join('\n\n'),
    data: {
      // Only absent and empty members were left out; status and summary are always there.
      ...(marked.data as unknown as WriteData),
      ...(marked.untrusted.length > 0 && { untrusted: marked.untrusted }),
      ...(marked.flags.length > 0 && { flags: marked.flags }),
    },
  };
}

const isPresent = (value: unknown) => value !== undefined && !(Array.isArray(value) && value.length === 0);

/** Formats a line of a batch: "- BILL-1042: failed (reason)". A record without a number is named by its place. */
export function formatItemLine({ friendlyId, id, outcome, reason }: ItemResult, index: number): string {
  const name = friendlyId ?? (id === null || isUuid(id) ? `Item ${index + 1}` : id);
  const words = formatCode(outcome);
  if (reason?.startsWith(words)) return `- ${name}: ${reason}`;
  return `- ${name}: ${words}${reason === undefined ? '' : ` (${reason})`}`;
}
