import { isSent } from '../../src/contract/kit/sent-fields.ts';
import { carrierVerdict, type CarrierFinding, type CarrierVerdict } from '../../src/domain/carriers/carrier-verdict.ts';
import type { CarrierRequirements } from '../../src/domain/kit/desk-rules.ts';
import type { CarrierFacts, PayToFacts } from '../../src/domain/carriers/carrier-facts.ts';
import { civilDay, daysBetween, todayIn } from '../../src/domain/kit/dates.ts';
import type { MadeChange, ToolContext } from '../../src/mcp/tool/context.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import { centsOf } from '../records/amounts.ts';
import { type CarrierExposure, exposureOf } from './carrier-exposure.ts';
import type { CarrierRecord } from '../records/record-types.ts';
import { type SharedBank, sharedBankOf } from './shared-bank.ts';

/** What reading the API for one carrier brought; undefined where it does not show something. */
export interface CarrierReading {
  readonly carrier: CarrierRecord;
  readonly exposure: CarrierExposure;
  readonly sharedBank: SharedBank | undefined;
  readonly changes: readonly MadeChange[];
  /** Civil date at the desk. */
  readonly today: string;
  readonly timeZone: string;
  readonly requirements: CarrierRequirements;
}

/** Operations that `readCarrier` uses besides finding the carrier. */
export const carrierCheckOperations = ['bills.filter', 'shipments.filter', 'carrierPaymentMethods.filter'] as const;

export async function readCarrier(ctx: ToolContext, carrier: CarrierRecord): Promise<CarrierReading> {
  const [exposure, sharedBank, changes] = await Promise.all([
    exposureOf(ctx, carrier.id),
    sharedBankOf(ctx, carrier),
    changesOf(ctx, carrier.id),
  ]);
  const known = { carrier, exposure, sharedBank, changes, requirements: ctx.policy.rules.carriers };
  return { ...known, today: todayIn(ctx.timeZone, ctx.now()), timeZone: ctx.timeZone };
}

/** For a plan: as of the day of the request, and without what changes by the hour on a busy desk and makes no verdict. */
export async function readCarrierForPlan(ctx: ToolContext, carrier: CarrierRecord): Promise<CarrierReading> {
  const exposure = { liveLoads: undefined, openBills: undefined };
  const [sharedBank, changes] = await Promise.all([sharedBankOf(ctx, carrier), changesOf(ctx, carrier.id)]);
  const known = { carrier, exposure, sharedBank, changes, requirements: ctx.policy.rules.carriers };
  return { ...known, today: todayIn(ctx.timeZone, ctx.askedAt), timeZone: ctx.timeZone };
}

/** From the log of this server: the API keeps no history of single values. */
async function changesOf({ control, policy }: ToolContext, carrierId: string): Promise<readonly MadeChange[]> {
  const changes = await control.changes(policy.rules.carriers.changedDays);
  return changes.filter(({ kind, id }) => kind === 'carriers' && id === carrierId);
}

/** That the file changed lately, of which the API says no more than the day; null otherwise. */
export function recordChangeText({
  carrier: { createdAt, updatedAt },
  today,
  timeZone,
  requirements,
}: CarrierReading): string | null {
  const on = updatedAt === null || updatedAt === createdAt ? null : todayIn(timeZone, updatedAt);
  if (on === null || daysBetween(on, today) > requirements.changedDays) return null;
  return `The file was last changed on ${on}; the API does not say which value: only changes through this server are marked.`;
}

export type CarrierCheckup = Omit<CarrierVerdict, 'exposure'>;

/**
 * May we use this carrier: per rule pass, fail or unknown. `quoted` puts record text inside the sentences between « and »,
 * for content; without it they are plain and belong among the untrusted members.
 */
export function checkCarrier(reading: CarrierReading, { isQuoted }: { readonly isQuoted: boolean }): CarrierCheckup {
  const { findings, overall, reasons } = carrierVerdict(
    factsOf(reading, isQuoted),
    reading.today,
    reading.requirements,
  );
  return { overall, reasons, findings: findings.map((finding) => withKnownBank(finding, reading.sharedBank)) };
}

export const verdictWords = { pass: 'PASS', caution: 'CAUTION', fail: 'FAIL: do not book' } as const;

/** Rules whose value or sentence repeats what somebody typed into a record. */
const rulesWithText: ReadonlySet<CarrierFinding['rule']> = new Set([
  'status',
  'authority',
  'safety_rating',
  'payee_of_record',
  'factoring',
  'shared_bank',
]);

/** JSON pointers of record text in a checkup that stands at `at`. */
export function untrustedFindings({ findings, reasons }: CarrierCheckup, at: string): readonly string[] {
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

/** The rules know no "not looked at" for a shared account: it is said here. */
function withKnownBank(finding: CarrierFinding, sharedBank: SharedBank | undefined): CarrierFinding {
  if (finding.rule !== 'shared_bank' || sharedBank?.isChecked === true) return finding;
  const sentence =
    sharedBank?.reason ?? 'The API does not show the accounts of other carriers, so this was not checked.';
  return { ...finding, outcome: 'unknown', value: null, sentence };
}

function factsOf(
  { carrier, exposure, sharedBank, changes, timeZone }: CarrierReading,
  isQuoted: boolean,
): CarrierFacts {
  const text = (raw: string | null) => (raw === null || !isQuoted ? raw : recordText(raw, 'list'));
  const day = (instant: string | null | undefined) => (instant ? civilDay(instant, timeZone) : null);
  return {
    type: carrier.type,
    status: carrier.status,
    statusReason: text(carrier.statusReason),
    operatingAbility: carrier.operatingAbility ?? null,
    inFmcsa: carrier.inFmcsa ?? null,
    authoritySince: day(carrier.insuranceAuthorityDate),
    insuranceExpiresOn: day(carrier.insuranceExpirationDate),
    autoLiabilityCents: centsOf(carrier.insuranceAutoLiabilityLimit),
    cargoLiabilityCents: centsOf(carrier.insuranceCargoLiabilityLimit),
    rating: carrier.rating ?? null,
    ratingDate: carrier.ratingDate ?? null,
    onboardedOn: todayIn(timeZone, carrier.createdAt),
    isFactoringPreferred: carrier.isFactoringPreferred,
    paymentMethods: carrier.paymentMethods
      .filter(({ deletedAt }) => deletedAt === null)
      .map((method): PayToFacts => ({
        status: method.status,
        isPreferred: isSent(method, 'isPreferred') ? method.isPreferred === true : null,
        recipient: method.paymentRecipientType,
        factorName: text(method.carrierFactor?.companyName ?? null),
        companyName: text(method.companyName),
        changedOn: todayIn(timeZone, method.updatedAt ?? method.createdAt),
      })),
    sharedBank: (sharedBank?.others ?? []).map(({ name, friendlyId }) => ({ name: text(name) ?? name, friendlyId })),
    openBills: exposure.openBills ?? [],
    liveLoads: exposure.liveLoads?.length ?? 0,
    changes: changes.map(({ field, who, at, from, to }) => ({
      field,
      by: text(who) ?? who,
      on: todayIn(timeZone, at),
      from: text(from) ?? from,
      to: text(to) ?? to,
    })),
  };
}
