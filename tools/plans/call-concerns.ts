import { type CatalogueEntry, listFieldsAskingFor } from '../../src/contract/catalogue.ts';
import type { JsonObject } from '../../src/domain/kit/plain-record.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { stricter } from '../../src/mcp/policy/gate-strictness.ts';
import { revivalHit } from '../quotes/quote-expiry.ts';
import { bookedConcerns, crewConcerns } from './freight/booked-concerns.ts';
import { documentConcerns } from './freight/document-concerns.ts';
import { stopConcerns } from './freight/stop-concerns.ts';
import { fieldWords } from './kit/raw-plan.ts';
import { type CallConcerns, noConcerns } from './kit/plan-part.ts';

type Write = Pick<CatalogueEntry, 'name' | 'gate' | 'operation'>;

/** Why a call asks for more than its operation usually does: what its fields touch, and what the records say. */
export async function callConcerns(
  ctx: ToolContext,
  write: Write,
  input: JsonObject,
  current: JsonObject | undefined,
): Promise<CallConcerns> {
  const touched = fieldConcerns(write, input, current);
  const known = await recordConcerns(ctx, write.name, input, current);
  const paid = payToHits(ctx, write.name);
  return {
    ...known,
    gate: stricter(touched.gate, known.gate),
    hits: [...(touched.hits ?? []), ...(known.hits ?? []), ...paid],
  };
}

function fieldConcerns(write: Write, input: JsonObject, current: JsonObject | undefined): CallConcerns {
  const { name } = write;
  const decisive = write.gate === 'approve' ? [] : listFieldsAskingFor('approve', write.operation, input);
  if (decisive.length > 0)
    return {
      ...noConcerns,
      gate: 'approve',
      hits: [
        `A rule reads it, or money or mail follows it: ${decisive.map((field) => fieldWords(field).toLowerCase()).join(', ')}.`,
      ],
    };
  if (current && (name === 'stops.update' || name === 'stops.delete'))
    return { ...noConcerns, ...stopConcerns(name, input, current) };
  if (name === 'quotes.update' && (input['amount'] !== undefined || input['target'] !== undefined))
    return { ...noConcerns, gate: 'confirm', hits: ['The margin is not checked here; price_quote checks it.'] };
  return noConcerns;
}

const payToRecords: readonly string[] = ['carrierPaymentMethods', 'vendorPaymentMethods', 'carrierFactors'];

/** The desk's own rule beside every change of where money goes. */
function payToHits({ policy }: ToolContext, operation: string): readonly string[] {
  const [resource = '', verb = ''] = operation.split('.');
  return payToRecords.includes(resource) && verb !== 'delete' ? [`Bank details: ${policy.rules.bankChanges}`] : [];
}

function recordConcerns(
  ctx: ToolContext,
  operation: string,
  input: JsonObject,
  current: JsonObject | undefined,
): Promise<CallConcerns> | CallConcerns {
  if (operation === 'documents.update') return documentConcerns(ctx, input, current);
  if (operation === 'loads.updateCarrier') return crewConcerns(ctx, input);
  if (operation === 'quotes.update') return lapsedConcerns(ctx, input, current);
  return bookedConcerns(ctx, operation, input, current);
}

function lapsedConcerns(ctx: ToolContext, input: JsonObject, current: JsonObject | undefined): CallConcerns {
  const hit = input['expiresAt'] === undefined ? null : revivalHit(ctx, current?.['expiresAt']);
  return hit === null ? noConcerns : { ...noConcerns, gate: 'confirm', hits: [hit] };
}
