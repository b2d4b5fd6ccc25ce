import type { ApprovalNotice } from '../tool/notice.ts';
import { type GateOptions, later } from '../tool/run.ts';
import { shownStatus, toApproval } from './approval-row.ts';

type Teller = Pick<GateOptions, 'memory' | 'now' | 'notify'>;

const readMax = 200;
const dayMs = 24 * 60 * 60_000;
/** What expired longer ago is no news, and is told to nobody who begins to listen today. */
const newsForMs = 7 * dayMs;
const toldForMs = 30 * dayMs;

/** Nobody is there when an approval expires: this looks, and of several processes that look one tells. */
export async function tellExpired({ memory, now, notify }: Teller): Promise<void> {
  const at = now();
  for (const status of ['pending', 'approved'] as const) {
    for (const row of await memory.approvals.list({ status, limit: readMax })) {
      const isNews = shownStatus(row, at) === 'expired' && later(row.expires_at, newsForMs) > at;
      if (!isNews) continue;
      const isFirst = await memory.ledger.consume(`told-expired:${row.id}`, { at, expiresAt: later(at, toldForMs) });
      if (isFirst) notify?.({ event: 'APPROVAL_EXPIRED', at, approval: toApproval(row, memory.cipher, at) });
    }
  }
}

/** What a receiver outside is told: whom and what it is about in one line, and no record. */
export const noticeData = ({ approval, page }: ApprovalNotice) => ({
  id: approval.id,
  status: approval.status,
  title: approval.plan.title,
  tool: approval.tool,
  gate: approval.gate,
  money: approval.money,
  requester: approval.requester,
  askedAt: approval.createdAt,
  expiresAt: approval.expiresAt,
  decidedBy: approval.decidedBy,
  leftOut: approval.leftOut,
  /** Status and summary of what came of it, once it ran. */
  outcome: approval.outcome,
  page: page ?? null,
});
