import { toCivilDay } from '../../src/domain/kit/dates.ts';
import type { ListRow } from '../../src/mcp/results/list-result.ts';
import { type CarrierVerdict, formatVerdict } from '../../src/domain/carriers/carrier-verdict.ts';
import { type CarrierReading, checkCarrier } from './carrier-check.ts';
import { type Candidate, type CarrierRow, stateOf } from './carrier-lookup.ts';
import { judgeRegistryCarrier, type RegistryOptions } from './registry-carrier.ts';
import type { LaneCarrier } from './lane-history.ts';

/** A candidate with what the lane's history says of it. */
export interface RankedCarrier extends Candidate {
  readonly lane: LaneCarrier | undefined;
  /** From the place that was asked for, where miles were. */
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
    mc: codeOf(carrier.mcNumber),
    dot: codeOf(carrier.dotNumber),
    scac: codeOf(carrier.scac),
    place: [carrier.corporateAddress?.city, stateOf(candidate)].filter(Boolean).join(', ') || null,
    ...(candidate.miles !== undefined && { miles: candidate.miles }),
    equipments: carrier.equipments,
    loads: lane?.loads ?? row?.loadsCount ?? null,
    lastPickUp: lane?.lastPickUp ?? null,
    onboarding: 'onboarded',
    status: codeOf(carrier.status),
    insuredUntil: insuranceExpirationDate ? toCivilDay(insuranceExpirationDate, timeZone) : null,
    rating: codeOf(carrier.rating),
    check: formatCheck(checkCarrier(reading, { isQuoted: false })),
  };
}

/** These columns hold codes: what is none has been typed by somebody, and get_carrier shows it as such. */
export function codeOf(value: string | null | undefined): string | null {
  return value && /^[A-Za-z0-9_-]{1,20}$/.test(value) ? value : null;
}

const reasonsShown = 3;

/** Formats a verdict and its gravest reasons, without what somebody typed into a record. */
function formatCheck(verdict: CarrierVerdict): string {
  const reasons = verdict.bareReasons.slice(0, reasonsShown);
  const rest = verdict.bareReasons.length - reasons.length;
  const text = [...reasons, ...(rest > 0 ? [`${rest} more.`] : [])].join(' ');
  return [formatVerdict(verdict), text].filter(Boolean).join(': ');
}

/** Builds the row of a carrier that only the public registry lists. */
export function buildRegistryRow(candidate: RankedCarrier, row: CarrierRow, options: RegistryOptions): ListRow {
  return {
    name: row.name,
    mc: codeOf(row.mcNumber),
    dot: codeOf(row.dotNumber),
    place: [row.city, stateOf(candidate)].filter(Boolean).join(', ') || null,
    equipments: row.equipments,
    onboarding: 'not onboarded',
    rating: codeOf(row.safetyRating),
    check: formatCheck(judgeRegistryCarrier(row, options)),
  };
}
