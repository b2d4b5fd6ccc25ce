import { v7 } from 'uuid';
import { resetApproverSecret } from '../../../mcp/approvals/secret-reset.ts';
import { describeSecretWait } from '../../../mcp/approvals/secret-wait.ts';
import { formatDecider } from '../../../mcp/approvals/approval-row.ts';
import { WaybillError } from '../../../errors.ts';
import type { ToolMemoryStore } from '../../../store/memory/tool-memory.ts';
import { formatCommandName } from '../../command-text.ts';
import { isConfirmed } from '../../confirmation.ts';
import { openDecider } from '../../opening/desk.ts';
import { describeLookup, withMemory } from '../../opening/desk-api.ts';
import { openNotifier } from '../../opening/notifications/notifier.ts';
import { readActivePolicy } from '../../opening/policy.ts';
import { toOneLine } from '../../output.ts';
import type { Session } from '../../session.ts';
import { formatSecret } from './approver-secret.ts';

interface ResetFlags {
  readonly yes?: boolean | undefined;
  readonly json?: boolean | undefined;
}

const question =
  'This replaces a lost secret. Every pending approval becomes void, everyone whom this desk notifies is told, and the new secret decides nothing for 24 hours, unless an earlier passkey or another approver confirms it. Reset it?';

/** Replaces a lost secret, and tells people of it on each configured channel. */
export async function runSecretReset(flags: ResetFlags, session: Session): Promise<void> {
  const { config } = session;
  await withMemory(config, async (memory) => {
    if ((await memory.approver.hash()) === undefined)
      throw new WaybillError(
        'CONFLICT',
        `This desk has no approver's secret, so none is lost. ${describeLookup(config)}`,
        {
          command: { words: 'approvals secret', does: 'creates it' },
        },
      );
    if (await isConfirmed(session, formatCommandName('approvals secret --reset'), flags, question))
      await resetSecret(flags, session, memory);
  });
}

async function resetSecret({ json }: ResetFlags, { config, log, now, print }: Session, memory: ToolMemoryStore) {
  const policy = await readActivePolicy(config);
  const { records, close } = openDecider(config, { memory, policy, now, log });
  const notifier = openNotifier(config, { now, log, organization: records.api.organization });
  try {
    const desk = { memory, now, newId: () => v7(), log, notify: notifier.notify };
    const { secret, wait, voided } = await resetApproverSecret(desk, formatDecider(config.userName, config.userName));
    notifier.notifyReset({ ...wait, voided });
    const notified = notifier.channels;
    if (json === true) return print(JSON.stringify({ secret, until: wait.until, voided, notified }));
    print(formatSecret(secret));
    print(toOneLine(describeSecretWait(wait, config.timeZone)));
    print(voided.length === 0 ? 'No approval was pending.' : `Void now, to be asked for again: ${voided.join(', ')}.`);
    print(
      notified.length === 0
        ? 'No notifications are set up, so nobody was told.'
        : `Notifications go out by ${notified.join(' and ')}.`,
    );
  } finally {
    await notifier.close();
    await close();
  }
}
