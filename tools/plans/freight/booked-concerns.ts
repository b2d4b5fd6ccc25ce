import { activeAssignment, liveLoad } from '../../../src/domain/freight/load.ts';
import { isMet } from '../../../src/domain/rules/rule.ts';
import { isPlainRecord, type JsonObject } from '../../../src/domain/kit/plain-record.ts';
import { quoted, recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { namedRecords } from '../../records/named-records.ts';
import type { NamedRecord } from '../../records/record-names.ts';
import { type CallConcerns, noConcerns } from '../kit/plan-part.ts';

interface Agreement {
  /** What the carrier agreed to, or who comes for the freight. */
  readonly fields: readonly string[];
  /** Ids of what holds the loads. */
  readonly loadsOf: (input: JsonObject, current: JsonObject | undefined) => JsonObject;
}

const agreements: Readonly<Record<string, Agreement>> = {
  'orders.update': {
    fields: ['freight', 'references', 'equipment', 'specialRequirements'],
    loadsOf: (_, current) => ({ shipmentId: current?.['shipmentId'] }),
  },
  'stops.update': { fields: ['notes'], loadsOf: (_, current) => ({ loadIds: current?.['loadIds'] }) },
  'loads.update': { fields: ['mode', 'equipment'], loadsOf: (_, current) => ({ loadId: current?.['id'] }) },
};

/** A carrier that is booked agreed to the freight as it was, and its driver goes where the notes send him. */
export async function bookedConcerns(
  ctx: ToolContext,
  operation: string,
  input: JsonObject,
  current: JsonObject | undefined,
): Promise<CallConcerns> {
  const agreement = agreements[operation];
  const fields = agreement?.fields.filter((field) => input[field] !== undefined) ?? [];
  if (!agreement || fields.length === 0) return noConcerns;
  const records = await namedRecords(ctx, agreement.loadsOf(input, current));
  const booked = records.flatMap(bookedLoads);
  if (booked.length === 0) return noConcerns;
  return {
    ...noConcerns,
    gate: 'confirm',
    hits: booked.map(({ load, carrier }) => `${load} is booked with ${carrier}, who agreed to it as it was.`),
    records,
  };
}

interface BookedLoad {
  readonly load: string;
  readonly carrier: string;
}

/** Loads that a carrier is on and that are not at their end. */
function bookedLoads({ record }: NamedRecord): readonly BookedLoad[] {
  const loads = Array.isArray(record['loads']) ? recordsIn(record['loads']) : [record];
  return loads
    .filter(({ status }) => isMet(liveLoad, { status: String(status) }))
    .flatMap((load) =>
      recordsIn(load['carriers'])
        .filter(({ status }) => isMet(activeAssignment, { status: String(status) }))
        .map(({ carrier }) => ({ load: String(load['friendlyId']), carrier: carrierText(carrier) })),
    );
}

const recordsIn = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isPlainRecord) : []);

const carrierText = (carrier: unknown) =>
  isPlainRecord(carrier)
    ? `${recordText(String(carrier['name']), 'list')} (${String(carrier['friendlyId'])})`
    : 'a carrier';

const crew = ['driverName', 'driverPhone', 'truckNumber', 'trailerNumber'] as const;
const crewWords = {
  driverName: 'Driver',
  driverPhone: "Driver's phone",
  truckNumber: 'Truck',
  trailerNumber: 'Trailer',
} as const;

/** Who comes for the freight of a booked load: freight is stolen where somebody else does. */
export async function crewConcerns(ctx: ToolContext, input: JsonObject): Promise<CallConcerns> {
  const { loadId, carrierId } = input;
  const now = await ctx.api.loads.getCarrier({ loadId: String(loadId), carrierId: String(carrierId) });
  const records = await namedRecords(ctx, { loadId });
  const load = records.map(({ record }) => loadNumber(record, String(loadId))).find(Boolean) ?? 'its load';
  const named = crew.filter((field) => input[field] !== undefined && input[field] !== now[field]);
  const replaced = named.filter((field) => now[field] !== null);
  const isAsked = replaced.length > 0 || named.includes('driverPhone');
  const carrier = carrierText({ ...now.carrier });
  return {
    gate: isAsked ? 'confirm' : 'none',
    title: `Change who comes for ${load}, booked with ${carrier}`,
    lines: crew
      .filter((field) => input[field] !== undefined)
      .map((field) => `${crewWords[field]}: ${shown(now[field])} -> ${shown(input[field])}`),
    hits: isAsked ? ['Check it with the carrier, on a number that is on record: this driver gets the freight.'] : [],
    members: new Set(['loadId', 'carrierId', ...crew]),
    records: [...records, { resource: 'loadCarriers', record: { ...now } }],
  };
}

const shown = (value: unknown) => (typeof value === 'string' ? quoted(value) : 'none');

function loadNumber(record: JsonObject, loadId: string): string | undefined {
  const load = [record, ...recordsIn(record['loads'])].find(({ id }) => id === loadId);
  return typeof load?.['friendlyId'] === 'string' ? load['friendlyId'] : undefined;
}
