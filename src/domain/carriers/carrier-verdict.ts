import {
  type CarrierCheckContext,
  type CarrierCheckResult,
  type CarrierFacts,
  type ChangedValue,
  wordsOf,
} from './carrier-facts.ts';
import type { CarrierRequirements } from '../kit/desk-rules.ts';
import { type CarrierRule, type CarrierRuleId, carrierRules } from './carrier-rules.ts';
import { type CurrencyTotal, formatMoney, sumByCurrency } from '../money/money.ts';

export interface CarrierFinding {
  readonly rule: CarrierRuleId;
  readonly outcome: 'pass' | 'fail' | 'unknown';
  /** What a failure means for booking. */
  readonly severity: 'blocking' | 'caution';
  readonly value: string | null;
  readonly date: string | null;
  /** Where the value comes from, as the API names it. */
  readonly source: string;
  readonly sentence: string;
  /** Changes of what the rule reads, of which the sentence says by whom and when. */
  readonly changed?: readonly ChangedValue[];
}

export interface CarrierVerdict {
  readonly overall: 'pass' | 'caution' | 'fail';
  /** Sentences of what made the overall verdict; for the desk, never for the carrier. */
  readonly reasons: readonly string[];
  readonly findings: readonly CarrierFinding[];
  readonly exposure: {
    readonly liveLoads: number;
    readonly openBills: readonly CurrencyTotal[];
    readonly sentence: string;
  };
}

/**
 * May we use this carrier, and why not. A blocking failure means `fail`; any other failure, or a gap where a gap is no
 * answer (insurance, authority, standing, payee), or a value that was changed lately, means `caution`. Insurance and
 * registry rules exist for TRUCKLOAD only: what they would look at stays a gap of every other carrier.
 */
export function carrierVerdict(facts: CarrierFacts, today: string, requirements: CarrierRequirements): CarrierVerdict {
  // A carrier without a stored type is presented as TRUCKLOAD.
  const isTruckload = (facts.type ?? 'TRUCKLOAD') === 'TRUCKLOAD';
  const checked = carrierRules
    .filter((rule) => isTruckload || rule.truckloadOnly === null || rule.gapCounts)
    .map((rule) => ({ rule, finding: findingOf(rule, { facts, today, requirements }) }));
  const findings = checked.map(({ finding }) => finding);
  const blocking = findings.filter(({ outcome, severity }) => outcome === 'fail' && severity === 'blocking');
  const doubtful = checked
    .filter(({ rule, finding }) => finding.outcome === 'unknown' && (rule.gapCounts || finding.changed !== undefined))
    .map(({ finding }) => finding);
  const cautions = findings.filter(({ outcome, severity }) => outcome === 'fail' && severity === 'caution');
  const reasons = [...new Set([...blocking, ...cautions, ...doubtful].map(({ sentence }) => sentence))];
  const overall = blocking.length > 0 ? 'fail' : reasons.length > 0 ? 'caution' : 'pass';
  return { overall, reasons, findings, exposure: exposureOf(facts) };
}

function findingOf(rule: CarrierRule & { readonly id: CarrierRuleId }, context: CarrierCheckContext): CarrierFinding {
  const result = notChecked(rule, context.facts) ?? rule.check(context);
  const changed = context.facts.changes.filter(({ field }) => rule.reads.includes(field));
  return {
    rule: rule.id,
    outcome: changed.length > 0 && result.outcome === 'pass' ? 'unknown' : result.outcome,
    severity: result.severity ?? rule.severity,
    value: result.value ?? null,
    date: result.date ?? null,
    source: rule.source,
    sentence:
      changed.length === 0
        ? result.sentence
        : markedSentence(rule, result, { changed, days: context.requirements.changedDays }),
    ...(changed.length > 0 && { changed }),
  };
}

function notChecked({ truckloadOnly }: CarrierRule, { type }: CarrierFacts): CarrierCheckResult | undefined {
  if (truckloadOnly === null || type === null || type === 'TRUCKLOAD') return undefined;
  return { outcome: 'unknown', sentence: `${truckloadOnly} is not checked for ${type}.` };
}

/** A value that somebody changed lately is no proof by itself. */
function markedSentence(
  { id }: { readonly id: CarrierRuleId },
  { outcome, sentence }: CarrierCheckResult,
  { changed, days }: { readonly changed: readonly ChangedValue[]; readonly days: number },
): string {
  const marks = changed.map(
    ({ field, by, on, from, to }) => `${wordsOf(field)} changed by ${by} on ${on} (${from} -> ${to})`,
  );
  const doubt = `no proof by itself for ${days} days`;
  const found = id === 'identity' ? '' : `${sentence} `;
  return `${found}${marks.join('; ')}${outcome === 'pass' ? `: ${doubt}` : ''}.`;
}

function exposureOf({ liveLoads, openBills }: CarrierFacts): CarrierVerdict['exposure'] {
  const totals = sumByCurrency(openBills);
  const owed = totals.map(({ currency, amountCents }) => formatMoney(amountCents, currency)).join(' and ');
  const loads = `${liveLoads} ${liveLoads === 1 ? 'load' : 'loads'} under way`;
  const bills = owed === '' ? 'no open bills' : `${owed} in ${openBills.length} open bills`;
  return { liveLoads, openBills: totals, sentence: `${loads}; ${bills}.` };
}
