import { v7 } from 'uuid';
import { formatDecider } from '../../mcp/approvals/approval-row.ts';
import { appendAudit, type AuditDetails } from '../../mcp/audit/audit.ts';
import { chooseDeskZone } from '../../mcp/run/desk-zone.ts';
import { stopSentence } from '../../mcp/stop/writes-stop.ts';
import type { WritesStop } from '../../mcp/tool/memory.ts';
import { stripInvisible } from '../../mcp/text/invisible.ts';
import { formatCommandName } from '../command-text.ts';
import { configProblem } from '../config-problem.ts';
import type { Config } from '../config.ts';
import { describeLookup, withMemory } from '../opening/desk-api.ts';
import { listDeskConfigs, getOrganizationHome, listStrayOrganizations } from '../organizations.ts';
import { toOneLine } from '../output.ts';
import { formatErrorSentence } from '../sentence.ts';
import type { Session } from '../session.ts';
import { requireTerminal } from '../terminal.ts';
import { buildCommandEntry } from './command-entry.ts';
import { requireDeciderSecret } from './approvals/approver-secret.ts';

const reasonMax = 500;

/**
 * Stops every write of every process of the desk, batches that run included; with several organizations, of each of them.
 * Anybody may: to let them go on needs the secret. Returns the exit code.
 */
export async function runPolicyStop(
  { reason }: { readonly reason?: string | undefined },
  { config, log, now, streams, print }: Session,
): Promise<number> {
  const text = reason === undefined ? null : stripInvisible(reason).text.slice(0, reasonMax);
  let failures = 0;
  for (const [name, desk] of listDeskConfigs(config)) {
    try {
      // The command itself stands in the log of the data folder that it was typed for.
      const isOwn = desk.home === config.home && desk.databaseUrl === config.databaseUrl;
      const stopped = await stopDesk({ config: desk, log }, { at: now(), reason: text, isNoted: !isOwn });
      print(`${name === '' ? '' : `${name}: `}${stopped}`);
    } catch (error) {
      // A desk whose memory cannot be reached keeps no other from being stopped.
      failures += 1;
      streams.stderr.write(
        `${name === '' ? '' : `${name}: `}NOT STOPPED. ${formatErrorSentence(error, config.commandText)}\n`,
      );
    }
  }
  const stray = listStrayOrganizations(config);
  if (stray.length > 0) print(describeStrays(config, stray));
  return failures === 0 ? 0 : 1;
}

interface DeskStop {
  readonly at: string;
  readonly reason: string | null;
  /** True if it is written into the audit log of the desk. */
  readonly isNoted: boolean;
}

async function stopDesk(
  { config: desk, log }: Pick<Session, 'config' | 'log'>,
  { isNoted, ...stopped }: DeskStop,
): Promise<string> {
  return withMemory(desk, async (memory) => {
    const before = await memory.stop.find();
    if (before) return `${toOneLine(describeStop(before, desk))} ${resumeSentence(desk)}`;
    await memory.stop.keep({ by: desk.userName, ...stopped });
    if (isNoted) await noteStop({ memory, log }, buildStopEntry(desk, stopped));
    return `No tool writes anything any more, in any process of this desk; a call that has left already is not taken back. ${resumeSentence(desk)} ${describeLookup(desk)}`;
  });
}

/** Writes the stop into the audit log. It is in force already, even if the log cannot be written. */
async function noteStop(desk: Parameters<typeof appendAudit>[0] & Pick<Session, 'log'>, details: AuditDetails) {
  try {
    await appendAudit(desk, details);
  } catch (error) {
    desk.log('error', 'The audit log could not be written after a stop.', { cause: String(error) });
  }
}

const buildStopEntry = (desk: Config, { at, reason }: Pick<DeskStop, 'at' | 'reason'>) =>
  buildCommandEntry(desk, 'policy stop', {
    kind: 'finished',
    attempt: v7(),
    at,
    status: 'done',
    summary: `policy stop of every organization${reason === null ? '' : `: ${toOneLine(reason)}`}`,
  });

export async function runPolicyResume({ config: sessionConfig, log, now, streams, print }: Session): Promise<void> {
  requireTerminal(streams, formatCommandName('policy resume'));
  const [config, ...otherConfigs] = [...listDeskConfigs(sessionConfig).values()];
  if (config === undefined || otherConfigs.length > 0) throw buildOneAtATimeError(sessionConfig);
  await withMemory(config, async (memory) => {
    const stopped = await memory.stop.find();
    if (stopped === undefined) return print(`Nothing is stopped. ${describeLookup(config)}`);
    streams.stderr.write(`${toOneLine(describeStop(stopped, config))}\n`);
    const decider = formatDecider(config.userName, config.userName);
    const desk = { memory, now, newId: () => v7(), log, timeZone: config.timeZone };
    await requireDeciderSecret(streams, desk, { who: decider });
    await memory.stop.lift();
    print('Writes go on. What was interrupted is taken up by `run_approved`; nothing is done twice.');
  });
}

function describeStrays(config: Config, names: readonly string[]): string {
  const commands = names.map((name) => `\`${config.commandText('policy stop', getOrganizationHome(config, name))}\``);
  return `NOT STOPPED: ${names.join(', ')}. Organizations have desks of their own: set WAYBILL_SIGN_IN as their server has it, or use ${commands.join(', ')}.`;
}

/** Builds the error of a resume for several organizations: each has an approver's secret of its own. */
function buildOneAtATimeError(config: Config): Error {
  const commands = [...listDeskConfigs(config).values()].map(
    ({ home }) => `\`${config.commandText('policy resume', home)}\``,
  );
  return configProblem('--home', `is needed, because each organization goes on by itself: ${commands.join(', ')}.`);
}

const describeStop = (stop: WritesStop, { timeZone }: Config): string =>
  stopSentence(stop, chooseDeskZone(timeZone, undefined));

const resumeSentence = ({ home, isDefaultHome, commandText }: Config) =>
  `\`${commandText('policy resume', isDefaultHome ? undefined : home)}\` lets them go on.`;
