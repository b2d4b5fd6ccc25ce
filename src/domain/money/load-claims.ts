import { likenessOf } from '../parties/payee-name.ts';

export interface Claimant {
  readonly id: string;
  /** As sentences may name it. */
  readonly name: string;
  /** False where a key or an id stands in for the name: it is shown, and never compared. */
  readonly isNamed?: boolean | undefined;
}

/** Who stands on the load that a bill is for, and who else bills it. */
export interface LoadClaims {
  /** Those with an agreed cost, and those whose truck was ordered and not used: each is owed for itself. */
  readonly booked: readonly Claimant[];
  /** Everybody who was ever put on the load. */
  readonly assigned: readonly Claimant[];
  /** The bills of others on the same load. */
  readonly bills: readonly (Claimant & { readonly billId: string })[];
}

export interface ClaimProblem {
  readonly sentence: string;
  readonly billIds?: readonly string[];
}

/** Two companies that bill one load are both owed only where each was booked for it, and is not the other's look-alike. */
export function claimProblems(payee: Claimant, { booked, assigned, bills }: LoadClaims): readonly ClaimProblem[] {
  const isBooked = ({ id }: Claimant) => booked.some((one) => one.id === id);
  const isOther = ({ id }: Claimant) => id !== payee.id;
  const contested = bills.filter((bill) => isOther(bill) && !(isBooked(bill) && isBooked(payee)));
  const passedOver = isBooked(payee) ? [] : booked.filter(({ id }) => !contested.some((bill) => bill.id === id));
  const twins = eachOnce([...assigned, ...bills]).filter((one) => isOther(one) && looksLike(one, payee));
  return [
    ...[...Map.groupBy(contested, ({ id }) => id).values()].map((of) => ({
      sentence: `${payee.name} and ${of[0]?.name ?? ''} both bill this load.`,
      billIds: of.map(({ billId }) => billId),
    })),
    ...eachOnce(passedOver).map(({ name }) => ({
      sentence: `${payee.name} bills this load without an agreed cost, but ${name} was booked for it.`,
    })),
    ...twins.map(({ name }) => ({ sentence: `${payee.name} and ${name} are two carriers of this load; ${alike}.` })),
  ];
}

const alike = 'their names look alike';

/** `X bills, but Y was booked`, and whether one may be taken for the other. */
export function strangerProblem(payee: Claimant, booked: Claimant): string | null {
  if (payee.id === booked.id) return null;
  return `${payee.name} bills, but ${booked.name} was booked${looksLike(payee, booked) ? `; ${alike}` : ''}.`;
}

/** Money for one company that goes to an account in the name of another, however much alike they look. */
export function accountProblem(
  payee: Pick<Claimant, 'name'>,
  ownNames: readonly string[],
  accountName: string,
): string | null {
  if (ownNames.length === 0 || ownNames.includes(accountName)) return null;
  const likenesses = ownNames.map((name) => likenessOf(name, accountName));
  if (likenesses.includes('same')) return null;
  const hint = likenesses.includes('alike') ? `; ${alike}` : '';
  return `Money for ${payee.name} goes to an account in the name of ${accountName}${hint}.`;
}

const looksLike = (one: Claimant, other: Claimant) =>
  one.isNamed !== false && other.isNamed !== false && likenessOf(one.name, other.name) !== 'different';
const eachOnce = (claimants: readonly Claimant[]) => [...new Map(claimants.map((one) => [one.id, one])).values()];
