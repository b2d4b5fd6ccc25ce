import { clockChangeProblem, freightProblems } from './freight.ts';
import { injectionProblems } from './injection.ts';
import { payablesProblems } from './payables.ts';
import type { PlantedProblem } from './problem.ts';
import { quoteProblems } from './quotes.ts';
import { receivablesProblems } from './receivables.ts';

/** Every planted problem of a world that ends on a day (counted since 1970). */
export const plantedProblems = (today: number): readonly PlantedProblem[] => [
  ...freightProblems,
  clockChangeProblem(today),
  ...payablesProblems,
  ...receivablesProblems,
  ...quoteProblems,
  ...injectionProblems,
];
