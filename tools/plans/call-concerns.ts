import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { revivalHit } from '../quotes/quote-expiry.ts';
import { bookedConcerns, crewConcerns } from './booked-concerns.ts';
import { documentConcerns } from './document-concerns.ts';
import { type CallConcerns, noConcerns } from './plan-part.ts';

type Json = Readonly<Record<string, unknown>>;

/** Why a call asks for more than its fields do by themselves: what the record says decides it. */
export async function callConcerns(
  ctx: ToolContext,
  operation: string,
  input: Json,
  current: Json | undefined,
): Promise<CallConcerns> {
  if (operation === 'documents.update') return documentConcerns(ctx, input, current);
  if (operation === 'loads.updateCarrier') return crewConcerns(ctx, input);
  if (operation === 'quotes.update') return lapsedConcerns(ctx, input, current);
  return bookedConcerns(ctx, operation, input, current);
}

function lapsedConcerns(ctx: ToolContext, input: Json, current: Json | undefined): CallConcerns {
  const hit = input['expiresAt'] === undefined ? null : revivalHit(ctx, current?.['expiresAt']);
  return hit === null ? noConcerns : { ...noConcerns, gate: 'confirm', hits: [hit] };
}
