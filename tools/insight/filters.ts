import { foldText } from '../../src/domain/kit/folding.ts';
import { fieldError } from '../../src/errors.ts';
import type { Dimension } from '../../src/metrics/kit/dimension.ts';
import type { Filter } from '../../src/metrics/query.ts';
import { recordText } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { askingOf, periodOf } from '../arguments/date-words.ts';
import { declaredFinder } from '../arguments/declared-finder.ts';
import type { Finder, Named } from '../arguments/finder.ts';
import { carrierFinder, customerFinder } from '../arguments/finders.ts';
import { resolve } from '../arguments/resolve.ts';
import { cityAndState, cityBeforeState, stateCodeOf } from '../arguments/states.ts';
import { vendorFinder } from '../arguments/vendor-finder.ts';

/** A filter as it was asked for: words for one dimension, any of which may hold. */
export interface AskedFilter {
  readonly dimension: Dimension;
  readonly words: readonly string[];
}

const users = declaredFinder('users');
const factors = declaredFinder('carrierFactors');

const hasNone = (dimension: Dimension, word: string): boolean =>
  ['none', 'unknown', 'no', dimension.without].some((one) => foldText(one) === foldText(word.trim()));

/** The filter where its words tell by themselves what is meant; undefined where the values that exist decide. */
export async function filterOf(ctx: ToolContext, { dimension, words }: AskedFilter): Promise<Filter | undefined> {
  const given = words.filter((word) => !hasNone(dimension, word));
  const isNullToo = given.length < words.length;
  if (dimension.kind === 'party') return inValues(dimension, await idsOf(ctx, dimension, given), isNullToo);
  if (dimension.kind === 'place' || dimension.kind === 'lane')
    return likePatterns(
      dimension,
      given.map((word) => patternOf(dimension, word)),
      isNullToo,
    );
  if (dimension.name.endsWith('_state'))
    return inValues(
      dimension,
      given.map((word) => stateIn(dimension, word)),
      isNullToo,
    );
  if (dimension.name === 'due_day' || dimension.name === 'due_week') return inSpans(ctx, dimension, given);
  if (given.length === 0) return inValues(dimension, [], isNullToo);
  return undefined;
}

async function idsOf(ctx: ToolContext, { name }: Dimension, words: readonly string[]): Promise<readonly string[]> {
  const ids: string[] = [];
  for (const word of words) ids.push((await recordOf(ctx, name, word)).id);
  return ids;
}

function recordOf(ctx: ToolContext, name: string, text: string): Promise<Named> {
  const found = async <Found extends Named>(finder: Finder<Found>) => (await resolve(ctx, finder, text)).record;
  if (name === 'customer') return found(customerFinder);
  if (name === 'carrier') return found(carrierFinder);
  if (name === 'vendor') return found(vendorFinder);
  return found(name === 'factor' ? factors : users);
}

/** Rows whose key is one of these, or have none where that is meant too. */
export function inValues(dimension: Dimension, values: readonly string[], isNullToo = false): Filter {
  return {
    dimension,
    condition: (key) => `(${key} in (select value from json_each(?))${isNullToo ? ` or ${key} is null` : ''})`,
    parameters: [JSON.stringify(values)],
  };
}

function likePatterns(dimension: Dimension, patterns: readonly string[], isNullToo: boolean): Filter {
  const tests = (key: string) => [...patterns.map(() => `${key} like ?`), ...(isNullToo ? [`${key} is null`] : [])];
  return { dimension, condition: (key) => `(${tests(key).join(' or ')})`, parameters: patterns };
}

function inSpans(ctx: ToolContext, dimension: Dimension, words: readonly string[]): Filter {
  const spans = words.map((text) => periodOf(askingOf(ctx), { name: dimension.name, text, lean: 'future' }));
  return {
    dimension,
    condition: (key) => `(${spans.map(() => `${key} between ? and ?`).join(' or ')})`,
    parameters: spans.flatMap(({ from, to }) => [from, to]),
  };
}

function patternOf(dimension: Dimension, word: string): string {
  if (dimension.kind !== 'lane') return placePattern(dimension, word);
  const [from, to, ...others] = word.split(/(?:(?<!\s)\s*)?(?:->|→|\bto\b|>)\s*/i);
  if (!from || !to || others.length > 0)
    throw fieldError(
      'BAD_REQUEST',
      `filters.${dimension.name}`,
      `${recordText(word, 'list')} is no lane; write "Dallas, TX -> Atlanta, GA"`,
    );
  return `${placePattern(dimension, from)} -> ${placePattern(dimension, to)}`;
}

/** Of "Dallas, TX", as it is written in a key; a state alone or a city alone leaves the rest open. */
function placePattern(dimension: Dimension, word: string): string {
  const text = word.replace(/[%_]/g, ' ').trim();
  const state = stateCodeOf(text);
  if (dimension.name === 'lane_states') return state ?? text;
  if (state !== undefined) return `%${state}`;
  const named = cityAndState(text) ?? cityBeforeState(text);
  return named === undefined ? `${text}%` : `${named.city}, ${named.state}`;
}

function stateIn({ name }: Dimension, word: string): string {
  const code = stateCodeOf(word);
  if (code === undefined)
    throw fieldError(
      'BAD_REQUEST',
      `filters.${name}`,
      `${recordText(word, 'list')} is not a state or province; use a code such as TX`,
    );
  return code;
}

/** The values that words mean: one that is the same, else all that hold the words. */
export function meantValues({ dimension, words }: AskedFilter, values: readonly string[]): Filter {
  const given = words.filter((word) => !hasNone(dimension, word));
  const found = given.map((word) => ({ word, meant: valuesFor(word, values) }));
  const [missing] = found.filter(({ meant }) => meant.length === 0);
  if (missing !== undefined)
    throw fieldError(
      'BAD_REQUEST',
      `filters.${dimension.name}`,
      `${recordText(missing.word, 'list')} is no ${dimension.title.toLowerCase()} there is; there are ${shownValues(values)}`,
    );
  return inValues(
    dimension,
    found.flatMap(({ meant }) => meant),
    given.length < words.length,
  );
}

function valuesFor(word: string, values: readonly string[]): readonly string[] {
  const typed = plain(word);
  const same = values.filter((value) => plain(value) === typed);
  return same.length > 0 ? same : values.filter((value) => plain(value).includes(typed.replace(/s$/, '')));
}

const plain = (text: string): string =>
  foldText(text)
    .replace(/cancelled/g, 'canceled')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

const valuesMax = 12;
const shownValues = (values: readonly string[]): string =>
  values.length === 0
    ? 'none'
    : `${values
        .slice(0, valuesMax)
        .map((value) => recordText(value, 'list'))
        .join(', ')}${values.length > valuesMax ? ' ...' : ''}`;
