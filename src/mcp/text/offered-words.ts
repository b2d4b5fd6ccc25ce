import { isPlainRecord } from '../../domain/kit/plain-record.ts';

/** Returns the pattern of a tool's name. A name that is a plain word is in backticks where it means the tool. */
const toNamePattern = (tool: string) => (tool.includes('_') ? String.raw`(?<![\w.])${tool}(?!\w)` : `\`${tool}\``);

/** Text from records and values of a call, which is never advice. */
const quotes = /«[^«»]*»|(?<!\\)"(?:\\.|[^"\\])*"/g;
const createPlaceholder = (index: number) => `\u{E000}${index}\u{E001}`;
const placeholders = /\u{E000}(\d+)\u{E001}/gu;
const clauseEnd = /(?<=[.!?;])\s+/;

export const noUndo = 'The tools that are offered here cannot take it back.';

/**
 * Creates a function that removes advice to use tools that are not offered: it drops clauses that name one, and may
 * return an empty text. Only this function decides that, since no tool knows which others are offered.
 */
export function createMissingRemover(missing: readonly string[]): (text: string) => string {
  if (missing.length === 0) return (text) => text;
  const names = new RegExp(missing.map(toNamePattern).join('|'));
  return (text) =>
    text
      .split('\n')
      .flatMap((line) => removeAdvice(line, names) ?? [])
      .join('\n');
}

/** Removes advice from a line, or returns null if the whole line was advice. */
function removeAdvice(line: string, names: RegExp): string | null {
  const hidden: string[] = [];
  const masked = line.replace(quotes, (quote) => createPlaceholder(hidden.push(quote) - 1));
  if (!names.test(masked)) return line;
  const cleaned = masked.startsWith('|') ? cleanCells(masked, names) : cleanClauses(masked, names);
  return cleaned?.replace(placeholders, (_, index: string) => hidden[Number(index)] ?? '') ?? null;
}

/**
 * Removes advice from the cells of a row. A cell that is only a name is a value, such as the tool of an entry in the
 * log.
 */
const cleanCells = (row: string, names: RegExp): string =>
  row
    .split(/(?<!\\)\|/)
    .map((cell) => {
      const isValue = !/\s/.test(cell.trim());
      if (isValue || !names.test(cell)) return cell;
      return ` ${cleanClauses(cell.trim(), names) ?? '-'} `;
    })
    .join('|');

function cleanClauses(text: string, names: RegExp): string | null {
  const [, lead = '', rest = ''] = /^((?:- |Undo: )?)([\s\S]*)$/.exec(text) ?? [];
  const remainingClauses = rest.split(clauseEnd).filter((clause) => !names.test(clause));
  const joined = remainingClauses.join(' ').replace(/;$/, '.');
  if (joined !== '') return lead + joined.slice(0, 1).toUpperCase() + joined.slice(1);
  return lead === 'Undo: ' ? `Undo: ${noUndo}` : null;
}

/** Members of an answer that are our own sentences, at any depth. */
const ownTextMembers: ReadonlySet<string> = new Set(
  'summary undo undoCall notes definitions message why reason lines findings sideEffects policyHits'.split(' '),
);
/** Members with text of the brokerage or the caller. */
const foreignMembers: ReadonlySet<string> = new Set(['record', 'arguments', 'untrusted', 'exposure', 'verdict']);

/** Removes such advice from the sentences of the structured part. */
export function removeMissingInData(value: unknown, clean: (text: string) => string, member = ''): unknown {
  if (typeof value === 'string')
    return ownTextMembers.has(member) ? clean(value) || (member === 'undo' ? noUndo : '') : value;
  if (Array.isArray(value)) return value.map((item: unknown) => removeMissingInData(item, clean, member));
  if (!isPlainRecord(value) || foreignMembers.has(member)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, removeMissingInData(inner, clean, name)]),
  );
}
