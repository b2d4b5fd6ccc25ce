import { WaybillError } from '../../errors.ts';
import type { FoundPasskey, PasskeyRow, ToolMemory } from '../tool/memory.ts';
import type { Approver } from './approver-name.ts';

type PasskeyDesk = Pick<ToolMemory, 'passkeys'>;

/** A passkey whose signature was verified, as the decision and the audit log need it. */
export interface SigningPasskey {
  /** Name and owner for people. */
  readonly label: string;
  /** Number of the owner at their issuer; null without an owner. */
  readonly subject: string | null;
  readonly addedAt: string;
}

/** The desk's rule for whose passkeys sign. */
export interface PasskeyRule {
  /** True where people of this desk sign in at an issuer: then every passkey needs an owner. */
  readonly needsOwner: boolean;
}

type OwnerColumns = Pick<PasskeyRow, 'issuer' | 'subject'>;

/** Returns the columns that tie a new passkey to the person of a session; empty for a session that has only the secret. */
export const toOwnerColumns = ({ issuer, user }: Approver): OwnerColumns =>
  issuer === undefined ? { issuer: null, subject: null } : { issuer, subject: user };

export const hasOwner = ({ issuer, subject }: OwnerColumns): boolean => issuer !== null || subject !== null;

/** Returns why this passkey signs nothing in a session of this person, or undefined if it does. */
export function findOwnerProblem(rule: PasskeyRule, approver: Approver, passkey: OwnerColumns): string | undefined {
  const owner = toOwnerColumns(approver);
  if (rule.needsOwner && !hasOwner(passkey))
    return 'This passkey has no owner: it was added before people signed in here. Add it again on the Passkeys page. Nothing was decided.';
  if (rule.needsOwner && !hasOwner(owner)) return secretOnly;
  if (passkey.issuer === owner.issuer && passkey.subject === owner.subject) return undefined;
  if (!hasOwner(owner))
    return 'This passkey belongs to a person who signs in, but this desk has no sign-in. Add one on the Passkeys page. Nothing was decided.';
  if (passkey.issuer !== owner.issuer)
    return 'This passkey belongs to a person of another issuer. Add it again on the Passkeys page. Nothing was decided.';
  return 'This passkey belongs to another person. Nothing was decided.';
}

/** Sentence for a session by secret at a desk where people sign in. */
export const secretOnly =
  'People sign in at this desk, and passkeys belong to them: sign in on the page of the server to use or add one. Nothing was decided.';

/** Lists the genuine passkeys, whose rows were not changed outside of Waybill. */
export const listGenuinePasskeys = async ({ passkeys }: PasskeyDesk): Promise<readonly FoundPasskey[]> =>
  (await passkeys.list()).filter(({ isGenuine }) => isGenuine);

/** Lists the passkeys that sign for this person. */
export const listOwnPasskeys = async (
  memory: PasskeyDesk,
  rule: PasskeyRule,
  approver: Approver,
): Promise<readonly FoundPasskey[]> =>
  (await listGenuinePasskeys(memory)).filter((passkey) => findOwnerProblem(rule, approver, passkey) === undefined);

/** Returns `"Phone" of ann@example.com (user 17)`, or who added it if it has no owner. */
export const describePasskey = (passkey: Pick<PasskeyRow, 'name' | 'added_by'> & OwnerColumns): string =>
  `${JSON.stringify(passkey.name)} ${describeOwner(passkey)}`;

export const describeOwner = (passkey: Pick<PasskeyRow, 'added_by'> & OwnerColumns): string =>
  hasOwner(passkey) ? `of ${passkey.added_by}` : `added by ${passkey.added_by}`;

/**
 * Returns true if a yes has to be signed. A row that is not genuine counts too: otherwise tampering with it would allow
 * unsigned approvals.
 */
export const isPasskeyRequired = async ({ passkeys }: PasskeyDesk): Promise<boolean> =>
  (await passkeys.list()).length > 0;

/** Refuses a yes that no passkey has signed, where the desk has one. */
export async function requirePasskey(
  memory: PasskeyDesk,
  id: string,
  signingPasskey: SigningPasskey | undefined,
): Promise<void> {
  if (signingPasskey !== undefined || !(await isPasskeyRequired(memory))) return;
  throw new WaybillError(
    'REFUSED',
    `${id} is approved with a passkey, on the approvals page: this desk has one. Nothing was decided.`,
    { command: { words: 'approvals open', does: 'opens the page' } },
  );
}

/** Refuses to ask for a signature if the person has no passkey that signs. */
export function requireOwnPasskey(rule: PasskeyRule, approver: Approver, ownPasskeys: readonly FoundPasskey[]): void {
  if (ownPasskeys.length === 0) throw new WaybillError('REFUSED', describeMissingPasskey(rule, approver));
}

export const describeMissingPasskey = ({ needsOwner }: PasskeyRule, approver: Approver): string =>
  needsOwner && !hasOwner(toOwnerColumns(approver))
    ? secretOnly
    : 'This desk signs with passkeys, and you have none here. Add one on the Passkeys page. Nothing was decided.';
