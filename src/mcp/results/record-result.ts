import { startSentence } from '../../domain/kit/completeness.ts';
import { formatCall } from '../text/format-call.ts';
import type { OrderCheck } from '../text/instruction-like.ts';
import { type Flag, markUntrusted } from '../text/untrusted-text.ts';
import type { NextAction, ToolResult } from './result.ts';

export interface RecordFacts<Rest extends object> {
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
export function recordResult<Rest extends object>(facts: RecordFacts<Rest>): ToolResult<RecordData & Rest> {
  const marked = markUntrusted(facts.data, facts.untrusted ?? [], 'record', { check: facts.check });
  const summary = startSentence(facts.summary);
  const text = [summary, facts.lines.join('\n'), formatNextActions(facts.nextActions ?? [])];
  return {
    text: text.filter((part) => part !== '').join('\n\n'),
    data: {
      summary,
      asOf: facts.asOf,
      ...marked.data,
      ...(facts.nextActions?.length && { nextActions: facts.nextActions }),
      ...(marked.untrusted.length > 0 && { untrusted: marked.untrusted }),
      ...(marked.flags.length > 0 && { flags: marked.flags }),
    },
  };
}

export function formatNextActions(actions: readonly NextAction[]): string {
  return actions.map(({ tool, why, arguments: input }) => `Next: ${formatCall(tool, input)} (${why})`).join('\n');
}
