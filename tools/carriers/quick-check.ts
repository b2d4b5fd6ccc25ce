import type { CarrierRequirements } from '../../src/domain/kit/desk-rules.ts';
import { type CarrierFacts, wordsOf } from '../../src/domain/carriers/carrier-facts.ts';
import { type CarrierFinding, carrierVerdict } from '../../src/domain/carriers/carrier-verdict.ts';
import { civilDay, todayIn } from '../../src/domain/kit/dates.ts';
import type { MadeChange } from '../../src/mcp/tool/context.ts';
import type { CarrierRecord } from '../records/record-types.ts';

/** The rules that need nothing but the carrier's own fields. */
const glanceRules: ReadonlySet<CarrierFinding['rule']> = new Set([
  'status',
  'authority',
  'insurance_expired',
  'insurance_soon',
  'safety_rating',
]);
/** Rules where not knowing is itself a reason for caution. */
const gapRules: ReadonlySet<CarrierFinding['rule']> = new Set(['status', 'authority', 'insurance_expired']);

export interface CarrierGlance {
  readonly outcome: 'ok' | 'caution' | 'fail';
  /** Sentences made of codes and dates only. */
  readonly reasons: readonly string[];
}

export interface GlanceOptions {
  /** Civil date at the desk. */
  readonly today: string;
  readonly timeZone: string;
  /** Of any record. */
  readonly changes: readonly MadeChange[];
  readonly requirements: CarrierRequirements;
}

/** The first look at a carrier in a list; get_carrier runs every rule. */
export function glanceAt(
  carrier: CarrierRecord,
  { today, timeZone, changes, requirements }: GlanceOptions,
): CarrierGlance {
  const own = changes.filter(({ kind, id }) => kind === 'carriers' && id === carrier.id);
  const { findings } = carrierVerdict(factsOf(carrier, timeZone), today, requirements);
  const changedOn = own.map(({ field, at }) => `${wordsOf(field)} changed on ${todayIn(timeZone, at)}.`);
  const looked = findings.filter(({ rule }) => glanceRules.has(rule));
  const blocking = looked.filter(({ outcome, severity }) => outcome === 'fail' && severity === 'blocking');
  const doubts = looked.filter(
    ({ outcome, severity, rule }) =>
      (outcome === 'fail' && severity === 'caution') || (outcome === 'unknown' && gapRules.has(rule)),
  );
  const reasons = [...new Set([...[...blocking, ...doubts].map(({ sentence }) => sentence), ...changedOn])];
  return { outcome: blocking.length > 0 ? 'fail' : reasons.length > 0 ? 'caution' : 'ok', reasons };
}

export const glanceDefinition = ({ changedDays }: CarrierRequirements): string =>
  `Check: standing, authority, insurance date, safety rating and changes of the last ${changedDays} days only; get_carrier runs every rule.`;

function factsOf(carrier: CarrierRecord, timeZone: string): CarrierFacts {
  const { insuranceExpirationDate } = carrier;
  return {
    type: carrier.type,
    status: carrier.status,
    statusReason: null,
    operatingAbility: carrier.operatingAbility ?? null,
    inFmcsa: carrier.inFmcsa ?? null,
    authoritySince: null,
    insuranceExpiresOn: insuranceExpirationDate ? civilDay(insuranceExpirationDate, timeZone) : null,
    autoLiabilityCents: null,
    cargoLiabilityCents: null,
    rating: carrier.rating ?? null,
    ratingDate: carrier.ratingDate ?? null,
    onboardedOn: null,
    isFactoringPreferred: null,
    paymentMethods: [],
    sharedBank: [],
    openBills: [],
    liveLoads: 0,
    // What was changed is said by itself, in words without record text.
    changes: [],
  };
}
