import type { Session } from '../session.ts';
import { configProblem } from '../config-problem.ts';
import { advanceHoursRange } from '../../contract/sandbox.ts';
import type { Streams } from '../program-context.ts';
import { createIds } from '../../service/identifiers/ids.ts';
import { createSandboxDesk, type SandboxDesk, type SandboxStatus } from '../../service/sandbox/desk.ts';
import { loadSecrets } from '../../service/secrets/load-secrets.ts';
import type { BrokerageDatabase } from '../../store/connection.ts';
import { readSandbox } from '../../store/sandbox-settings.ts';
import { classify } from '../../store/store-error.ts';
import { loadSandbox } from '../opening/stores/load-sandbox.ts';
import { confirmAt } from '../confirmation.ts';
import { openBrokerageCipher } from '../opening/stores/encryption-key.ts';
import { findMissingFile, type StoreFlags, storeUrl, withStore } from '../opening/stores/operator-store.ts';
import { buildOpenError } from '../opening/stores/store-address.ts';
import { formatAddress } from '../../store/shown-address.ts';
import { formatCode } from '../../domain/text/code-words.ts';
import { formatCommandName } from '../command-text.ts';
import type { Config } from '../config.ts';
import { formatShownTime } from '../shown-time.ts';

interface SandboxFlags extends StoreFlags {
  readonly json?: boolean | undefined;
}

interface ResetFlags extends SandboxFlags {
  readonly yes?: boolean | undefined;
}

/** Prints the time in the sandbox and the state of its freight; changes nothing. */
export async function runSandboxStatus(flags: SandboxFlags, session: Session): Promise<void> {
  const { config, now, print } = session;
  const status = await withSandbox(flags, session, (desk) => desk.status());
  print(flags.json ? JSON.stringify(status, null, 2) : formatStatus(status, now(), config));
}

/** Puts the sandbox's time further ahead, and lets that time pass. */
export async function runSandboxAdvance(hoursText: string, flags: SandboxFlags, session: Session): Promise<void> {
  const { config, print } = session;
  const hours = readHours(hoursText);
  const advanced = await withSandbox(flags, session, (desk) => desk.advance(hours));
  if (flags.json) return print(JSON.stringify(advanced, null, 2));
  const { arrivals, departures, delivered, shipments } = advanced;
  print(formatTime(advanced, config));
  print(
    `Meanwhile ${count(shipments, 'shipment')} taken, ${count(delivered, 'shipment')} delivered; trucks came to ${count(arrivals, 'stop')} and left ${departures}.`,
  );
}

/** Makes the sandbox anew; returns the exit code. A person has to agree, here or with --yes. */
export async function runSandboxReset(flags: ResetFlags, session: Session): Promise<number> {
  const { config, streams, print } = session;
  const where = formatAddress(storeUrl(flags, config));
  return withSandbox(flags, session, async (desk) => {
    if (!flags.yes && !(await isConfirmed(streams, where))) {
      print('Nothing was changed.');
      return 1;
    }
    const begun = await desk.reset();
    if (flags.json) print(JSON.stringify(begun, null, 2));
    else
      print(
        `The sandbox begins anew on ${formatShownTime(begun.startedAt, config)}, with ${begun.shipments} shipments from seed ${begun.seed}.`,
      );
    return 0;
  });
}

function isConfirmed(streams: Streams, where: string): Promise<boolean> {
  if (!streams.stdin.isTTY)
    throw configProblem(
      formatCommandName('sandbox reset'),
      `deletes every record of the sandbox ${where}; add --yes to confirm.`,
    );
  const question = `Delete every record of the sandbox ${where} and make it anew? Its API clients stay.`;
  return confirmAt(streams, question);
}

/** Opens the sandbox for one piece of work; other processes may have it open too. */
async function withSandbox<Result>(
  flags: StoreFlags,
  { config, now }: Session,
  work: (desk: SandboxDesk) => Promise<Result>,
): Promise<Result> {
  const url = storeUrl(flags, config);
  const missing = flags.database === undefined ? findMissingFile(url) : undefined;
  if (missing !== undefined)
    throw configProblem(
      formatCommandName('sandbox'),
      `finds none yet: ${missing} is made when a tool or the service first uses it.`,
    );
  return withStore(flags, config, async (database) => {
    const desk = await openSandboxDesk(database, { url, config, now });
    try {
      return await work(desk);
    } catch (error) {
      throw classify(error) === 'other' ? error : buildOpenError(error, url);
    }
  });
}

interface SandboxSource {
  readonly url: string;
  readonly config: Session['config'];
  readonly now: () => string;
}

async function openSandboxDesk(database: BrokerageDatabase, { url, config, now }: SandboxSource): Promise<SandboxDesk> {
  if (!(await readSandbox(database.reader)))
    throw configProblem(formatCommandName('sandbox'), `works on a sandbox only, and ${formatAddress(url)} is none.`);
  const cipher = await openBrokerageCipher(database, url, config);
  const secrets = await loadSecrets(cipher);
  return createSandboxDesk({ database, secrets, cipher, now, newId: createIds(now), load: loadSandbox });
}

function readHours(text: string): number {
  const { min, max } = advanceHoursRange;
  const hours = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (hours >= min && hours <= max) return hours;
  throw configProblem('HOURS', `must be a number from ${min} to ${max}; it is ${JSON.stringify(text)}.`);
}

function formatStatus(status: SandboxStatus, realNow: string, config: Config): string {
  const { seed, startedAt, movedTo, now, shipments, late, dwelling, uncovered, goesOn } = status;
  const total = Object.values(shipments).reduce((sum, shipmentCount) => sum + shipmentCount, 0);
  const counts = Object.entries(shipments).map(([name, shipmentCount]) => `${shipmentCount} ${formatCode(name)}`);
  const lines = [
    formatTime(status, config, realNow),
    `Made from seed ${seed} as of ${formatShownTime(startedAt, config)}; records are as of ${formatShownTime(movedTo, config)}${formatDelay(movedTo, now)}.`,
    `${count(total, 'shipment')}: ${counts.join(', ')}.`,
    `${late} late, ${dwelling} standing at a dock for more than two hours, ${uncovered} without a truck.`,
  ];
  const outdated = `Another version of the generator made it: no new freight comes until \`${config.commandText('sandbox reset')}\`.`;
  return [...lines, ...(goesOn ? [] : [outdated])].join('\n');
}

const formatTime = (
  { now, advancedHours }: Pick<SandboxStatus, 'now' | 'advancedHours'>,
  config: Config,
  realNow?: string,
): string => {
  const ahead = advancedHours === 0 ? 'the real time' : `${count(advancedHours, 'hour')} ahead of the real time`;
  const realTime = realNow !== undefined && advancedHours > 0 ? ` (${formatShownTime(realNow, config)})` : '';
  return `It is ${formatShownTime(now, config)} in the sandbox, ${ahead}${realTime}.`;
};

const hourMs = 3_600_000;

function formatDelay(movedTo: string, now: string): string {
  const hours = Math.floor((Date.parse(now) - Date.parse(movedTo)) / hourMs);
  return hours < 1 ? '' : `, ${count(hours, 'hour')} ago: the next request brings them up to the present`;
}

const count = (number: number, noun: string): string => `${number} ${noun}${number === 1 ? '' : 's'}`;
