/** Recipients of a carrier's money: the carrier, or the factor that bought its receivables. */
export const paymentRecipientTypes = ['DIRECT', 'FACTOR'] as const;
export type PaymentRecipientType = (typeof paymentRecipientTypes)[number];

/** Returns the problem with the factor of a payment method, or null if it fits the recipient. */
export function checkFactor(recipientType: PaymentRecipientType, factorId: string | null): string | null {
  if (recipientType === 'DIRECT' && factorId !== null)
    return 'must be null: a DIRECT payment method pays the carrier itself';
  if (recipientType === 'FACTOR' && factorId === null)
    return 'is required: a FACTOR payment method pays a factor, so name which one';
  return null;
}

/** The fields of a payment method that decide whether money goes to it. */
export interface SelectableMethod {
  readonly id: string;
  readonly isPreferred: boolean | null;
  readonly status: string | null;
  /** ISO 8601. */
  readonly createdAt: string;
  readonly deletedAt: string | null;
}

/** Money goes to what is preferred and active. */
export const isInForce = ({ isPreferred, status }: Pick<SelectableMethod, 'isPreferred' | 'status'>): boolean =>
  isPreferred === true && status === 'ACTIVE';

/** Finds the payment method in force, or the newest of several. */
export function findMethodOfRecord<Method extends SelectableMethod>(methods: readonly Method[]): Method | undefined {
  return methods.filter((method) => method.deletedAt === null && isInForce(method)).toSorted(compareByAge)[0];
}

/** Sorts the newest first. Methods of the same instant are sorted by id. */
function compareByAge(a: SelectableMethod, b: SelectableMethod): number {
  const byAge = Date.parse(b.createdAt) - Date.parse(a.createdAt);
  return byAge || (a.id < b.id ? 1 : -1);
}
