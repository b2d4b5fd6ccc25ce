import type { OperationName } from '../../../src/contract/operation-names.ts';

/** A call that another step of the same plan makes. */
export interface RelatedStep {
  readonly operation: OperationName;
  readonly input: Readonly<Record<string, unknown>>;
}
