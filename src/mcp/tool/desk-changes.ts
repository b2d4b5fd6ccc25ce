import { auditTrail, readEntry } from '../audit/audit.ts';
import type { ToolMemory } from './memory.ts';

/** How far the changes of a desk were looked at. */
export interface DeskMark {
  readonly entry: number;
  readonly approval: string | undefined;
  readonly stoppedAt: string | undefined;
}

/** What was done through any process of this desk since a mark. */
export interface DeskChanges {
  readonly mark: DeskMark;
  /** Ids of the records that were written. */
  readonly written: readonly string[];
  /** Something was written, planned, decided, stopped or let go on. */
  readonly isAny: boolean;
}

/** Without a mark it finds nothing, and begins. Costs three rows while nothing was done. */
export async function deskChanges(
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
    for await (const stored of auditTrail(audit, since.entry))
      written.push(...readEntry(stored).calls.flatMap(({ records = [] }) => records));
  const isAny = mark.entry !== since.entry || mark.approval !== since.approval || mark.stoppedAt !== since.stoppedAt;
  return { mark, written, isAny };
}
