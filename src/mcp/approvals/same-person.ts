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

type SeparationDesk = Pick<GateOptions, 'policy' | 'memory'>;

/**
 * Refuses the requester as the approver of an `approve` gate if separation of duties is on. Compares the name and the
 * operating system's or the issuer's user.
 */
export function refuseSamePerson(
  { policy: { separationOfDuties }, memory }: SeparationDesk,
  row: ApprovalRow,
  deciders: readonly (string | null)[],
): void {
  const { id, gate, requester } = row;
  if (!separationOfDuties || gate !== 'approve') return;
  if (isRequester(row, memory, deciders)) {
    throw new WaybillError(
      'REFUSED',
      `${id} was asked for by ${requester}: with separation of duties another person approves it.`,
    );
  }
}

/** Returns true if a decider requested the plan. An unknown decider counts as the requester. */
function isRequester(
  row: ApprovalRow,
  { cipher }: SeparationDesk['memory'],
  deciders: readonly (string | null)[],
): boolean {
  const { user } = openPlan(row, cipher) ?? {};
  const requesterNames = [row.requester, ...(user === undefined ? [] : [formatPerson(user)])];
  return deciders.some((decider) => decider === null || requesterNames.some((name) => isSamePrincipal(name, decider)));
}

/** Returns true if a yes satisfies a gate of `approve`, whatever the gate of the plan was. */
export const isSecondYes = (
  { policy: { separationOfDuties }, memory }: SeparationDesk,
  row: ApprovalRow,
  deciders: readonly (string | null)[],
): boolean => !separationOfDuties || !isRequester(row, memory, deciders);
