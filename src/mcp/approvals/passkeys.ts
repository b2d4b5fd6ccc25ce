import { WaybillError } from '../../errors.ts';
import type { FoundPasskey, ToolMemory } from '../tool/memory.ts';

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
