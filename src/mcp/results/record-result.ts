import { startSentence } from '../../domain/kit/completeness.ts';
import { formatCall } from '../text/format-call.ts';
import type { OrderCheck } from '../text/instruction-like.ts';
import { type Flag, markUntrusted } from '../text/untrusted-text.ts';
import type { NextAction, ToolResult } from './result.ts';

export interface RecordResultInput<Rest extends object> {
  readonly summary: string;
  readonly asOf: string;
  /** Lines of `content` below the summary; record text in them goes through `recordText`. */
  readonly lines: readonly string[];
  /** Members of structuredContent beside summary and asOf: record, resolved, related and what the tool adds. */
  readonly data: Rest;
  /** JSON pointers below the data that hold record text; an asterisk means every item. */
  readonly untrusted?: readonly string[];
  readonly nextActions?: readonly NextAction[];
  /** Check that the attempts of an answer share, which is built again until it is short enough. */
  readonly check?: OrderCheck;
}

export interface RecordData {
  readonly summary: string;
  readonly asOf: string;
  readonly nextActions?: readonly NextAction[];
  readonly untrusted?: readonly string[];
  readonly flags?: readonly Flag[];
}

/** Builds the answer about one record, or any answer that is not a list. */
export function recordResult<Rest extends object>(input: RecordResultInput<Rest>): ToolResult<RecordData & Rest> {
  const marked = markUntrusted(input.data, input.untrusted ?? [], 'record', { check: input.check });
  const summary = startSentence(input.summary);
  const text = [summary, input.lines.join('\n'), formatNextActions(input.nextActions ?? [])];
  return {
    text: text.filter((part) => part !== '').join('\n\n'),
    data: {
      summary,
      asOf: input.asOf,
      ...marked.data,
      ...(input.nextActions?.length && { nextActions: input.nextActions }),
      ...(marked.untrusted.length > 0 && { untrusted: marked.untrusted }),
      ...(marked.flags.length > 0 && { flags: marked.flags }),
    },
  };
}

export function formatNextActions(actions: readonly NextAction[]): string {
  return actions.map(({ tool, why, arguments: input }) => `Next: ${formatCall(tool, input)} (${why})`).join('\n');
}
