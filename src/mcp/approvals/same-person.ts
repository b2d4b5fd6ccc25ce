import { WaybillError } from '../../errors.ts';
import { stripInvisible } from '../text/text.ts';
import type { ApprovalRow } from '../tool/memory.ts';
import type { GateOptions } from '../tool/run.ts';
import { openPlan } from './approval-row.ts';

/** A name in the form in which two people are compared: case, spaces, look-alike forms and invisible characters do not make another person. */
export const personOf = (name: string): string =>
  stripInvisible(name.normalize('NFKC')).text.replace(/\s+/g, ' ').trim().toLowerCase();

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
  const asked = [row.requester, openPlan(row, cipher)?.user ?? []].flat().map(personOf);
  return deciders.some((decider) => decider === null || asked.includes(personOf(decider)));
}

/** Whether a yes is one that a gate of `approve` takes, whatever the gate of the plan was. */
export const isSecondYes = (
  { policy: { separationOfDuties }, memory }: Desk,
  row: ApprovalRow,
  deciders: readonly (string | null)[],
): boolean => !separationOfDuties || !isRequester(row, memory, deciders);
