import { v7 } from 'uuid';
import { deciderText } from '../../mcp/approvals/approval-row.ts';
import { stopSentence } from '../../mcp/stop/writes-stop.ts';
import { stripInvisible } from '../../mcp/text/text.ts';
import type { Clock } from '../clock.ts';
import { commandName, commandText } from '../command-text.ts';
import type { Config } from '../config.ts';
import { lookedIn, withMemory } from '../opening/desk.ts';
import { oneLine, print } from '../output.ts';
import type { Session } from '../session.ts';
import { requireTerminal } from '../terminal.ts';
import { requireApprover } from './approver-secret.ts';

const reasonMax = 500;

/** Stops every write of every process of the desk, batches that run included. Anybody may: to let them go on needs the secret. */
export async function runPolicyStop({ reason }: { readonly reason?: string | undefined }, config: Config, now: Clock) {
  await withMemory(config, async ({ stop }) => {
    const before = await stop.find();
    if (before) return print(`${oneLine(stopSentence(before))} ${resumeSentence()}`);
    const text = reason === undefined ? null : stripInvisible(reason).text.slice(0, reasonMax);
    await stop.keep({ by: config.userName, at: now(), reason: text });
    print(
      `No tool writes anything any more, in any process of this desk; a call that has left already is not taken back. ${resumeSentence()} ${lookedIn(config)}`,
    );
  });
}

export async function runPolicyResume({ config, log }: Session, now: Clock): Promise<void> {
  requireTerminal(commandName('policy resume'));
  await withMemory(config, async (memory) => {
    const stopped = await memory.stop.find();
    if (stopped === undefined) return print(`Nothing is stopped. ${lookedIn(config)}`);
    process.stderr.write(`${oneLine(stopSentence(stopped))}\n`);
    const who = deciderText(config.userName, config.userName);
    await requireApprover({ memory, now, newId: () => v7(), log }, { who });
    await memory.stop.lift();
    print('Writes go on. What was interrupted is taken up by `run_approved`; nothing is done twice.');
  });
}

const resumeSentence = () => `\`${commandText('policy resume')}\` lets them go on.`;
