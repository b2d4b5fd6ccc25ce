import type { Planned } from '../tool/plan.ts';
import { approvalIdFrom } from '../approvals/approval-row.ts';
import { type ConfirmState, later, type Run } from '../tool/run.ts';
import { planForPerson } from '../approvals/plan-text.ts';

const confirmationLivesMs = 10 * 60_000;

/** A question to the person, to be shown by the client as a form with one box. */
export interface Question {
  readonly message: string;
  readonly state: ConfirmState;
}

export function question({ options }: Run, { plan, hash, view }: Planned, args: string): Question {
  const askedAt = options.now();
  return {
    message: planForPerson(view),
    state: {
      id: approvalIdFrom(options.newId()),
      tool: plan.tool,
      args,
      plan: hash,
      askedAt,
      expiresAt: later(askedAt, confirmationLivesMs),
    },
  };
}
