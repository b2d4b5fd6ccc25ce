import { civilDay } from '../../src/domain/kit/dates.ts';
import type { ListRow } from '../../src/mcp/results/list-result.ts';
import { glanceAt, type GlanceOptions } from './quick-check.ts';
import { type Candidate, stateOf } from './carrier-lookup.ts';
import type { CarrierRecord } from '../records/record-types.ts';
import type { LaneCarrier } from './lane-history.ts';

/** A candidate with what the lane's history says of it. */
export interface RankedCarrier extends Candidate {
  readonly lane: LaneCarrier | undefined;
  /** From the place that was asked for, where miles were. */
  readonly miles?: number;
}

/** A carrier in a list: who it is, and a first look at whether it can be used. */
export function carrierListRow(candidate: RankedCarrier, options: GlanceOptions): ListRow {
  const { carrier } = candidate;
  return carrier ? ownRow(candidate, carrier, options) : registryRow(candidate);
}

function ownRow(candidate: RankedCarrier, carrier: CarrierRecord, options: GlanceOptions): ListRow {
  const { lane, row } = candidate;
  const { outcome, reasons } = glanceAt(carrier, options);
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
    insuredUntil: insuranceExpirationDate ? civilDay(insuranceExpirationDate, options.timeZone) : null,
    rating: codeOf(carrier.rating),
    check: outcome === 'ok' ? 'ok' : `${outcome}: ${reasons.join(' ')}`,
  };
}

/** These columns hold codes: what is none has been typed by somebody, and get_carrier shows it as such. */
export function codeOf(value: string | null | undefined): string | null {
  return value && /^[A-Za-z0-9_-]{1,20}$/.test(value) ? value : null;
}

const authorityWords = { active: 'authority active', inactive: 'authority inactive' } as const;

/** Of the public registry only: nothing is on file, so little but its authority can be said. */
function registryRow(candidate: RankedCarrier): ListRow {
  const { row } = candidate;
  return {
    name: row?.name,
    mc: codeOf(row?.mcNumber),
    dot: codeOf(row?.dotNumber),
    place: [row?.city, stateOf(candidate)].filter(Boolean).join(', ') || null,
    equipments: row?.equipments ?? [],
    onboarding: 'not onboarded',
    rating: codeOf(row?.safetyRating),
    check: `not onboarded: ${row?.fmcsaStatus ? authorityWords[row.fmcsaStatus] : 'authority unknown'}, insurance unknown`,
  };
}
