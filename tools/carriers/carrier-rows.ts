import { toCivilDay } from '../../src/domain/kit/dates.ts';
import type { ListRow } from '../../src/mcp/results/list-result.ts';
import { type CarrierVerdict, formatVerdict } from '../../src/domain/carriers/carrier-verdict.ts';
import { type CarrierReading, checkCarrier } from './carrier-check.ts';
import { type CarrierCandidate, type RegistryRow, getState } from './carrier-lookup.ts';
import { judgeRegistryCarrier, type RegistryOptions } from './registry-carrier.ts';
import type { CarrierLaneHistory } from './lane-history.ts';

/** A candidate with what the lane's history says of it. */
export interface RankedCarrier extends CarrierCandidate {
  readonly lane: CarrierLaneHistory | undefined;
  /** Miles from the requested place, if miles were requested. */
  readonly miles?: number;
}

/** Builds the row of a carrier with a file: who it is, and the verdict as far as its rules were checked. */
export function buildCarrierRow(candidate: RankedCarrier, reading: CarrierReading): ListRow {
  const { lane, row } = candidate;
  const { carrier, timeZone } = reading;
  const { insuranceExpirationDate } = carrier;
  return {
    id: carrier.id,
    friendlyId: carrier.friendlyId,
    name: carrier.name,
    mc: toCode(carrier.mcNumber),
    dot: toCode(carrier.dotNumber),
    scac: toCode(carrier.scac),
    place: [carrier.corporateAddress?.city, getState(candidate)].filter(Boolean).join(', ') || null,
    ...(candidate.miles !== undefined && { miles: candidate.miles }),
    equipments: carrier.equipments,
    loads: lane?.loads ?? row?.loadsCount ?? null,
    lastPickUp: lane?.lastPickUp ?? null,
    onboarding: 'onboarded',
    status: toCode(carrier.status),
    insuredUntil: insuranceExpirationDate ? toCivilDay(insuranceExpirationDate, timeZone) : null,
    rating: toCode(carrier.rating),
    check: formatCheck(checkCarrier(reading, { isQuoted: false })),
  };
}

/** Returns the value of a column of codes, or null if a person typed free text there. get_carrier shows such text. */
export function toCode(value: string | null | undefined): string | null {
  return value && /^[A-Za-z0-9_-]{1,20}$/.test(value) ? value : null;
}

const reasonsShown = 3;

/** Formats a verdict and its gravest reasons, without text that a person typed into a record. */
function formatCheck(verdict: CarrierVerdict): string {
  const reasons = verdict.bareReasons.slice(0, reasonsShown);
  const rest = verdict.bareReasons.length - reasons.length;
  const text = [...reasons, ...(rest > 0 ? [`${rest} more.`] : [])].join(' ');
  return [formatVerdict(verdict), text].filter(Boolean).join(': ');
}

/** Builds the row of a carrier that only the public registry lists. */
export function buildRegistryRow(candidate: RankedCarrier, row: RegistryRow, options: RegistryOptions): ListRow {
  return {
    name: row.name,
    mc: toCode(row.mcNumber),
    dot: toCode(row.dotNumber),
    place: [row.city, getState(candidate)].filter(Boolean).join(', ') || null,
    equipments: row.equipments,
    onboarding: 'not onboarded',
    rating: toCode(row.safetyRating),
    check: formatCheck(judgeRegistryCarrier(row, options)),
  };
}
