import type { Planned } from '../tool/plan.ts';
import { createApprovalId, sealForForm } from '../approvals/approval-row.ts';
import type { ConfirmQuestion } from '../run/runner.ts';
import type { ConfirmState, ToolRun } from '../run/run.ts';
import { addMilliseconds } from '../run/call-details.ts';
import type { UnexecutedPlan } from '../results/result.ts';
import { formatPlanForPerson } from '../approvals/plan-text.ts';
import { toUnexecutedPlan } from '../results/unexecuted-plan.ts';

export const confirmationLivesMs = 10 * 60_000;

export function buildQuestion({ options }: ToolRun, planned: Planned, args: string): ConfirmQuestion {
  const { plan, hash, view, askedAt } = planned;
  const id = createApprovalId(options.newId());
  return {
    message: formatPlanForPerson(view),
    state: {
      id,
      tool: plan.tool,
      args,
      plan: hash,
      askedAt,
      expiresAt: addMilliseconds(options.now(), confirmationLivesMs),
      atStake: options.memory.cipher.encrypt(JSON.stringify(toUnexecutedPlan(view)), toUnexecutedPlanPlace(id)),
      sealed: sealForForm(planned, options.memory.cipher, id),
    },
  };
}

/** Decrypts the summary of the plan that the person was asked about. */
export const openUnexecutedPlan = ({ options }: ToolRun, { id, atStake }: ConfirmState): UnexecutedPlan =>
  // Authenticated encryption: this is what `buildQuestion` wrote.
  JSON.parse(options.memory.cipher.decrypt(atStake, toUnexecutedPlanPlace(id))) as UnexecutedPlan;

const toUnexecutedPlanPlace = (id: string) => `confirmation.atStake ${id}`;
