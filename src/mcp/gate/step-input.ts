import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import type { PlanStep, StepOutcome } from '../tool/plan.ts';

/** The input of a step, with what it takes from the answers of steps before it. */
export const inputOfStep = ({ input, takes }: PlanStep, outcomes: readonly StepOutcome[]): PlanStep['input'] => ({
  ...input,
  ...takenFrom(takes, outcomes),
});

/** Fields with what earlier steps answered. */
export const takenFrom = (takes: PlanStep['takes'] = {}, outcomes: readonly StepOutcome[]): PlanStep['input'] =>
  Object.fromEntries(
    Object.entries(takes).map(([field, { step, member }]) => [field, answered(outcomes[step], member)]),
  );

function answered(outcome: StepOutcome | undefined, member: string): unknown {
  const answer = outcome?.status === 'done' ? outcome.answer : undefined;
  const value = member
    .split('.')
    .reduce<unknown>((inside, name) => (isPlainRecord(inside) ? inside[name] : undefined), answer);
  // A plan that is wrong about an answer must not send a call with a hole in it.
  if (value === undefined || value === null)
    throw new Error(`${outcome?.operation ?? 'no step'} did not answer with ${member}`);
  return value;
}
