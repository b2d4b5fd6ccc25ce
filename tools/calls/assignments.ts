import { activeAssignment } from '../../src/domain/freight/load.ts';
import { isUuid } from '../../src/domain/identifiers/uuid.ts';
import type { JsonObject } from '../../src/domain/kit/plain-record.ts';
import { formatCode } from '../../src/domain/text/code-words.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import type { CatalogueEntry } from '../../src/contract/catalogue.ts';
import { listPathParameters } from '../../src/contract/kit/operation.ts';
import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { carrierFinder } from '../arguments/finders/finders.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import type { LoadRecord } from '../records/record-types.ts';
import { getFinder } from './record-finders.ts';
import { formatNumberedParty } from '../records/parties.ts';

/**
 * The field of an input that holds a carrier's assignment on a load, and the load and carrier that people name instead.
 */
interface NamedAssignment {
  readonly member: 'carrierId' | 'entityId';
  readonly load: string;
  readonly carrier: string | undefined;
  /** The input without what only names that place. */
  readonly rest: JsonObject;
}

/**
 * Finds the assignment that an input names by load and carrier. Returns undefined if the operation takes no assignment,
 * or if its id is given.
 */
export function findNamedAssignment(
  { name, operation }: CatalogueEntry,
  input: JsonObject,
): NamedAssignment | undefined {
  const parameters = listPathParameters(operation.path);
  const { loadId, carrierId, entityId, entityType, load, carrier, ...rest } = input;
  if (parameters.includes('loadId') && parameters.includes('carrierId'))
    return isText(loadId) && isText(carrierId) && !isUuid(carrierId)
      ? { member: 'carrierId', load: loadId, carrier: carrierId, rest: input }
      : undefined;
  if (name !== 'bills.create' || (entityType ?? 'CARRIER') !== 'CARRIER') return undefined;
  const loadText = load ?? entityId;
  if (!isText(loadText) || (load === undefined && isUuid(loadText))) return undefined;
  return {
    member: 'entityId',
    load: loadText,
    carrier: isText(carrier) ? carrier : undefined,
    rest: { entityType: 'CARRIER', ...rest },
  };
}

interface ResolvedAssignment {
  readonly id: string;
  /** The text that says which assignment the names were resolved to. */
  readonly line: string;
}

/** Finds the assignment of a carrier on a load. Without a carrier, it is the load's only one. */
export async function findAssignment(
  ctx: ToolContext,
  { member, load, carrier }: NamedAssignment,
): Promise<ResolvedAssignment> {
  const match = await getFinder('loads')?.(ctx, load);
  if (match === undefined) throw new Error('the contract reads no loads');
  const record = await ctx.api.loads.get({ id: match.record.id });
  const namedCarrier = carrier === undefined ? undefined : (await resolve(ctx, carrierFinder, carrier)).record;
  const places = record.carriers.filter((place) => namedCarrier === undefined || place.carrier?.id === namedCarrier.id);
  const active = places.filter((place) => isMet(activeAssignment, place));
  const [place, ...otherPlaces] = active.length > 0 || namedCarrier === undefined ? active : places;
  if (place === undefined || otherPlaces.length > 0)
    throw buildUnclearError(member, record, namedCarrier?.name, otherPlaces.length > 0);
  return {
    id: place.id,
    line: `Carrier on the load: ${formatNumberedParty(place.carrier, 'carrier')} on ${record.friendlyId} (from ${recordText([load, carrier].filter(Boolean).join(' with '), 'list')}).`,
  };
}

function buildUnclearError(
  member: string,
  { friendlyId, carriers }: LoadRecord,
  name: string | undefined,
  isSeveral: boolean,
) {
  const assignmentTexts = carriers.map(
    ({ carrier, status }) => `${formatNumberedParty(carrier, 'carrier')}, ${formatCode(status)}`,
  );
  const assignedCarriers = assignmentTexts.length === 0 ? 'it has no carrier' : `on it: ${assignmentTexts.join('; ')}`;
  const missingPlace =
    name === undefined ? 'no single active carrier' : `no single place of ${recordText(name, 'list')}`;
  return new WaybillError(
    isSeveral ? 'AMBIGUOUS' : 'NOT_FOUND',
    `input.${member}: ${friendlyId} has ${missingPlace}; ${assignedCarriers}. Name load and carrier.`,
    {
      details: [{ field: `input.${member}`, message: 'is not one place on a load' }],
    },
  );
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
