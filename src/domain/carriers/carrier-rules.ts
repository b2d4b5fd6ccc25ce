import * as checks from './carrier-checks.ts';
import type { CarrierCheck, CarrierSnapshot } from './carrier-snapshot.ts';
import * as payToChecks from './pay-to-checks.ts';

export interface CarrierRule {
  readonly id: string;
  /** The rule in a list of rules. */
  readonly title: string;
  /** Fields without which it can't be checked. */
  readonly needs: readonly (keyof CarrierSnapshot)[];
  /** The API's name of the value's source. */
  readonly source: string;
  /** Effect of a failure on booking, unless the check returns another one. */
  readonly severity: 'blocking' | 'caution';
  /** Name of the checked value if it exists for truckload carriers only. */
  readonly truckloadOnly: string | null;
  /** True if an unknown value is a reason for caution, such as unknown insurance. */
  readonly gapCounts: boolean;
  /** The API's names of the values that the rule reads: a recent change makes its result doubtful. */
  readonly reads: readonly string[];
  readonly check: CarrierCheck;
}

const everyType = { truckloadOnly: null };
const forTruckloadOnly = (truckloadOnly: string) => ({ truckloadOnly });
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
    check: checks.checkStatus,
  },
  {
    id: 'authority',
    title: 'operating authority',
    needs: ['operatingAbility', 'inFmcsa', 'registry'],
    source: 'carrier.operatingAbility',
    ...blocking,
    ...forTruckloadOnly('Operating authority'),
    reads: ['operatingAbility', 'inFmcsa'],
    check: checks.checkAuthority,
  },
  {
    id: 'authority_age',
    title: 'age of the authority',
    needs: ['authoritySince', 'registry'],
    source: 'public registry',
    ...caution,
    ...forTruckloadOnly('The age of the authority'),
    reads: ['insuranceAuthorityDate'],
    check: checks.checkAuthorityAge,
  },
  {
    id: 'legal_name',
    title: 'legal name',
    needs: ['registry'],
    source: 'public registry',
    ...caution,
    ...forTruckloadOnly('The legal name'),
    reads: [],
    check: checks.checkLegalName,
  },
  {
    id: 'insurance_expired',
    title: 'insurance in force',
    needs: ['insuranceExpiresOn'],
    source: 'carrier.insuranceExpirationDate',
    ...blocking,
    ...forTruckloadOnly('Insurance'),
    reads: ['insuranceExpirationDate'],
    check: checks.checkInsuranceExpiry,
  },
  {
    id: 'insurance_soon',
    title: 'insurance that ends soon',
    needs: ['insuranceExpiresOn'],
    source: 'carrier.insuranceExpirationDate',
    ...caution,
    ...forTruckloadOnly('Insurance'),
    reads: ['insuranceExpirationDate'],
    check: checks.checkInsuranceEndingSoon,
  },
  {
    id: 'auto_liability',
    title: 'auto liability',
    needs: ['autoLiabilityCents'],
    source: 'carrier.insuranceAutoLiabilityLimit',
    ...blocking,
    ...forTruckloadOnly('Auto liability'),
    reads: ['insuranceAutoLiabilityLimit'],
    check: checks.checkAutoLiability,
  },
  {
    id: 'cargo_liability',
    title: 'cargo liability',
    needs: ['cargoLiabilityCents'],
    source: 'carrier.insuranceCargoLiabilityLimit',
    ...blocking,
    ...forTruckloadOnly('Cargo liability'),
    reads: ['insuranceCargoLiabilityLimit'],
    check: checks.checkCargoLiability,
  },
  // Most carriers were never rated: no rating is a gap, not a reason.
  {
    id: 'safety_rating',
    title: 'safety rating',
    needs: ['rating', 'registry'],
    source: 'carrier.rating',
    ...caution,
    ...forTruckloadOnly('The safety rating'),
    reads: ['rating', 'ratingDate', ...inspections],
    check: checks.checkSafetyRating,
  },
  {
    id: 'onboarding_age',
    title: 'time on our books',
    needs: ['hasFile', 'onboardedOn'],
    source: 'carrier.createdAt',
    ...caution,
    ...everyType,
    reads: [],
    check: checks.checkOnboardingAge,
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
    check: payToChecks.checkPayeeOfRecord,
  },
  {
    id: 'pay_to_changed',
    title: 'changes of the pay-to',
    needs: ['paymentMethods'],
    source: 'carrier.paymentMethods',
    ...caution,
    ...everyType,
    reads: [],
    check: payToChecks.checkPayToChange,
  },
  {
    id: 'factoring',
    title: 'factoring',
    needs: ['paymentMethods', 'isFactoringPreferred'],
    source: 'carrier.paymentMethods',
    ...caution,
    ...everyType,
    reads: ['isFactoringPreferred'],
    check: payToChecks.checkFactoring,
  },
  {
    id: 'shared_bank',
    title: 'bank account shared with others',
    needs: ['paymentMethods', 'sharedBank'],
    source: 'carrier.paymentMethods',
    ...caution,
    ...everyType,
    reads: [],
    check: payToChecks.checkSharedBank,
  },
  {
    id: 'identity',
    title: 'changes of name, numbers and contact',
    needs: ['changes'],
    source: 'audit log',
    ...caution,
    ...everyType,
    reads: identity,
    check: checks.checkIdentity,
  },
] as const satisfies readonly CarrierRule[];

export type CarrierRuleId = (typeof carrierRules)[number]['id'];

/** Titles of the rules by their ids. */
export const carrierRuleTitles: Readonly<Record<string, string>> = Object.fromEntries(
  carrierRules.map(({ id, title }) => [id, title]),
);
