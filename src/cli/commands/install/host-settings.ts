import { existsSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { isPlainRecord } from '../../../domain/kit/plain-record.ts';
import { configProblem } from '../../config-problem.ts';
import { buildFileProblem } from './files.ts';
import { compareEntries, type HostEntry, serverName } from './host-entry.ts';
import type { McpHost } from './hosts.ts';
import { type MemberPath, type SettingsText, UnreadableText } from './settings-text.ts';

const formatNames = { json: 'JSON', toml: 'TOML', yaml: 'YAML' } as const;

/** A host's settings file as it is now. */
export interface HostSettings {
  readonly host: McpHost;
  readonly file: string;
  /** The contents without the byte order mark. */
  readonly text: string;
  /** The mark with which some editors begin a file, or an empty text. */
  readonly byteOrderMark: string;
  readonly format: SettingsText;
  /** Undefined where Waybill is not in it. */
  readonly entry: HostEntry | undefined;
  /** The place of the entry, also where there is none yet. */
  readonly entryPath: MemberPath;
  /** True where the member that holds the servers is there. */
  readonly hasList: boolean;
}

const formats: Readonly<Record<McpHost['format'], () => Promise<SettingsText>>> = {
  json: async () => (await import('./json-text.ts')).jsonText,
  toml: async () => (await import('./toml-text.ts')).tomlText,
  yaml: async () => (await import('./yaml-text.ts')).yamlText,
};

/** Loads what reads and edits a format: only `install` and `doctor` need it. */
export const loadFormat = (format: McpHost['format']): Promise<SettingsText> => formats[format]();

/** Reads a host's settings; a file that is not there holds none. Refuses a file that it can't understand, so that nothing in it is lost. */
export async function readHostSettings(host: McpHost, file: string): Promise<HostSettings> {
  const format = await loadFormat(host.format);
  const raw = existsSync(file) ? readText(file) : '';
  const byteOrderMark = raw.startsWith('\uFEFF') ? '\uFEFF' : '';
  const written = raw.slice(byteOrderMark.length);
  const isBlank = written.trim() === '';
  const text = isBlank ? buildBlankText(host, format, written) : written;
  const members = parseMembers(host, file, text, format);
  const servers = members[host.list] ?? undefined;
  const fits = host.isArray ? Array.isArray(servers) : isPlainRecord(servers);
  if (servers !== undefined && !fits)
    throw configProblem(
      file,
      `has a "${host.list}" that isn't ${host.isArray ? 'a list' : 'an object'}. Fix it, then run this again. Nothing was changed.`,
    );
  const key = findEntryKey(host, servers);
  const entry: unknown = (servers as Record<string | number, unknown> | undefined)?.[key];
  return {
    host,
    file,
    text,
    byteOrderMark,
    format,
    entry: isPlainRecord(entry) ? entry : undefined,
    entryPath: [host.list, key],
    hasList: host.list in members,
  };
}

/** Reads a file as it will be written again: bytes that are no text would be lost. */
function readText(file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(file));
  } catch (error) {
    if (error instanceof TypeError)
      throw configProblem(file, "isn't UTF-8 text. Fix it, then run this again. Nothing was changed.");
    throw buildFileProblem(file, "can't be read", error);
  }
}

/** Edits the settings so that they start the server. Returns undefined where they do already. */
export function setEntry(settings: HostSettings, target: HostEntry): string | undefined {
  const { entry, entryPath, format, text } = settings;
  const changes = entry === undefined ? undefined : compareEntries(entry, target, isDeepStrictEqual);
  if (changes === undefined) return finishEdit(settings, format.set(text, entryPath, target), target);
  if (changes.set.length === 0 && changes.remove.length === 0) return undefined;
  const cleared = changes.remove.reduce((edited, name) => format.remove(edited, [...entryPath, name]), text);
  const edited = changes.set.reduce((last, [name, value]) => format.set(last, [...entryPath, name], value), cleared);
  const remaining = Object.entries(entry ?? {}).filter(([name]) => !changes.remove.includes(name));
  return finishEdit(settings, edited, { ...Object.fromEntries(remaining), ...target });
}

/** Edits the settings so that Waybill is not in them; with its list where that is empty then and Waybill made it. */
export function removeEntry(settings: HostSettings, isListOfWaybill: boolean): string {
  const { entryPath, format, text, host } = settings;
  const removed = format.remove(text, entryPath);
  const servers = parseMembers(host, settings.file, removed, format)[host.list];
  const isEmpty = servers === null || servers === undefined || Object.keys(servers).length === 0;
  if (isListOfWaybill && isEmpty) return finishEdit(settings, format.remove(removed, [host.list]), undefined, true);
  return finishEdit(settings, removed, undefined);
}

/** Returns whether settings hold nothing but what a new file of the host begins with, and no comment. */
export function isBlankText({ host, format }: HostSettings, text: string): boolean {
  const content = text.replace(/^\uFEFF/, '').replaceAll(/\s/g, '');
  return ['', '{}', buildBlankText(host, format, '').replaceAll(/\s/g, '')].includes(content);
}

/** Builds what a file holds besides the servers; the text as it is where that is nothing. */
const buildBlankText = ({ template }: McpHost, format: SettingsText, text: string) =>
  Object.entries(template ?? {}).reduce((built, [name, value]) => format.set(built, [name], value), text);

/** Refuses an edit that would change anything else: a file may be written in ways that the editors here don't expect. */
function finishEdit(settings: HostSettings, edited: string, entry: HostEntry | undefined, isListGone = false): string {
  const { host, file, format, text, entryPath, byteOrderMark } = settings;
  const expected = parseMembers(host, file, text, format);
  changeMembers(expected, host, entryPath, entry);
  if (isListGone) delete expected[host.list];
  let actual: unknown;
  try {
    actual = format.parse(edited);
  } catch {
    // A text that can't be read is not what was expected either.
  }
  // Copies have the usual prototypes, whatever the reader of the format makes.
  const [actualCopy, expectedCopy] = [actual, expected].map((value) => structuredClone(removeEmptyList(value, host)));
  if (!isDeepStrictEqual(actualCopy, expectedCopy))
    throw configProblem(
      file,
      `is written in a way that Waybill can't edit safely. Nothing was changed. Edit it by hand; \`install --print\` shows what belongs there.`,
    );
  return byteOrderMark + edited;
}

function changeMembers(
  members: Record<string, unknown>,
  host: McpHost,
  entryPath: MemberPath,
  entry: HostEntry | undefined,
): void {
  const key = entryPath[1] ?? serverName;
  if (host.isArray) {
    const servers = [...((members[host.list] as readonly unknown[] | null | undefined) ?? [])];
    servers.splice(Number(key), 1, ...(entry === undefined ? [] : [entry]));
    members[host.list] = servers;
    return;
  }
  const { [key]: _previous, ...servers } = (members[host.list] ?? {}) as Record<string, unknown>;
  members[host.list] = entry === undefined ? servers : { ...servers, [key]: entry };
}

/** Formats differ in what they leave of a list that became empty: nothing, or an empty one. */
function removeEmptyList(value: unknown, { list }: McpHost): unknown {
  if (!isPlainRecord(value)) return value;
  const { [list]: servers, ...members } = value;
  const isEmpty = servers === null || servers === undefined || Object.keys(servers).length === 0;
  return isEmpty ? members : { ...members, [list]: servers };
}

function findEntryKey(host: McpHost, servers: unknown): string | number {
  if (!host.isArray) return serverName;
  if (!Array.isArray(servers)) return 0;
  const index = servers.findIndex((server) => isPlainRecord(server) && server['name'] === serverName);
  return index === -1 ? servers.length : index;
}

function parseMembers(host: McpHost, file: string, text: string, format: SettingsText): Record<string, unknown> {
  let members: unknown;
  try {
    members = format.parse(text);
  } catch (error) {
    if (!(error instanceof UnreadableText)) throw error;
    throw configProblem(
      file,
      `isn't valid ${formatNames[host.format]} (line ${error.line}). Fix it, then run this again. Nothing was changed.`,
    );
  }
  if (isPlainRecord(members)) return members;
  throw configProblem(file, "doesn't hold an object. Fix it, then run this again. Nothing was changed.");
}
