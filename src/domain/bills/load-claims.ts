import { compareNames } from '../parties/payee-name.ts';

export interface Claimant {
  readonly id: string;
  /** Name for sentences. */
  readonly name: string;
  /** False where a key or an id stands in for the name: it is shown, and never compared. */
  readonly isNamed?: boolean | undefined;
}

/** Carriers of the load that a bill is for, and other payees that bill it. */
export interface LoadClaims {
  /** Carriers with an agreed cost, or with a truck that was ordered and not used. */
  readonly booked: readonly Claimant[];
  /** All carriers that were ever on the load. */
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
  const isBooked = ({ id }: Claimant) => booked.some((claimant) => claimant.id === id);
  const isOther = ({ id }: Claimant) => id !== payee.id;
  const contested = bills.filter((bill) => isOther(bill) && !(isBooked(bill) && isBooked(payee)));
  const passedOver = isBooked(payee) ? [] : booked.filter(({ id }) => !contested.some((bill) => bill.id === id));
  const twins = removeDuplicates([...assigned, ...bills]).filter(
    (claimant) => isOther(claimant) && isAlike(claimant, payee),
  );
  return [
    ...[...Map.groupBy(contested, ({ id }) => id).values()].map((payeeBills) => ({
      sentence: `${payee.name} and ${payeeBills[0]?.name ?? ''} both bill this load.`,
      billIds: payeeBills.map(({ billId }) => billId),
    })),
    ...removeDuplicates(passedOver).map(({ name }) => ({
      sentence: `${payee.name} bills this load without an agreed cost, but ${name} was booked for it.`,
    })),
    ...twins.map(({ name }) => ({ sentence: `${payee.name} and ${name} are two carriers of this load; ${alike}.` })),
  ];
}

const alike = 'their names look alike';

/** Reports a payee that wasn't booked, and whether the two names look alike. */
export function checkStranger(payee: Claimant, booked: Claimant): string | null {
  if (payee.id === booked.id) return null;
  return `${payee.name} bills, but ${booked.name} was booked${isAlike(payee, booked) ? `; ${alike}` : ''}.`;
}

/** Reports an account in the name of another company, even if the names look alike. */
export function checkAccountName(
  payee: Pick<Claimant, 'name'>,
  ownNames: readonly string[],
  accountName: string,
): string | null {
  if (ownNames.length === 0 || ownNames.includes(accountName)) return null;
  const likenesses = ownNames.map((name) => compareNames(name, accountName));
  if (likenesses.includes('same')) return null;
  const hint = likenesses.includes('alike') ? `; ${alike}` : '';
  return `Money for ${payee.name} goes to an account in the name of ${accountName}${hint}.`;
}

const isAlike = (claimant: Claimant, other: Claimant) =>
  claimant.isNamed !== false && other.isNamed !== false && compareNames(claimant.name, other.name) !== 'different';
const removeDuplicates = (claimants: readonly Claimant[]) => [
  ...new Map(claimants.map((claimant) => [claimant.id, claimant])).values(),
];
