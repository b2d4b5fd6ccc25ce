/** Kinds of money movement that a desk can limit, in words for people. */
export const moneyKindWords = {
  promise: 'promised to carriers and vendors',
  approval: 'approved for payment',
  payment: 'paid to carriers, factors and vendors',
  credit: 'given to customers as credit',
  invoice: 'invoiced to customers',
  receipt: 'recorded as paid by customers',
} as const;

export type MoneyKind = keyof typeof moneyKindWords;
