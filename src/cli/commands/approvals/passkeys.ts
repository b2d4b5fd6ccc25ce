import { v7 } from 'uuid';
import { formatDecider } from '../../../mcp/approvals/approval-row.ts';
import { describeOwner, describePasskey, hasOwner } from '../../../mcp/approvals/passkeys.ts';
import { removePasskey } from '../../../mcp/approvals/remove-passkey.ts';
import type { FoundPasskey } from '../../../mcp/tool/memory.ts';
import { formatCommandName } from '../../command-text.ts';
import type { Config } from '../../config.ts';
import { describeLookup, withMemory } from '../../opening/desk-api.ts';
import { toOneLine } from '../../output.ts';
import type { Session } from '../../session.ts';
import { formatShownTime } from '../../shown-time.ts';
import { requireTerminal } from '../../terminal.ts';
import { requireDeciderSecret } from './approver-secret.ts';

export async function runPasskeysList({ config, print }: Session): Promise<void> {
  await withMemory(config, async (memory) => {
    const all = await memory.passkeys.list();
    if (all.length === 0) print(`No passkeys: the approver's secret is enough. ${describeLookup(config)}`);
    for (const passkey of all) print(toOneLine(formatPasskey(passkey, config)));
  });
}

function formatPasskey(passkey: FoundPasskey, config: Pick<Config, 'signIn' | 'timeZone'>): string {
  const { name, id, added_at: at, used_at: used, issuer, isGenuine } = passkey;
  const owner = issuer === null ? describeOwner(passkey) : `${describeOwner(passkey)} at ${issuer}, added`;
  return [
    name,
    `${owner} on ${formatShownTime(at, config)}`,
    used === null ? 'never used' : `last used ${formatShownTime(used, config)}`,
    id,
    ...(isGenuine ? [] : ['CHANGED OUTSIDE OF WAYBILL: signs nothing']),
    ...(config.signIn !== undefined && !hasOwner(passkey)
      ? ['NO OWNER: signs nothing since people sign in; add it again']
      : []),
  ].join('  ');
}

export async function runPasskeysRemove(
  passkeyName: string,
  { config, log, now, streams, print }: Session,
): Promise<void> {
  requireTerminal(streams, formatCommandName('approvals passkeys remove'));
  await withMemory(config, async (memory) => {
    const desk = { memory, now, newId: () => v7(), log, timeZone: config.timeZone };
    const decider = formatDecider(config.userName, config.userName);
    await requireDeciderSecret(streams, desk, { who: decider });
    const removed = describePasskey(await removePasskey(desk, passkeyName, decider));
    const remainingCount = (await memory.passkeys.list()).length;
    print(
      remainingCount > 0
        ? `Removed ${toOneLine(removed)}. ${remainingCount} left.`
        : `Removed ${toOneLine(removed)}. None is left: the approver's secret is enough again.`,
    );
  });
}
