import type { CatalogueEntry } from '../../../src/contract/catalogue.ts';
import type { Gate } from '../../../src/contract/kit/operation.ts';
import type { OperationName } from '../../../src/contract/operations.ts';
import type { Leaving } from './leaving.ts';
import type { NamedRecord } from '../../records/record-names.ts';

type Json = Readonly<Record<string, unknown>>;

/** A call that another step of the same plan makes. */
export interface StepBeside {
  readonly operation: OperationName;
  readonly input: Json;
}

/** A call as it was asked for, with every record that it names put in by its id. */
export interface Call {
  readonly entry: CatalogueEntry;
  readonly input: Json;
  /** The record that the path names, as it is now. */
  readonly current: Json | undefined;
  readonly usual: Gate;
  /** What texts of the input were taken for. */
  readonly taken: readonly string[];
  /** Whom earlier steps of the same plan take off their loads. */
  readonly leaving?: readonly Leaving[] | undefined;
  /** What other steps of the same plan do that it depends on. */
  readonly beside: readonly StepBeside[];
  /** What the tool has read that the input names and the API does not find by that. */
  readonly known: readonly NamedRecord[];
}
