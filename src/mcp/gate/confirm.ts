import type { Planned } from '../tool/plan.ts';
import { createApprovalId, sealForForm } from '../approvals/approval-row.ts';
import type { ConfirmQuestion } from '../run/runner.ts';
import type { ConfirmState, ToolRun } from '../run/run.ts';
import { addMilliseconds } from '../run/call-facts.ts';
import type { AtStake } from '../results/result.ts';
import { formatPlanForPerson } from '../approvals/plan-text.ts';
import { toStake } from '../results/stake.ts';

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
      atStake: options.memory.cipher.encrypt(JSON.stringify(toStake(view)), toStakePlace(id)),
      sealed: sealForForm(planned, options.memory.cipher, id),
    },
  };
}

/** Opens what the person was asked about. */
export const openStake = ({ options }: ToolRun, { id, atStake }: ConfirmState): AtStake =>
  // Authenticated encryption: what opens is what `question` wrote.
  JSON.parse(options.memory.cipher.decrypt(atStake, toStakePlace(id))) as AtStake;

const toStakePlace = (id: string) => `confirmation.atStake ${id}`;
