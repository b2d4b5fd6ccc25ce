import type { CarrierRequirements } from '../kit/desk-rules.ts';
import type { Refusal } from '../text/refusals.ts';

/** Everything the vetting rules read of one carrier, as plain values; null means not known. Dates are civil dates. */
export interface CarrierSnapshot {
  /** False for a carrier that only the public registry lists. */
  readonly hasFile: boolean;
  readonly type: 'TRUCKLOAD' | 'AIR' | 'CARTAGE' | 'LINEHAUL' | 'LTL' | 'OCEAN' | 'RAIL' | null;
  readonly status: string | null;
  readonly statusReason: string | null;
  readonly operatingAbility: string | null;
  /** Listed in the public registry. */
  readonly inFmcsa: boolean | null;
  /** Civil date on which the operating authority was granted. */
  readonly authoritySince: string | null;
  /** The carrier's row of the public registry; null if the API has none. */
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
  readonly paymentMethods: readonly PaymentMethodSnapshot[] | null;
  readonly sharedBank: SharedBank;
  /** Values of the file that somebody changed not long ago. */
  readonly changes: readonly ChangedValue[];
}

/** The fields of a carrier's snapshot that were read. A rule that needs one that wasn't read isn't checked. */
export type PartialCarrierSnapshot = { readonly [Field in keyof CarrierSnapshot]?: CarrierSnapshot[Field] | undefined };

/** A carrier's entry in the public registry. Null means not listed. */
export interface RegistryEntry {
  readonly legalName: string | null;
  /** True if the name on file or the trade name is the legal name; null if unknown. */
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
  /** The API's name of the field. */
  readonly field: string;
  readonly by: string;
  /** Civil date. */
  readonly on: string;
  readonly from: string;
  readonly to: string;
}

export interface PaymentMethodSnapshot {
  readonly status: string | null;
  readonly isPreferred: boolean | null;
  /** DIRECT or FACTOR; whom any other word means is not known. */
  readonly recipient: string;
  readonly factorName: string | null;
  readonly companyName: string | null;
  /** The day it was created or last changed, whichever is later. */
  readonly changedOn: string;
}

/** Converts the API's name of a field to a label: `insuranceExpirationDate` becomes `Insurance expiration date`. */
export function formatFieldLabel(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const label = words.replace(/\b(?:mc|dot|ein|scac|id)\b/g, (word) => word.toUpperCase());
  return label.slice(0, 1).toUpperCase() + label.slice(1);
}

/** Result of one rule. `severity` is set only if it depends on the value. */
export interface CarrierCheckResult {
  readonly outcome: 'pass' | 'fail' | 'unknown';
  readonly severity?: 'blocking' | 'caution';
  readonly value?: string | null;
  readonly date?: string | null;
  readonly sentence: string;
  /** The sentence without text from records, if it quotes any. */
  readonly bareSentence?: string;
  /** Name of the failure in a policy that lets a person approve it anyway. Default: `carrier_do_not_use`. */
  readonly refusal?: Refusal;
}

export interface CarrierCheckContext {
  readonly carrier: CarrierSnapshot;
  /** Civil date on which the question is asked. */
  readonly today: string;
  readonly requirements: CarrierRequirements;
}

export type CarrierCheck = (context: CarrierCheckContext) => CarrierCheckResult;
