import { WaybillError } from '../../../errors.ts';
import { hasOwner } from '../../../mcp/approvals/passkeys.ts';
import type { ToolMemoryStore } from '../../../store/memory/tool-memory.ts';
import type { Config } from '../../config.ts';
import { findApprovalsPage } from '../../opening/approvals-page.ts';
import { listenOnLoopback } from '../../opening/loopback.ts';

const answersWithinMs = 5000;

/** What a person decides with: the secret, and passkeys that nobody has changed outside of Waybill. */
export async function checkApprover(
  { approver, passkeys }: ToolMemoryStore,
  { commandText, signIn }: Config,
): Promise<string> {
  const all = await passkeys.list();
  const changed = all.filter(({ isGenuine }) => !isGenuine);
  if (changed.length > 0)
    throw new WaybillError(
      'CONFLICT',
      `${changed.length} of the passkeys were written outside of Waybill and sign nothing; \`${commandText('approvals passkeys list')}\` names them. Take them away, and find out who wrote them.`,
    );
  if ((await approver.hash()) === undefined)
    return `no secret yet; make it before an assistant can: \`${commandText('approvals secret')}\``;
  const ownerless = signIn === undefined ? 0 : all.filter((passkey) => !hasOwner(passkey)).length;
  const ownerlessText =
    ownerless === 0
      ? ''
      : `, ${ownerless} of them without an owner: they sign nothing until their people add them again`;
  return `there is a secret${all.length > 0 ? `, and ${all.length} passkeys${ownerlessText}` : ''}`;
}

/** Whether browsers of this machine reach a page of ours under `localhost`. */
export async function checkPage({ home, commandText }: Config): Promise<string> {
  const origin = await findApprovalsPage(home);
  if (origin !== undefined) return `open at ${origin}/approvals`;
  await tryPort(commandText('approvals list'));
  return 'a port of this machine can be opened for it, which happens when the first plan waits';
}

async function tryPort(approvalsList: string): Promise<void> {
  try {
    const listening = await listenOnLoopback(async () => new Response());
    try {
      await fetch(`http://localhost:${listening.port}/`, { signal: AbortSignal.timeout(answersWithinMs) });
    } finally {
      await listening.close();
    }
  } catch (cause) {
    throw new WaybillError(
      'CONFIGURATION',
      `no page of this machine can be opened under localhost; check that the name leads to 127.0.0.1 and that no firewall closes it. At a terminal \`${approvalsList}\` works without it.`,
      { cause },
    );
  }
}
