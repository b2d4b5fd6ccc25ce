import type { CollectionName } from '../../src/copy-tables/index.ts';
import * as z from 'zod';
import { addDays } from '../../src/domain/kit/dates.ts';
import { createFieldError } from '../../src/errors.ts';
import { findDimension, measureNamed, listNearestDimensions, listNearestMeasures } from '../../src/metrics/names.ts';
import type { Dimension } from '../../src/metrics/kit/dimension.ts';
import { getFact } from '../../src/metrics/kit/facts.ts';
import type { Measure } from '../../src/metrics/kit/measure.ts';
import type { Period, Setting } from '../../src/metrics/kit/setting.ts';
import { dimensions } from '../../src/metrics/dimensions.ts';
import {
  type DimensionFilter,
  hasDimension,
  buildKeySql,
  type FigureQuestion,
  listTables,
} from '../../src/metrics/query.ts';
import { readBy } from '../../src/metrics/kit/fact.ts';
import { formatTypedName } from '../../src/mcp/text/text.ts';
import type { ToolContext } from '../../src/mcp/tool/context.ts';
import { copyNow } from '../../src/mcp/tool/copy-now.ts';
import type { CurrentTables } from '../../src/mcp/tool/records-copy.ts';
import { getDeskClock, parseDateRange, parsePeriodWords, getDeskToday } from '../arguments/date-words.ts';
import { DateText } from '../arguments/list-arguments.ts';
import { readTogether } from '../arguments/finders/together.ts';
import { type ExistingValue, type ExistingValues, readChoices, type RequestedFilter, toFilter } from './filters.ts';
import { readBalances } from './history.ts';
import { formatKey } from './labels.ts';
import { firstDay } from './notes.ts';

const Name = z.string().min(1).max(60);
const FilterWords = z.array(z.string().min(1).max(200)).min(1).max(20);

/** Arguments that say which records count. */
export const questionArguments = {
  period: DateText.optional(),
  from: DateText.optional(),
  to: DateText.optional(),
  filters: z
    .array(z.strictObject({ by: Name, is: FilterWords.optional(), not: FilterWords.optional() }))
    .max(10)
    .optional(),
} as const;

export const MeasureName = Name;

export interface FilterInput {
  readonly by: string;
  readonly is?: readonly string[] | undefined;
  readonly not?: readonly string[] | undefined;
}

export interface QuestionInput {
  readonly period?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** A record counts when it meets all of them; each is met by any value of `is`, and by none of `not`. */
  readonly filters?: readonly FilterInput[] | undefined;
}

export interface ParsedQuestion {
  readonly question: FigureQuestion;
  readonly copy: CurrentTables;
  /** True if the input names the period. */
  readonly hasPeriod: boolean;
}

interface RequestedFigures extends QuestionInput {
  readonly measures: readonly string[];
  readonly by: readonly string[];
  /** The comparison, which asks for earlier balances as well. */
  readonly compare?: string | undefined;
}

/** Parses the question and brings the copy up to date for it. One error names every argument that is wrong. */
export async function parseQuestion(ctx: ToolContext, input: RequestedFigures): Promise<ParsedQuestion> {
  const {
    measures: requested,
    by,
    filters,
  } = await readTogether({
    measures: () => input.measures.map((text) => requireMeasure(text)),
    by: () => input.by.map((text) => requireDimension('by', text)),
    filters: () => (input.filters ?? []).map(parseFilter),
    period: () => parsePeriod(ctx, input, []),
  });
  checkDimensions(requested, [
    ...by.map((dimension) => ({ field: 'by', dimension })),
    ...filters.map(({ dimension }) => ({ field: `filters.${dimension.name}`, dimension })),
  ]);
  const hasPeriod = [input.period, input.from, input.to].some((text) => text !== undefined);
  const now: Setting = {
    today: getDeskToday(getDeskClock(ctx)),
    zone: ctx.timeZone,
    period: parsePeriod(ctx, input, requested),
    insuranceSoonDays: ctx.policy.rules.carriers.insuranceSoonDays,
  };
  const { measures, asOf, earliest } = readBalances({
    measures: requested,
    by,
    used: [...by, ...filters.map(({ dimension }) => dimension)],
    setting: now,
    hasPeriod,
    isCompared: input.compare !== undefined,
  });
  const setting: Setting = { ...now, asOf };
  const choices = await readEach(filters, (filter) => readChoices(ctx, filter));
  const draft: FigureQuestion = {
    measures,
    by,
    filters: filters.map(({ dimension }) => matchAnything(dimension)),
    setting,
  };
  const copy = await copyNow(ctx, listRequestedTables({ ...draft, setting: { ...setting, asOf: earliest } }));
  const complete = await readEach(choices, (choice) => toFilter(choice, readValues(copy, draft, choice.dimension)));
  return {
    question: { ...draft, filters: complete },
    copy,
    hasPeriod,
  };
}

/** Reads every filter, so that one answer names all that are wrong. */
async function readEach<Item, Read>(
  items: readonly Item[],
  read: (item: Item) => Promise<Read>,
): Promise<readonly Read[]> {
  const readers = items.map((item, place) => [String(place), () => read(item)] as const);
  const results = await readTogether(Object.fromEntries(readers));
  // Each result stands under the place of its item.
  return items.map((_, place) => results[String(place)] as Read);
}

/** Most requests to the API for one question. Names that changed a moment ago don't justify more. */
const requestsMax = 6;

/** Collections that the copy asks for along with one that shows something of theirs. */
const companionTables: Readonly<Record<string, readonly string[]>> = {
  freight_order: ['location'],
  load: ['shipment', 'bill'],
  credit_memo: ['payment'],
};

function listRequestedTables(question: FigureQuestion): readonly CollectionName[] {
  const { rows, names } = listTables(question);
  const requests = new Set(rows.flatMap((table): readonly string[] => [table, ...(companionTables[table] ?? [])]));
  return [...rows, ...names.slice(0, Math.max(0, requestsMax - requests.size))];
}

const matchAnything = (dimension: Dimension): DimensionFilter => ({ dimension, condition: () => '1', parameters: [] });

function requireMeasure(text: string): Measure {
  const measure = measureNamed(text);
  if (measure === undefined)
    throw createFieldError(
      'BAD_REQUEST',
      'measures',
      `there is no ${formatTypedName(text)}; nearest: ${listNearestMeasures(text).join(', ')}`,
    );
  return measure;
}

function requireDimension(field: string, text: string): Dimension {
  const dimension = findDimension(text);
  if (dimension === undefined)
    throw createFieldError(
      'BAD_REQUEST',
      field,
      `there is no ${formatTypedName(text)}; nearest: ${listNearestDimensions(text).join(', ')}`,
    );
  return dimension;
}

function parseFilter({ by, is = [], not = [] }: FilterInput): RequestedFilter {
  const dimension = requireDimension('filters', by);
  const field = `filters.${dimension.name}`;
  if (dimension.kind === 'time') throw createFieldError('BAD_REQUEST', field, 'is said with period, or from and to');
  if (is.length + not.length === 0) throw createFieldError('BAD_REQUEST', field, 'needs values in is or not');
  return { dimension, is, not };
}

/** Refuses a dimension that the records of a measure do not have. */
function checkDimensions(
  measures: readonly Measure[],
  used: readonly { readonly field: string; readonly dimension: Dimension }[],
): void {
  const refusals = measures.flatMap((measure) =>
    used
      .filter(({ dimension }) => !hasDimension(measure, dimension))
      .map(({ field, dimension }) => ({ field, dimension, measure })),
  );
  const [first] = refusals;
  if (first === undefined) return;
  const sentences = refusals.map(
    ({ dimension, measure }) =>
      `${measure.name} has no ${dimension.name}; it has ${listDimensions(measure).join(', ')}`,
  );
  throw createFieldError('BAD_REQUEST', first.field, sentences.join('. '));
}

export const listDimensions = (measure: Measure): readonly string[] =>
  dimensions.filter((dimension) => hasDimension(measure, dimension)).map(({ name }) => name);

const daysDefault = 30;
/** Parses the requested days. The default is the last 30 days, or the next 30 days for measures of the future. */
function parsePeriod(ctx: ToolContext, { period, from, to }: QuestionInput, measures: readonly Measure[]): Period {
  const deskClock = getDeskClock(ctx);
  const today = getDeskToday(deskClock);
  const isAhead = measures.length > 0 && measures.every((measure) => measure.isAhead === true);
  // What is due "by Friday" is due by the next one; what was moved "since Monday" since the last.
  const lean = isAhead ? 'future' : 'past';
  if (period !== undefined) {
    if (from !== undefined || to !== undefined)
      throw createFieldError('BAD_REQUEST', 'period', 'is given instead of from and to');
    return parsePeriodWords(deskClock, { name: 'period', text: period, lean });
  }
  const toDateWords = (name: string, text: string | undefined) =>
    text === undefined ? undefined : ({ name, text, lean } as const);
  const range = parseDateRange(deskClock, toDateWords('from', from), toDateWords('to', to));
  if (range === undefined && isAhead) return { from: today, to: addDays(today, daysDefault - 1) };
  if (range === undefined) return { from: addDays(today, 1 - daysDefault), to: today };
  const start = range.from ?? firstDay;
  return { from: start, to: range.to ?? (start > today ? start : today) };
}

/** Reads the values that a dimension has in the records of a question, of any period. */
function readValues({ read }: CurrentTables, question: FigureQuestion, dimension: Dimension): ExistingValues {
  const sources = new Set(question.measures.flatMap((measure) => buildValueSource(dimension, measure, question)));
  return {
    async list() {
      if (dimension.kind === 'party') return listNames(read, dimension);
      const values = new Set<string>();
      for (const source of sources)
        for (const { value } of await read(`select distinct ${source} order by 1`))
          if (typeof value === 'string') values.add(value);
      return [...values].toSorted().map((value) => ({ key: value, text: formatKey(dimension, value) }));
    },
    async hasLike(pattern) {
      for (const source of sources)
        if ((await read(`select 1 from (select ${source}) where value like ? limit 1`, [pattern])).length > 0)
          return true;
      return false;
    },
  };
}

/** Lists the records that a party can be, by the name that answers show. */
async function listNames(
  read: CurrentTables['read'],
  { table, nameColumn }: Extract<Dimension, { kind: 'party' }>,
): Promise<readonly ExistingValue[]> {
  const rows = await read(`select id as key, ${nameColumn} as text from ${table} order by 2`);
  return rows.map(({ key, text }) => ({ key: String(key), text: String(text) }));
}

/** Builds the SQL behind `select` that reads a dimension's values in the records of a measure. */
function buildValueSource(dimension: Dimension, measure: Measure, question: FigureQuestion): readonly string[] {
  const key = buildKeySql(dimension, measure, question);
  if (key === undefined) return [];
  const fact = getFact(measure.fact);
  const { joins } = readBy(fact, [key]);
  return [`${key} as value from ${[fact.from, ...joins].join(' ')}`];
}
