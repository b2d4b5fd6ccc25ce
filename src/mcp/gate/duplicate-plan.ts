import { WaybillError } from '../../errors.ts';
import { alreadyDone } from './repeat-result.ts';
import { outcomeOf } from '../approvals/approval-row.ts';
import { later, type Run } from '../tool/run.ts';
import { withNextActions } from '../results/next-actions.ts';
import type { ToolResult } from '../results/result.ts';

/** The API keeps idempotency keys for 24 h; nothing is resumed near that limit. */
export const resumableForMs = 23 * 60 * 60_000;

interface SamePlan {
  readonly hash: string;
  /** ISO: what finished before is another wish. */
  readonly since: string;
  /** The approval that asks. */
  readonly except?: string;
}

/**
 * What became of the very same plan since then, under whichever yes: two yeses to one plan are one wish. One that is half
 * way is taken up, not begun again.
 */
export async function sameDone(
  { options, caller }: Run,
  { hash, since, except }: SamePlan,
): Promise<ToolResult | null> {
  const rows = await options.memory.approvals.ofPlan(hash, caller.principal.name);
  const others = rows.filter(({ id }) => id !== except);
  const now = options.now();
  const open = others.find(
    ({ status, started_at, created_at }) =>
      status === 'executing' && later(started_at ?? created_at, resumableForMs) > now,
  );
  if (open !== undefined) {
    const action = {
      tool: 'run_approved',
      arguments: { approvalId: open.id },
      why: 'takes it up; nothing is done twice',
    };
    throw withNextActions(new WaybillError('CONFLICT', `This very plan is under way as ${open.id}.`), [action]);
  }
  const done = others.find((row) => row.status === 'done' && (row.finished_at ?? row.created_at) >= since);
  if (!done?.outcome) return null;
  const first = outcomeOf(done.outcome);
  return first.isError === true ? null : alreadyDone(first);
}
