import type { McpHost } from './hosts.ts';
import type { MemberPath } from './settings-text.ts';

/** The name under which hosts list Waybill. */
export const serverName = 'waybill';

/** A way to start the server. */
export interface ServerStart {
  readonly command: string;
  readonly args: readonly string[];
  /** True where npx starts it, which downloads Waybill the first time. */
  readonly isNpx: boolean;
}

/** A host's settings of one server. */
export type HostEntry = Readonly<Record<string, unknown>>;

/** Builds what a host needs to start the server. */
export function buildEntry(host: McpHost, { command, args, isNpx }: ServerStart, platform: NodeJS.Platform): HostEntry {
  // Windows has npx as a script, which some hosts start only through its shell.
  const words = isNpx && platform === 'win32' ? ['cmd', '/c', command, ...args] : [command, ...args];
  return {
    ...host.members,
    [host.commandMember ?? 'command']: words[0],
    args: words.slice(1),
    ...(isNpx ? host.npxMembers : {}),
  };
}

/** Builds the path to the server in a settings file that holds no other. */
export const buildEntryPath = (host: McpHost): MemberPath => [host.list, host.isArray ? 0 : serverName];

/** Members that say where a server is that the host reaches at an address. */
const addresses: readonly string[] = ['url', 'httpUrl', 'serverUrl', 'uri'];

/** Members that only such an entry has. */
const addressMembers: readonly string[] = [
  ...addresses,
  'type',
  'transport',
  'headers',
  'http_headers',
  'bearer_token_env_var',
];

/** The members of an entry to set and to remove. */
export interface EntryChanges {
  readonly set: readonly (readonly [name: string, value: unknown])[];
  readonly remove: readonly string[];
}

/** Compares an entry with the one that starts the server. Members that a person added, such as settings of Waybill, stay. */
export function compareEntries(
  current: HostEntry,
  target: HostEntry,
  isEqual: (a: unknown, b: unknown) => boolean,
): EntryChanges {
  const isAddress = addresses.some((name) => name in current);
  return {
    set: Object.entries(target).filter(([name, value]) => !isEqual(current[name], value)),
    remove: isAddress ? addressMembers.filter((name) => name in current && !(name in target)) : [],
  };
}
