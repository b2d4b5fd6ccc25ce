import { existsSync } from 'node:fs';
import type { Config } from '../../config.ts';
import type { Session } from '../../session.ts';
import { addToHost, type HostTarget, listHostFiles, removeFromHost } from './host-changes.ts';
import { buildEntry, buildEntryPath, type HostEntry, serverName, type ServerStart } from './host-entry.ts';
import { buildLinks } from './host-links.ts';
import { findHostFile, readUserPlaces } from './host-paths.ts';
import { loadFormat } from './host-settings.ts';
import { type McpHost, type HostName, hosts } from './hosts.ts';

interface FileFlag {
  /** The settings file, in place of the usual one. */
  readonly file?: string | undefined;
}

interface InstallFlags extends FileFlag {
  readonly print?: boolean | undefined;
  readonly npx?: boolean | undefined;
  /** False leaves the copy of the records to the server. */
  readonly copy?: boolean | undefined;
}

/**
 * Writes how Waybill is started into the settings of a host, or prints it; a second time nothing changes there. For a
 * person at a terminal it then copies the records.
 */
export async function runInstall(name: HostName, flags: InstallFlags, session: Session): Promise<void> {
  const { config, now, streams, print } = session;
  const host: McpHost = hosts[name];
  const start = chooseStart(config, flags);
  const entry = buildEntry(host, start, process.platform);
  const file = resolveFile(host, flags, session);
  if (flags.print || file === undefined) return printEntry({ host, file, entry, start }, session);
  const { isChanged, backup } = await addToHost({ name, host, file, home: config.home }, entry, now());
  const lines = isChanged
    ? [
        `Added Waybill to ${host.title}: ${file}`,
        ...(backup === undefined ? [] : [`Backup of the file: ${backup}`]),
        ...describeMissingSettings(config),
        ...describeNextSteps(host, config),
      ]
    : [`Waybill is already in ${host.title}: ${file}`, ...describeMissingSettings(config)];
  print(lines.join('\n'));
  // A program that sets up machines wants the settings only; the server copies by itself.
  if (streams.stdin.isTTY && flags.copy !== false)
    await (await import('./first-fill.ts')).fillFirst(session, host.title);
}

/** Takes Waybill out of the settings of a host, with all that `install` made for it; its records stay. */
export async function runUninstall(name: HostName, flags: FileFlag, session: Session): Promise<void> {
  const { config, print } = session;
  const { home } = config;
  const host: McpHost = hosts[name];
  const file = resolveFile(host, flags, session);
  const files = flags.file === undefined ? listHostFiles(name, file, home) : [file ?? flags.file];
  if (files.length === 0)
    return print(
      `Waybill can't edit the settings of ${host.title}. Remove the entry "${serverName}" yourself: ${host.place}`,
    );
  let isRemoved = false;
  for (const target of files.map((path): HostTarget => ({ name, host, file: path, home }))) {
    const wasThere = await removeFromHost(target);
    isRemoved ||= wasThere;
    print(
      wasThere
        ? `Removed Waybill from ${host.title}: ${target.file}`
        : `Waybill is not in ${host.title}: ${target.file}`,
    );
  }
  if (isRemoved && existsSync(home)) print(`Your records stay in ${home}.`);
}

function resolveFile(host: McpHost, { file }: FileFlag, { config, resolvePath }: Session): string | undefined {
  return file === undefined ? findHostFile(host, readUserPlaces(config.environment)) : resolvePath(file);
}

/** Chooses how a host starts the server: from the cache of npx only npx itself can, since npm empties the cache. */
function chooseStart({ serverCommand, npxCommand, isFromNpx }: Config, { npx }: InstallFlags): ServerStart {
  return npx || isFromNpx ? { ...npxCommand, isNpx: true } : { ...serverCommand, isNpx: false };
}

interface PrintedEntry {
  readonly host: McpHost;
  readonly file: string | undefined;
  readonly entry: HostEntry;
  readonly start: ServerStart;
}

/** Prints the entry, for a host whose settings only a person can edit or a person who wants to see it first. */
async function printEntry({ host, file, entry, start }: PrintedEntry, { streams, print }: Session): Promise<void> {
  const format = await loadFormat(host.format);
  // What is not part of the entry goes to the other stream, so that the entry can be sent to a file.
  const tell = (line: string) => void streams.stderr.write(`${line}\n`);
  tell(`This belongs in ${file ?? host.place}:`);
  print(format.set('', buildEntryPath(host), entry).trimEnd());
  const links = host.link && buildLinks(host.link, entry, start);
  if (links) tell(`Or open this link, and ${host.title} adds it: ${links.address}`);
  if (links?.webAddress !== undefined) tell(`The same as a web page, for a button: ${links.webAddress}`);
  if (file === undefined) tell(host.restart);
}

function describeNextSteps({ restart, title, hasForms }: McpHost, { commandText }: Config): readonly string[] {
  const approving = hasForms
    ? `When Waybill needs your confirmation, ${title} shows a form. Approvals are on a page: \`${commandText('approvals open')}\``
    : `${title} shows no forms, so you confirm on a page. Open it with \`${commandText('approvals open')}\``;
  return [
    `${restart} Then ask: "What is late right now?"`,
    approving,
    `First create the approver's secret, before the assistant can: \`${commandText('approvals secret')}\``,
  ];
}

/** Names settings of this shell, which the host doesn't know. Secrets have no place in the host's file. */
function describeMissingSettings({ home, environment }: Config): readonly string[] {
  const names = Object.keys(environment).filter((name) => name.startsWith('WAYBILL_') && name !== 'WAYBILL_HOME');
  if (names.length === 0) return [];
  return [`The host doesn't get these settings of this shell: ${names.sort().join(', ')}. Put them into ${home}/.env.`];
}
