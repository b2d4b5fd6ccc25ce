import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import type { PlanStep, StepOutcome } from '../tool/plan.ts';

/** Resolves the input of a step, with the values that it takes from the answers of earlier steps. */
export const resolveStepInput = ({ input, takes }: PlanStep, outcomes: readonly StepOutcome[]): PlanStep['input'] => ({
  ...input,
  ...resolveTakes(takes, outcomes),
});

/** Resolves fields to values from the answers of earlier steps. */
export const resolveTakes = (takes: PlanStep['takes'] = {}, outcomes: readonly StepOutcome[]): PlanStep['input'] =>
  Object.fromEntries(
    Object.entries(takes).map(([field, { step, member }]) => [field, getAnswerMember(outcomes[step], member)]),
  );

function getAnswerMember(outcome: StepOutcome | undefined, member: string): unknown {
  const answer = outcome?.status === 'done' ? outcome.answer : undefined;
  const value = member
    .split('.')
    .reduce<unknown>((inside, name) => (isPlainRecord(inside) ? inside[name] : undefined), answer);
  // A plan that is wrong about an answer must not send a call with a hole in it.
  if (value === undefined || value === null)
    throw new Error(`${outcome?.operation ?? 'no step'} did not answer with ${member}`);
  return value;
}
