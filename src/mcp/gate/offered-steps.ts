import { formatNextActions } from '../results/record-result.ts';
import type { NextAction, ToolResult } from '../results/result.ts';

interface Stepped {
  readonly nextActions?: readonly NextAction[];
  readonly error?: { readonly nextActions?: readonly NextAction[] };
}

/** Leaves out next steps with tools that this server does not offer: a tool cannot know which were chosen. */
export function withOfferedSteps(result: ToolResult, isOffered: (tool: string) => boolean): ToolResult {
  const data: Stepped = result.data;
  const steps = [...(data.nextActions ?? []), ...(data.error?.nextActions ?? [])];
  const missing = steps.filter(({ tool }) => !isOffered(tool));
  if (missing.length === 0) return result;
  const lines = new Set(missing.map((step) => formatNextActions([step])));
  const text = result.text
    .split('\n')
    .filter((line) => !lines.has(line))
    .join('\n');
  return {
    ...result,
    text: text.replace(/\n{3,}/g, '\n\n').trim(),
    data: { ...limitToOffered(data, isOffered), ...(data.error && { error: limitToOffered(data.error, isOffered) }) },
  };
}

function limitToOffered<Part extends Stepped>(part: Part, isOffered: (tool: string) => boolean): object {
  const { nextActions = [], ...rest } = part;
  const offered = nextActions.filter(({ tool }) => isOffered(tool));
  return { ...rest, ...(offered.length > 0 && { nextActions: offered }) };
}
