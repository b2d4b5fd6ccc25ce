import { WaybillError } from '../../errors.ts';
import type { FoundPasskey, ToolMemory } from '../tool/memory.ts';
import { type ApproverDesk, auditApprover } from './approver-audit.ts';

type Keys = Pick<ToolMemory, 'passkeys'>;

/** Those that can sign. */
export const usablePasskeys = async ({ passkeys }: Keys): Promise<readonly FoundPasskey[]> =>
  (await passkeys.list()).filter(({ isGenuine }) => isGenuine);

/** Whether a yes has to be signed. A row that was changed counts: taking its mark away must not open the way without it. */
export const needsPasskey = async ({ passkeys }: Keys): Promise<boolean> => (await passkeys.list()).length > 0;

/** Refuses a yes that no passkey has signed, where the desk has one. */
export async function requirePasskey(memory: Keys, id: string, signedWith: string | undefined): Promise<void> {
  if (signedWith !== undefined || !(await needsPasskey(memory))) return;
  throw new WaybillError(
    'REFUSED',
    `${id} is approved with a passkey, on the approvals page: this desk has one. Nothing was decided.`,
    { command: { words: 'approvals open', does: 'opens the page' } },
  );
}

/** Takes a passkey away by its name or the beginning of its id; without the last one the secret alone decides again. */
export async function removePasskey(desk: ApproverDesk, named: string, who: string): Promise<FoundPasskey> {
  const all = await desk.memory.passkeys.list();
  const [found, ...others] = all.filter(({ id, name }) => name === named || id === named);
  if (found === undefined || others.length > 0) throw unclearPasskey(named, all);
  if (!(await desk.memory.passkeys.remove(found.id))) throw unclearPasskey(named, []);
  await auditApprover(desk, {
    who,
    place: 'approvals passkeys',
    status: 'passkey_removed',
    summary: `Passkey ${JSON.stringify(found.name)} of ${found.added_by} was removed.`,
  });
  return found;
}

function unclearPasskey(named: string, all: readonly FoundPasskey[]): WaybillError {
  const same = all.filter(({ name }) => name === named);
  const choice = (same.length > 0 ? same.map(({ id }) => id) : all.map(({ name }) => JSON.stringify(name))).join(', ');
  return new WaybillError(
    'NOT_FOUND',
    same.length > 0
      ? `Several passkeys are called ${JSON.stringify(named)}; name one by its id: ${choice}.`
      : `There is no passkey ${JSON.stringify(named)}. There are: ${choice || 'none'}.`,
  );
}
