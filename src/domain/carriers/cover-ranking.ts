import type { LaneLevel } from '../places/lane-rule.ts';

/** How far back it counts that a carrier ran the lane. */
export const coverDays = 365;
/** A truck that is empty so near, in so many hours before the pickup, has little way to make. */
export const nearby = { miles: 150, hours: 24 } as const;

/** What carriers for a load are ranked by. */
export interface CoverFacts {
  /** Null where it is not known what is asked for, or what the carrier runs. */
  readonly fitsEquipment: boolean | null;
  /** How closely it ran the lane; null where it never did. */
  readonly level: LaneLevel | null;
  readonly hasTruckNearby: boolean;
  readonly isClean: boolean;
  /** On the lane, at that level. */
  readonly loads: number;
  readonly averageCents: number | null;
}

interface CoverRule {
  readonly words: string;
  /** The smaller, the better. */
  readonly rank: (facts: CoverFacts) => number;
}

const levelRanks: Readonly<Record<LaneLevel, number>> = { city: 0, market: 1, state: 2 };
const neverRan = 3;

/** The first that tells two carriers apart decides. */
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

export function compareForCover(one: CoverFacts, other: CoverFacts): number {
  for (const { rank } of coverRules) {
    const difference = rank(one) - rank(other);
    if (difference !== 0) return difference;
  }
  return 0;
}

interface BuyLimits {
  /** Fraction of revenue. */
  readonly marginTarget: number;
  /** What somebody allows at most. */
  readonly maxCents: number | undefined;
}

/** What the carrier may cost at most for the margin that is aimed at; null where neither that nor a limit is known. */
export function targetBuyCents(
  { revenueCents, costCents }: { readonly revenueCents: number | null; readonly costCents: number | null },
  { marginTarget, maxCents }: BuyLimits,
): number | null {
  const left = revenueCents === null ? 0 : Math.floor(revenueCents * (1 - marginTarget)) - (costCents ?? 0);
  const known = [left > 0 ? left : undefined, maxCents].filter((cents) => cents !== undefined);
  return known.length === 0 ? null : Math.min(...known);
}
