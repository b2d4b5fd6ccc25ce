import * as checks from './carrier-checks.ts';
import type { CarrierCheck } from './carrier-facts.ts';
import * as payToChecks from './pay-to-checks.ts';

export interface CarrierRule {
  readonly id: string;
  /** Where the value comes from, as the API names it. */
  readonly source: string;
  /** What a failure means for booking, unless the check says otherwise for the value at hand. */
  readonly severity: 'blocking' | 'caution';
  readonly truckloadOnly: boolean;
  /** Whether not knowing is itself a reason for caution: unknown insurance is not insurance. */
  readonly gapCounts: boolean;
  readonly check: CarrierCheck;
}

const everyType = { truckloadOnly: false };
const truckload = { truckloadOnly: true };
const blocking = { severity: 'blocking', gapCounts: true } as const;
const caution = { severity: 'caution', gapCounts: false } as const;

/** In the order in which a compliance clerk reads a carrier file. */
export const carrierRules = [
  { id: 'status', source: 'carrier.status', ...blocking, ...everyType, check: checks.status },
  { id: 'authority', source: 'carrier.operatingAbility', ...blocking, ...truckload, check: checks.authority },
  { id: 'authority_age', source: 'public registry', ...caution, ...truckload, check: checks.authorityAge },
  {
    id: 'insurance_expired',
    source: 'carrier.insuranceExpirationDate',
    ...blocking,
    ...truckload,
    check: checks.insuranceExpired,
  },
  {
    id: 'insurance_soon',
    source: 'carrier.insuranceExpirationDate',
    ...caution,
    ...truckload,
    check: checks.insuranceSoon,
  },
  {
    id: 'auto_liability',
    source: 'carrier.insuranceAutoLiabilityLimit',
    ...blocking,
    ...truckload,
    check: checks.autoLiability,
  },
  {
    id: 'cargo_liability',
    source: 'carrier.insuranceCargoLiabilityLimit',
    ...blocking,
    ...truckload,
    check: checks.cargoLiability,
  },
  // Most carriers were never rated: no rating is a gap, not a reason.
  { id: 'safety_rating', source: 'carrier.rating', ...caution, ...truckload, check: checks.safetyRating },
  { id: 'onboarding_age', source: 'carrier.createdAt', ...caution, ...everyType, check: checks.onboardingAge },
  {
    id: 'payee_of_record',
    source: 'carrier.paymentMethods',
    severity: 'caution',
    gapCounts: true,
    ...everyType,
    check: payToChecks.payeeOfRecordCheck,
  },
  { id: 'pay_to_changed', source: 'carrier.paymentMethods', ...caution, ...everyType, check: payToChecks.payToChanged },
  { id: 'factoring', source: 'carrier.paymentMethods', ...caution, ...everyType, check: payToChecks.factoring },
  { id: 'shared_bank', source: 'carrier.paymentMethods', ...caution, ...everyType, check: payToChecks.sharedBank },
] as const satisfies readonly CarrierRule[];

export type CarrierRuleId = (typeof carrierRules)[number]['id'];
