import type { CarrierRequirements } from '../kit/desk-rules.ts';
import type { Refusal } from '../kit/refusals.ts';

/** Everything the vetting rules read of one carrier, as plain values; null means not known. Dates are civil dates. */
export interface CarrierFacts {
  /** False for a carrier that only the public registry lists. */
  readonly hasFile: boolean;
  readonly type: 'TRUCKLOAD' | 'AIR' | 'CARTAGE' | 'LINEHAUL' | 'LTL' | 'OCEAN' | 'RAIL' | null;
  readonly status: string | null;
  readonly statusReason: string | null;
  readonly operatingAbility: string | null;
  /** Listed in the public registry. */
  readonly inFmcsa: boolean | null;
  /** When the operating authority was granted. */
  readonly authoritySince: string | null;
  /** The carrier's row of the public registry; null where the API shows none. */
  readonly registry: RegistryEntry | null;
  readonly insuranceExpiresOn: string | null;
  readonly autoLiabilityCents: number | null;
  readonly cargoLiabilityCents: number | null;
  readonly rating: string | null;
  readonly ratingDate: string | null;
  /** Null for a carrier without a file. */
  readonly onboardedOn: string | null;
  readonly isFactoringPreferred: boolean | null;
  /** Null where the API doesn't show how the carrier is paid. */
  readonly paymentMethods: readonly PayToFacts[] | null;
  readonly sharedBank: SharedBank;
  /** Values of the file that somebody changed not long ago. */
  readonly changes: readonly ChangedValue[];
}

/** Facts that were read of one carrier. A rule that needs one that wasn't read isn't checked. */
export type CarrierReadFacts = { readonly [Fact in keyof CarrierFacts]?: CarrierFacts[Fact] | undefined };

/** What the public registry lists of a carrier; null where it lists nothing. */
export interface RegistryEntry {
  readonly legalName: string | null;
  /** Whether the name on file, or the one that the carrier does business as, is the legal name; null where unknown. */
  readonly isSameName: boolean | null;
  readonly authority: string | null;
  /** Full months of active authority. */
  readonly authorityMonths: number | null;
  readonly rating: string | null;
}

/** Other carriers with a bank account that ends in the same four digits, or the reason why they weren't compared. */
export type SharedBank =
  | {
      readonly isChecked: true;
      readonly others: readonly { readonly name: string; readonly friendlyId: string | null }[];
    }
  | { readonly isChecked: false; readonly reason: string };

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
  /** The sentence without what somebody typed into a record, where it repeats any. */
  readonly bareSentence?: string;
  /** What a failure is called where the policy may let a person approve it; `carrier_do_not_use` if not said. */
  readonly refusal?: Refusal;
}

export interface CarrierCheckContext {
  readonly facts: CarrierFacts;
  /** Civil date on which the question is asked. */
  readonly today: string;
  readonly requirements: CarrierRequirements;
}

export type CarrierCheck = (context: CarrierCheckContext) => CarrierCheckResult;
