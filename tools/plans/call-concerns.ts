import { type CatalogueEntry, listFieldsAskingFor } from '../../src/contract/catalogue.ts';
import type { JsonObject } from '../../src/domain/kit/plain-record.ts';
import { isFreeMail } from '../../src/domain/parties/mail-recipients.ts';
import { lowerFirst } from '../../src/domain/text/code-words.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { listAddresses } from '../../src/mcp/limits/mail-domains.ts';
import { chooseStricter } from '../../src/mcp/policy/gate-strictness.ts';
import { quoteText } from '../../src/mcp/text/text.ts';
import { describeRevival } from '../quotes/quote-expiry.ts';
import { findAgreementConcerns, findCrewConcerns } from './freight/booked-concerns.ts';
import { findDocumentConcerns } from './freight/document-concerns.ts';
import { findStopConcerns } from './freight/stop-concerns.ts';
import { formatFieldName } from './kit/input-lines.ts';
import { type CallConcerns, noConcerns } from './kit/plan-part.ts';

type GatedWrite = Pick<CatalogueEntry, 'name' | 'gate' | 'operation'>;

/**
 * Finds why a call needs a stricter gate than its operation usually does: the fields that it touches, and the records
 * that it is about.
 */
export async function findCallConcerns(
  ctx: ToolContext,
  write: GatedWrite,
  input: JsonObject,
  current: JsonObject | undefined,
): Promise<CallConcerns> {
  const touched = findFieldConcerns(write, input, current);
  const recordConcerns = await findRecordConcerns(ctx, write.name, input, current);
  const paid = listPayToHits(ctx, write.name);
  return {
    ...recordConcerns,
    gate: chooseStricter(touched.gate, recordConcerns.gate),
    reason: touched.reason,
    hits: [...(touched.hits ?? []), ...(recordConcerns.hits ?? []), ...paid],
  };
}

function findFieldConcerns(write: GatedWrite, input: JsonObject, current: JsonObject | undefined): CallConcerns {
  const { name } = write;
  const decisive = write.gate === 'approve' ? [] : listFieldsAskingFor('approve', write.operation, input);
  if (decisive.length > 0)
    return {
      ...noConcerns,
      gate: 'approve',
      reason: `it sets what vetting or payments go by: ${decisive.map((field) => lowerFirst(formatFieldName(field))).join(', ')}`,
      hits: listAddressHits(input, current),
    };
  if (current && (name === 'stops.update' || name === 'stops.delete'))
    return { ...noConcerns, ...findStopConcerns(name, input, current) };
  if (name === 'quotes.update' && (input['amount'] !== undefined || input['target'] !== undefined))
    return { ...noConcerns, gate: 'confirm', hits: ['The margin is not checked here; price_quote checks it.'] };
  return noConcerns;
}

/**
 * Lists what speaks against the addresses that a call puts on record. One that replaces another is compared with it,
 * because the domain is what a forged address changes; one that stays is not judged again.
 */
function listAddressHits(input: JsonObject, current: JsonObject | undefined): readonly string[] {
  const formerAddresses = current === undefined ? [] : listAddresses(pickMembers(current, input));
  const formerDomains = new Set(formerAddresses.map(getDomain));
  return listAddresses(input)
    .filter((address) => !formerAddresses.includes(address))
    .flatMap((address) => [
      ...(isFreeMail(address) ? [`${quoteText(address)} is a free mail address, which anyone can open.`] : []),
      ...(formerDomains.size > 0 && !formerDomains.has(getDomain(address))
        ? [`${quoteText(address)} is at another domain than ${formerAddresses.map(quoteText).join(' and ')}.`]
        : []),
    ]);
}

const getDomain = (address: string): string => address.split('@').at(-1)?.toLowerCase() ?? '';

/** Picks the members of a record that an input names too. */
const pickMembers = (record: JsonObject, input: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(record).filter(([name]) => name in input));

const payToRecords: readonly string[] = ['carrierPaymentMethods', 'vendorPaymentMethods', 'carrierFactors'];

/** Lists the desk's own rule for every change of where money goes. */
function listPayToHits({ policy }: ToolContext, operation: string): readonly string[] {
  const [resource = '', verb = ''] = operation.split('.');
  return payToRecords.includes(resource) && verb !== 'delete' ? [`Bank details: ${policy.rules.bankChanges}`] : [];
}

function findRecordConcerns(
  ctx: ToolContext,
  operation: string,
  input: JsonObject,
  current: JsonObject | undefined,
): Promise<CallConcerns> | CallConcerns {
  if (operation === 'documents.update') return findDocumentConcerns(ctx, input, current);
  if (operation === 'loads.updateCarrier') return findCrewConcerns(ctx, input);
  if (operation === 'quotes.update') return findExpiryConcerns(ctx, input, current);
  return findAgreementConcerns(ctx, operation, input, current);
}

function findExpiryConcerns(ctx: ToolContext, input: JsonObject, current: JsonObject | undefined): CallConcerns {
  const hit = input['expiresAt'] === undefined ? null : describeRevival(ctx, current?.['expiresAt']);
  return hit === null ? noConcerns : { ...noConcerns, gate: 'confirm', hits: [hit] };
}
