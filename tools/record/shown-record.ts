import type { NextAction } from '../../src/mcp/results/result.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';

/** A record as the desk sees it, whatever its kind. */
export interface ShownRecord {
  readonly summary: string;
  readonly lines: readonly string[];
  readonly record: Readonly<Record<string, unknown>>;
  /** JSON pointers of record text below the record. */
  readonly untrusted: readonly string[];
  readonly nextActions?: readonly NextAction[];
}

/** Shows the record with that id. */
export type ShowRecord = (ctx: ToolContext, id: string) => Promise<ShownRecord>;

export const text = (value: string): string => recordText(value, 'list');

/** `Title: first; second`, left out where there is none. */
export const section = (title: string, lines: readonly string[]): readonly string[] =>
  lines.length === 0 ? [] : [`${title}: ${lines.join('; ')}`];
