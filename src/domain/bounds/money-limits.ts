import { type AmountOf, sumByCurrency } from '../money/money.ts';

/** What a desk lets move of one kind of money; each number holds for each currency by itself, null is no limit. */
export interface MoneyLimit {
  readonly perCallCents: number | null;
  readonly perDayCents: number | null;
  /** For one payee in a day. */
  readonly perPayeeCents: number | null;
}

/** An amount that moves, and whose it becomes. */
export interface Moved {
  readonly amount: AmountOf;
  /** Id of the payee; null where it is not known. */
  readonly payee: string | null;
}

/** The same as it was counted before. */
export interface CountedMove extends Moved {
  /** Who asked for it. */
  readonly who: string;
}

/** How far one limit is used up, and what one call adds to it. */
export interface Standing {
  readonly limit: 'call' | 'day' | 'payee';
  readonly currency: string;
  readonly payee: string | null;
  readonly limitCents: number;
  readonly usedCents: number;
  readonly ownCents: number;
  /** Who has used it, the most first. */
  readonly by: readonly { readonly who: string; readonly amountCents: number }[];
}

export const isAbove = ({ limitCents, usedCents, ownCents }: Standing): boolean => usedCents + ownCents > limitCents;

/** Where a call stands with each limit that it counts against: one row for each currency, and for each payee. */
export function standingsOf(
  { perCallCents, perDayCents, perPayeeCents }: MoneyLimit,
  own: readonly Moved[],
  counted: readonly CountedMove[],
): readonly Standing[] {
  const payees = [...new Set(own.map(({ payee }) => payee))];
  return [
    ...rowsOf({ limit: 'call', limitCents: perCallCents, payee: null }, own, []),
    ...rowsOf({ limit: 'day', limitCents: perDayCents, payee: null }, own, counted),
    ...payees.flatMap((payee) => {
      const isTheirs = (move: Moved) => move.payee === payee;
      const row = { limit: 'payee', limitCents: perPayeeCents, payee } as const;
      return rowsOf(row, own.filter(isTheirs), counted.filter(isTheirs));
    }),
  ];
}

type Row = Pick<Standing, 'limit' | 'payee'> & { readonly limitCents: number | null };

function rowsOf(
  { limit, limitCents, payee }: Row,
  own: readonly Moved[],
  counted: readonly CountedMove[],
): readonly Standing[] {
  if (limitCents === null) return [];
  return sumByCurrency(own.map(({ amount }) => amount)).map(({ currency, amountCents: ownCents }) => {
    const before = counted.filter(({ amount }) => amount.currency === currency);
    const usedCents = before.reduce((sum, { amount }) => sum + amount.amountCents, 0);
    return { limit, currency, payee, limitCents, usedCents, ownCents, by: sharesOf(before) };
  });
}

function sharesOf(counted: readonly CountedMove[]): Standing['by'] {
  const people = Map.groupBy(counted, ({ who }) => who);
  const shares = [...people].map(([who, moves]) => ({
    who,
    amountCents: moves.reduce((sum, { amount }) => sum + amount.amountCents, 0),
  }));
  return shares.toSorted((a, b) => b.amountCents - a.amountCents || (a.who < b.who ? -1 : 1));
}
