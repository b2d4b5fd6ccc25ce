/** Checks whether a wire amount is finite and has at most two decimals. */
export function hasWholeCents(amount: number): boolean {
  const cents = Math.round(amount * 100);
  // Division rounds correctly: the quotient is the very double that a two-decimal number parses to.
  return Number.isSafeInteger(cents) && cents / 100 === amount;
}
