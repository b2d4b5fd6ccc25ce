import { fieldError } from '../../src/errors.ts';
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
import { chosenOrder, type RowOrders, sortRows } from '../records/row-order.ts';

/** Figures of now and of the period before. */
export interface Line {
  readonly keys: readonly (string | null)[];
  readonly currency: string | null;
  readonly parts: readonly FigureParts[];
  readonly previous: readonly FigureParts[] | undefined;
  /** Of "the others": how many. */
  readonly count?: number;
}

export interface Analysis {
  readonly question: FigureQuestion;
  /** Those that are shown, in order. */
  readonly lines: readonly Line[];
  readonly others: readonly Line[];
  readonly totals: readonly Line[];
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

export interface AnalysisAsked {
  readonly compare?: PeriodComparison | undefined;
  readonly order?: string | undefined;
  readonly top?: number | undefined;
}

/** Some balances have no earlier value on record. */
export const isCompared = (measure: Measure, { compare }: Pick<AnalysisAsked, 'compare'>): boolean =>
  compare !== undefined && (measure.day !== null || hasHistory(measure));

export async function analysisOf(
  { read }: Pick<CurrentTables, 'read'>,
  question: FigureQuestion,
  asked: AnalysisAsked,
): Promise<Analysis> {
  const order = chooseOrder(question, asked);
  const compared =
    asked.compare === undefined ? undefined : computeComparedPeriod(question.setting.period, asked.compare);
  const before: FigureQuestion | undefined = compared && {
    ...question,
    setting: { ...question.setting, period: compared.period, asOf: compared.period.to },
    shift: compared.shift,
  };
  const now = await measured(read, question);
  const past = before && (await measured(read, before));
  const filled = withNamedKeys(question, withEmptyTimes(question, now.groups));
  const lines = order(joined(question, filled, past?.groups));
  const totals = joined(question, now.totals, past?.totals);
  const { shown, cut } = selectFirst(lines, asked, question);
  return {
    question,
    lines: inBlocks(shown, totals),
    others: joined(
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
  const groups = await answered(read, { ...question, measures: counted, by: [] });
  return groups.reduce((sum, { parts }) => sum + (parts[0]?.n ?? 0), 0);
}

interface Measured {
  readonly groups: readonly FigureGroup[];
  readonly totals: readonly FigureGroup[];
}

async function measured(read: CurrentTables['read'], question: FigureQuestion): Promise<Measured> {
  const groups = await answered(read, question);
  const needsWhole = !question.measures.every(hasWholeOfParts);
  const whole = needsWhole && question.by.length > 0 ? await answered(read, { ...question, by: [] }) : undefined;
  return { groups: groups.filter(saysSomething), totals: computeTotals(question, groups, whole) };
}

async function answered(read: CurrentTables['read'], question: FigureQuestion): Promise<readonly FigureGroup[]> {
  const answers = [];
  for (const query of listFactQueries(question))
    answers.push({ query, rows: await read(query.text, query.parameters) });
  return buildGroups(question, answers);
}

/** Rows that lack the day are in no period: a group of only those is none. */
const saysSomething = ({ parts }: FigureGroup): boolean => parts.some(({ n, unknown }) => n + unknown > 0);

/** Days, weeks and months without any record are read as such, where there is one currency. */
function withEmptyTimes(question: FigureQuestion, groups: readonly FigureGroup[]): readonly FigureGroup[] {
  const [dimension, ...others] = question.by;
  const currencies = [...new Set(groups.map(({ currency }) => currency))];
  const [currency = isByCurrency(question) ? undefined : null] = currencies;
  if (dimension?.kind !== 'time' || others.length > 0 || currency === undefined || currencies.length > 1) return groups;
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

/** What a filter names stands in the answer, with nothing where no record has it. */
function withNamedKeys(question: FigureQuestion, groups: readonly FigureGroup[]): readonly FigureGroup[] {
  const [dimension, ...others] = question.by;
  if (dimension === undefined || others.length > 0) return groups;
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
  { groups }: Measured,
): Promise<readonly EmptyWord[]> {
  const empty: EmptyWord[] = [];
  for (const { dimension, named = [] } of question.filters) {
    if (named.length === 0) continue;
    const byDimension =
      question.by.length === 1 && question.by[0] === dimension
        ? groups
        : named.length === 1
          ? groups.map((group) => ({ ...group, keys: named[0]?.keys ?? [] }))
          : (await answered(read, { ...question, by: [dimension] })).filter(saysSomething);
    const present = new Set(byDimension.flatMap(({ keys }) => keys.map(foldKey)));
    for (const { word, keys } of named)
      if (!keys.some((key) => present.has(foldKey(key)))) empty.push({ dimension, word });
  }
  return empty;
}

/** Each group with what it was before; what only was before stands there too. */
function joined(
  question: FigureQuestion,
  groups: readonly (FigureGroup & { readonly count?: number })[],
  past: readonly FigureGroup[] | undefined,
): readonly Line[] {
  if (past === undefined) return groups.map((group) => ({ ...group, previous: undefined }));
  const before = new Map(past.map((group) => [groupKey(group), group.parts]));
  const known = new Set(groups.map(groupKey));
  const none = question.measures.map(() => noParts);
  return [
    ...groups.map((group) => ({ ...group, previous: before.get(groupKey(group)) ?? none })),
    ...past
      .filter((group) => !known.has(groupKey(group)))
      .map((group) => ({ ...group, parts: none, previous: group.parts })),
  ];
}

const toPreviousGroups = ({ keys, currency, previous }: Line): readonly FigureGroup[] =>
  previous === undefined ? [] : [{ keys, currency, parts: previous }];

type Order = (lines: readonly Line[]) => readonly Line[];

/** As asked; else time in its order, and all else by the first figure. */
function chooseOrder(question: FigureQuestion, asked: AnalysisAsked): Order {
  const byKeys = (lines: readonly Line[]) => lines.toSorted((one, other) => compareKeys(question, one, other));
  const figures = question.measures.flatMap((measure, place) => {
    const figure = (line: Line) => figureIn(measure, line.parts[place]);
    const difference = (line: Line) => lessThan(figure(line), figureIn(measure, line.previous?.[place]));
    return [
      [measure.name, { by: figure, first: 'high' as const }] as const,
      ...(isCompared(measure, asked)
        ? [[`${measure.name}_difference`, { by: difference, first: 'high' as const }] as const]
        : []),
    ];
  });
  const keys = question.by.map(
    ({ name }, place) => [name, { by: (line: Line) => line.keys[place] ?? null, first: 'low' as const }] as const,
  );
  const orders: RowOrders<Line> = Object.fromEntries([...figures, ...keys]);
  const chosen = chosenOrder(asked.order, orders, 'order');
  const [first] = question.by;
  if (chosen === undefined && first?.isOrdered === true) return byKeys;
  const order = chosen ?? figures[0]?.[1];
  return (lines) => (order === undefined ? byKeys(lines) : sortRows(byKeys(lines), order));
}

const figureIn = (measure: Measure, parts: FigureParts | undefined): number | null =>
  computeFigure(measure, parts ?? noParts);

const lessThan = (now: number | null, before: number | null): number | null =>
  now === null || before === null ? null : now - before;

function compareKeys({ by }: FigureQuestion, { keys: some }: Line, { keys: others }: Line): number {
  for (const [place, one] of some.entries()) {
    const other = others[place] ?? null;
    if (one === other) continue;
    if (one === null) return 1;
    if (other === null) return -1;
    const order = by[place]?.order;
    return (order === undefined ? one < other : order.indexOf(one) < order.indexOf(other)) ? -1 : 1;
  }
  return 0;
}

interface Cut {
  readonly shown: readonly Line[];
  readonly cut: readonly Line[];
}

/**
 * The first so many of each currency: amounts of two currencies do not compare. Where nobody named an order, lines that
 * say nothing in every figure are among the others.
 */
function selectFirst(lines: readonly Line[], { top, order }: AnalysisAsked, question: FigureQuestion): Cut {
  const named = new Set(
    question.by.flatMap((dimension) => listNamedKeys(question, dimension)).flatMap(({ keys }) => keys.map(foldKey)),
  );
  const isNamed = ({ keys }: Line) => keys.some((key) => named.has(foldKey(key)));
  const isOrdered = question.by.some((dimension) => dimension.isOrdered === true);
  const blocks = [...Map.groupBy(lines, ({ currency }) => currency).values()].map((block): Cut => {
    const telling =
      order === undefined && !isOrdered ? block.filter((line) => isNamed(line) || !saysNothing(question, line)) : block;
    const kept = telling.length === 0 ? block : telling;
    const shown = kept.slice(0, top ?? kept.length);
    const isShown = new Set(shown);
    return { shown, cut: block.filter((line) => !isShown.has(line)) };
  });
  return { shown: blocks.flatMap(({ shown }) => shown), cut: blocks.flatMap(({ cut }) => cut) };
}

const saysNothing = ({ measures }: FigureQuestion, { parts, previous }: Line): boolean =>
  measures.every((measure, place) =>
    [parts[place], previous?.[place]].every((one) => one === undefined || computeFigure(measure, one) === 0),
  );

/** The currency with most records first. */
function inBlocks(lines: readonly Line[], totals: readonly Line[]): readonly Line[] {
  const places = new Map(totals.map(({ currency }, place) => [currency, place]));
  return lines.toSorted((one, other) => (places.get(one.currency) ?? 0) - (places.get(other.currency) ?? 0));
}

/** Refuses a comparison where no figure has an earlier value on record. */
export function checkComparable(measures: readonly Measure[]): void {
  if (measures.some((measure) => measure.day !== null || hasHistory(measure))) return;
  throw fieldError(
    'BAD_REQUEST',
    'compare',
    measures.map((measure) => `${measure.name} is known as of now only: ${describeNoHistory(measure)}`).join('. '),
  );
}
