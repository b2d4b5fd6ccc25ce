import { v7 } from 'uuid';
import { deciderText } from '../../mcp/approvals/approval-row.ts';
import { removePasskey } from '../../mcp/approvals/remove-passkey.ts';
import { commandName } from '../command-text.ts';
import { lookedIn, withMemory } from '../opening/desk.ts';
import { oneLine } from '../output.ts';
import type { Session } from '../session.ts';
import { requireTerminal } from '../terminal.ts';
import { requireApprover } from './approver-secret.ts';

export async function runPasskeysList({ config, print }: Session): Promise<void> {
  await withMemory(config, async (memory) => {
    const all = await memory.passkeys.list();
    if (all.length === 0) print(`No passkeys: the approver's secret is enough. ${lookedIn(config)}`);
    for (const { name, id, added_by: by, added_at: at, used_at: used, isGenuine } of all) {
      const facts = [name, `added by ${by} at ${at}`, used === null ? 'never used' : `last used ${used}`, id];
      print(oneLine([...facts, ...(isGenuine ? [] : ['CHANGED OUTSIDE OF WAYBILL: signs nothing'])].join('  ')));
    }
  });
}

export async function runPasskeysRemove(named: string, { config, log, now, streams, print }: Session): Promise<void> {
  requireTerminal(streams, commandName('approvals passkeys remove'));
  await withMemory(config, async (memory) => {
    const desk = { memory, now, newId: () => v7(), log };
    const who = deciderText(config.userName, config.userName);
    await requireApprover(streams, desk, { who });
    const { name } = await removePasskey(desk, named, who);
    const left = (await memory.passkeys.list()).length;
    print(
      left > 0
        ? `Removed ${oneLine(name)}. ${left} left.`
        : `Removed ${oneLine(name)}. None is left: the approver's secret is enough again.`,
    );
  });
}
