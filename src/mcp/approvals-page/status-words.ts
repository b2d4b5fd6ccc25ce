import type { ShownStatus } from '../tool/context.ts';

/** Meaning of each status for the person who decides. The sign beside it tells them apart without color. */
export const statusWords: Readonly<Record<ShownStatus, { readonly sign: string; readonly text: string }>> = {
  pending: { sign: '○', text: 'Waits for a decision' },
  approved: { sign: '✓', text: 'Approved, not carried out yet' },
  denied: { sign: '✕', text: 'Denied, nothing was changed' },
  executing: { sign: '▸', text: 'Approved, being carried out' },
  done: { sign: '✓', text: 'Approved and over: the outcome says how' },
  void: { sign: '–', text: 'Void, nothing more happens under it' },
  expired: { sign: '–', text: 'Expired, nothing was changed' },
};

export const formatPoints = (count: number): string => `${count} ${count === 1 ? 'point' : 'points'}`;
