import type { CarrierEquipmentClass } from '../../domain/freight/equipment.ts';
import { formatFriendlyId } from '../../domain/identifiers/friendly-id.ts';
import { lanes } from '../../domain/places/lanes.ts';
import type { NewRow } from '../fill/batch.ts';
import { formatDate, day, toDayNumber, formatInstant } from '../kit/clock.ts';
import { toMailAddress, drawPersonName, buildPhoneNumber, toSlug } from '../kit/names.ts';
import { drawAddress } from '../kit/places.ts';
import type { Random } from '../kit/random.ts';
import { createInsurance } from './insurance.ts';
import type { CarrierScript, Insurance, PartyTerm } from './party.ts';
import type { Foundation } from './world.ts';

interface CarrierRowDraft {
  readonly id: string;
  readonly at: number;
  readonly index: number;
  readonly name: string;
  readonly classes: readonly CarrierEquipmentClass[];
  readonly script: CarrierScript | null;
  readonly term: PartyTerm;
  readonly isFactored: boolean;
}

interface DrawnCarrier {
  readonly row: NewRow<'carrier'>;
  readonly insurance: Insurance;
  readonly isInGoodStanding: boolean;
  /** False for the few whose file was never finished. */
  readonly isComplete: boolean;
}

const liabilityCents = 100_000_000;
const cargoCents = 10_000_000;
/** No real carrier has a number from here on. */
const firstNumber = 9_000_001;

export function drawCarrierRow(foundation: Foundation, random: Random, draft: CarrierRowDraft): DrawnCarrier {
  const { id, at, index, name, classes, script } = draft;
  const isComplete = script !== null || !random.drawChance(0.04);
  const status = drawStatus(random, script);
  const fleet = drawFleet(random);
  const city = random.pick(lanes).origin;
  const number = firstNumber + index;
  const insurance = drawCertificate(foundation, random, { draft, isComplete });
  const row = foundation.rows.of('carrier', at, {
    id,
    friendly_id: formatFriendlyId('carrier', index + 1),
    type: 'TRUCKLOAD',
    name,
    email: script?.mail ?? toMailAddress('dispatch', name),
    phone: buildPhoneNumber(index * 2),
    website: random.drawChance(0.3) ? `https://${toSlug(name)}.example` : null,
    ...status,
    corporate_address: drawAddress(random, city),
    mc_number: `MC-${number}`,
    dot_number: String(number),
    scac: random.drawChance(0.4) ? buildScac(index) : null,
    ein_number: `00-${String(2_000_000 + index * 41).slice(-7)}`,
    equipments: JSON.stringify(classes),
    is_hazmat: Number(random.drawChance(0.08)),
    ...fleet,
    currency: 'USD',
    payment_term_id: draft.term.id,
    is_factoring_preferred: Number(draft.isFactored),
    ...insurance.columns,
    ...drawRating(foundation, random, script),
    ...drawInspections(random, fleet.power_units),
  });
  const isInGoodStanding = status.status === 'ACTIVE' && isComplete && insurance.until > foundation.madeAt;
  const { madeAt } = foundation;
  const policies = { madeAt, firstEnd: insurance.until, aheadDays: computeAheadDays(index, script) };
  return { row, insurance: createInsurance(policies), isInGoodStanding, isComplete };
}

function drawStatus(random: Random, script: CarrierScript | null): Pick<NewRow<'carrier'>, 'status' | 'status_reason'> {
  const draw = script ? 1 : random.drawUnit();
  if (draw < 0.01) return { status: 'DO_NOT_USE', status_reason: 'Double-brokered a load; do not book again.' };
  if (draw < 0.025) return { status: 'INACTIVE', status_reason: 'No loads for over a year.' };
  if (draw < 0.035) return { status: 'PENDING', status_reason: 'Waiting for the signed carrier agreement.' };
  return { status: 'ACTIVE', status_reason: null };
}

/** Draws the fleet of a carrier. Nine in ten have ten trucks or fewer. */
function drawFleet(random: Random) {
  const trucks = random.drawChance(0.91) ? random.drawInt(1, 10) : random.drawInt(11, 180);
  return { trucks, trailers: Math.ceil(trucks * 1.3), drivers: Math.ceil(trucks * 1.1), power_units: trucks };
}

/**
 * Computes the days before the end of a policy at which its new certificate comes. A carrier that is planted with an
 * end near today is late with it.
 */
const computeAheadDays = (index: number, script: CarrierScript | null): number =>
  script?.insuredForDays === undefined ? 4 + ((index * 7) % 21) : -12;

function drawCertificate(
  { madeAt }: Foundation,
  random: Random,
  { draft, isComplete }: { draft: CarrierRowDraft; isComplete: boolean },
) {
  const { script, at, index } = draft;
  const chance = random.drawUnit();
  const days = chance < 0.02 ? -random.drawInt(2, 60) : chance < 0.08 ? random.drawInt(2, 30) : random.drawInt(40, 340);
  const until = Math.floor((madeAt + (script?.insuredForDays ?? days) * day) / day) * day + 18_000_000;
  const youngDays = random.drawChance(0.08) ? random.drawInt(20, 175) : random.drawInt(240, 6_000);
  // An authority is older than our record of the carrier.
  const authorityAt = Math.min(madeAt - (script?.authorityDaysAgo ?? youngDays) * day, at - 3 * day);
  const agent = drawPersonName(random);
  const isKnown = isComplete || random.drawChance(0.5);
  return {
    until: isKnown ? until : 0,
    columns: {
      insurance_company: `Plains ${['Mutual', 'Casualty', 'Indemnity'][index % 3]} Insurance`,
      insurance_agent: agent,
      insurance_agent_phone: buildPhoneNumber(index + 400),
      insurance_authority_date: isComplete ? formatInstant(toDayNumber(authorityAt) * day) : null,
      insurance_expiration_date: isKnown ? formatInstant(until) : null,
      insurance_auto_liability_limit_cents: isComplete ? liabilityCents : null,
      insurance_cargo_liability_limit_cents: isComplete ? (random.drawChance(0.15) ? 25_000_000 : cargoCents) : null,
      insurance_general_liability_limit_cents: liabilityCents,
      operating_ability: 'AUTHORIZED',
      in_fmcsa: 1,
    },
  };
}

/** Draws the safety rating of a carrier. Most were never rated. */
function drawRating({ today }: Foundation, random: Random, script: CarrierScript | null) {
  const draw = script ? 0.1 : random.drawUnit();
  const reviewedOn = formatDate(today - random.drawInt(200, 2_000));
  const rating = draw < 0.003 ? 'UNSATISFACTORY' : draw < 0.033 ? 'CONDITIONAL' : draw < 0.3 ? 'SATISFACTORY' : null;
  if (rating === null) return { rating: null, rating_date: null, review_type: null, review_date: null };
  return { rating, rating_date: reviewedOn, review_type: 'COMPLIANCE_REVIEW', review_date: reviewedOn };
}

function drawInspections(random: Random, powerUnits: number) {
  const drivers = random.drawInt(0, 3 * powerUnits);
  const vehicles = random.drawInt(0, 2 * powerUnits);
  const driversOut = Math.floor(drivers * random.drawUnit() * 0.12);
  const vehiclesOut = Math.floor(vehicles * random.drawUnit() * 0.35);
  const computePercent = (part: number, whole: number) => (whole === 0 ? null : Math.round((1000 * part) / whole) / 10);
  return {
    us_driver_inspections: drivers,
    us_driver_inspections_oos: driversOut,
    us_driver_inspections_oos_pct: computePercent(driversOut, drivers),
    us_vehicle_inspections: vehicles,
    us_vehicle_inspections_oos: vehiclesOut,
    us_vehicle_inspections_oos_pct: computePercent(vehiclesOut, vehicles),
  };
}

const toLetter = (value: number) => String.fromCharCode(65 + (value % 26));
const buildScac = (index: number) => `X${toLetter(index)}${toLetter(index / 26)}${toLetter(index / 676)}`;
