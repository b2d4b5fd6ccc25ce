import type { Approval, ShownStatus } from '../tool/context.ts';

interface StatusWords {
  /** Tells the statuses apart without color. */
  readonly sign: string;
  readonly text: string;
  /** What the person can do, where the page has no form for it. */
  readonly next?: string;
}

const askAgain = 'If it is still wanted, ask the assistant for a new plan.';

/** Words of each status for the person who decides. */
const statusWords: Readonly<Record<ShownStatus, StatusWords>> = {
  pending: { sign: '○', text: 'Pending' },
  approved: { sign: '✓', text: 'Approved, not executed yet' },
  denied: { sign: '✕', text: 'Denied. Nothing was changed.' },
  executing: { sign: '▸', text: 'Approved, in progress' },
  done: { sign: '✓', text: 'Approved and executed' },
  void: { sign: '–', text: 'Void. It can no longer run.', next: askAgain },
  expired: { sign: '–', text: 'Expired. Nothing was changed.', next: askAgain },
};

/** Describes the state of an approval. One whose plan was not done in full, or not at all, doesn't count as executed. */
export function describeStatus({ status, outcome }: Pick<Approval, 'status' | 'outcome'>): StatusWords {
  if (status !== 'done' || outcome === null || outcome.startsWith('DONE')) return statusWords[status];
  return { sign: '!', text: 'Approved, but not all of it was done: see the outcome' };
}
