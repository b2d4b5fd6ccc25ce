import type { ToolContext } from './context.ts';
import type { CopiedTable, RecordsCopy } from './records-copy.ts';

/** The copy as it is for one question. */
export interface CopyNow {
  readonly read: RecordsCopy['read'];
  /** By the API's time: every change before it is in the answer. ISO 8601. */
  readonly asOf: string;
  /** What the answer must say about its coverage; undefined when it covers everything. */
  readonly coverage: string | undefined;
}

/** The copy with these tables brought up to date. What is still missing while it is filled for the first time stands in `coverage`. */
export async function copyNow(
  { copy, signal, now }: Pick<ToolContext, 'copy' | 'signal' | 'now'>,
  tables: readonly CopiedTable[],
): Promise<CopyNow> {
  const records = await copy();
  const { isWhole, completeFrom, asOf } = await records.refresh(signal, tables);
  return {
    read: (query, parameters) => records.read(query, parameters),
    asOf: asOf ?? now(),
    coverage: isWhole ? undefined : missingText(completeFrom),
  };
}

const missingText = (completeFrom: string | null): string =>
  completeFrom === null
    ? 'The local copy is being filled for the first time and holds nothing yet; ask again in a minute.'
    : `The local copy is still being filled: records made before ${completeFrom.slice(0, 16).replace('T', ' ')} UTC may be missing. Ask again in a minute.`;
