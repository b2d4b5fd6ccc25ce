import { existsSync } from 'node:fs';
import path from 'node:path';
import { keepIfAbsolute, findHomeFolder } from '../../home-folder.ts';
import type { Variables } from '../../program-context.ts';
import type { McpHost, UserFile } from './hosts.ts';

/** The operating system and the user whose programs are looked for. */
export interface UserPlaces {
  readonly platform: NodeJS.Platform;
  readonly environment: Variables;
  /** The user's home folder. */
  readonly home: string;
}

/** Returns the places of the user who runs this. */
export const readUserPlaces = (environment: Variables): UserPlaces => ({
  platform: process.platform,
  environment,
  home: findHomeFolder(environment),
});

/** Finds the settings file of a host; undefined where the host has none at a fixed place. */
export function findHostFile(host: McpHost, places: UserPlaces): string | undefined {
  for (const { name, parts } of host.variables ?? []) {
    const folder = keepIfAbsolute(places.environment[name]);
    if (folder !== undefined) return path.join(folder, ...parts);
  }
  if (!host.file) return undefined;
  const file = resolveUserFile(host.file, places);
  if (!host.olderFile) return file;
  const olderFile = resolveUserFile(host.olderFile, places);
  const isOlder = existsSync(path.dirname(olderFile)) && !existsSync(path.dirname(file));
  return isOlder ? olderFile : file;
}

function resolveUserFile(file: UserFile, places: UserPlaces): string {
  const parts = places.platform === 'win32' ? (file.windowsParts ?? file.parts) : file.parts;
  return path.join(getFolder(file.in, places), ...parts);
}

function getFolder(kind: UserFile['in'], { platform, environment, home }: UserPlaces): string {
  if (kind === 'home') return home;
  if (platform === 'darwin')
    return kind === 'settings' ? path.join(home, 'Library', 'Application Support') : path.join(home, '.config');
  const [name, usual] = platform === 'win32' ? ['APPDATA', 'AppData/Roaming'] : ['XDG_CONFIG_HOME', '.config'];
  // A relative one would lie in the working folder, and the XDG standard says to pass it over.
  return keepIfAbsolute(environment[name]) ?? path.join(home, ...usual.split('/'));
}
