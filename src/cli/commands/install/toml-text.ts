import { parse, patch, stringify, TomlFormat } from '@decimalturn/toml-patch';
import { isPlainRecord } from '../../../domain/kit/plain-record.ts';
import { findLineEnding, type MemberPath, type SettingsText, UnreadableText } from './settings-text.ts';

export const tomlText: SettingsText = {
  parse(text) {
    try {
      return parse(text);
    } catch (error) {
      throw new UnreadableText(readLine(error));
    }
  },
  set(text, path, value) {
    // A table of its own at the end is what a person would write. Where it may not stand there, the library finds a place.
    const appended = isPlainRecord(value) ? appendTable(text, path, value) : undefined;
    if (appended !== undefined) return appended;
    return change(text, path, (members, name) => (members[name] = value));
  },
  remove: (text, path) => change(text, path, (members, name) => delete members[name]),
};

function appendTable(text: string, path: MemberPath, value: Readonly<Record<string, unknown>>): string | undefined {
  const eol = findLineEnding(text);
  const gap = text === '' ? '' : text.endsWith('\n') ? eol : eol + eol;
  const appended = `${text}${gap}[${path.join('.')}]${eol}${stringify(value, { newLine: eol })}`;
  return isReadable(appended) ? appended : undefined;
}

function isReadable(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

function change(text: string, path: MemberPath, act: (members: Record<string, unknown>, name: string) => void): string {
  const whole: unknown = parse(text);
  let members: unknown = whole;
  for (const step of path.slice(0, -1)) {
    if (!isPlainRecord(members)) return text;
    members = members[step] ??= {};
  }
  if (!isPlainRecord(members)) return text;
  act(members, String(path.at(-1)));
  // Older readers of TOML refuse a comma behind the last member of an inline table.
  const format = TomlFormat.autoDetectFormat(text);
  format.trailingComma = false;
  return patch(text, whole, format);
}

function readLine(error: unknown): number {
  const line: unknown = isPlainRecord(error) ? error['line'] : undefined;
  return typeof line === 'number' ? line : 1;
}
