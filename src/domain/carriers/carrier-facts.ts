import type { AmountOf } from '../money/money.ts';
import type { CarrierRequirements } from '../kit/desk-rules.ts';

/** Everything the vetting rules read of one carrier, as plain values; null means not known. Dates are civil dates. */
export interface CarrierFacts {
  readonly type: 'TRUCKLOAD' | 'AIR' | 'CARTAGE' | 'LINEHAUL' | 'LTL' | 'OCEAN' | 'RAIL' | null;
  readonly status: string | null;
  readonly statusReason: string | null;
  readonly operatingAbility: string | null;
  /** Listed in the public registry. */
  readonly inFmcsa: boolean | null;
  /** When the operating authority was granted. */
  readonly authoritySince: string | null;
  /** Full months of active authority, where the registry gives no date. */
  readonly authorityMonths?: number | null;
  readonly insuranceExpiresOn: string | null;
  readonly autoLiabilityCents: number | null;
  readonly cargoLiabilityCents: number | null;
  readonly rating: string | null;
  readonly ratingDate: string | null;
  /** Null for a carrier of the public registry that was never onboarded. */
  readonly onboardedOn: string | null;
  readonly isFactoringPreferred: boolean | null;
  readonly paymentMethods: readonly PayToFacts[];
  /** Other carriers with a bank account ending in the same four digits. */
  readonly sharedBank: readonly { readonly name: string; readonly friendlyId: string | null }[];
  readonly openBills: readonly AmountOf[];
  readonly liveLoads: number;
  /** Values of the file that somebody changed not long ago. */
  readonly changes: readonly ChangedValue[];
}

/** A value that was changed: until it is old it proves nothing by itself. */
export interface ChangedValue {
  /** As the API names it. */
  readonly field: string;
  readonly by: string;
  /** Civil date. */
  readonly on: string;
  readonly from: string;
  readonly to: string;
}

export interface PayToFacts {
  readonly status: string | null;
  readonly isPreferred: boolean | null;
  /** DIRECT or FACTOR; whom any other word means is not known. */
  readonly recipient: string;
  readonly factorName: string | null;
  readonly companyName: string | null;
  /** The day it was created or last changed, whichever is later. */
  readonly changedOn: string;
}

/** `Insurance expiration date`, of the name by which the API knows it. */
export function wordsOf(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const named = words.replace(/\b(?:mc|dot|ein|scac|id)\b/g, (word) => word.toUpperCase());
  return named.slice(0, 1).toUpperCase() + named.slice(1);
}

/** What one rule found; `severity` only where it depends on the value. */
export interface CarrierCheckResult {
  readonly outcome: 'pass' | 'fail' | 'unknown';
  readonly severity?: 'blocking' | 'caution';
  readonly value?: string | null;
  readonly date?: string | null;
  readonly sentence: string;
}

export interface CarrierCheckContext {
  readonly facts: CarrierFacts;
  /** Civil date on which the question is asked. */
  readonly today: string;
  readonly requirements: CarrierRequirements;
}

export type CarrierCheck = (context: CarrierCheckContext) => CarrierCheckResult;
