import type { CarrierFacts } from '../../src/domain/carriers/carrier-facts.ts';
import { type CarrierFinding, carrierVerdict } from '../../src/domain/carriers/carrier-verdict.ts';
import { civilDay } from './carrier-check.ts';
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

/** The first look at a carrier in a list; get_carrier runs every rule. */
export function glanceAt(carrier: CarrierRecord, today: string, timeZone: string): CarrierGlance {
  const { findings } = carrierVerdict(factsOf(carrier, timeZone), today);
  const looked = findings.filter(({ rule }) => glanceRules.has(rule));
  const blocking = looked.filter(({ outcome, severity }) => outcome === 'fail' && severity === 'blocking');
  const doubts = looked.filter(
    ({ outcome, severity, rule }) =>
      (outcome === 'fail' && severity === 'caution') || (outcome === 'unknown' && gapRules.has(rule)),
  );
  const reasons = [...new Set([...blocking, ...doubts].map(({ sentence }) => sentence))];
  return { outcome: blocking.length > 0 ? 'fail' : reasons.length > 0 ? 'caution' : 'ok', reasons };
}

export const glanceDefinition =
  'Check: standing, authority, insurance date and safety rating only; get_carrier runs every rule.';

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
  };
}
