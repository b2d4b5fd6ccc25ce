import { WaybillError } from '../../errors.ts';
import { stripInvisible } from '../text/text.ts';
import type { ApprovalRow } from '../tool/memory.ts';
import type { GateOptions } from '../tool/run.ts';

/** A name in the form in which two people are compared: case, spaces, look-alike forms and invisible characters do not make another person. */
export const personOf = (name: string): string =>
  stripInvisible(name.normalize('NFKC')).text.replace(/\s+/g, ' ').trim().toLowerCase();

/** With separation of duties on, an `approve` gate needs a second person: by name and by the operating system's user. */
export function refuseSamePerson(
  { separationOfDuties }: GateOptions['policy'],
  { id, gate, requester }: ApprovalRow,
  deciders: readonly (string | null)[],
): void {
  if (!separationOfDuties || gate !== 'approve') return;
  if (isRequester(requester, deciders)) {
    throw new WaybillError(
      'REFUSED',
      `${id} was asked for by ${requester}: with separation of duties somebody else approves it.`,
    );
  }
}

/** Whoever is not known counts as the one who asked. */
const isRequester = (requester: string, deciders: readonly (string | null)[]): boolean =>
  deciders.some((decider) => decider === null || personOf(decider) === personOf(requester));

/** Whether a yes is one that a gate of `approve` takes, whatever the gate of the plan was. */
export const isSecondYes = (
  { separationOfDuties }: GateOptions['policy'],
  { requester }: Pick<ApprovalRow, 'requester'>,
  deciders: readonly (string | null)[],
): boolean => !separationOfDuties || !isRequester(requester, deciders);
