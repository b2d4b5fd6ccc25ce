import { getDecider, parseLeftOut, describeLeftOut, unsealPlan } from '../approvals/approval-row.ts';
import type { ItemResult, ToolResult } from '../results/result.ts';
import type { ApprovalRow, MemoryCipher } from '../tool/memory.ts';

/** Adds the lines that were left out to a result, and who left them out, so that it covers every requested line. */
export function withLeftOut(result: ToolResult, row: ApprovalRow, cipher: MemoryCipher): ToolResult {
  const text = describeRow(row);
  if (text === undefined || result.isError === true) return result;
  const { results = [] } = result.data as { readonly results?: readonly ItemResult[] };
  const [first = '', ...rest] = result.text.split('\n\n');
  return {
    ...result,
    text: [first, text, ...rest].join('\n\n'),
    data: { ...result.data, results: [...results, ...listLeftOutItems(row, cipher)] },
  };
}

function listLeftOutItems(row: ApprovalRow, cipher: MemoryCipher): readonly ItemResult[] {
  const { records } = unsealPlan(row, cipher).plan;
  return parseLeftOut(row).map((key) => {
    const record = records.find(({ id, friendlyId }) => id === key || friendlyId === key);
    const reason = `left out by ${getDecider(row)}`;
    return { id: record?.id ?? null, friendlyId: record?.friendlyId ?? key, outcome: 'left_out', reason };
  });
}

/** Describes the lines that the first decision left out to a person who is asked again. */
export function describeLeftOutBefore(row: ApprovalRow): string | undefined {
  const text = describeRow(row);
  return text === undefined ? undefined : `In ${row.id}: ${text}`;
}

const describeRow = (row: ApprovalRow) => describeLeftOut({ leftOut: parseLeftOut(row), decidedBy: getDecider(row) });
