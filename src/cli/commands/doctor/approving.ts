import { WaybillError } from '../../../errors.ts';
import { hasOwner } from '../../../mcp/approvals/passkeys.ts';
import type { ToolMemoryStore } from '../../../store/memory/tool-memory.ts';
import type { Config } from '../../config.ts';
import { findApprovalsPage } from '../../opening/approvals-page.ts';
import { listenOnLoopback } from '../../opening/loopback.ts';
import { type Finding, ok, toDo } from './finding.ts';

const answersWithinMs = 5000;

/** Checks the approver's secret, and that the passkeys were not changed outside of Waybill. */
export async function checkApprover(
  { approver, passkeys }: ToolMemoryStore,
  { commandText, signIn }: Config,
): Promise<Finding> {
  const all = await passkeys.list();
  const forged = all.filter(({ isGenuine }) => !isGenuine);
  if (forged.length > 0)
    throw new WaybillError(
      'CONFLICT',
      `${countPasskeys(forged.length)} written outside of Waybill, so no decision can be signed with them. Find out who wrote them, and remove them; \`${commandText('approvals passkeys list')}\` names them.`,
    );
  if ((await approver.hash()) === undefined)
    return toDo(`make the approver's secret before an assistant can: \`${commandText('approvals secret')}\``);
  const ownerless = signIn === undefined ? [] : all.filter((passkey) => !hasOwner(passkey));
  if (ownerless.length > 0)
    return toDo(
      `${countPasskeys(ownerless.length)} without an owner, so no decision can be signed with them: add them again on the approvals page`,
    );
  return ok(all.length === 0 ? 'the secret is set' : `the secret is set; ${countPasskeys(all.length)}`);
}

const countPasskeys = (count: number): string => `${count} ${count === 1 ? 'passkey' : 'passkeys'}`;

/** Checks that browsers of this machine reach a page of ours under `localhost`. */
export async function checkPage({ home, commandText }: Config): Promise<Finding> {
  const origin = await findApprovalsPage(home);
  if (origin !== undefined) return ok(`open at ${origin}/approvals`);
  await tryPort(commandText('approvals list'));
  return ok('not open now; it opens with the first plan that needs an approval');
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
      `no page can be opened at http://localhost on this machine. Check that localhost resolves to 127.0.0.1 and that no firewall blocks it. Without the page, decide in a terminal: \`${approvalsList}\``,
      { cause },
    );
  }
}
