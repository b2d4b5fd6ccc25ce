import { WaybillError } from '../../errors.ts';
import { formatPerson, isSamePrincipal } from '../policy/principal-name.ts';
import type { ApprovalRow } from '../tool/memory.ts';
import type { GateOptions } from '../run/run.ts';
import { openPlan } from './approval-row.ts';

/** Names of a decision's person as they are compared: their name, their user, and the owner of the passkey that signed. */
export const toDeciders = (
  name: string | null,
  user: string | null,
  passkeySubject: string | null = null,
): readonly (string | null)[] => [
  name,
  user && formatPerson(user),
  ...(passkeySubject === null ? [] : [formatPerson(passkeySubject)]),
];

type Desk = Pick<GateOptions, 'policy' | 'memory'>;

/** With separation of duties on, an `approve` gate needs a second person: by name and by the operating system's or the issuer's user. */
export function refuseSamePerson(
  { policy: { separationOfDuties }, memory }: Desk,
  row: ApprovalRow,
  deciders: readonly (string | null)[],
): void {
  const { id, gate, requester } = row;
  if (!separationOfDuties || gate !== 'approve') return;
  if (isRequester(row, memory, deciders)) {
    throw new WaybillError(
      'REFUSED',
      `${id} was asked for by ${requester}: with separation of duties somebody else approves it.`,
    );
  }
}

/** Whoever is not known counts as the one who asked. */
function isRequester(row: ApprovalRow, { cipher }: Desk['memory'], deciders: readonly (string | null)[]): boolean {
  const { user } = openPlan(row, cipher) ?? {};
  const requesterNames = [row.requester, ...(user === undefined ? [] : [formatPerson(user)])];
  return deciders.some((decider) => decider === null || requesterNames.some((name) => isSamePrincipal(name, decider)));
}

/** Whether a yes is one that a gate of `approve` takes, whatever the gate of the plan was. */
export const isSecondYes = (
  { policy: { separationOfDuties }, memory }: Desk,
  row: ApprovalRow,
  deciders: readonly (string | null)[],
): boolean => !separationOfDuties || !isRequester(row, memory, deciders);
