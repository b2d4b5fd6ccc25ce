import type { ItemResult, ToolResult } from '../../src/mcp/results/result.ts';
import { formatItemLine } from '../../src/mcp/results/write-result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { isPlainRecord } from '../../src/domain/kit/plain-record.ts';

/** Lists the results of a batch operation, item by item. The list is empty if the response is not one of a batch. */
export function listBatchItems(answer: unknown): readonly ItemResult[] {
  if (!isPlainRecord(answer) || !Array.isArray(answer['failed'])) return [];
  const done = Object.entries(answer).flatMap(([name, items]) =>
    name !== 'failed' && Array.isArray(items)
      ? items.filter(isPlainRecord).map((item) => toItemResult(item, 'done'))
      : [],
  );
  const failed = answer['failed'].filter(isPlainRecord).map((item) => ({
    ...toItemResult(item, 'failed'),
    reason: typeof item['error'] === 'string' ? recordText(item['error'], 'list') : 'no reason given',
  }));
  return [...done, ...failed];
}

/** Builds the error result of a batch in which nothing succeeded. */
export function buildNothingDone(message: string, results: readonly ItemResult[]): ToolResult {
  return {
    text: [
      `NOT DONE. ${message} Read them again: their state does not allow it now.`,
      ...results.map(formatItemLine),
    ].join('\n'),
    data: { error: { code: 'CONFLICT', message, retryable: false }, results },
    isError: true,
  };
}

/** Converts an item of a batch. Its first id names the record that it is about. */
function toItemResult(item: Readonly<Record<string, unknown>>, outcome: string): ItemResult {
  const id = Object.entries(item).find(([name, value]) => name.endsWith('Id') && typeof value === 'string')?.[1];
  return { id: typeof id === 'string' ? id : null, friendlyId: null, outcome };
}
