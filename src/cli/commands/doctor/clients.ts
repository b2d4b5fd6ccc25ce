import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { WaybillError } from '../../../errors.ts';
import type { Config } from '../../config.ts';
import { formatErrorSentence } from '../../sentence.ts';
import { listHostFiles } from '../install/host-changes.ts';
import { type HostEntry, serverName } from '../install/host-entry.ts';
import { findHostFile, readUserPlaces } from '../install/host-paths.ts';
import { readHostSettings } from '../install/host-settings.ts';
import { type McpHost, type HostName, hosts } from '../install/hosts.ts';
import { type Finding, ok, toDo } from './finding.ts';

interface ConnectedHost {
  readonly title: string;
  /** The fault in how it starts Waybill, and its remedy; undefined where it is in order. */
  readonly fault: string | undefined;
}

/** Checks that the clients of this machine which start Waybill find what they start. */
export async function checkClients(config: Config): Promise<Finding> {
  const connected: ConnectedHost[] = [];
  for (const name of Object.keys(hosts) as HostName[]) connected.push(...(await checkHost(name, config)));
  const faults = connected.flatMap(({ title, fault }) => (fault === undefined ? [] : [`${title} ${fault}`]));
  if (faults.length > 0) throw new WaybillError('CONFIGURATION', faults.join(' '));
  if (connected.length === 0)
    return toDo(`connect an assistant, such as Claude Desktop: \`${config.commandText('install claude-desktop')}\``);
  return ok([...new Set(connected.map(({ title }) => title))].join(', '));
}

async function checkHost(name: HostName, config: Config): Promise<readonly ConnectedHost[]> {
  const host: McpHost = hosts[name];
  const { title } = host;
  const usualFile = findHostFile(host, readUserPlaces(config.environment));
  const connected: ConnectedHost[] = [];
  for (const file of listHostFiles(name, usualFile, config.home)) {
    try {
      const { entry } = await readHostSettings(host, file);
      if (entry) connected.push({ title, fault: describeFault(config.commandText(`install ${name}`), entry) });
    } catch (error) {
      // A file without Waybill is a matter between its client and its user.
      if (!mentionsWaybill(file)) continue;
      connected.push({
        title,
        fault: `has a file that can't be read: ${formatErrorSentence(error, config.commandText)}`,
      });
    }
  }
  return connected;
}

function mentionsWaybill(file: string): boolean {
  try {
    return readFileSync(file, 'utf8').includes(serverName);
  } catch {
    return false;
  }
}

function describeFault(install: string, entry: HostEntry): string | undefined {
  const { args } = entry;
  const first: unknown = Array.isArray(args) ? args[0] : undefined;
  // A name without a folder is looked for by the client, in a path of its own.
  const files = [entry['command'] ?? entry['cmd'], first]
    .filter((file) => typeof file === 'string')
    .filter((file) => path.isAbsolute(file));
  const missing = files.find((file) => !existsSync(file));
  if (missing === undefined) return undefined;
  return `starts ${missing}, which does not exist. To fix this, run \`${install}\`.`;
}
