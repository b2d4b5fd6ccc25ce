import { placements } from '../../../src/domain/stops/stop.ts';
import { activeAssignment, liveLoad } from '../../../src/domain/freight/load.ts';
import { isMet } from '../../../src/domain/rules/rule.ts';
import { isPlainRecord, type JsonObject, listPlainRecords } from '../../../src/domain/kit/plain-record.ts';
import { quoteText, recordText } from '../../../src/mcp/text/text.ts';
import type { ToolContext } from '../../../src/mcp/tool/context.ts';
import { readNamedRecords } from '../../records/named-records.ts';
import type { NamedRecord } from '../../records/record-names.ts';
import { type CallConcerns, noConcerns } from '../kit/plan-part.ts';

interface Agreement {
  /** Fields that the carrier agreed to, or that say which truck comes for the freight. */
  readonly fields: readonly string[];
  /** Returns the ids of the records that hold the loads. */
  readonly getLoadHolders: (input: JsonObject, current: JsonObject | undefined) => JsonObject;
}

const agreements: Readonly<Record<string, Agreement>> = {
  'orders.update': {
    fields: ['freight', 'references', 'equipment', 'specialRequirements'],
    getLoadHolders: (_, current) => ({ shipmentId: current?.['shipmentId'] }),
  },
  'stops.update': {
    fields: ['notes', ...placements],
    getLoadHolders: (_, current) => ({ loadIds: current?.['loadIds'] }),
  },
  'loads.update': { fields: ['mode', 'equipment'], getLoadHolders: (_, current) => ({ loadId: current?.['id'] }) },
};

/**
 * Asks for confirmation where a booked carrier agreed to the freight as it was, or where its driver follows the notes.
 */
export async function findAgreementConcerns(
  ctx: ToolContext,
  operation: string,
  input: JsonObject,
  current: JsonObject | undefined,
): Promise<CallConcerns> {
  const agreement = agreements[operation];
  const fields = agreement?.fields.filter((field) => input[field] !== undefined) ?? [];
  if (!agreement || fields.length === 0) return noConcerns;
  const records = await readNamedRecords(ctx, agreement.getLoadHolders(input, current));
  const booked = records.flatMap(listBookedCarriers);
  if (booked.length === 0) return noConcerns;
  return {
    ...noConcerns,
    gate: 'confirm',
    hits: booked.map(({ load, carrier }) => `${load} is booked with ${carrier}, who agreed to it as it was.`),
    records,
  };
}

interface CarrierOfLoad {
  readonly load: string;
  readonly carrier: string;
}

/** Lists the carriers that are on live loads. */
function listBookedCarriers({ record }: NamedRecord): readonly CarrierOfLoad[] {
  const loads = Array.isArray(record['loads']) ? listPlainRecords(record['loads']) : [record];
  return loads
    .filter(({ status }) => isMet(liveLoad, { status: String(status) }))
    .flatMap((load) =>
      listPlainRecords(load['carriers'])
        .filter(({ status }) => isMet(activeAssignment, { status: String(status) }))
        .map(({ carrier }) => ({ load: String(load['friendlyId']), carrier: formatCarrier(carrier) })),
    );
}

const formatCarrier = (carrier: unknown) =>
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

/** Asks for confirmation when another driver or truck comes for a booked load: that is how freight is stolen. */
export async function findCrewConcerns(ctx: ToolContext, input: JsonObject): Promise<CallConcerns> {
  const { loadId, carrierId } = input;
  const now = await ctx.api.loads.getCarrier({ loadId: String(loadId), carrierId: String(carrierId) });
  const records = await readNamedRecords(ctx, { loadId });
  const load = records.map(({ record }) => loadNumber(record, String(loadId))).find(Boolean) ?? 'its load';
  const changedFields = crew.filter((field) => input[field] !== undefined && input[field] !== now[field]);
  const replaced = changedFields.filter((field) => now[field] !== null);
  const isConfirmationNeeded = replaced.length > 0 || changedFields.includes('driverPhone');
  const carrier = formatCarrier({ ...now.carrier });
  return {
    gate: isConfirmationNeeded ? 'confirm' : 'none',
    title: `Change who comes for ${load}, booked with ${carrier}`,
    lines: crew
      .filter((field) => input[field] !== undefined)
      .map((field) => ({ label: crewWords[field], before: formatValue(now[field]), after: formatValue(input[field]) })),
    hits: isConfirmationNeeded
      ? ['Check it with the carrier, on a number that is on record: this driver gets the freight.']
      : [],
    members: new Set(['loadId', 'carrierId', ...crew]),
    records: [...records, { resource: 'loadCarriers', record: { ...now } }],
  };
}

const formatValue = (value: unknown) => (typeof value === 'string' ? quoteText(value) : 'none');

function loadNumber(record: JsonObject, loadId: string): string | undefined {
  const load = [record, ...listPlainRecords(record['loads'])].find(({ id }) => id === loadId);
  return typeof load?.['friendlyId'] === 'string' ? load['friendlyId'] : undefined;
}
