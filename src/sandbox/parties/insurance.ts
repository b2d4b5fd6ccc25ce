import { day } from '../kit/clock.ts';
import type { Insurance } from './party.ts';

interface Policies {
  readonly madeAt: number;
  /** The end on file when the brokerage was made. */
  readonly firstEnd: number;
  /** Days before the end on which the new certificate comes; negative: the carrier was without one for so long. */
  readonly aheadDays: number;
}

const yearMs = 365 * day;

/** Creates the insurance of a carrier. Insurance that had ended when the brokerage was created is not renewed. */
export function createInsurance({ madeAt, firstEnd, aheadDays }: Policies): Insurance {
  if (firstEnd <= madeAt) return { until: () => firstEnd, renewedAt: () => null };
  // No certificate has come before the brokerage was made.
  const firstRenewal = firstEnd - Math.min(aheadDays * day, 0.7 * (firstEnd - madeAt));
  const countRenewals = (at: number) => (at < firstRenewal ? 0 : Math.floor((at - firstRenewal) / yearMs) + 1);
  return {
    until: (at) => firstEnd + countRenewals(at) * yearMs,
    renewedAt: (at) => (countRenewals(at) === 0 ? null : Math.floor(firstRenewal + (countRenewals(at) - 1) * yearMs)),
  };
}
