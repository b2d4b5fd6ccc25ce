import { WaybillError } from '../../errors.ts';
import type { FoundPasskey } from '../tool/memory.ts';
import { describeOwner, describePasskey } from './passkeys.ts';
import { type ApproverDesk, auditApprover } from './approver-audit.ts';

/** Takes a passkey away by its name or its id; without the last one the secret alone decides again. */
export async function removePasskey(desk: ApproverDesk, named: string, who: string): Promise<FoundPasskey> {
  const all = await desk.memory.passkeys.list();
  const [found, ...others] = all.filter(({ id, name }) => name === named || id === named);
  if (found === undefined || others.length > 0) throw unclearPasskey(named, all);
  if (!(await desk.memory.passkeys.remove(found.id))) throw unclearPasskey(named, []);
  await auditApprover(desk, {
    who,
    place: 'approvals passkeys',
    status: 'passkey_removed',
    summary: `Passkey ${describePasskey(found)} was removed.`,
  });
  return found;
}

function unclearPasskey(named: string, all: readonly FoundPasskey[]): WaybillError {
  const same = all.filter(({ name }) => name === named);
  const choice = (
    same.length > 0
      ? same.map((passkey) => `${passkey.id} (${describeOwner(passkey)})`)
      : all.map(({ name }) => JSON.stringify(name))
  ).join(', ');
  return new WaybillError(
    'NOT_FOUND',
    same.length > 0
      ? `Several passkeys are called ${JSON.stringify(named)}; name one by its id: ${choice}.`
      : `There is no passkey ${JSON.stringify(named)}. There are: ${choice || 'none'}.`,
  );
}
