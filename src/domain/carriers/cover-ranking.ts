import type { LaneLevel } from '../places/lane-rule.ts';

/** Days for which a carrier's loads on the lane count. */
export const coverDays = 365;
/** Largest distance to the pickup, and hours before it, at which an empty truck counts as nearby. */
export const nearby = { miles: 150, hours: 24 } as const;

/** Inputs of the ranking of carriers for a load. */
export interface CoverInputs {
  /** Null if the requested equipment or the carrier's is unknown. */
  readonly fitsEquipment: boolean | null;
  /** The closest match of the lane among the carrier's loads; null if it never ran the lane. */
  readonly level: LaneLevel | null;
  readonly hasTruckNearby: boolean;
  readonly isClean: boolean;
  /** Loads on the lane at that level. */
  readonly loads: number;
  readonly averageCents: number | null;
}

interface CoverRule {
  readonly words: string;
  /** The smaller, the better. */
  readonly rank: (inputs: CoverInputs) => number;
}

const levelRanks: Readonly<Record<LaneLevel, number>> = { city: 0, market: 1, state: 2 };
const neverRan = 3;

/** Ranking rules in order: the first that differs for two carriers decides. */
const coverRules: readonly CoverRule[] = [
  { words: 'runs the equipment', rank: ({ fitsEquipment }) => (fitsEquipment === false ? 1 : 0) },
  {
    words: 'ran the lane (city, market, state)',
    rank: ({ level }) => (level === null ? neverRan : levelRanks[level]),
  },
  { words: 'a truck nearby', rank: ({ hasTruckNearby }) => (hasTruckNearby ? 0 : 1) },
  { words: 'verdict without a caution', rank: ({ isClean }) => (isClean ? 0 : 1) },
  { words: 'more loads there', rank: ({ loads }) => -loads },
  { words: 'lower average buy', rank: ({ averageCents }) => averageCents ?? Number.MAX_SAFE_INTEGER },
];

export const coverRanking = coverRules.map(({ words }) => words).join(', then ');

export function compareForCover(carrier: CoverInputs, other: CoverInputs): number {
  for (const { rank } of coverRules) {
    const difference = rank(carrier) - rank(other);
    if (difference !== 0) return difference;
  }
  return 0;
}

interface BuyLimits {
  /** Fraction of revenue. */
  readonly marginTarget: number;
  /** A requested upper limit. */
  readonly maxCents: number | undefined;
}

/** Computes the most that the carrier may cost at the target margin. Null if neither the revenue nor a limit is known. */
export function computeTargetBuyCents(
  { revenueCents, costCents }: { readonly revenueCents: number | null; readonly costCents: number | null },
  { marginTarget, maxCents }: BuyLimits,
): number | null {
  const affordableCents = revenueCents === null ? 0 : Math.floor(revenueCents * (1 - marginTarget)) - (costCents ?? 0);
  const limits = [affordableCents > 0 ? affordableCents : undefined, maxCents].filter((cents) => cents !== undefined);
  return limits.length === 0 ? null : Math.min(...limits);
}
