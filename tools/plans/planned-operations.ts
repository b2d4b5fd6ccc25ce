import { catalogue } from '../../src/contract/catalogue.ts';
import type { OperationName } from '../../src/contract/operation-names.ts';

const readings: readonly OperationName[] = catalogue()
  .filter(({ effect, operation }) => effect === 'read' && operation.stream === undefined)
  .map(({ name }) => name);

/** What a tool that plans these writes may call: planning reads whatever the input of a write leads to. */
export const plannedOperations = (...writes: readonly OperationName[]): readonly OperationName[] => [
  ...readings,
  ...writes,
];
