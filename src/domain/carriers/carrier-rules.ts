import * as checks from './carrier-checks.ts';
import type { CarrierCheck, CarrierFacts } from './carrier-facts.ts';
import * as payToChecks from './pay-to-checks.ts';

export interface CarrierRule {
  readonly id: string;
  /** The rule in a list of rules. */
  readonly title: string;
  /** Facts without which it can't be checked. */
  readonly needs: readonly (keyof CarrierFacts)[];
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
  {
    id: 'status',
    title: 'status with us',
    needs: ['hasFile', 'status'],
    source: 'carrier.status',
    ...blocking,
    ...everyType,
    reads: ['status'],
    check: checks.status,
  },
  {
    id: 'authority',
    title: 'operating authority',
    needs: ['operatingAbility', 'inFmcsa', 'registry'],
    source: 'carrier.operatingAbility',
    ...blocking,
    ...truckload('Operating authority'),
    reads: ['operatingAbility', 'inFmcsa'],
    check: checks.authority,
  },
  {
    id: 'authority_age',
    title: 'age of the authority',
    needs: ['authoritySince', 'registry'],
    source: 'public registry',
    ...caution,
    ...truckload('The age of the authority'),
    reads: ['insuranceAuthorityDate'],
    check: checks.authorityAge,
  },
  {
    id: 'legal_name',
    title: 'legal name',
    needs: ['registry'],
    source: 'public registry',
    ...caution,
    ...truckload('The legal name'),
    reads: [],
    check: checks.legalName,
  },
  {
    id: 'insurance_expired',
    title: 'insurance in force',
    needs: ['insuranceExpiresOn'],
    source: 'carrier.insuranceExpirationDate',
    ...blocking,
    ...truckload('Insurance'),
    reads: ['insuranceExpirationDate'],
    check: checks.insuranceExpired,
  },
  {
    id: 'insurance_soon',
    title: 'insurance that ends soon',
    needs: ['insuranceExpiresOn'],
    source: 'carrier.insuranceExpirationDate',
    ...caution,
    ...truckload('Insurance'),
    reads: ['insuranceExpirationDate'],
    check: checks.insuranceSoon,
  },
  {
    id: 'auto_liability',
    title: 'auto liability',
    needs: ['autoLiabilityCents'],
    source: 'carrier.insuranceAutoLiabilityLimit',
    ...blocking,
    ...truckload('Auto liability'),
    reads: ['insuranceAutoLiabilityLimit'],
    check: checks.autoLiability,
  },
  {
    id: 'cargo_liability',
    title: 'cargo liability',
    needs: ['cargoLiabilityCents'],
    source: 'carrier.insuranceCargoLiabilityLimit',
    ...blocking,
    ...truckload('Cargo liability'),
    reads: ['insuranceCargoLiabilityLimit'],
    check: checks.cargoLiability,
  },
  // Most carriers were never rated: no rating is a gap, not a reason.
  {
    id: 'safety_rating',
    title: 'safety rating',
    needs: ['rating', 'registry'],
    source: 'carrier.rating',
    ...caution,
    ...truckload('The safety rating'),
    reads: ['rating', 'ratingDate', ...inspections],
    check: checks.safetyRating,
  },
  {
    id: 'onboarding_age',
    title: 'time on our books',
    needs: ['hasFile', 'onboardedOn'],
    source: 'carrier.createdAt',
    ...caution,
    ...everyType,
    reads: [],
    check: checks.onboardingAge,
  },
  {
    id: 'payee_of_record',
    title: 'payee of record',
    needs: ['paymentMethods'],
    source: 'carrier.paymentMethods',
    severity: 'caution',
    gapCounts: true,
    ...everyType,
    reads: ['isFactoringPreferred'],
    check: payToChecks.payeeOfRecordCheck,
  },
  {
    id: 'pay_to_changed',
    title: 'changes of the pay-to',
    needs: ['paymentMethods'],
    source: 'carrier.paymentMethods',
    ...caution,
    ...everyType,
    reads: [],
    check: payToChecks.payToChanged,
  },
  {
    id: 'factoring',
    title: 'factoring',
    needs: ['paymentMethods', 'isFactoringPreferred'],
    source: 'carrier.paymentMethods',
    ...caution,
    ...everyType,
    reads: ['isFactoringPreferred'],
    check: payToChecks.factoring,
  },
  {
    id: 'shared_bank',
    title: 'bank account shared with others',
    needs: ['paymentMethods', 'sharedBank'],
    source: 'carrier.paymentMethods',
    ...caution,
    ...everyType,
    reads: [],
    check: payToChecks.sharedBank,
  },
  {
    id: 'identity',
    title: 'changes of name, numbers and contact',
    needs: ['changes'],
    source: 'audit log',
    ...caution,
    ...everyType,
    reads: identity,
    check: checks.identity,
  },
] as const satisfies readonly CarrierRule[];

export type CarrierRuleId = (typeof carrierRules)[number]['id'];
