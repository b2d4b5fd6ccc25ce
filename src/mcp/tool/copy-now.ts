import type { ToolContext } from './context.ts';
import type { CopiedTable, CopyExtent, RecordsCopy } from './records-copy.ts';

/** The copy as it is for one question. */
export interface CopyNow {
  readonly read: Awaited<ReturnType<RecordsCopy['refresh']>>['read'];
  /** By the API's time: every change before it is in the answer. ISO 8601. */
  readonly asOf: string;
  /** What the answer must say about its coverage; undefined when it covers everything. */
  readonly coverage: string | undefined;
}

/** The copy with these tables brought up to date. What is still missing while it is filled for the first time stands in `coverage`. */
export async function copyNow(
  { copy, signal, now, progress }: Pick<ToolContext, 'copy' | 'signal' | 'now' | 'progress'>,
  tables: readonly CopiedTable[],
): Promise<CopyNow> {
  const records = await copy();
  let told = 0;
  const extent = await records.refresh(signal, tables, async ({ completeFrom }) => {
    told += 1;
    await progress(
      told,
      undefined,
      `filling the local copy${completeFrom === null ? '' : `, ${sinceText(completeFrom)}`}`,
    );
  });
  return {
    read: extent.read,
    asOf: extent.asOf ?? now(),
    coverage: coverageOf(extent),
  };
}

function coverageOf({ isWhole, isCurrent, completeFrom, asOf }: CopyExtent): string | undefined {
  if (!isWhole) return missingText(completeFrom);
  if (isCurrent) return undefined;
  return `The local copy is still being brought up to date: what changed after ${minuteText(asOf ?? '')} may be missing. Ask again in a minute.`;
}

const minuteText = (instant: string): string => `${instant.slice(0, 16).replace('T', ' ')} UTC`;

const sinceText = (completeFrom: string): string => `complete from ${minuteText(completeFrom)} on`;

const missingText = (completeFrom: string | null): string =>
  completeFrom === null
    ? 'The local copy is being filled for the first time and holds nothing yet; ask again in a minute.'
    : `The local copy is still being filled: records made before ${minuteText(completeFrom)} may be missing. Ask again in a minute.`;
