import { type CreditPart, creditParts } from '../kit/desk-rules.ts';
import { formatMoney, fractionOfCents, percentOf, percentText, roundToCents } from './money.ts';

/** What a customer owes and will owe, in one currency. */
export interface ExposureParts {
  /** Open balances of invoices. */
  readonly openCents: number;
  /** Revenue that is delivered and not invoiced. */
  readonly unbilledCents: number;
  /** Revenue that is booked or under way. */
  readonly bookedCents: number;
}

export type CreditStanding = 'over' | 'near' | 'within' | 'no limit recorded';

export interface CreditExposure extends ExposureParts {
  /** Of the parts that count. */
  readonly totalCents: number;
  readonly limitCents: number | null;
  /** Of the limit; null without one. */
  readonly usedPercent: number | null;
  /** What may still be booked, never below zero; null without a limit. */
  readonly leftCents: number | null;
  readonly standing: CreditStanding;
}

export interface CreditTerms {
  readonly limitCents: number | null;
  /** From so much on it is said that the limit is near; up to 1 it is a fraction of the limit, above an amount. */
  readonly warning: number | null;
}

/** Without a warning of its own a limit is near from here on. */
const nearFraction = 0.9;

const partCents = {
  open_invoices: ({ openCents }) => openCents,
  unbilled: ({ unbilledCents }) => unbilledCents,
  booked: ({ bookedCents }) => bookedCents,
} as const satisfies Record<CreditPart, (parts: ExposureParts) => number>;

/** All parts together against the limit, what is booked is owed as soon as it is delivered; a brokerage may count fewer. */
export function creditExposure(
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
    usedPercent: limitCents === null ? null : percentOf(totalCents, limitCents),
    leftCents: rest,
    standing: standingOf(totalCents, limitCents, warning),
  };
}

function standingOf(totalCents: number, limitCents: number | null, warning: number | null): CreditStanding {
  if (limitCents === null) return 'no limit recorded';
  if (totalCents > limitCents) return 'over';
  return totalCents >= warningCents(limitCents, warning ?? nearFraction) ? 'near' : 'within';
}

const warningCents = (limitCents: number, warning: number): number =>
  isFraction(warning) ? fractionOfCents(limitCents, warning) : roundToCents(warning);

const isFraction = (warning: number) => warning <= 1;

/** `90 % of the limit`, or the amount. */
export const warningText = (warning: number, currency: string): string =>
  isFraction(warning) ? `${percentText(warning)} of the limit` : formatMoney(roundToCents(warning), currency);
