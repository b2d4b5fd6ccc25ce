interface Amount {
  readonly currency: string;
  readonly cents: number;
}

/** Null where something of it is in another currency: currencies are never added up. */
export function sumIn(currency: string, amounts: readonly Amount[]): number | null {
  let sum = 0;
  for (const amount of amounts) {
    if (amount.currency === currency) sum += amount.cents;
    else if (amount.cents !== 0) return null;
  }
  return sum;
}
