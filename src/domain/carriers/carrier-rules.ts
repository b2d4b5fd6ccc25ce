import * as checks from './carrier-checks.ts';
import type { CarrierCheck } from './carrier-facts.ts';
import * as payToChecks from './pay-to-checks.ts';

export interface CarrierRule {
  readonly id: string;
  /** Where the value comes from, as the API names it. */
  readonly source: string;
  /** What a failure means for booking, unless the check says otherwise for the value at hand. */
  readonly severity: 'blocking' | 'caution';
  /** What it looks at, where it exists for truckload carriers only. */
  readonly truckloadOnly: string | null;
  /** Whether not knowing is itself a reason for caution: unknown insurance is not insurance. */
  readonly gapCounts: boolean;
  /** Values whose change makes what the rule finds doubtful, as the API names them. */
  readonly reads: readonly string[];
  readonly check: CarrierCheck;
}

const everyType = { truckloadOnly: null };
const truckload = (truckloadOnly: string) => ({ truckloadOnly });
const blocking = { severity: 'blocking', gapCounts: true } as const;
const caution = { severity: 'caution', gapCounts: false } as const;

/** Values of the file that no rule judges: who the carrier is, how it is reached, what it runs and when it is paid. */
const identity: readonly string[] =
  `key name dbaName type mcNumber dotNumber scac einNumber ffNumber mxNumber rfcNumber iataCode goldenCarrierId equipments
  isHazmat tsaApproved powerUnits email phone corporateAddress billingAddress paymentTermId currency insuranceCompany
  insuranceAgent insuranceAgentPhone insuranceGeneralLiabilityLimit`.split(/\s+/);

const inspections: readonly string[] =
  `reviewType reviewDate usDriverInspections usDriverInspectionsOos usDriverInspectionsOosPct usVehicleInspections
  usVehicleInspectionsOos usVehicleInspectionsOosPct`.split(/\s+/);

/** In the order in which a compliance clerk reads a carrier file. */
export const carrierRules = [
  { id: 'status', source: 'carrier.status', ...blocking, ...everyType, reads: ['status'], check: checks.status },
  {
    id: 'authority',
    source: 'carrier.operatingAbility',
    ...blocking,
    ...truckload('Operating authority'),
    reads: ['operatingAbility', 'inFmcsa'],
    check: checks.authority,
  },
  {
    id: 'authority_age',
    source: 'public registry',
    ...caution,
    ...truckload('The age of the authority'),
    reads: ['insuranceAuthorityDate'],
    check: checks.authorityAge,
  },
  {
    id: 'insurance_expired',
    source: 'carrier.insuranceExpirationDate',
    ...blocking,
    ...truckload('Insurance'),
    reads: ['insuranceExpirationDate'],
    check: checks.insuranceExpired,
  },
  {
    id: 'insurance_soon',
    source: 'carrier.insuranceExpirationDate',
    ...caution,
    ...truckload('Insurance'),
    reads: ['insuranceExpirationDate'],
    check: checks.insuranceSoon,
  },
  {
    id: 'auto_liability',
    source: 'carrier.insuranceAutoLiabilityLimit',
    ...blocking,
    ...truckload('Auto liability'),
    reads: ['insuranceAutoLiabilityLimit'],
    check: checks.autoLiability,
  },
  {
    id: 'cargo_liability',
    source: 'carrier.insuranceCargoLiabilityLimit',
    ...blocking,
    ...truckload('Cargo liability'),
    reads: ['insuranceCargoLiabilityLimit'],
    check: checks.cargoLiability,
  },
  // Most carriers were never rated: no rating is a gap, not a reason.
  {
    id: 'safety_rating',
    source: 'carrier.rating',
    ...caution,
    ...truckload('The safety rating'),
    reads: ['rating', 'ratingDate', ...inspections],
    check: checks.safetyRating,
  },
  {
    id: 'onboarding_age',
    source: 'carrier.createdAt',
    ...caution,
    ...everyType,
    reads: [],
    check: checks.onboardingAge,
  },
  {
    id: 'payee_of_record',
    source: 'carrier.paymentMethods',
    severity: 'caution',
    gapCounts: true,
    ...everyType,
    reads: ['isFactoringPreferred'],
    check: payToChecks.payeeOfRecordCheck,
  },
  {
    id: 'pay_to_changed',
    source: 'carrier.paymentMethods',
    ...caution,
    ...everyType,
    reads: [],
    check: payToChecks.payToChanged,
  },
  {
    id: 'factoring',
    source: 'carrier.paymentMethods',
    ...caution,
    ...everyType,
    reads: ['isFactoringPreferred'],
    check: payToChecks.factoring,
  },
  {
    id: 'shared_bank',
    source: 'carrier.paymentMethods',
    ...caution,
    ...everyType,
    reads: [],
    check: payToChecks.sharedBank,
  },
  { id: 'identity', source: 'audit log', ...caution, ...everyType, reads: identity, check: checks.identity },
] as const satisfies readonly CarrierRule[];

export type CarrierRuleId = (typeof carrierRules)[number]['id'];
