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

/** What of a payment method says whether money goes to it, as the API shows it. */
export interface MethodStanding {
  readonly id: string;
  readonly isPreferred: boolean | null;
  readonly status: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly deletedAt: string | null;
}

/** Money goes to what is preferred and active. */
export const isInForce = ({ isPreferred, status }: Pick<MethodStanding, 'isPreferred' | 'status'>): boolean =>
  isPreferred === true && status === 'ACTIVE';

/** The method that a payee's money goes to: the one in force, of several the newest. */
export function methodOfRecord<Method extends MethodStanding>(methods: readonly Method[]): Method | undefined {
  return methods.filter((method) => method.deletedAt === null && isInForce(method)).toSorted(newestFirst)[0];
}

/** Of two that were made at once, the later id counts. */
function newestFirst(left: MethodStanding, right: MethodStanding): number {
  const byAge = Date.parse(right.createdAt) - Date.parse(left.createdAt);
  return byAge || (left.id < right.id ? 1 : -1);
}
