import { getDecider, parseLeftOut, describeLeftOut, unsealPlan } from '../approvals/approval-row.ts';
import type { ItemResult, ToolResult } from '../results/result.ts';
import type { ApprovalRow, MemoryCipher } from '../tool/memory.ts';

/** The result says of every line that was asked for what became of it, and who left it out. */
export function withLeftOut(result: ToolResult, row: ApprovalRow, cipher: MemoryCipher): ToolResult {
  const said = textOf(row);
  if (said === undefined || result.isError === true) return result;
  const { results = [] } = result.data as { readonly results?: readonly ItemResult[] };
  const [first = '', ...rest] = result.text.split('\n\n');
  return {
    ...result,
    text: [first, said, ...rest].join('\n\n'),
    data: { ...result.data, results: [...results, ...itemsOf(row, cipher)] },
  };
}

function itemsOf(row: ApprovalRow, cipher: MemoryCipher): readonly ItemResult[] {
  const { records } = unsealPlan(row, cipher).plan;
  return parseLeftOut(row).map((key) => {
    const record = records.find(({ id, friendlyId }) => id === key || friendlyId === key);
    const reason = `left out by ${getDecider(row)}`;
    return { id: record?.id ?? null, friendlyId: record?.friendlyId ?? key, outcome: 'left_out', reason };
  });
}

/** What whoever is asked anew has to know of the first decision. */
export function leftOutBefore(row: ApprovalRow): string | undefined {
  const said = textOf(row);
  return said === undefined ? undefined : `In ${row.id}: ${said}`;
}

const textOf = (row: ApprovalRow) => describeLeftOut({ leftOut: parseLeftOut(row), decidedBy: getDecider(row) });
