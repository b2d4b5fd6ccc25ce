import type { CatalogueEntry } from '../../../src/contract/catalogue.ts';
import type { Gate } from '../../../src/contract/kit/gate.ts';
import type { JsonObject } from '../../../src/domain/kit/plain-record.ts';
import type { RelatedStep } from './related-step.ts';
import type { EarlierSteps } from './earlier-steps.ts';
import type { PlanPlace } from '../../records/stop-places.ts';
import type { BilledPaper } from '../../bills/agreed-lines.ts';

/** Call whose named records are resolved to ids. */
export interface ResolvedCall {
  readonly entry: CatalogueEntry;
  readonly input: JsonObject;
  /** The record that the path names, as it is now. */
  readonly current: JsonObject | undefined;
  readonly usual: Gate;
  /** Lines that say how texts of the input were interpreted. */
  readonly interpretations: readonly string[];
  readonly earlier?: EarlierSteps | undefined;
  /** Other steps of the same plan that the call depends on. */
  readonly relatedSteps: readonly RelatedStep[];
  /** Details of a bill that is to be recorded, as the tool has read them. */
  readonly paper?: BilledPaper | undefined;
  /** Names of places by the id of their city or location, as far as they were found by name. */
  readonly places?: ReadonlyMap<string, PlanPlace> | undefined;
}
