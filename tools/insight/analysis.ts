import { createFieldError } from '../../src/errors.ts';
import { describeNoHistory, hasHistory, hasWholeOfParts, type Measure } from '../../src/metrics/kit/measure.ts';
import {
  computeFigure,
  type FigureGroup,
  groupKey,
  buildGroups,
  mergeGroups,
  noParts,
  groupRemainder,
  type FigureParts,
  computeTotals,
} from '../../src/metrics/figures.ts';
import type { Period } from '../../src/metrics/kit/setting.ts';
import { measures } from '../../src/metrics/measures.ts';
import { computeComparedPeriod, type PeriodComparison } from '../../src/metrics/periods.ts';
import { findKeyPeriod, listTimeKeys } from '../../src/metrics/kit/spans.ts';
import type { Dimension } from '../../src/metrics/kit/dimension.ts';
import { listFactQueries, isByCurrency, type NamedKeys, type FigureQuestion } from '../../src/metrics/query.ts';
import type { CurrentTables } from '../../src/mcp/tool/records-copy.ts';
import { parseOrder, type RowOrders, sortRows } from '../records/row-order.ts';

/** Figures of now and of the period before. */
export interface AnalysisLine {
  readonly keys: readonly (string | null)[];
  readonly currency: string | null;
  readonly parts: readonly FigureParts[];
  readonly previous: readonly FigureParts[] | undefined;
  /** Number of groups in the line of "the others". */
  readonly count?: number;
}

export interface Analysis {
  readonly question: FigureQuestion;
  /** Those that are shown, in order. */
  readonly lines: readonly AnalysisLine[];
  readonly others: readonly AnalysisLine[];
  readonly totals: readonly AnalysisLine[];
  readonly comparedTo: Period | undefined;
  /** Groups of all, before the first so many were taken. */
  readonly groups: number;
  /** Shipments in a cost or margin that have no carrier yet, of the period and of the one before. */
  readonly withoutCost: { readonly now: number; readonly before: number };
  /** Words of filters that no record of the period has. */
  readonly emptyWords: readonly EmptyWord[];
}

export interface EmptyWord {
  readonly dimension: Dimension;
  readonly word: string;
}

export interface AnalysisRequest {
  readonly compare?: PeriodComparison | undefined;
  readonly order?: string | undefined;
  readonly top?: number | undefined;
}

/** Returns true if a measure is compared with the earlier period. Some balances have no earlier value on record. */
export const isCompared = (measure: Measure, { compare }: Pick<AnalysisRequest, 'compare'>): boolean =>
  compare !== undefined && (measure.day !== null || hasHistory(measure));

export async function analyzeFigures(
  { read }: Pick<CurrentTables, 'read'>,
  question: FigureQuestion,
  input: AnalysisRequest,
): Promise<Analysis> {
  const order = chooseOrder(question, input);
  const compared =
    input.compare === undefined ? undefined : computeComparedPeriod(question.setting.period, input.compare);
  const before: FigureQuestion | undefined = compared && {
    ...question,
    setting: { ...question.setting, period: compared.period, asOf: compared.period.to },
    shift: compared.shift,
  };
  const now = await measureGroups(read, question);
  const past = before && (await measureGroups(read, before));
  const filled = withNamedKeys(question, withEmptyTimes(question, now.groups));
  const lines = order(joinPast(question, filled, past?.groups));
  const totals = joinPast(question, now.totals, past?.totals);
  const { shown: shownLines, cut } = selectFirst(lines, input, question);
  return {
    question,
    lines: sortByCurrency(shownLines, totals),
    others: joinPast(
      question,
      groupRemainder(question, cut),
      past && groupRemainder(question, cut.flatMap(toPreviousGroups)),
    ),
    totals,
    comparedTo: compared?.period,
    groups: lines.length,
    withoutCost: {
      now: await countWithoutCost(read, question),
      before: before === undefined ? 0 : await countWithoutCost(read, before),
    },
    emptyWords: await listEmptyWords(read, question, now),
  };
}

async function countWithoutCost(read: CurrentTables['read'], question: FigureQuestion): Promise<number> {
  const [name] = question.measures.flatMap(({ countsWithoutCost }) => countsWithoutCost ?? []);
  const counted = measures.filter((measure) => measure.name === name);
  if (counted.length === 0) return 0;
  const groups = await readGroups(read, { ...question, measures: counted, by: [] });
  return groups.reduce((sum, { parts }) => sum + (parts[0]?.n ?? 0), 0);
}

interface MeasuredGroups {
  readonly groups: readonly FigureGroup[];
  readonly totals: readonly FigureGroup[];
}

async function measureGroups(read: CurrentTables['read'], question: FigureQuestion): Promise<MeasuredGroups> {
  const groups = await readGroups(read, question);
  const needsWhole = !question.measures.every(hasWholeOfParts);
  const whole = needsWhole && question.by.length > 0 ? await readGroups(read, { ...question, by: [] }) : undefined;
  return { groups: groups.filter(hasRows), totals: computeTotals(question, groups, whole) };
}

async function readGroups(read: CurrentTables['read'], question: FigureQuestion): Promise<readonly FigureGroup[]> {
  const answers = [];
  for (const query of listFactQueries(question))
    answers.push({ query, rows: await read(query.text, query.parameters) });
  return buildGroups(question, answers);
}

/** Returns true if a group has rows in the period. Rows without the day are in no period. */
const hasRows = ({ parts }: FigureGroup): boolean => parts.some(({ n, unknown }) => n + unknown > 0);

/** Adds empty groups for days, weeks and months without records, if there is a single currency. */
function withEmptyTimes(question: FigureQuestion, groups: readonly FigureGroup[]): readonly FigureGroup[] {
  const [dimension, ...otherDimensions] = question.by;
  const currencies = [...new Set(groups.map(({ currency }) => currency))];
  const [currency = isByCurrency(question) ? undefined : null] = currencies;
  if (dimension?.kind !== 'time' || otherDimensions.length > 0 || currency === undefined || currencies.length > 1)
    return groups;
  const keys = listTimeKeys(dimension.name, question.setting.period) ?? [];
  const isAhead = (key: string) =>
    (findKeyPeriod(dimension.name, key, question.setting.period)?.from ?? '') > question.setting.today;
  const empty = keys.map((key): FigureGroup => ({
    keys: [key],
    currency,
    // A balance of a day to come isn't nothing.
    parts: question.measures.map(({ isOverTime }) =>
      isOverTime === true && isAhead(key) ? { ...noParts, unknown: 1 } : noParts,
    ),
  }));
  return mergeGroups([...groups, ...empty]);
}

/** Adds an empty group for each value that a filter names and no record has. */
function withNamedKeys(question: FigureQuestion, groups: readonly FigureGroup[]): readonly FigureGroup[] {
  const [dimension, ...otherDimensions] = question.by;
  if (dimension === undefined || otherDimensions.length > 0) return groups;
  const [currency = null] = groups.map((group) => group.currency);
  const present = new Set(groups.map(({ keys: [key] }) => foldKey(key)));
  const empty = listNamedKeys(question, dimension)
    .filter(({ keys }) => !keys.some((key) => present.has(foldKey(key))))
    .map(({ keys: [key = null] }): FigureGroup => ({
      keys: [key],
      currency,
      parts: question.measures.map(() => noParts),
    }));
  return mergeGroups([...groups, ...empty]);
}

const listNamedKeys = ({ filters }: Pick<FigureQuestion, 'filters'>, dimension: Dimension): readonly NamedKeys[] =>
  filters.flatMap((filter) => (filter.dimension === dimension ? (filter.named ?? []) : []));

const foldKey = (key: string | null | undefined): string | null => key?.toLowerCase() ?? null;

/** Lists the words of filters that name nothing in the period; a filter of a single word leaves nothing in the answer then. */
async function listEmptyWords(
  read: CurrentTables['read'],
  question: FigureQuestion,
  { groups }: MeasuredGroups,
): Promise<readonly EmptyWord[]> {
  const empty: EmptyWord[] = [];
  for (const { dimension, named: requestedValues = [] } of question.filters) {
    if (requestedValues.length === 0) continue;
    const byDimension =
      question.by.length === 1 && question.by[0] === dimension
        ? groups
        : requestedValues.length === 1
          ? groups.map((group) => ({ ...group, keys: requestedValues[0]?.keys ?? [] }))
          : (await readGroups(read, { ...question, by: [dimension] })).filter(hasRows);
    const present = new Set(byDimension.flatMap(({ keys }) => keys.map(foldKey)));
    for (const { word, keys } of requestedValues)
      if (!keys.some((key) => present.has(foldKey(key)))) empty.push({ dimension, word });
  }
  return empty;
}

/** Joins each group with its figures in the earlier period. Groups that only the earlier period has are included. */
function joinPast(
  question: FigureQuestion,
  groups: readonly (FigureGroup & { readonly count?: number })[],
  past: readonly FigureGroup[] | undefined,
): readonly AnalysisLine[] {
  if (past === undefined) return groups.map((group) => ({ ...group, previous: undefined }));
  const before = new Map(past.map((group) => [groupKey(group), group.parts]));
  const currentKeys = new Set(groups.map(groupKey));
  const none = question.measures.map(() => noParts);
  return [
    ...groups.map((group) => ({ ...group, previous: before.get(groupKey(group)) ?? none })),
    ...past
      .filter((group) => !currentKeys.has(groupKey(group)))
      .map((group) => ({ ...group, parts: none, previous: group.parts })),
  ];
}

const toPreviousGroups = ({ keys, currency, previous }: AnalysisLine): readonly FigureGroup[] =>
  previous === undefined ? [] : [{ keys, currency, parts: previous }];

type SortLines = (lines: readonly AnalysisLine[]) => readonly AnalysisLine[];

/**
 * Returns the requested order. By default, times are in their own order and everything else is ordered by the first
 * figure.
 */
function chooseOrder(question: FigureQuestion, input: AnalysisRequest): SortLines {
  const sortByKeys = (lines: readonly AnalysisLine[]) =>
    lines.toSorted((first, second) => compareKeys(question, first, second));
  const figures = question.measures.flatMap((measure, place) => {
    const getFigure = (line: AnalysisLine) => computePartsFigure(measure, line.parts[place]);
    const getDifference = (line: AnalysisLine) =>
      subtract(getFigure(line), computePartsFigure(measure, line.previous?.[place]));
    return [
      [measure.name, { by: getFigure, first: 'high' as const }] as const,
      ...(isCompared(measure, input)
        ? [[`${measure.name}_difference`, { by: getDifference, first: 'high' as const }] as const]
        : []),
    ];
  });
  const keys = question.by.map(
    ({ name }, place) =>
      [name, { by: (line: AnalysisLine) => line.keys[place] ?? null, first: 'low' as const }] as const,
  );
  const orders: RowOrders<AnalysisLine> = Object.fromEntries([...figures, ...keys]);
  const chosen = parseOrder(input.order, orders, { field: 'order' });
  const [first] = question.by;
  if (chosen === undefined && first?.isOrdered === true) return sortByKeys;
  const order = chosen ?? figures[0]?.[1];
  return (lines) => (order === undefined ? sortByKeys(lines) : sortRows(sortByKeys(lines), order));
}

const computePartsFigure = (measure: Measure, parts: FigureParts | undefined): number | null =>
  computeFigure(measure, parts ?? noParts);

const subtract = (now: number | null, before: number | null): number | null =>
  now === null || before === null ? null : now - before;

function compareKeys(
  { by }: FigureQuestion,
  { keys: firstKeys }: AnalysisLine,
  { keys: secondKeys }: AnalysisLine,
): number {
  for (const [place, firstKey] of firstKeys.entries()) {
    const secondKey = secondKeys[place] ?? null;
    if (firstKey === secondKey) continue;
    if (firstKey === null) return 1;
    if (secondKey === null) return -1;
    const order = by[place]?.order;
    return (order === undefined ? firstKey < secondKey : order.indexOf(firstKey) < order.indexOf(secondKey)) ? -1 : 1;
  }
  return 0;
}

interface CutLines {
  readonly shown: readonly AnalysisLine[];
  readonly cut: readonly AnalysisLine[];
}

/**
 * Selects the first lines of each currency, because amounts in different currencies are not compared. If no order is
 * requested, lines with only empty figures are among the others.
 */
function selectFirst(
  lines: readonly AnalysisLine[],
  { top, order }: AnalysisRequest,
  question: FigureQuestion,
): CutLines {
  const namedKeys = new Set(
    question.by.flatMap((dimension) => listNamedKeys(question, dimension)).flatMap(({ keys }) => keys.map(foldKey)),
  );
  const isNamed = ({ keys }: AnalysisLine) => keys.some((key) => namedKeys.has(foldKey(key)));
  const isOrdered = question.by.some((dimension) => dimension.isOrdered === true);
  const blocks = [...Map.groupBy(lines, ({ currency }) => currency).values()].map((block): CutLines => {
    const telling =
      order === undefined && !isOrdered ? block.filter((line) => isNamed(line) || !isAllZero(question, line)) : block;
    const candidates = telling.length === 0 ? block : telling;
    const shownLines = candidates.slice(0, top ?? candidates.length);
    const shownSet = new Set(shownLines);
    return { shown: shownLines, cut: block.filter((line) => !shownSet.has(line)) };
  });
  return { shown: blocks.flatMap((block) => block.shown), cut: blocks.flatMap(({ cut }) => cut) };
}

const isAllZero = ({ measures }: FigureQuestion, { parts, previous }: AnalysisLine): boolean =>
  measures.every((measure, place) =>
    [parts[place], previous?.[place]].every(
      (figureParts) => figureParts === undefined || computeFigure(measure, figureParts) === 0,
    ),
  );

/** Sorts lines by currency, the currency with the most records first. */
function sortByCurrency(lines: readonly AnalysisLine[], totals: readonly AnalysisLine[]): readonly AnalysisLine[] {
  const places = new Map(totals.map(({ currency }, place) => [currency, place]));
  return lines.toSorted((first, second) => (places.get(first.currency) ?? 0) - (places.get(second.currency) ?? 0));
}

/** Refuses a comparison if no figure has an earlier value on record. */
export function checkComparable(measures: readonly Measure[]): void {
  if (measures.some((measure) => measure.day !== null || hasHistory(measure))) return;
  throw createFieldError(
    'BAD_REQUEST',
    'compare',
    measures.map((measure) => `${measure.name} is known as of now only: ${describeNoHistory(measure)}`).join('. '),
  );
}
