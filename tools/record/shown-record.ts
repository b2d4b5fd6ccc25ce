import type { NextAction } from '../../src/mcp/results/result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';

/** A record as the desk sees it, whatever its kind. */
export interface RecordView {
  readonly summary: string;
  readonly lines: readonly string[];
  readonly record: Readonly<Record<string, unknown>>;
  /** JSON pointers of record text below the record. */
  readonly untrusted: readonly string[];
  readonly nextActions?: readonly NextAction[];
}

/** Shows the record with that id. */
export type ShowRecord = (ctx: ToolContext, id: string) => Promise<RecordView>;

export const quoteText = (value: string): string => recordText(value, 'list');

/** Describes how late an amount is, for the end of a list of parts; empty where it is not overdue. */
export const describeOverdue = (days: number | null): string =>
  days === null ? '' : `, ${days} ${days === 1 ? 'day' : 'days'} overdue`;

/** Formats a section: `Title: first; second`, or nothing if there are no lines. */
export const formatSection = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`${title}: ${lines.join('; ')}`];
