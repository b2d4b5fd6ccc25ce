import type { ShownStatus } from '../tool/context.ts';

/** Meaning of each status for the person who decides. The sign beside it tells them apart without color. */
export const statusWords: Readonly<Record<ShownStatus, { readonly sign: string; readonly text: string }>> = {
  pending: { sign: '○', text: 'Pending' },
  approved: { sign: '✓', text: 'Approved' },
  denied: { sign: '✕', text: 'Denied. Nothing was changed.' },
  executing: { sign: '▸', text: 'Approved, in progress' },
  done: { sign: '✓', text: 'Approved and done: see the outcome' },
  void: { sign: '–', text: 'Void. It can no longer run.' },
  expired: { sign: '–', text: 'Expired. Nothing was changed.' },
};
