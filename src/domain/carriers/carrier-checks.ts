import type { CarrierCheckContext, CarrierCheckResult } from './carrier-snapshot.ts';
import { countDaysBetween } from '../kit/dates.ts';
import { isEndingWithin, isUncoveredOn } from '../kit/insurance-cover.ts';
import { formatDate } from '../places/local-time.ts';
import { formatMoney } from '../money/money.ts';

type StatusReading = Pick<CarrierCheckResult, 'outcome' | 'severity' | 'refusal'> & { readonly says: string };

/** Spellings of records and of search rows, compared without case and punctuation. */
const statusReadings: Readonly<Record<string, StatusReading>> = {
  active: { outcome: 'pass', says: 'The carrier is active.' },
  pending: {
    outcome: 'fail',
    refusal: 'carrier_not_on_board',
    says: 'The carrier is pending: vet it and make it active first.',
  },
  inactive: { outcome: 'fail', says: 'The carrier is inactive.' },
  donotuse: { outcome: 'fail', says: 'The carrier is marked do not use.' },
};

const authorityReadings: Readonly<Record<string, StatusReading>> = {
  authorized: { outcome: 'pass', says: 'Operating authority is active.' },
  active: { outcome: 'pass', says: 'Operating authority is active.' },
  notauthorized: { outcome: 'fail', says: 'The carrier has no operating authority.' },
  inactive: { outcome: 'fail', says: 'Operating authority is inactive.' },
  revoked: { outcome: 'fail', says: 'Operating authority was revoked.' },
  outofservice: { outcome: 'fail', says: 'The carrier was ordered out of service.' },
};

const ratingReadings: Readonly<Record<string, StatusReading>> = {
  satisfactory: { outcome: 'pass', says: 'Safety rating is Satisfactory.' },
  conditional: { outcome: 'fail', severity: 'caution', says: 'Safety rating is Conditional.' },
  unsatisfactory: { outcome: 'fail', severity: 'blocking', says: 'Safety rating is Unsatisfactory.' },
};

/** The finding on a carrier that has no file here. */
const notOnBoard = {
  outcome: 'fail',
  severity: 'blocking',
  refusal: 'carrier_not_on_board',
  sentence: 'The carrier is not set up here.',
} as const;

export function checkStatus({ carrier }: CarrierCheckContext): CarrierCheckResult {
  if (!carrier.hasFile) return notOnBoard;
  const why = carrier.statusReason ? ` Reason on record: ${carrier.statusReason}` : '';
  const result = checkListedValue(statusReadings, carrier.status, 'status with us');
  return result.outcome === 'fail'
    ? { ...result, sentence: result.sentence + why, bareSentence: result.sentence }
    : result;
}

export function checkAuthority({ carrier }: CarrierCheckContext): CarrierCheckResult {
  if (carrier.inFmcsa === false) {
    const sentence = 'The carrier is not listed in the public registry.';
    return { outcome: 'fail', value: carrier.operatingAbility, sentence };
  }
  const onFile = checkListedValue(authorityReadings, carrier.operatingAbility, 'operating authority');
  const listed = carrier.registry?.authority ?? null;
  if (listed === null) return onFile;
  if (carrier.operatingAbility === null) return checkListedValue(authorityReadings, listed, 'operating authority');
  const inRegistry = checkListedValue(authorityReadings, listed, 'operating authority');
  if (onFile.outcome !== 'pass' || inRegistry.outcome !== 'fail') return onFile;
  return { ...inRegistry, sentence: 'The public registry shows no active operating authority.' };
}

/** Compares the name with the registry's: a different name may mean that the authority belongs to another company. */
export function checkLegalName({ carrier: { registry } }: CarrierCheckContext): CarrierCheckResult {
  if (registry === null || registry.legalName === null || registry.isSameName === null)
    return { outcome: 'unknown', sentence: 'The legal name in the public registry is not known.' };
  const value = registry.legalName;
  if (registry.isSameName) return { outcome: 'pass', value, sentence: 'The name is the legal name in the registry.' };
  return {
    outcome: 'fail',
    value,
    sentence: `The public registry has another legal name: ${value}.`,
    bareSentence: 'The public registry has another legal name.',
  };
}

export function checkAuthorityAge({ carrier, today, requirements }: CarrierCheckContext): CarrierCheckResult {
  const { authoritySince: date } = carrier;
  const months = carrier.registry?.authorityMonths ?? null;
  if (date === null && months !== null) return checkAgeInMonths(months, requirements.authorityDays);
  if (date === null) return { outcome: 'unknown', sentence: 'The age of the authority is not known.' };
  return checkAgeInDays('Operating authority', { date, today, days: requirements.authorityDays });
}

export function checkOnboardingAge({ carrier, today, requirements }: CarrierCheckContext): CarrierCheckResult {
  const { onboardedOn: date } = carrier;
  if (!carrier.hasFile) return notOnBoard;
  if (date === null) return { outcome: 'unknown', sentence: 'The day of its onboarding is not known.' };
  return checkAgeInDays('Our record of the carrier', { date, today, days: requirements.onboardingDays });
}

/** Fails on the expiry date itself: a load that is on the road tonight isn't covered. */
export function checkInsuranceExpiry({ carrier, today }: CarrierCheckContext): CarrierCheckResult {
  const { insuranceExpiresOn: date } = carrier;
  if (date === null) return { outcome: 'unknown', sentence: 'No insurance expiry date on record.' };
  if (isUncoveredOn(today, date)) {
    const sentence =
      date === today ? `Insurance expires today, ${formatDate(date)}.` : `Insurance expired on ${formatDate(date)}.`;
    return { outcome: 'fail', value: date, date, sentence };
  }
  return { outcome: 'pass', value: date, date, sentence: `Insurance runs until ${formatDate(date)}.` };
}

export function checkInsuranceEndingSoon(context: CarrierCheckContext): CarrierCheckResult {
  const { carrier, today, requirements } = context;
  const { insuranceExpiresOn: date } = carrier;
  const current = checkInsuranceExpiry(context);
  if (date === null || current.outcome !== 'pass') return current;
  const days = countDaysBetween(today, date);
  if (!isEndingWithin(requirements.insuranceSoonDays, today, date)) {
    return { outcome: 'pass', value: date, date, sentence: `Insurance has ${formatDays(days)} left.` };
  }
  return {
    outcome: 'fail',
    value: date,
    date,
    sentence: `Insurance expires in ${formatDays(days)}, on ${formatDate(date)}.`,
  };
}

export function checkAutoLiability({ carrier, requirements }: CarrierCheckContext): CarrierCheckResult {
  return checkMinimum('Auto liability', carrier.autoLiabilityCents, requirements.autoLiabilityCents);
}

export function checkCargoLiability({ carrier, requirements }: CarrierCheckContext): CarrierCheckResult {
  return checkMinimum('Cargo liability', carrier.cargoLiabilityCents, requirements.cargoLiabilityCents);
}

export function checkSafetyRating({ carrier }: CarrierCheckContext): CarrierCheckResult {
  const rating = carrier.rating ?? carrier.registry?.rating ?? null;
  return { ...checkListedValue(ratingReadings, rating, 'safety rating'), date: carrier.ratingDate };
}

/** Always passes: identity can't be verified. The rule exists so that recent changes of its fields are reported. */
export function checkIdentity(): CarrierCheckResult {
  return {
    outcome: 'pass',
    sentence: 'No recent change of names, numbers, equipment or contact with Waybill.',
  };
}

function checkListedValue(table: typeof statusReadings, value: string | null, label: string): CarrierCheckResult {
  if (value === null || value.trim() === '') return { outcome: 'unknown', sentence: `No ${label} on record.` };
  const reading = table[value.toLowerCase().replace(/[^a-z]/g, '')];
  if (!reading) return { outcome: 'unknown', value, sentence: `The ${label} on record is not one we can read.` };
  const { says, ...outcome } = reading;
  return { ...outcome, value, sentence: says };
}

function checkMinimum(label: string, cents: number | null, floorCents: number): CarrierCheckResult {
  if (cents === null) return { outcome: 'unknown', sentence: `No ${label.toLowerCase()} limit on record.` };
  const [value, floor] = [formatMoney(cents, 'USD'), formatMoney(floorCents, 'USD')];
  if (cents >= floorCents) return { outcome: 'pass', value, sentence: `${label} is ${value}.` };
  return { outcome: 'fail', value, sentence: `${label} is ${value}, below the ${floor} we ask for.` };
}

function checkAgeInDays(label: string, age: { date: string; today: string; days: number }): CarrierCheckResult {
  const { date, today, days } = age;
  const old = countDaysBetween(date, today);
  const outcome = old < days ? 'fail' : 'pass';
  const limitText = outcome === 'fail' ? `, less than ${days}` : '';
  return { outcome, value: formatDays(old), date, sentence: `${label} is ${formatDays(old)} old${limitText}.` };
}

/** Counts thirty days per month, so that a young authority never looks older than it is. */
function checkAgeInMonths(months: number, days: number): CarrierCheckResult {
  const isYoung = months * 30 < days;
  const value = months === 1 ? '1 month' : `${months} months`;
  const limitText = isYoung ? `, less than ${days} days` : '';
  return { outcome: isYoung ? 'fail' : 'pass', value, sentence: `Operating authority is ${value} old${limitText}.` };
}

function formatDays(days: number): string {
  return days === 1 ? '1 day' : `${days} days`;
}
