import type { ItemResult, ToolResult } from '../../src/mcp/results/result.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { isPlainRecord } from '../../src/domain/kit/plain-record.ts';

/** What a batch operation returned item by item; nothing where the response is not one of a batch. */
export function batchItems(answer: unknown): readonly ItemResult[] {
  if (!isPlainRecord(answer) || !Array.isArray(answer['failed'])) return [];
  const done = Object.entries(answer).flatMap(([name, items]) =>
    name !== 'failed' && Array.isArray(items) ? items.filter(isPlainRecord).map((item) => itemOf(item, 'done')) : [],
  );
  const failed = answer['failed'].filter(isPlainRecord).map((item) => ({
    ...itemOf(item, 'failed'),
    reason: typeof item['error'] === 'string' ? recordText(item['error'], 'list') : 'no reason given',
  }));
  return [...done, ...failed];
}

/** A batch of which nothing succeeded is no success. */
export function nothingDone(message: string, results: readonly ItemResult[]): ToolResult {
  const lines = results.map(
    ({ friendlyId, id, outcome, reason }) => `- ${friendlyId ?? id ?? 'item'}: ${outcome} (${reason ?? 'no reason'})`,
  );
  return {
    text: [`NOT DONE. CONFLICT: ${message} Read them again: their state does not allow it now.`, ...lines].join('\n'),
    data: { error: { code: 'CONFLICT', message, retryable: false }, results },
    isError: true,
  };
}

/** Batches name what an item is about by the first of its ids. */
function itemOf(item: Readonly<Record<string, unknown>>, outcome: string): ItemResult {
  const id = Object.entries(item).find(([name, value]) => name.endsWith('Id') && typeof value === 'string')?.[1];
  return { id: typeof id === 'string' ? id : null, friendlyId: null, outcome };
}
