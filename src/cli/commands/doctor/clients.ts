import { existsSync } from 'node:fs';
import path from 'node:path';
import { WaybillError } from '../../../errors.ts';
import type { Config } from '../../config.ts';
import { sentenceOf } from '../../sentence.ts';
import { type Entry, readEntry } from '../install/host-file.ts';
import { type Host, type HostName, hosts } from '../install/hosts.ts';
import { targetIn } from '../install/install.ts';
import { type Finding, ok, toDo } from './finding.ts';

interface Installed {
  readonly title: string;
  /** What is wrong with how it starts Waybill, and what to do; undefined where it is in order. */
  readonly fault: string | undefined;
}

/** Checks that the clients of this machine which start Waybill find the files that they start. */
export function checkClients(config: Config): Finding {
  const found = Object.entries<Host>(hosts).flatMap(
    ([name, host]) => installedIn(name as HostName, host, config) ?? [],
  );
  const faults = found.flatMap(({ title, fault }) => (fault === undefined ? [] : [`${title} ${fault}`]));
  if (faults.length > 0) throw new WaybillError('CONFIGURATION', faults.join(' '));
  if (found.length === 0)
    return toDo(`connect an assistant, such as Claude Desktop: \`${config.commandText('install claude-desktop')}\``);
  return ok(found.map(({ title }) => title).join(', '));
}

function installedIn(name: HostName, host: Host, config: Config): Installed | undefined {
  const { title } = host;
  try {
    const entry = readEntry(targetIn(host, config));
    return entry && { title, fault: faultOf(config.commandText(`install ${name}`), entry) };
  } catch (error) {
    return { title, fault: `has settings that cannot be read: ${sentenceOf(error, config.commandText)}` };
  }
}

function faultOf(install: string, { command, args }: Entry): string | undefined {
  const first: unknown = Array.isArray(args) ? args[0] : undefined;
  // A name without a folder is looked for by the client, in a path of its own.
  const files = [command, first].filter((file) => typeof file === 'string').filter((file) => path.isAbsolute(file));
  const missing = files.find((file) => !existsSync(file));
  if (missing === undefined) return undefined;
  return `starts ${missing}, which does not exist. To fix this, run \`${install}\`.`;
}
