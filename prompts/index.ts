import type { Prompt } from '../src/mcp/prompt/prompt.ts';
import { apReview } from './ap-review.ts';
import { billingRound } from './billing-round.ts';
import { collectionsRound } from './collections-round.ts';
import { coverLoad } from './cover-load.ts';
import { customerReview } from './customer-review.ts';
import { morningBrief } from './morning-brief.ts';
import { payRun } from './pay-run.ts';
import { quoteLane } from './quote-lane.ts';
import { vetCarrier } from './vet-carrier.ts';

/** Every prompt, in the order in which clients see them. */
export const prompts: readonly Prompt[] = [
  morningBrief,
  coverLoad,
  quoteLane,
  vetCarrier,
  customerReview,
  apReview,
  payRun,
  billingRound,
  collectionsRound,
];
