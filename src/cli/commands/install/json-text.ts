import { createScanner, type Node, type ParseError, parse, parseTree } from 'jsonc-parser';
import {
  countLines,
  findLineEnding,
  type MemberPath,
  replaceSpan,
  type SettingsText,
  type TextSpan,
  UnreadableText,
  wrapValue,
} from './settings-text.ts';

/**
 * JSON with comments and trailing commas, as editors write their settings. The library says where each value lies, and
 * only the text of what changes is replaced: its own edits format the members beside it and take comments along.
 */
export const jsonText: SettingsText = {
  parse(text) {
    const errors: ParseError[] = [];
    const value: unknown = parse(fillBlank(text), errors, { allowTrailingComma: true });
    const [error] = errors;
    if (error) throw new UnreadableText(countLines(text, error.offset));
    return value;
  },
  set(text, path, value) {
    const content = fillBlank(text);
    const root = parseTree(content);
    return root ? setIn(content, root, path, value) : text;
  },
  remove(text, path) {
    const root = parseTree(fillBlank(text));
    return root ? removeIn(fillBlank(text), root, path) : text;
  },
};

/** Replaces a blank text by an empty object: an empty file has no servers. */
const fillBlank = (text: string) => (text.trim() === '' ? '{}\n' : text);

/** Returns the text unchanged where the path leads through something that is not an object. */
function setIn(text: string, node: Node, [step, ...rest]: MemberPath, value: unknown): string {
  if (node.type !== 'object' || step === undefined) return text;
  const current = findMember(node, step)?.children?.[1];
  if (!current) return addMember(text, node, String(step), wrapValue(rest, value));
  if (rest.length > 0) return setIn(text, current, rest, value);
  return replaceSpan(text, getSpan(current), formatValue(text, value, readIndent(text, current.offset)));
}

function removeIn(text: string, node: Node, [step, ...rest]: MemberPath): string {
  if (node.type !== 'object' || step === undefined) return text;
  const member = findMember(node, step);
  const value = member?.children?.[1];
  if (!member || !value) return text;
  return rest.length > 0 ? removeIn(text, value, rest) : removeMember(text, node, member);
}

function addMember(text: string, node: Node, name: string, value: unknown): string {
  const eol = findLineEnding(text);
  const { end } = getSpan(node);
  const last = node.children?.at(-1);
  if (!last) {
    const outer = readIndent(text, node.offset);
    const inner = `${outer}${findIndentUnit(text)}`;
    const member = `${inner}${formatMember(text, name, value, inner)}`;
    const content = text.slice(node.offset + 1, end - 1).trimEnd();
    return replaceSpan(text, { start: node.offset + 1, end: end - 1 }, `${content}${eol}${member}${eol}${outer}`);
  }
  const { comma, lineEnd, isLastInLine } = findRestOfLine(text, getSpan(last).end);
  const trailing = comma === undefined ? '' : ',';
  const indent = isLastInLine ? eol + readIndent(text, last.offset) : ' ';
  const member = isLastInLine
    ? formatMember(text, name, value, readIndent(text, last.offset))
    : `${JSON.stringify(name)}: ${JSON.stringify(value)}`;
  const added = replaceSpan(text, { start: lineEnd, end: lineEnd }, `${indent}${member}${trailing}`);
  const { end: lastEnd } = getSpan(last);
  return comma === undefined ? replaceSpan(added, { start: lastEnd, end: lastEnd }, ',') : added;
}

function removeMember(text: string, node: Node, member: Node): string {
  const members = node.children ?? [];
  const index = members.indexOf(member);
  const [previous, next] = [members[index - 1], members[index + 1]];
  const { start, end } = getSpan(member);
  const { comma, lineEnd, isLastInLine } = findRestOfLine(text, end);
  const lineStart = text.lastIndexOf('\n', start - 1) + 1;
  const isAlone = isLastInLine && text.slice(lineStart, start).trim() === '';
  if (!isAlone) {
    if (previous) return replaceSpan(text, { start: getSpan(previous).end, end }, '');
    return replaceSpan(text, { start, end: next ? next.offset : (comma ?? end) }, '');
  }
  const lines = replaceSpan(text, { start: lineStart, end: text.indexOf('\n', lineEnd) + 1 || text.length }, '');
  if (members.length === 1) {
    const inner = {
      start: node.offset + 1,
      end: text.lastIndexOf('}', getSpan(node).end) - (text.length - lines.length),
    };
    return lines.slice(inner.start, inner.end).trim() === '' ? replaceSpan(lines, inner, '') : lines;
  }
  if (next || !previous || comma !== undefined) return lines;
  // Now the member before is the last one, and its comma goes with the last one's.
  const extraComma = findRestOfLine(lines, getSpan(previous).end).comma;
  return extraComma === undefined ? lines : replaceSpan(lines, { start: extraComma - 1, end: extraComma }, '');
}

/** The numbers of the scanner's tokens: their names exist in its types only. */
const tokens = { comma: 5, lineComment: 12, blockComment: 13, lineBreak: 14, spaces: 15, endOfText: 17 } as const;

interface RestOfLine {
  /** The offset behind the comma, if there is one. */
  readonly comma: number | undefined;
  /** The end of what belongs to the value: a comma and comments in the same line. */
  readonly lineEnd: number;
  /** True where nothing else follows in the same line. */
  readonly isLastInLine: boolean;
}

/** Reads what follows a value in its line. */
function findRestOfLine(text: string, offset: number): RestOfLine {
  const scanner = createScanner(text, false);
  scanner.setPosition(offset);
  let comma: number | undefined;
  let lineEnd = offset;
  for (let kind: number = scanner.scan(); ; kind = scanner.scan()) {
    const end = scanner.getTokenOffset() + scanner.getTokenLength();
    switch (kind) {
      case tokens.comma:
        comma = end;
        break;
      case tokens.lineComment:
      case tokens.blockComment:
        break;
      case tokens.spaces:
        continue;
      case tokens.lineBreak:
      case tokens.endOfText:
        return { comma, lineEnd, isLastInLine: true };
      default:
        return { comma, lineEnd: comma ?? offset, isLastInLine: false };
    }
    lineEnd = end;
  }
}

const findMember = (node: Node, step: MemberPath[number]) =>
  node.children?.find((member) => member.children?.[0]?.value === String(step));

const getSpan = ({ offset, length }: Node): TextSpan => ({ start: offset, end: offset + length });

const formatMember = (text: string, name: string, value: unknown, indent: string) =>
  `${JSON.stringify(name)}: ${formatValue(text, value, indent)}`;

/** Formats a value as the file is indented; lists of a command's words stay in lines of their own. */
const formatValue = (text: string, value: unknown, indent: string) =>
  JSON.stringify(value, null, findIndentUnit(text)).replaceAll('\n', findLineEnding(text) + indent);

/** Returns the spaces with which the line of an offset begins. */
function readIndent(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1);
  return /^[ \t]*/.exec(line)?.[0] ?? '';
}

/** Finds the spaces of one level: those of the first indented line, or two. */
const findIndentUnit = (text: string) => /^[ \t]+(?=["/])/m.exec(text)?.[0] ?? '  ';
