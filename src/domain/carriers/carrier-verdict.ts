import {
  type CarrierCheckContext,
  type CarrierCheckResult,
  type CarrierSnapshot,
  type PartialCarrierSnapshot,
  type ChangedValue,
  formatFieldLabel,
} from './carrier-snapshot.ts';
import type { CarrierRequirements } from '../kit/desk-rules.ts';
import { formatDate } from '../places/local-time.ts';
import { formatCode } from '../text/code-words.ts';
import type { Refusal } from '../text/refusals.ts';
import { type CarrierRule, type CarrierRuleId, carrierRules } from './carrier-rules.ts';

export interface CarrierFinding {
  readonly rule: CarrierRuleId;
  readonly outcome: 'pass' | 'fail' | 'unknown';
  /** Effect of a failure on booking. */
  readonly severity: 'blocking' | 'caution';
  readonly value: string | null;
  readonly date: string | null;
  /** The API's name of the value's source. */
  readonly source: string;
  readonly sentence: string;
  /** Changes of what the rule reads, of which the sentence says by whom and when. */
  readonly changed?: readonly ChangedValue[];
}

/** `no_warnings`: no rule that was checked warns, but not all of them were. Only a check by every rule can pass. */
export type CarrierOverall = 'pass' | 'no_warnings' | 'caution' | 'fail';

export interface CarrierVerdict {
  readonly overall: CarrierOverall;
  /** Sentences of what made the overall verdict; for the desk, never for the carrier. */
  readonly reasons: readonly string[];
  /** The reasons without text that a person typed into a record. */
  readonly bareReasons: readonly string[];
  /** The blocking failures, by their names in the policy. */
  readonly refusals: readonly Refusal[];
  readonly findings: readonly CarrierFinding[];
  /** Number of rules that apply to such a carrier, and of those that were checked. */
  readonly coverage: RuleCoverage;
}

export interface RuleCoverage {
  readonly checked: number;
  readonly total: number;
  /** Titles of the rules that weren't checked. */
  readonly unchecked: readonly string[];
}

type KeyedRule = CarrierRule & { readonly id: CarrierRuleId };

interface CheckedRule {
  readonly rule: KeyedRule;
  readonly finding: CarrierFinding;
  readonly bareSentence: string;
  readonly refusal: Refusal;
}

/**
 * Judges whether a carrier can be used, and why not. A blocking failure means `fail`; any other failure, or a gap where a
 * gap is no answer (insurance, authority, status, payee), or a value that was changed lately, means `caution`. Insurance and
 * registry rules exist for TRUCKLOAD only: what they would look at stays a gap of every other carrier. Rules whose inputs
 * weren't read aren't checked; more inputs never make a verdict better.
 */
export function judgeCarrier(
  read: PartialCarrierSnapshot,
  today: string,
  requirements: CarrierRequirements,
): CarrierVerdict {
  const carrier = fillSnapshot(read);
  // A carrier without a stored type is presented as TRUCKLOAD.
  const isTruckload = (carrier.type ?? 'TRUCKLOAD') === 'TRUCKLOAD';
  const applicable = carrierRules.filter((rule) => isTruckload || rule.truckloadOnly === null || rule.gapCounts);
  const [ready, unread] = [true, false].map((isReady) =>
    applicable.filter(({ needs }) => needs.every((field) => read[field] !== undefined) === isReady),
  );
  const checked = (ready ?? []).map((rule) => checkRule(rule, { carrier, today, requirements }));
  const hasFailed = (severity: string) => (candidate: CheckedRule) =>
    candidate.finding.outcome === 'fail' && candidate.finding.severity === severity;
  const blocking = checked.filter(hasFailed('blocking'));
  const doubtful = checked.filter(
    ({ rule, finding }) => finding.outcome === 'unknown' && (rule.gapCounts || finding.changed !== undefined),
  );
  const warnings = [...blocking, ...checked.filter(hasFailed('caution')), ...doubtful];
  const unchecked = (unread ?? []).map(({ title }) => title);
  const sound = unchecked.length === 0 ? 'pass' : 'no_warnings';
  return {
    overall: blocking.length > 0 ? 'fail' : warnings.length > 0 ? 'caution' : sound,
    reasons: [...new Set(warnings.map(({ finding }) => finding.sentence))],
    bareReasons: [...new Set(warnings.map(({ bareSentence }) => bareSentence))],
    refusals: [...new Set(blocking.map(({ refusal }) => refusal))],
    findings: checked.map(({ finding }) => finding),
    coverage: { checked: checked.length, total: applicable.length, unchecked },
  };
}

/** Formats coverage as "12 of 15 rules". */
export const formatCoverage = ({ checked, total }: RuleCoverage): string => `${checked} of ${total} rules`;

const overallWords = {
  pass: 'PASS',
  no_warnings: 'NO WARNINGS',
  caution: 'CAUTION',
  fail: 'FAIL: do not book',
} as const satisfies Record<CarrierOverall, string>;

/** Formats a verdict so that one by some of the rules can't be mistaken for one by all of them. */
export function formatVerdict({ overall, coverage }: Pick<CarrierVerdict, 'overall' | 'coverage'>): string {
  const words = overallWords[overall];
  return coverage.unchecked.length === 0 ? words : `${words} (${formatCoverage(coverage)})`;
}

const blankSnapshot: CarrierSnapshot = {
  hasFile: true,
  type: null,
  status: null,
  statusReason: null,
  operatingAbility: null,
  inFmcsa: null,
  authoritySince: null,
  registry: null,
  insuranceExpiresOn: null,
  autoLiabilityCents: null,
  cargoLiabilityCents: null,
  rating: null,
  ratingDate: null,
  onboardedOn: null,
  isFactoringPreferred: null,
  paymentMethods: [],
  sharedBank: { isChecked: true, others: [] },
  changes: [],
};

/** Snapshot of a carrier that only the public registry lists: everything that a file would hold is unknown. */
export const snapshotWithoutFile: CarrierSnapshot = {
  ...blankSnapshot,
  hasFile: false,
  type: 'TRUCKLOAD',
  inFmcsa: true,
};

/** Fills in what wasn't read: no rule that needs it is checked. */
function fillSnapshot(read: PartialCarrierSnapshot): CarrierSnapshot {
  const definedValues = Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined));
  return { ...blankSnapshot, ...definedValues };
}

function checkRule(rule: KeyedRule, context: CarrierCheckContext): CheckedRule {
  const result = explainUnchecked(rule, context.carrier) ?? rule.check(context);
  const changed = context.carrier.changes.filter(({ field }) => rule.reads.includes(field));
  const { bareSentence = result.sentence, refusal = 'carrier_do_not_use' } = result;
  const days = context.requirements.changedDays;
  const toSentence = (sentence: string, marks: readonly string[]) =>
    marks.length === 0 ? sentence : markSentence(rule, { ...result, sentence }, { marks, days });
  return {
    rule,
    refusal,
    bareSentence: toSentence(result.outcome === 'pass' ? '' : bareSentence, changed.map(formatBareChange)),
    finding: {
      rule: rule.id,
      outcome: changed.length > 0 && result.outcome === 'pass' ? 'unknown' : result.outcome,
      severity: result.severity ?? rule.severity,
      value: result.value ?? null,
      date: result.date ?? null,
      source: rule.source,
      sentence: toSentence(result.sentence, changed.map(formatChange)),
      ...(changed.length > 0 && { changed }),
    },
  };
}

function explainUnchecked({ truckloadOnly }: CarrierRule, { type }: CarrierSnapshot): CarrierCheckResult | undefined {
  if (truckloadOnly === null || type === null || type === 'TRUCKLOAD') return undefined;
  return { outcome: 'unknown', sentence: `${truckloadOnly} is not checked for ${formatCode(type)} carriers.` };
}

const formatChange = ({ field, by, on, from, to }: ChangedValue): string =>
  `${formatFieldLabel(field)} changed by ${by} on ${formatDate(on)} (${from} -> ${to})`;

const formatBareChange = ({ field, on }: ChangedValue): string =>
  `${formatFieldLabel(field)} changed on ${formatDate(on)}`;

/** Adds the recent changes to a sentence: a value that was changed lately is no proof by itself. */
function markSentence(
  { id }: { readonly id: CarrierRuleId },
  { outcome, sentence }: CarrierCheckResult,
  { marks, days }: { readonly marks: readonly string[]; readonly days: number },
): string {
  const doubt = `no proof by itself for ${days} days`;
  const start = id === 'identity' || sentence === '' ? '' : `${sentence} `;
  return `${start}${marks.join('; ')}${outcome === 'pass' ? `: ${doubt}` : ''}.`;
}
