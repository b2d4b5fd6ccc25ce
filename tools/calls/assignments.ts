import { activeAssignment } from '../../src/domain/freight/load.ts';
import type { JsonObject } from '../../src/domain/kit/plain-record.ts';
import { isMet } from '../../src/domain/rules/rule.ts';
import type { CatalogueEntry } from '../../src/contract/catalogue.ts';
import { listPathParameters } from '../../src/contract/kit/operation.ts';
import { WaybillError } from '../../src/errors.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { carrierFinder } from '../arguments/finders.ts';
import { resolve } from '../arguments/resolve.ts';
import type { LoadRecord } from '../records/record-types.ts';
import { isUuid } from '../records/input-ids.ts';
import { finderOf } from './record-finders.ts';
import { formatNumberedParty } from '../records/parties.ts';

/** Where an input names the place of a carrier on a load, which people name by the load and the carrier. */
interface Named {
  readonly member: 'carrierId' | 'entityId';
  readonly load: string;
  readonly carrier: string | undefined;
  /** The input without what only names that place. */
  readonly rest: JsonObject;
}

/** Undefined where the operation takes no such place, or its id is given. */
export function assignmentNamed({ name, operation }: CatalogueEntry, input: JsonObject): Named | undefined {
  const parameters = listPathParameters(operation.path);
  const { loadId, carrierId, entityId, entityType, load, carrier, ...others } = input;
  if (parameters.includes('loadId') && parameters.includes('carrierId'))
    return isText(loadId) && isText(carrierId) && !isUuid(carrierId)
      ? { member: 'carrierId', load: loadId, carrier: carrierId, rest: input }
      : undefined;
  if (name !== 'bills.create' || (entityType ?? 'CARRIER') !== 'CARRIER') return undefined;
  const named = load ?? entityId;
  if (!isText(named) || (load === undefined && isUuid(named))) return undefined;
  return {
    member: 'entityId',
    load: named,
    carrier: isText(carrier) ? carrier : undefined,
    rest: { entityType: 'CARRIER', ...others },
  };
}

interface Assignment {
  readonly id: string;
  /** What the names were taken for. */
  readonly line: string;
}

/** The place of a carrier on a load; without a carrier that of the only one who is on it. */
export async function findAssignment(ctx: ToolContext, { member, load, carrier }: Named): Promise<Assignment> {
  const found = await finderOf('loads')?.(ctx, load);
  if (found === undefined) throw new Error('the contract reads no loads');
  const record = await ctx.api.loads.get({ id: found.record.id });
  const wanted = carrier === undefined ? undefined : (await resolve(ctx, carrierFinder, carrier)).record;
  const places = record.carriers.filter((place) => wanted === undefined || place.carrier?.id === wanted.id);
  const active = places.filter((place) => isMet(activeAssignment, place));
  const [place, ...others] = active.length > 0 || wanted === undefined ? active : places;
  if (place === undefined || others.length > 0) throw unclear(member, record, wanted?.name, others.length > 0);
  return {
    id: place.id,
    line: `input.${member}: ${recordText([load, carrier].filter(Boolean).join(' with '), 'list')} is ${formatNumberedParty(place.carrier, 'carrier')} on ${record.friendlyId}.`,
  };
}

function unclear(member: string, { friendlyId, carriers }: LoadRecord, name: string | undefined, isSeveral: boolean) {
  const known = carriers.map(({ carrier, status }) => `${formatNumberedParty(carrier, 'carrier')}, ${status}`);
  const there = known.length === 0 ? 'nobody is on it' : `on it: ${known.join('; ')}`;
  const who = name === undefined ? 'no single active carrier' : `no single place of ${recordText(name, 'list')}`;
  return new WaybillError(
    isSeveral ? 'AMBIGUOUS' : 'NOT_FOUND',
    `input.${member}: ${friendlyId} has ${who}; ${there}. Name load and carrier.`,
    {
      details: [{ field: `input.${member}`, message: 'is not one place on a load' }],
    },
  );
}

const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
