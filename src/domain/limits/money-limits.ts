import { type AmountOf, sumByCurrency } from '../money/money.ts';

/** Limits of a desk on one kind of money movement. Each applies per currency; null means no limit. */
export interface MoneyLimit {
  readonly perCallCents: number | null;
  readonly perDayCents: number | null;
  /** Maximum per payee and day. */
  readonly perPayeeCents: number | null;
}

/** An amount that moves, and its payee. */
export interface Moved {
  readonly amount: AmountOf;
  /** Id of the payee; null if unknown. */
  readonly payee: string | null;
}

/** A movement that already counts against the limits. */
export interface CountedMove extends Moved {
  /** The person or program that requested it. */
  readonly who: string;
}

/** Usage of one limit, and the amount that a call would add. */
export interface LimitUsage {
  readonly limit: 'call' | 'day' | 'payee';
  readonly currency: string;
  readonly payee: string | null;
  readonly limitCents: number;
  readonly usedCents: number;
  readonly ownCents: number;
  /** Users of the limit, largest amount first. */
  readonly by: readonly { readonly who: string; readonly amountCents: number }[];
}

export const isAbove = ({ limitCents, usedCents, ownCents }: LimitUsage): boolean => usedCents + ownCents > limitCents;

/** Computes the usage of each limit that a call counts against: one row per currency, and per payee for payee limits. */
export function computeLimitUsages(
  { perCallCents, perDayCents, perPayeeCents }: MoneyLimit,
  moves: readonly Moved[],
  counted: readonly CountedMove[],
): readonly LimitUsage[] {
  const payees = [...new Set(moves.map(({ payee }) => payee))];
  return [
    ...computeUsagePerCurrency({ limit: 'call', limitCents: perCallCents, payee: null }, moves, []),
    ...computeUsagePerCurrency({ limit: 'day', limitCents: perDayCents, payee: null }, moves, counted),
    ...payees.flatMap((payee) => {
      const isTheirs = (move: Moved) => move.payee === payee;
      const row = { limit: 'payee', limitCents: perPayeeCents, payee } as const;
      return computeUsagePerCurrency(row, moves.filter(isTheirs), counted.filter(isTheirs));
    }),
  ];
}

type LimitRow = Pick<LimitUsage, 'limit' | 'payee'> & { readonly limitCents: number | null };

function computeUsagePerCurrency(
  { limit, limitCents, payee }: LimitRow,
  moves: readonly Moved[],
  counted: readonly CountedMove[],
): readonly LimitUsage[] {
  if (limitCents === null) return [];
  return sumByCurrency(moves.map(({ amount }) => amount)).map(({ currency, amountCents: ownCents }) => {
    const before = counted.filter(({ amount }) => amount.currency === currency);
    const usedCents = before.reduce((sum, { amount }) => sum + amount.amountCents, 0);
    return { limit, currency, payee, limitCents, usedCents, ownCents, by: sumByPerson(before) };
  });
}

function sumByPerson(counted: readonly CountedMove[]): LimitUsage['by'] {
  const people = Map.groupBy(counted, ({ who }) => who);
  const shares = [...people].map(([who, moves]) => ({
    who,
    amountCents: moves.reduce((sum, { amount }) => sum + amount.amountCents, 0),
  }));
  return shares.toSorted((a, b) => b.amountCents - a.amountCents || (a.who < b.who ? -1 : 1));
}
