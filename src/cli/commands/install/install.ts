import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../../config.ts';
import { configProblem } from '../../config-problem.ts';
import { homeFolder } from '../../home-folder.ts';
import type { Session } from '../../session.ts';
import { type HostFile, readEntry, writeEntry } from './host-file.ts';
import { fileOf, type Host, type HostName, hosts } from './hosts.ts';

const serverName = 'waybill';

/** Writes how Waybill is started into the file of a host, or prints it; a second time nothing changes. */
export async function runInstall(
  name: HostName,
  flags: { readonly print?: boolean | undefined },
  { config, now, streams, print }: Session,
): Promise<void> {
  const host: Host = hosts[name];
  const target = targetIn(host, config);
  const wanted = { ...(host.type && { type: host.type }), ...lastingCommand(config) };
  if (flags.print) {
    streams.stderr.write(`This belongs into ${target.file}:\n`);
    return print(JSON.stringify({ [host.list]: { [serverName]: wanted } }, null, 2));
  }
  const before = readEntry(target);
  // What a person has added, such as settings of its own, stays.
  const entry = { ...before, ...wanted };
  if (isDeepStrictEqual(before, entry))
    return print([`Waybill is in ${host.title} already: ${target.file}.`, ...leftBehind(config)].join('\n'));
  const backup = writeEntry(target, entry, now());
  const kept = backup === undefined ? '' : ` The file as it was: ${backup}.`;
  print(
    [
      `Waybill is in ${host.title}: ${target.file}.${kept}`,
      ...leftBehind(config),
      `${host.restart} Then ask: "What is late right now?"`,
      `Make the approver's secret before the assistant can: \`${config.commandText('approvals secret')}\``,
    ].join('\n'),
  );
}

/** Takes Waybill out of the file of a host; its records stay. */
export async function runUninstall(name: HostName, { config, now, print }: Session): Promise<void> {
  const host: Host = hosts[name];
  const target = targetIn(host, config);
  if (readEntry(target) === undefined) return print(`Waybill is not in ${host.title}: ${target.file}.`);
  const backup = writeEntry(target, undefined, now());
  print(
    `Waybill is out of ${host.title}: ${target.file}. The file as it was: ${backup}.\nIts records stay in ${config.home}.`,
  );
}

/** Where a host of this machine keeps what it starts as Waybill. */
export function targetIn(host: Host, { environment }: Pick<Config, 'environment'>): HostFile {
  const { platform } = process;
  return {
    file: fileOf(host, { platform, environment, home: homeFolder(environment) }),
    place: [host.list, serverName],
  };
}

/** What the host runs later, when this shell is gone. */
function lastingCommand({ serverCommand }: Config) {
  if (/[\\/]_npx[\\/]/.test(serverCommand.args[0] ?? ''))
    throw configProblem(
      'waybill',
      'runs from the cache of npx, which npm empties; install it with `npm install --global waybill`, and run this again.',
    );
  return serverCommand;
}

/** Settings of this shell, which the host does not know. Secrets have no place in the host's file. */
function leftBehind({ home, environment }: Config): readonly string[] {
  const names = Object.keys(environment).filter((name) => name.startsWith('WAYBILL_') && name !== 'WAYBILL_HOME');
  if (names.length === 0) return [];
  return [
    `The host does not know these settings of this shell: ${names.sort().join(', ')}. Put them into ${home}/.env.`,
  ];
}
