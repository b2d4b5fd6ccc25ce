import { v7 } from 'uuid';
import { deciderText } from '../../mcp/approvals/approval-row.ts';
import { stopSentence } from '../../mcp/stop/writes-stop.ts';
import { stripInvisible } from '../../mcp/text/text.ts';
import type { Clock } from '../clock.ts';
import { commandName, commandText } from '../command-text.ts';
import { configProblem } from '../config-problem.ts';
import type { Config } from '../config.ts';
import { lookedIn, withMemory } from '../opening/desk.ts';
import { desksOf, organizationHome, strayOrganizations } from '../opening/signed-in/organizations.ts';
import { oneLine, print } from '../output.ts';
import { sentenceOf } from '../sentence.ts';
import type { Session } from '../session.ts';
import { requireTerminal } from '../terminal.ts';
import { requireApprover } from './approver-secret.ts';

const reasonMax = 500;

/**
 * Stops every write of every process of the desk, batches that run included; with several organizations, of each of them.
 * Anybody may: to let them go on needs the secret. Returns the exit code.
 */
export async function runPolicyStop(
  { reason }: { readonly reason?: string | undefined },
  config: Config,
  now: Clock,
): Promise<number> {
  const text = reason === undefined ? null : stripInvisible(reason).text.slice(0, reasonMax);
  let failures = 0;
  for (const [name, desk] of desksOf(config)) {
    try {
      print(`${name === '' ? '' : `${name}: `}${await stopDesk(desk, { at: now(), reason: text })}`);
    } catch (error) {
      // A desk whose memory cannot be reached keeps no other from being stopped.
      failures += 1;
      process.stderr.write(`${name === '' ? '' : `${name}: `}NOT STOPPED. ${sentenceOf(error)}\n`);
    }
  }
  const stray = strayOrganizations(config);
  if (stray.length > 0) print(strayText(config, stray));
  return failures === 0 ? 0 : 1;
}

async function stopDesk(desk: Config, stopped: { readonly at: string; readonly reason: string | null }) {
  return withMemory(desk, async ({ stop }) => {
    const before = await stop.find();
    if (before) return `${oneLine(stopSentence(before))} ${resumeSentence(desk)}`;
    await stop.keep({ by: desk.userName, ...stopped });
    return `No tool writes anything any more, in any process of this desk; a call that has left already is not taken back. ${resumeSentence(desk)} ${lookedIn(desk)}`;
  });
}

export async function runPolicyResume({ config: asked, log }: Session, now: Clock): Promise<void> {
  requireTerminal(commandName('policy resume'));
  const [config, ...others] = [...desksOf(asked).values()];
  if (config === undefined || others.length > 0) throw eachByItself(asked);
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

function strayText(config: Config, names: readonly string[]): string {
  const commands = names.map((name) => `\`${commandText('policy stop', organizationHome(config, name))}\``);
  return `NOT STOPPED: ${names.join(', ')}. Organizations have desks of their own: set WAYBILL_SIGN_IN as their server has it, or use ${commands.join(', ')}.`;
}

/** Each organization has an approver's secret of its own. */
function eachByItself(config: Config): Error {
  const commands = [...desksOf(config).values()].map(({ home }) => `\`${commandText('policy resume', home)}\``);
  return configProblem('--home', `is needed, because each organization goes on by itself: ${commands.join(', ')}.`);
}

const resumeSentence = ({ home, isDefaultHome }: Config) =>
  `\`${commandText('policy resume', isDefaultHome ? undefined : home)}\` lets them go on.`;
