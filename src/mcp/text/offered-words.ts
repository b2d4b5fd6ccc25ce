import { isPlainRecord } from '../../domain/kit/plain-record.ts';

/** A tool whose name is a plain word stands in backticks wherever the tool is meant. */
const nameOf = (tool: string) => (tool.includes('_') ? String.raw`(?<![\w.])${tool}(?!\w)` : `\`${tool}\``);

/** Text from records and values of a call: what stands in them is not advice. */
const quotes = /«[^«»]*»|(?<!\\)"(?:\\.|[^"\\])*"/g;
const placeholder = (index: number) => `\u{E000}${index}\u{E001}`;
const placeholders = /\u{E000}(\d+)\u{E001}/gu;
const clauseEnd = /(?<=[.!?;])\s+/;

export const noWayBack = 'The tools that are offered here cannot take it back.';

/**
 * A text without its advice to use tools that are not offered: clauses that name one are left out. It is empty where
 * nothing else was said. The one place where that is decided, since no tool knows which others were chosen.
 */
export function withoutMissing(missing: readonly string[]): (text: string) => string {
  if (missing.length === 0) return (text) => text;
  const names = new RegExp(missing.map(nameOf).join('|'));
  return (text) =>
    text
      .split('\n')
      .flatMap((line) => withoutNames(line, names) ?? [])
      .join('\n');
}

/** Null where the whole line was advice. */
function withoutNames(line: string, names: RegExp): string | null {
  const hidden: string[] = [];
  const masked = line.replace(quotes, (quote) => placeholder(hidden.push(quote) - 1));
  if (!names.test(masked)) return line;
  const cleaned = masked.startsWith('|') ? cleanCells(masked, names) : cleanClauses(masked, names);
  return cleaned?.replace(placeholders, (_, index: string) => hidden[Number(index)] ?? '') ?? null;
}

/** A cell that is nothing but a name is a value, such as the tool of an entry in the log. */
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
  const kept = rest.split(clauseEnd).filter((clause) => !names.test(clause));
  const said = kept.join(' ').replace(/;$/, '.');
  if (said !== '') return lead + said.slice(0, 1).toUpperCase() + said.slice(1);
  return lead === 'Undo: ' ? `Undo: ${noWayBack}` : null;
}

/** Members of an answer that are our own sentences, at any depth. */
const own: ReadonlySet<string> = new Set(
  'summary undo notes definitions message why reason lines findings sideEffects policyHits'.split(' '),
);
/** What the brokerage or the caller wrote. */
const theirs: ReadonlySet<string> = new Set(['record', 'arguments', 'untrusted', 'exposure', 'verdict']);

/** The same for the sentences of the structured part. */
export function dataWithoutMissing(value: unknown, clean: (text: string) => string, member = ''): unknown {
  if (typeof value === 'string') return own.has(member) ? clean(value) || (member === 'undo' ? noWayBack : '') : value;
  if (Array.isArray(value)) return value.map((item: unknown) => dataWithoutMissing(item, clean, member));
  if (!isPlainRecord(value) || theirs.has(member)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, dataWithoutMissing(inner, clean, name)]),
  );
}
