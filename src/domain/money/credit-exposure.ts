import { type CreditPart, creditParts } from '../kit/desk-rules.ts';
import { formatMoney, computeFraction, computePercent, formatPercent, roundToCents } from './money.ts';

/** Amounts that a customer owes or will owe, in one currency. */
export interface ExposureParts {
  /** Open balances of invoices. */
  readonly openCents: number;
  /** Revenue that is delivered and not invoiced. */
  readonly unbilledCents: number;
  /** Revenue that is booked or under way. */
  readonly bookedCents: number;
}

export type CreditStatus = 'over' | 'near' | 'within' | 'no limit recorded';

export interface CreditExposure extends ExposureParts {
  /** Sum of the parts that count. */
  readonly totalCents: number;
  readonly limitCents: number | null;
  /** Used share of the limit; null without a limit. */
  readonly usedPercent: number | null;
  /** Amount that may still be booked, never below zero; null without a limit. */
  readonly leftCents: number | null;
  readonly status: CreditStatus;
}

export interface CreditTerms {
  readonly limitCents: number | null;
  /** From so much on it is said that the limit is near; up to 1 it is a fraction of the limit, above an amount. */
  readonly warning: number | null;
}

/** Default share of the limit at which a warning starts. */
const nearFraction = 0.9;

const partCents = {
  open_invoices: ({ openCents }) => openCents,
  unbilled: ({ unbilledCents }) => unbilledCents,
  booked: ({ bookedCents }) => bookedCents,
} as const satisfies Record<CreditPart, (parts: ExposureParts) => number>;

/** Compares the sum of the counted parts with the limit. Booked revenue counts too, unless the brokerage's rules leave it out. */
export function computeCreditExposure(
  parts: ExposureParts,
  { limitCents, warning }: CreditTerms,
  counted: readonly CreditPart[] = creditParts,
): CreditExposure {
  const totalCents = [...new Set(counted)].reduce((sum, part) => sum + partCents[part](parts), 0);
  const rest = limitCents === null ? null : Math.max(0, limitCents - totalCents);
  return {
    ...parts,
    totalCents,
    limitCents,
    usedPercent: limitCents === null ? null : computePercent(totalCents, limitCents),
    leftCents: rest,
    status: classifyExposure(totalCents, limitCents, warning),
  };
}

function classifyExposure(totalCents: number, limitCents: number | null, warning: number | null): CreditStatus {
  if (limitCents === null) return 'no limit recorded';
  if (totalCents > limitCents) return 'over';
  return totalCents >= computeWarningCents(limitCents, warning ?? nearFraction) ? 'near' : 'within';
}

const computeWarningCents = (limitCents: number, warning: number): number =>
  isFraction(warning) ? computeFraction(limitCents, warning) : roundToCents(warning);

const isFraction = (warning: number) => warning <= 1;

/** Formats a warning as `90 % of the limit`, or as an amount. */
export const formatWarning = (warning: number, currency: string): string =>
  isFraction(warning) ? `${formatPercent(warning)} of the limit` : formatMoney(roundToCents(warning), currency);
