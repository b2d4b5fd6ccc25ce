import * as z from 'zod';
import { builtInRules, creditParts, type DeskRules, type Tolerance } from '../../domain/kit/desk-rules.ts';

const Dollars = z.number().min(0).max(100_000_000).multipleOf(0.01);
const Days = z.int().min(0).max(3650);
const Fraction = z.number().min(0).max(1);
const ToleranceFile = z.strictObject({ amount: Dollars.optional(), fraction: Fraction.optional() });

/** The desk's rules as people write them in the policy file: dollars, hours, days and fractions. */
export const RulesFile = z.strictObject({
  freeTimeHours: z.number().min(0).max(72).optional(),
  detentionPerHour: z.strictObject({ customer: Dollars.optional(), carrier: Dollars.optional() }).optional(),
  marginTarget: Fraction.optional(),
  creditCounts: z.array(z.enum(creditParts)).min(1).optional(),
  billTolerance: z.strictObject({ clean: ToleranceFile.optional(), minor: ToleranceFile.optional() }).optional(),
  insurance: z
    .strictObject({ autoLiability: Dollars.optional(), cargoLiability: Dollars.optional(), soonDays: Days.optional() })
    .optional(),
  authorityDays: Days.optional(),
  onboardingDays: Days.optional(),
  payToDays: Days.optional(),
  changedDays: Days.optional(),
  newAddressDays: Days.optional(),
  bankChanges: z.string().trim().min(1).max(300).optional(),
});

type File = z.output<typeof RulesFile>;

/** The rules of the file; what it does not name stays as built in. */
export function rulesOf(file: File = {}): DeskRules {
  const { freeTimeHours, detentionPerHour = {}, billTolerance = {} } = file;
  const { detentionPerHourCents: detention, billTolerance: tolerance } = builtInRules;
  return {
    freeTimeMinutes: freeTimeHours === undefined ? builtInRules.freeTimeMinutes : Math.round(freeTimeHours * 60),
    detentionPerHourCents: {
      customer: centsOr(detentionPerHour.customer, detention.customer),
      carrier: centsOr(detentionPerHour.carrier, detention.carrier),
    },
    marginTarget: file.marginTarget ?? builtInRules.marginTarget,
    creditCounts: file.creditCounts ?? builtInRules.creditCounts,
    billTolerance: {
      clean: toleranceOf(billTolerance.clean, tolerance.clean),
      minor: toleranceOf(billTolerance.minor, tolerance.minor),
    },
    carriers: requirementsOf(file),
    newAddressDays: file.newAddressDays ?? builtInRules.newAddressDays,
    bankChanges: file.bankChanges ?? builtInRules.bankChanges,
  };
}

function requirementsOf(file: File): DeskRules['carriers'] {
  const { carriers: builtIn } = builtInRules;
  const { insurance = {} } = file;
  return {
    autoLiabilityCents: centsOr(insurance.autoLiability, builtIn.autoLiabilityCents),
    cargoLiabilityCents: centsOr(insurance.cargoLiability, builtIn.cargoLiabilityCents),
    insuranceSoonDays: insurance.soonDays ?? builtIn.insuranceSoonDays,
    authorityDays: file.authorityDays ?? builtIn.authorityDays,
    onboardingDays: file.onboardingDays ?? builtIn.onboardingDays,
    payToDays: file.payToDays ?? builtIn.payToDays,
    changedDays: file.changedDays ?? builtIn.changedDays,
  };
}

const toleranceOf = (file: z.output<typeof ToleranceFile> | undefined, builtIn: Tolerance): Tolerance => ({
  cents: centsOr(file?.amount, builtIn.cents),
  fraction: file?.fraction ?? builtIn.fraction,
});

const centsOr = (dollars: number | undefined, builtIn: number): number =>
  dollars === undefined ? builtIn : Math.round(dollars * 100);
