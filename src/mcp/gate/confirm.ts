import type { Planned } from '../tool/plan.ts';
import { approvalIdFrom } from '../approvals/approval-row.ts';
import type { Question } from '../tool/gate.ts';
import { later, type Run } from '../tool/run.ts';
import { planForPerson } from '../approvals/plan-text.ts';

export const confirmationLivesMs = 10 * 60_000;

export function question({ options }: Run, { plan, hash, view, askedAt }: Planned, args: string): Question {
  return {
    message: planForPerson(view),
    state: {
      id: approvalIdFrom(options.newId()),
      tool: plan.tool,
      args,
      plan: hash,
      askedAt,
      expiresAt: later(options.now(), confirmationLivesMs),
    },
  };
}
