import { readTrail, readEntry } from '../audit/audit.ts';
import type { ToolMemory } from './memory.ts';

/** Mark up to which the changes of a desk were read. */
export interface DeskMark {
  readonly entry: number;
  readonly approval: string | undefined;
  readonly stoppedAt: string | undefined;
}

/** Actions of any process of this desk since a mark. */
export interface DeskChanges {
  readonly mark: DeskMark;
  /** Ids of the records that were written. */
  readonly written: readonly string[];
  /** Something was written, planned, decided, stopped or let go on. */
  readonly isAny: boolean;
}

/**
 * Reads the changes since a mark. Without a mark it returns no changes, and the first mark. It reads three rows while
 * nothing is done.
 */
export async function readDeskChanges(
  { audit, approvals, stop }: Pick<ToolMemory, 'audit' | 'approvals' | 'stop'>,
  since?: DeskMark,
): Promise<DeskChanges> {
  const [[last], [newest], stopped] = await Promise.all([
    audit.latest({ limit: 1 }),
    approvals.list({ limit: 1 }),
    stop.find(),
  ]);
  const mark: DeskMark = { entry: last?.seq ?? 0, approval: newest?.id, stoppedAt: stopped?.at };
  if (since === undefined) return { mark, written: [], isAny: false };
  const written: string[] = [];
  if (mark.entry > since.entry)
    for await (const stored of readTrail(audit, since.entry))
      written.push(...readEntry(stored).calls.flatMap(({ records = [] }) => records));
  const isAny = mark.entry !== since.entry || mark.approval !== since.approval || mark.stoppedAt !== since.stoppedAt;
  return { mark, written, isAny };
}
