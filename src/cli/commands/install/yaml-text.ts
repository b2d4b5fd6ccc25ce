import {
  isCollection,
  isMap,
  isNode,
  isScalar,
  type Pair,
  parseAllDocuments,
  stringify,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
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

type YamlCollection = YAMLMap | YAMLSeq;
type MemberStep = MemberPath[number];

/**
 * YAML. The library says where each value lies, and only the text of what changes is replaced: the library's own writer
 * would format the whole file anew.
 */
export const yamlText: SettingsText = {
  parse(text) {
    const contents = readContents(text);
    return contents.value ?? {};
  },
  set(text, path, value) {
    const { root } = readContents(text);
    if (root === undefined) return insertLines(text, text.length, toLines(wrapValue(path, value)), 0);
    return setIn(text, root, path, value);
  },
  remove(text, path) {
    const { root } = readContents(text);
    return root === undefined ? text : removeIn(text, root, path);
  },
};

function readContents(text: string): { readonly value: unknown; readonly root: YamlCollection | undefined } {
  const documents = parseAllDocuments(text, { keepSourceTokens: true });
  if ('empty' in documents) return { value: undefined, root: undefined };
  const [document, second] = documents;
  const error = documents.flatMap(({ errors }) => errors)[0];
  if (error) throw new UnreadableText(countLines(text, error.pos[0]));
  if (second) throw new UnreadableText(countLines(text, second.range?.[0] ?? text.length));
  const { contents } = document ?? {};
  return { value: document?.toJS(), root: isCollection(contents) ? contents : undefined };
}

/** Returns the text unchanged where the path leads through something that is neither an object nor a list. */
function setIn(text: string, collection: YamlCollection, [step, ...rest]: MemberPath, value: unknown): string {
  if (step === undefined) return text;
  const pair = isMap(collection) ? findPair(collection, step) : undefined;
  const current = isMap(collection) ? pair?.value : collection.items[Number(step)];
  if (isCollection(current) && rest.length > 0) return setIn(text, current, rest, value);
  if (pair === undefined && current === undefined) return addItem(text, collection, step, wrapValue(rest, value));
  if (rest.length === 0 && !isEmptyValue(current)) {
    const span = getValueSpan(text, pair, current);
    const space = text[span.start - 1] === ':' ? ' ' : '';
    return replaceSpan(text, span, `${space}${JSON.stringify(value)}`);
  }
  if (!isNode(pair?.value) || !isEmptyValue(current) || collection.flow) return text;
  // A member that holds nothing yet, such as `extensions:`.
  const { start, end } = getSpan(pair.value);
  const emptied = replaceSpan(text, { start, end }, '');
  const column = findColumn(text, getSpan(pair.key).start) + indentWidth;
  return insertLines(emptied, findNextLine(emptied, start), toLines(wrapValue(rest, value)), column);
}

function removeIn(text: string, collection: YamlCollection, [step, ...rest]: MemberPath, parent?: Pair): string {
  if (step === undefined) return text;
  const pair = isMap(collection) ? findPair(collection, step) : undefined;
  const current = isMap(collection) ? pair?.value : collection.items[Number(step)];
  if (rest.length > 0) return isCollection(current) ? removeIn(text, current, rest, pair) : text;
  const index = pair === undefined ? Number(step) : (collection as YAMLMap).items.indexOf(pair);
  const spans = collection.items.map((_item, position) => getItemSpan(collection, position));
  const span = spans[index];
  if (span === undefined) return text;
  if (collection.flow) return replaceSpan(text, getFlowSpan(collection, spans, index), '');
  const lineStart = text.lastIndexOf('\n', span.start - 1) + 1;
  const isAlone = text.slice(lineStart, span.start).trim() === '';
  const next = spans[index + 1];
  // The first member of an object in a list stands behind the list's dash, which stays for the next member.
  if (!isAlone && next) return replaceSpan(text, { start: span.start, end: next.start }, '');
  const removed = replaceSpan(text, { start: lineStart, end: findNextLine(text, span.end) }, '');
  if (spans.length > 1 || parent === undefined) return removed;
  const colon = findColon(text, parent);
  return replaceSpan(removed, { start: colon, end: colon }, isMap(collection) ? ' {}' : ' []');
}

function addItem(text: string, collection: YamlCollection, step: MemberStep, value: unknown): string {
  const { start, end } = getSpan(collection);
  const content = isMap(collection) ? { [step]: value } : [value];
  if (collection.flow) {
    const inner = JSON.stringify(content).slice(1, -1);
    const count = collection.items.length;
    const position = count === 0 ? end - 1 : getItemSpan(collection, count - 1).end;
    return replaceSpan(text, { start: position, end: position }, count === 0 ? inner : `, ${inner}`);
  }
  return insertLines(text, findNextLine(text, end), toLines(content), findColumn(text, start));
}

const indentWidth = 2;

const toLines = (value: unknown): readonly string[] => stringify(value, { lineWidth: 0 }).trimEnd().split('\n');

function insertLines(text: string, position: number, lines: readonly string[], column: number): string {
  const eol = findLineEnding(text);
  const before = text.slice(0, position);
  const indent = ' '.repeat(column);
  const inserted = lines.map((line) => `${indent}${line}${eol}`).join('');
  return `${before}${before === '' || before.endsWith('\n') ? '' : eol}${inserted}${text.slice(position)}`;
}

const findPair = (map: YAMLMap, step: MemberStep) =>
  map.items.find(({ key }) => isScalar(key) && String(key.value) === String(step));

const isEmptyValue = (value: unknown) => value === null || (isScalar(value) && value.value === null);

function getSpan(node: unknown): TextSpan {
  const range = isNode(node) ? node.range : undefined;
  if (!range) throw new TypeError('a node of a parsed text has a range');
  return { start: range[0], end: range[1] };
}

/**
 * Returns the place of a value. A list or object in lines of its own gives way from the colon on, since its replacement
 * stands in one line.
 */
function getValueSpan(text: string, pair: Pair | undefined, value: unknown): TextSpan {
  const { start, end } = getSpan(value);
  const trimmed = { start, end: start + text.slice(start, end).trimEnd().length };
  const isBlock = isCollection(value) && !value.flow;
  return pair && isBlock ? { start: findColon(text, pair), end: trimmed.end } : trimmed;
}

function getItemSpan(collection: YamlCollection, index: number): TextSpan {
  if (isMap(collection)) {
    const { key, value } = collection.items[index] as Pair;
    return { start: getSpan(key).start, end: isNode(value) ? getSpan(value).end : getSpan(key).end };
  }
  const { start, end } = getSpan(collection.items[index]);
  const { srcToken } = collection;
  const tokens = srcToken && 'items' in srcToken ? srcToken.items[index]?.start : undefined;
  const dash = tokens?.find(({ type }) => type === 'seq-item-ind');
  return { start: dash?.offset ?? start, end };
}

/** Returns the place of an item of a list or object in one line, with the comma that it no longer needs. */
function getFlowSpan(collection: YamlCollection, spans: readonly TextSpan[], index: number): TextSpan {
  const [before, span, after] = [spans[index - 1], spans[index], spans[index + 1]];
  const { start, end } = getSpan(collection);
  if (before && span) return { start: before.end, end: span.end };
  return { start: span && after ? span.start : start + 1, end: after?.start ?? end - 1 };
}

/** Finds the offset behind the colon of a member. */
const findColon = (text: string, pair: Pair) => text.indexOf(':', getSpan(pair.key).end) + 1;

const findColumn = (text: string, offset: number) => offset - (text.lastIndexOf('\n', offset - 1) + 1);

/** Finds the start of the line behind a value. */
function findNextLine(text: string, end: number): number {
  if (end === 0 || text[end - 1] === '\n') return end;
  const lineEnd = text.indexOf('\n', end);
  return lineEnd === -1 ? text.length : lineEnd + 1;
}
