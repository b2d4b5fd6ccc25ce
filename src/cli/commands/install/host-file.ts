import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { applyEdits, modify, parse, type ParseError } from 'jsonc-parser';
import { isPlainRecord } from '../../../domain/kit/plain-record.ts';
import { configProblem } from '../../config-problem.ts';

/** What a host's file says of one server. */
export type Entry = Readonly<Record<string, unknown>>;

export interface HostFile {
  readonly file: string;
  /** Members that lead to the server, such as `mcpServers` and `waybill`. */
  readonly place: readonly [list: string, name: string];
}

const ownMode = 0o600;
const formattingOptions = { insertSpaces: true, tabSize: 2 };

/** The server that is there now. A file that cannot be understood is refused, so that nothing in it is lost. */
export function readEntry({ file, place: [list, name] }: HostFile): Entry | undefined {
  const servers = membersOf(file)[list];
  if (servers === undefined) return undefined;
  if (!isPlainRecord(servers))
    throw configProblem(file, `has a "${list}" that is no object; correct it and run this again.`);
  const entry = servers[name];
  return isPlainRecord(entry) ? entry : undefined;
}

/** Puts the server into the file, or takes it away; everything else in it, comments too, stays as it is. Returns the copy of the file as it was. */
export function writeEntry({ file, place }: HostFile, entry: Entry | undefined, now: string): string | undefined {
  const text = textOf(file);
  const edited = applyEdits(text, modify(text, [...place], entry, { formattingOptions }));
  // A link leads to where a person keeps their settings: the link stays.
  const target = existsSync(file) ? realpathSync(file) : file;
  const backup = backUp(target, now);
  mkdirSync(path.dirname(target), { recursive: true });
  const draft = `${target}.${process.pid}`;
  writeFileSync(draft, edited.endsWith('\n') ? edited : `${edited}\n`, {
    mode: backup === undefined ? ownMode : statSync(target).mode,
  });
  renameSync(draft, target);
  return backup;
}

function backUp(target: string, now: string): string | undefined {
  if (!existsSync(target)) return undefined;
  const backup = `${target}.${now.replaceAll(/[:.]/g, '-')}.bak`;
  copyFileSync(target, backup);
  return backup;
}

function membersOf(file: string): Readonly<Record<string, unknown>> {
  const text = textOf(file);
  const errors: ParseError[] = [];
  const members: unknown = parse(text, errors, { allowTrailingComma: true });
  const [error] = errors;
  if (error) {
    const line = text.slice(0, error.offset).split('\n').length;
    throw configProblem(file, `is not JSON from line ${line} on; correct it and run this again.`);
  }
  if (!isPlainRecord(members)) throw configProblem(file, 'holds no object; correct it and run this again.');
  return members;
}

/** A file that is not there, or is empty, has no servers. */
function textOf(file: string): string {
  if (!existsSync(file)) return '{}';
  // Editors of some systems begin a file with a mark that is not part of its text.
  const text = readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  return text.trim() === '' ? '{}' : text;
}
