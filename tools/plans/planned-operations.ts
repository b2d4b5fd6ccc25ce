import { catalogue } from '../../src/contract/catalogue.ts';
import type { OperationName } from '../../src/contract/operation-names.ts';

const readings: readonly OperationName[] = catalogue()
  .filter(({ effect, operation }) => effect === 'read' && operation.stream === undefined)
  .map(({ name }) => name);

/**
 * Lists the operations that a tool may call that plans these writes: planning reads whatever the input of a write leads
 * to.
 */
export const listPlannedOperations = (...writes: readonly OperationName[]): readonly OperationName[] => [
  ...readings,
  ...writes,
];
