import { WaybillError } from '../../errors.ts';
import type { FoundPasskey } from '../tool/memory.ts';
import { describeOwner, describePasskey } from './passkeys.ts';
import { type ApproverDesk, auditApprover } from './approver-audit.ts';

/** Removes a passkey by its name or its id. Without the last one, the secret alone decides again. */
export async function removePasskey(desk: ApproverDesk, nameOrId: string, actor: string): Promise<FoundPasskey> {
  const all = await desk.memory.passkeys.list();
  const [passkey, ...duplicates] = all.filter(({ id, name }) => name === nameOrId || id === nameOrId);
  if (passkey === undefined || duplicates.length > 0) throw buildUnclearPasskeyError(nameOrId, all);
  if (!(await desk.memory.passkeys.remove(passkey.id))) throw buildUnclearPasskeyError(nameOrId, []);
  await auditApprover(desk, {
    who: actor,
    place: 'approvals passkeys',
    status: 'passkey_removed',
    summary: `Passkey ${describePasskey(passkey)} was removed.`,
  });
  return passkey;
}

function buildUnclearPasskeyError(nameOrId: string, all: readonly FoundPasskey[]): WaybillError {
  const same = all.filter(({ name }) => name === nameOrId);
  const choice = (
    same.length > 0
      ? same.map((passkey) => `${passkey.id} (${describeOwner(passkey)})`)
      : all.map(({ name }) => JSON.stringify(name))
  ).join(', ');
  return new WaybillError(
    'NOT_FOUND',
    same.length > 0
      ? `Several passkeys are called ${JSON.stringify(nameOrId)}; name one by its id: ${choice}.`
      : `There is no passkey ${JSON.stringify(nameOrId)}. There are: ${choice || 'none'}.`,
  );
}
