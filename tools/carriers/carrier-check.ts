import { isSent } from '../../src/contract/kit/sent-fields.ts';
import { type CarrierFinding, type CarrierVerdict, judgeCarrier } from '../../src/domain/carriers/carrier-verdict.ts';
import type {
  PartialCarrierSnapshot,
  PaymentMethodSnapshot,
  RegistryEntry,
  SharedBank,
} from '../../src/domain/carriers/carrier-snapshot.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import { isSameLegalName } from '../../src/domain/carriers/legal-name.ts';
import type { CarrierRequirements } from '../../src/domain/kit/desk-rules.ts';
import { toCivilDay, countDaysBetween, getToday } from '../../src/domain/kit/dates.ts';
import type { AuthoredChange, ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { findRegistryListings, type RegistryListing } from '../arguments/parties/registry-carriers.ts';
import { toAmountCents } from '../records/amounts.ts';
import type { CarrierRecord } from '../records/record-types.ts';
import { readSharedBank } from './shared-bank.ts';

/** The parts of a carrier that its verdict is made of. A part that is undefined wasn't read: its rules aren't checked. */
export interface CarrierReading {
  readonly carrier: CarrierRecord;
  /** The carrier's row of the public registry; null if the API shows no registry. */
  readonly listing: RegistryListing | null | undefined;
  readonly sharedBank: SharedBank | undefined;
  readonly changes: readonly AuthoredChange[];
  /** Civil date at the desk. */
  readonly today: string;
  readonly timeZone: string;
  readonly requirements: CarrierRequirements;
}

/** Operations that `readWholeCarrier` uses besides finding the carrier. */
export const carrierCheckOperations = [
  'carriers.registryEntries',
  'carriers.search',
  'carrierPaymentMethods.filter',
] as const;

/** A carrier's file, with its registry row if that was read already. */
interface CarrierToRead {
  readonly carrier: CarrierRecord;
  readonly listing?: RegistryListing | undefined;
}

/** Reads what a list can read of its carriers: everything but the accounts of all other carriers. */
export async function readCarriers(
  ctx: ToolContext,
  files: readonly CarrierToRead[],
  today: string,
): Promise<readonly CarrierReading[]> {
  const requirements = ctx.policy.rules.carriers;
  const missing = files.flatMap(({ carrier, listing }) => (listing === undefined ? [carrier.id] : []));
  const [listings, changes] = await Promise.all([
    findRegistryListings(ctx, missing),
    ctx.control.listChanges(requirements.changedDays),
  ]);
  return files.map(({ carrier, listing }) => ({
    carrier,
    listing: listing ?? listings.get(carrier.id) ?? null,
    sharedBank: undefined,
    // From the log of this server: the API keeps no history of single values.
    changes: changes.filter(({ kind, id }) => kind === 'carriers' && id === carrier.id),
    today,
    timeZone: ctx.timeZone,
    requirements,
  }));
}

/** Reads everything that the rules look at, as of a civil date. */
export async function readWholeCarrier(
  ctx: ToolContext,
  carrier: CarrierRecord,
  today: string,
): Promise<CarrierReading> {
  const [[reading], sharedBank] = await Promise.all([
    readCarriers(ctx, [{ carrier }], today),
    readSharedBank(ctx, carrier),
  ]);
  if (reading === undefined) throw new Error('one carrier gives one reading');
  return { ...reading, sharedBank };
}

/** Describes a recent change of the file. The API shows only its day. Returns null if there is none. */
export function recordChangeText({
  carrier: { createdAt, updatedAt },
  today,
  timeZone,
  requirements,
}: Pick<CarrierReading, 'carrier' | 'today' | 'timeZone' | 'requirements'>): string | null {
  const on = updatedAt === null || updatedAt === createdAt ? null : getToday(timeZone, updatedAt);
  if (on === null || countDaysBetween(on, today) > requirements.changedDays) return null;
  return `The file was last changed on ${formatDate(on)}; the API does not say which value: only changes with Waybill are marked.`;
}

/**
 * Judges whether a carrier can be used: per rule pass, fail or unknown. `isQuoted` puts record text inside the sentences
 * between « and », for content; without it they are plain and belong among the untrusted members.
 */
export function checkCarrier(reading: CarrierReading, { isQuoted }: { readonly isQuoted: boolean }): CarrierVerdict {
  return judgeCarrier(toSnapshot(reading, isQuoted), reading.today, reading.requirements);
}

/** Rules whose value or sentence repeats text that a person typed into a record. */
const rulesWithText: ReadonlySet<CarrierFinding['rule']> = new Set([
  'status',
  'authority',
  'legal_name',
  'safety_rating',
  'payee_of_record',
  'factoring',
  'shared_bank',
]);

/** Lists the JSON pointers of record text in the verdict at `at`. */
export function listUntrustedFindings(
  { findings, reasons }: Pick<CarrierVerdict, 'findings' | 'reasons'>,
  at: string,
): readonly string[] {
  const risky = findings.flatMap((finding, index) =>
    rulesWithText.has(finding.rule) || finding.changed ? [{ ...finding, index }] : [],
  );
  const sentences = new Set(risky.map(({ sentence }) => sentence));
  return [
    ...risky.flatMap(({ index, value }) => [
      `${at}/findings/${index}/sentence`,
      ...(value === null ? [] : [`${at}/findings/${index}/value`]),
      `${at}/findings/${index}/changed/**`,
    ]),
    ...reasons.flatMap((reason, index) => (sentences.has(reason) ? [`${at}/reasons/${index}`] : [])),
  ];
}

/** Returns the members of a verdict that an answer carries. */
export const toVerdictData = ({ overall, coverage, reasons, findings }: CarrierVerdict) => ({
  overall,
  rulesChecked: coverage.checked,
  rules: coverage.total,
  reasons,
  findings,
});

/** The fields of a carrier that its file in the API and its row in the copy both have. */
export type CarrierEssentials = Pick<
  CarrierRecord,
  | 'type'
  | 'status'
  | 'operatingAbility'
  | 'inFmcsa'
  | 'rating'
  | 'insuranceExpirationDate'
  | 'insuranceAutoLiabilityLimit'
  | 'insuranceCargoLiabilityLimit'
  | 'createdAt'
>;

/** Builds the snapshot that the copy allows: nothing of how the carrier is paid, and nothing of the registry. */
export const toCopiedSnapshot = (carrier: CarrierEssentials, timeZone: string) =>
  ({
    hasFile: true,
    type: carrier.type,
    status: carrier.status,
    operatingAbility: carrier.operatingAbility ?? null,
    inFmcsa: carrier.inFmcsa ?? null,
    insuranceExpiresOn: carrier.insuranceExpirationDate ? toCivilDay(carrier.insuranceExpirationDate, timeZone) : null,
    autoLiabilityCents: toAmountCents(carrier.insuranceAutoLiabilityLimit),
    cargoLiabilityCents: toAmountCents(carrier.insuranceCargoLiabilityLimit),
    rating: carrier.rating ?? null,
    onboardedOn: getToday(timeZone, carrier.createdAt),
  }) satisfies PartialCarrierSnapshot;

/** Reads what the registry lists of a carrier with these names. */
export function toRegistryEntry(
  listing: RegistryListing,
  names: readonly (string | null)[],
  toText: (raw: string) => string = (raw) => raw,
): RegistryEntry {
  const { legalName } = listing;
  return {
    legalName: legalName === null ? null : toText(legalName),
    isSameName: legalName === null ? null : names.some((name) => name !== null && isSameLegalName(name, legalName)),
    authority: listing.fmcsaStatus,
    authorityMonths: listing.monthsActiveAuthority,
    rating: listing.safetyRating,
  };
}

function toSnapshot(
  { carrier, listing, sharedBank, changes, timeZone }: CarrierReading,
  isQuoted: boolean,
): PartialCarrierSnapshot {
  const toText = (raw: string) => (isQuoted ? recordText(raw, 'list') : raw);
  const toTextOrNull = (raw: string | null) => (raw === null ? null : toText(raw));
  return {
    ...toCopiedSnapshot(carrier, timeZone),
    statusReason: toTextOrNull(carrier.statusReason),
    authoritySince: carrier.insuranceAuthorityDate ? toCivilDay(carrier.insuranceAuthorityDate, timeZone) : null,
    registry: listing ? toRegistryEntry(listing, [carrier.name, carrier.dbaName], toText) : listing,
    ratingDate: carrier.ratingDate ?? null,
    isFactoringPreferred: carrier.isFactoringPreferred,
    paymentMethods: isSent(carrier, 'paymentMethods') ? listPaymentMethods(carrier, timeZone, toTextOrNull) : null,
    sharedBank: sharedBank?.isChecked
      ? { ...sharedBank, others: sharedBank.others.map((other) => ({ ...other, name: toText(other.name) })) }
      : sharedBank,
    changes: changes.map(({ field, who: changedBy, at, from, to }) => ({
      field,
      by: toText(changedBy),
      on: getToday(timeZone, at),
      from: toText(from),
      to: toText(to),
    })),
  };
}

const listPaymentMethods = (
  { paymentMethods }: Pick<CarrierRecord, 'paymentMethods'>,
  timeZone: string,
  toText: (raw: string | null) => string | null,
): readonly PaymentMethodSnapshot[] =>
  paymentMethods
    .filter(({ deletedAt }) => deletedAt === null)
    .map((method) => ({
      status: method.status,
      isPreferred: isSent(method, 'isPreferred') ? method.isPreferred === true : null,
      recipient: method.paymentRecipientType,
      factorName: toText(method.carrierFactor?.companyName ?? null),
      companyName: toText(method.companyName),
      changedOn: getToday(timeZone, method.updatedAt ?? method.createdAt),
    }));
