/** Who gets a carrier's money: the carrier itself, or the factor that bought its receivables. */
export const paymentRecipientTypes = ['DIRECT', 'FACTOR'] as const;
export type PaymentRecipientType = (typeof paymentRecipientTypes)[number];

/** What is wrong with the factor of a payment method; null when it fits the recipient. */
export function factorProblem(recipientType: PaymentRecipientType, factorId: string | null): string | null {
  if (recipientType === 'DIRECT' && factorId !== null)
    return 'must be null: a DIRECT payment method pays the carrier itself';
  if (recipientType === 'FACTOR' && factorId === null)
    return 'is required: a FACTOR payment method pays a factor, so name which one';
  return null;
}
