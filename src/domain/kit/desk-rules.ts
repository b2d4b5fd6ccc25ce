/** A deviation is tolerated up to the larger of an amount and a fraction of what is owed. */
export interface Tolerance {
  readonly cents: number;
  /** 0.01 is 1 %. */
  readonly fraction: number;
}

/** What counts against a customer's credit limit. */
export const creditParts = ['open_invoices', 'unbilled', 'booked'] as const;
export type CreditPart = (typeof creditParts)[number];

/** What this brokerage asks of a carrier. Amounts are in US dollars. */
export interface CarrierRequirements {
  readonly autoLiabilityCents: number;
  readonly cargoLiabilityCents: number;
  /** From so many days before insurance ends it is pointed out. */
  readonly insuranceSoonDays: number;
  /** Operating authority younger than this is pointed out. */
  readonly authorityDays: number;
  /** A carrier that is on our books for less is pointed out. */
  readonly onboardingDays: number;
  /** Pay-to details that changed within so many days hold bills back. */
  readonly payToDays: number;
  /** For how long a change of a value is shown beside it, and is no proof by itself. */
  readonly changedDays: number;
}

/** What this brokerage goes by, where the law and the contract leave it free. The policy file sets it. */
export interface DeskRules {
  /** Free time at a dock before detention. */
  readonly freeTimeMinutes: number;
  /** What an hour of detention is charged at, and what a carrier is paid for it. */
  readonly detentionPerHourCents: { readonly customer: number; readonly carrier: number };
  /** Fraction of revenue that is aimed at: 0.15 is 15 %. */
  readonly marginTarget: number;
  readonly creditCounts: readonly CreditPart[];
  readonly billTolerance: { readonly clean: Tolerance; readonly minor: Tolerance };
  readonly carriers: CarrierRequirements;
  /** An e-mail address that is on record for less is pointed out before mail goes to it. */
  readonly newAddressDays: number;
  /** How new bank details are verified, as the one who approves them reads it. */
  readonly bankChanges: string;
}

export const builtInRules: DeskRules = {
  freeTimeMinutes: 120,
  detentionPerHourCents: { customer: 7_500, carrier: 5_000 },
  marginTarget: 0.15,
  creditCounts: creditParts,
  billTolerance: { clean: { cents: 2_500, fraction: 0.01 }, minor: { cents: 10_000, fraction: 0.05 } },
  carriers: {
    autoLiabilityCents: 100_000_000,
    cargoLiabilityCents: 10_000_000,
    insuranceSoonDays: 30,
    authorityDays: 180,
    onboardingDays: 30,
    payToDays: 30,
    changedDays: 30,
  },
  newAddressDays: 7,
  bankChanges: 'Call the payee on a number that was on record before the change, and note whom you spoke to.',
};
