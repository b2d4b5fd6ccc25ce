import { createClockChangeProblem, freightProblems } from './freight.ts';
import { injectionProblems } from './injection.ts';
import { payablesProblems } from './payables.ts';
import type { PlantedProblem } from './problem.ts';
import { quoteProblems } from './quotes.ts';
import { receivablesProblems } from './receivables.ts';

/** Lists every planted problem of a brokerage whose history ends on a day (counted since 1970). */
export const listPlantedProblems = (today: number): readonly PlantedProblem[] => [
  ...freightProblems,
  createClockChangeProblem(today),
  ...payablesProblems,
  ...receivablesProblems,
  ...quoteProblems,
  ...injectionProblems,
];
