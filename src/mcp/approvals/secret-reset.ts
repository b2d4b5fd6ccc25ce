import { WaybillError } from '../../errors.ts';
import { createSecret, hashSecret } from './approver.ts';
import type { ApproverDesk } from './approver-audit.ts';
import { findSecretWait, replaceLostSecret, type SecretWait } from './secret-wait.ts';
import type { GateOptions } from '../run/run.ts';
import { voidPendingApproval } from './withdrawal.ts';

const readMax = 200;

/** A reset of the approver's secret, as its person and those who are notified learn of it. */
export interface ResetSecret {
  readonly secret: string;
  readonly wait: SecretWait;
  /** Approvals that were pending and are void. */
  readonly voided: readonly string[];
}

/**
 * Replaces a lost secret. Every pending approval is void, and the new secret decides nothing for a day: whoever has a
 * shell here could have done it. Approved plans stay approved, because the lost secret or a passkey has decided them.
 */
export async function resetApproverSecret(
  desk: ApproverDesk & Pick<GateOptions, 'notify'>,
  by: string,
): Promise<ResetSecret> {
  const { memory } = desk;
  if ((await memory.approver.hash()) === undefined)
    throw new WaybillError('CONFLICT', "This desk has no approver's secret, so none is lost.", {
      command: { words: 'approvals secret', does: 'creates it' },
    });
  const secret = createSecret();
  await replaceLostSecret(desk, {
    by,
    hash: hashSecret(secret),
    summary:
      "The approver's secret was reset without the old one: pending approvals are void, and it decides nothing for 24 hours.",
  });
  const wait = await findSecretWait(desk);
  if (wait === undefined) throw new Error('a reset that was stored is not found');
  return { secret, wait, voided: await voidPending(desk, by) };
}

/** Voids all pending approvals, page by page; the rows that are void are not listed again. */
async function voidPending(desk: ApproverDesk & Pick<GateOptions, 'notify'>, by: string): Promise<readonly string[]> {
  const voided: string[] = [];
  for (;;) {
    const rows = await desk.memory.approvals.list({ status: 'pending', limit: readMax });
    const before = voided.length;
    for (const row of rows) if (await voidPendingApproval(desk, row, by)) voided.push(row.id);
    if (voided.length === before || rows.length < readMax) return voided;
  }
}
