import { foldText } from '../../src/domain/text/folding.ts';
import { findNearestNames } from '../../src/domain/text/nearest-names.ts';
import { formatDate } from '../../src/domain/places/local-time.ts';
import { createFieldError } from '../../src/errors.ts';
import type { Dimension } from '../../src/metrics/kit/dimension.ts';
import type { DimensionFilter } from '../../src/metrics/query.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { getDeskClock, parsePeriodWords } from '../arguments/date-words.ts';
import { createDeclaredFinder } from '../arguments/finders/declared-finder.ts';
import type { Finder, FindableRecord } from '../arguments/finders/finder.ts';
import { carrierFinder, customerFinder } from '../arguments/finders/finders.ts';
import { resolve } from '../arguments/finders/resolve.ts';
import { parseStateArgument } from '../arguments/states.ts';
import { vendorFinder } from '../arguments/finders/finders.ts';
import { refuseUnknownCity } from '../arguments/locations/unknown-city.ts';
import { type PlaceChoice, readPlaceChoice } from './filter-places.ts';

/** A filter in words: any of `is` may hold, and none of `not`. */
export interface RequestedFilter {
  readonly dimension: Dimension;
  readonly is: readonly string[];
  readonly not: readonly string[];
}

/** The interpretation of a word in a filter. */
type FilterChoice =
  | { readonly kind: 'none'; readonly word: string }
  | { readonly kind: 'keys'; readonly word: string; readonly keys: readonly string[] }
  | ({ readonly kind: 'place'; readonly word: string } & PlaceChoice)
  | { readonly kind: 'span'; readonly word: string; readonly from: string; readonly to: string }
  /** The values that exist decide. */
  | { readonly kind: 'value'; readonly word: string };

export interface FilterChoices {
  readonly dimension: Dimension;
  readonly is: readonly FilterChoice[];
  readonly not: readonly FilterChoice[];
}

/** Values of a dimension in the records of a question. */
export interface ExistingValues {
  readonly list: () => Promise<readonly ExistingValue[]>;
  readonly hasLike: (pattern: string) => Promise<boolean>;
}

/** A key of a dimension, and what people call it. */
export interface ExistingValue {
  readonly key: string;
  readonly text: string;
}

const users = createDeclaredFinder('users');
const factors = createDeclaredFinder('carrierFactors');

/** Reads the words of a filter as far as they say by themselves what they stand for. */
export async function readChoices(ctx: ToolContext, { dimension, is, not }: RequestedFilter): Promise<FilterChoices> {
  const read = async (words: readonly string[]) => {
    const choices: FilterChoice[] = [];
    for (const word of words) choices.push(await readChoice(ctx, dimension, word));
    return choices;
  };
  return { dimension, is: await read(is), not: await read(not) };
}

async function readChoice(ctx: ToolContext, dimension: Dimension, word: string): Promise<FilterChoice> {
  const { kind, name } = dimension;
  if (hasNone(dimension, word)) return { kind: 'none', word };
  // Customers call their facilities alike: a name is each of those.
  if (name === 'facility') return { kind: 'value', word };
  if (kind === 'party') return { kind: 'keys', word, keys: [(await findRecord(ctx, name, word)).id] };
  if (kind === 'place' || kind === 'lane') return { kind: 'place', word, ...readPlaceChoice(dimension, word) };
  if (name.endsWith('_state')) return { kind: 'keys', word, keys: [parseStateArgument(`filters.${name}`, word)] };
  if (name === 'due_day' || name === 'due_week')
    return { kind: 'span', word, ...parsePeriodWords(getDeskClock(ctx), { name, text: word, lean: 'future' }) };
  return { kind: 'value', word };
}

const hasNone = (dimension: Dimension, word: string): boolean =>
  ['none', 'unknown', 'no', dimension.without].some((name) => foldText(name) === foldText(word.trim()));

function findRecord(ctx: ToolContext, name: string, text: string): Promise<FindableRecord> {
  const find = async <Found extends FindableRecord>(finder: Finder<Found>) => (await resolve(ctx, finder, text)).record;
  if (name === 'customer') return find(customerFinder);
  if (name === 'carrier') return find(carrierFinder);
  if (name === 'vendor') return find(vendorFinder);
  return find(name === 'factor' ? factors : users);
}

/** Builds the filter; a word that no value and no city has is refused with the nearest ones. */
export async function toFilter(
  { dimension, is, not }: FilterChoices,
  values: ExistingValues,
): Promise<DimensionFilter> {
  const complete = async (choices: readonly FilterChoice[]) => {
    const settled: SettledChoice[] = [];
    for (const choice of choices) settled.push(await settleChoice(dimension, choice, values));
    return settled;
  };
  const [included, excluded] = [await complete(is), await complete(not)];
  return {
    dimension,
    condition: (key) =>
      [
        ...(included.length > 0 ? [printAny(included, key)] : []),
        // A row without a key is none of those that are excluded.
        ...(excluded.length > 0 ? [`not coalesce(${printAny(excluded, key)}, 0)`] : []),
      ].join(' and '),
    parameters: [...listParameters(included), ...listParameters(excluded)],
    named: included.flatMap((choice) =>
      'keys' in choice && choice.keys.length > 0 ? [{ word: choice.word, keys: choice.keys }] : [],
    ),
  };
}

type SettledChoice = Exclude<FilterChoice, { readonly kind: 'value' }>;

async function settleChoice(
  dimension: Dimension,
  choice: FilterChoice,
  values: ExistingValues,
): Promise<SettledChoice> {
  if (choice.kind === 'value')
    return { kind: 'keys', word: choice.word, keys: matchValues(dimension, choice.word, await values.list()) };
  if (choice.kind !== 'place') return choice;
  for (const city of choice.unlisted)
    if (!(await values.hasLike(city.pattern))) throw refuseUnknownCity(`filters.${dimension.name}`, city);
  return choice;
}

/** Builds a filter for rows whose key is among these values. */
export const buildValuesFilter = (dimension: Dimension, values: readonly string[]): DimensionFilter => {
  const choices = [{ kind: 'keys', word: '', keys: values }] as const;
  return {
    dimension,
    condition: (key) => printAny(choices, key),
    parameters: listParameters(choices),
  };
};

function printAny(choices: readonly SettledChoice[], key: string): string {
  const { keys, patterns, spans, isNone } = sortChoices(choices);
  const tests = [
    ...(keys.length > 0 ? [`${key} in (select value from json_each(?))`] : []),
    ...patterns.map(() => `${key} like ?`),
    ...spans.map(() => `${key} between ? and ?`),
    ...(isNone ? [`${key} is null`] : []),
  ];
  return `(${tests.join(' or ')})`;
}

function listParameters(choices: readonly SettledChoice[]): readonly unknown[] {
  const { keys, patterns, spans } = sortChoices(choices);
  return [
    ...(keys.length > 0 ? [JSON.stringify(keys)] : []),
    ...patterns,
    ...spans.flatMap(({ from, to }) => [from, to]),
  ];
}

function sortChoices(choices: readonly SettledChoice[]) {
  return {
    keys: choices.flatMap((choice) => (choice.kind === 'keys' ? choice.keys : [])),
    patterns: choices.flatMap((choice) => (choice.kind === 'place' ? choice.patterns : [])),
    spans: choices.flatMap((choice) => (choice.kind === 'span' ? [choice] : [])),
    isNone: choices.some(({ kind }) => kind === 'none'),
  };
}

/** Lists the values that a word stands for: one that is the same, else all that hold the word. */
function matchValues(dimension: Dimension, word: string, values: readonly ExistingValue[]): readonly string[] {
  const typed = toPlainText(word);
  // A code is named by its words too, and a day or month as answers print it.
  const listNames = ({ key, text }: ExistingValue) =>
    [text, formatDate(text), ...(dimension.kind === 'code' ? [key] : [])].map(toPlainText);
  const same = values.filter((value) => listNames(value).includes(typed));
  const part = typed.replace(/s$/, '');
  const matches =
    same.length > 0 ? same : values.filter((value) => listNames(value).some((name) => name.includes(part)));
  if (matches.length > 0) return matches.map(({ key }) => key);
  const texts = [...new Set(values.map(({ text }) => text))];
  const near = findNearestNames(typed, texts.map(toPlainText));
  const [nearest] = texts.filter((text) => toPlainText(text) === near[0]);
  const question = nearest === undefined ? '' : ` Did you mean ${recordText(nearest, 'list')}?`;
  throw createFieldError(
    'BAD_REQUEST',
    `filters.${dimension.name}`,
    `${recordText(word, 'list')} is no ${dimension.title.toLowerCase()} that a record has; records have ${formatValues(texts)}.${question}`,
  );
}

const toPlainText = (text: string): string =>
  foldText(text)
    .replace(/cancelled/g, 'canceled')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const valuesMax = 12;
const formatValues = (values: readonly string[]): string =>
  values.length === 0
    ? 'none'
    : `${values
        .slice(0, valuesMax)
        .map((value) => recordText(value, 'list'))
        .join(', ')}${values.length > valuesMax ? ' ...' : ''}`;
