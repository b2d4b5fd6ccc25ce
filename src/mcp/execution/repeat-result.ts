import type { NothingToDo } from '../tool/plan.ts';
import type { ToolResult } from '../results/result.ts';
import { firstWords, writeResult } from '../results/write-result.ts';

/** Marks the first outcome as a repeated one: nothing new happened. */
export function markAlreadyDone(first: ToolResult): ToolResult {
  if (first.isError === true) return first;
  const data = first.data as { readonly status?: string; readonly summary?: string };
  const before = data.status === 'partial' ? 'The first run ended part of the way. ' : '';
  const summary = `${before}${data.summary ?? ''}`;
  const [, ...rest] = first.text.split('\n\n');
  return {
    text: [`${firstWords.already_done} ${summary}`, ...rest].join('\n\n'),
    data: { ...first.data, status: 'already_done', summary },
  };
}

/** Builds the result of a request whose effect is there already. */
export const buildNothingToDoResult = ({ nothingToDo, record, untrusted }: NothingToDo): ToolResult =>
  writeResult({ status: 'already_done', summary: nothingToDo, record, untrusted });
