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

interface PaymentMethod<Factor> {
  /** ISO 8601. */
  readonly createdAt: string;
  readonly isPreferred: boolean;
  readonly isActive: boolean;
  readonly recipientType: string;
  readonly factor: Factor | null;
}

/** The method that money goes to where that is a factor: the preferred active one, of several the newest. */
export function factorOfRecord<Factor>(
  methods: readonly PaymentMethod<Factor>[],
): (PaymentMethod<Factor> & { readonly factor: Factor }) | null {
  const [method] = methods
    .filter(({ isPreferred, isActive }) => isPreferred && isActive)
    .toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
  if (!method || method.recipientType !== 'FACTOR' || method.factor === null) return null;
  return { ...method, factor: method.factor };
}
