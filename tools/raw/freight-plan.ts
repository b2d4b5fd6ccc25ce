import type { OperationName } from '../../src/contract/operations.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { copyPlan } from './copy-plan.ts';
import { locationPlan } from './location-plan.ts';
import type { PlanPart, RawSubject } from './raw-plan.ts';
import { stopPlan } from './stop-plan.ts';

type Json = Readonly<Record<string, unknown>>;

const none: PlanPart = {};

/** What a person reads of a change of freight, in place of the bare input. */
export async function freightPlan(
  ctx: ToolContext,
  name: OperationName,
  input: Json,
  subject: RawSubject,
): Promise<PlanPart> {
  const { current } = subject;
  if (!current) return none;
  if (name === 'stops.update' || name === 'stops.delete') return stopPlan(ctx, name, input, { ...subject, current });
  if (name === 'shipments.duplicate') return copyPlan(input, current);
  const movesPlace =
    name === 'locations.update' && (input['address'] !== undefined || input['customerId'] !== undefined);
  return movesPlace || name === 'locations.delete' ? locationPlan(ctx, input, current) : none;
}
