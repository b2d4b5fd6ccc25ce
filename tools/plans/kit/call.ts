import type { CatalogueEntry } from '../../../src/contract/catalogue.ts';
import type { Gate } from '../../../src/contract/kit/gate.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import type { StepBeside } from './step-beside.ts';
import type { EarlierSteps } from './earlier-steps.ts';
import type { BilledPaper } from '../../bills/agreed-lines.ts';

/** A call as it was asked for, with every record that it names put in by its id. */
export interface Call {
  readonly entry: CatalogueEntry;
  readonly input: JsonObject;
  /** The record that the path names, as it is now. */
  readonly current: JsonObject | undefined;
  readonly usual: Gate;
  /** What texts of the input were taken for. */
  readonly taken: readonly string[];
  readonly earlier?: EarlierSteps | undefined;
  /** What other steps of the same plan do that it depends on. */
  readonly beside: readonly StepBeside[];
  /** What the tool has read of a bill that is to be recorded. */
  readonly paper?: BilledPaper | undefined;
}
