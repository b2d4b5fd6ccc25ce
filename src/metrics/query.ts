import type { CollectionName } from '../copy-tables/index.ts';
import { readBy, type Fact } from './kit/fact.ts';
import { getFact } from './kit/facts.ts';
import { type Dimension, timeSql } from './kit/dimension.ts';
import { hasHistory, isMoney, type Measure } from './kit/measure.ts';
import {
  formatDayLiteral,
  expandSql,
  isInPeriodSql,
  buildMissingDaySql,
  type Period,
  type Setting,
  toBalanceDay,
} from './kit/setting.ts';
import { hasSpans, findKeyPeriod, listTimeKeys } from './kit/spans.ts';

/** A condition on one dimension, as SQL of each fact that has it. */
export interface DimensionFilter {
  readonly dimension: Dimension;
  /** Builds the SQL, with `key` as the dimension's expression. */
  readonly condition: (key: string) => string;
  readonly parameters: readonly unknown[];
  /** Keys that the question names, with its words. The answer reports each of them, even without records. */
  readonly named?: readonly NamedKeys[];
}

/** A word of a filter, and the keys of its dimension that it stands for. */
export interface NamedKeys {
  readonly word: string;
  readonly keys: readonly string[];
}

export interface FigureQuestion {
  readonly measures: readonly Measure[];
  readonly by: readonly Dimension[];
  readonly filters: readonly DimensionFilter[];
  readonly setting: Setting;
  /** Shift of the days of an earlier period to those of the period that it is compared with. */
  readonly shift?: DayShift | undefined;
}

/** SQL modifier that moves days, the last day that results, and the period that they are moved to. */
export interface DayShift {
  readonly by: string;
  readonly to: string;
  readonly period: Period;
  /** Moves a day of that period back to the day that it is compared with. */
  readonly moveBack: (day: string) => string;
}

export interface SqlStatement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** One pass over a fact: its measures that look at the same day. */
export interface FactQuery extends SqlStatement {
  /** Places of its measures in the question. */
  readonly places: readonly number[];
  /** Keys of time are days: an index of days gives them without sorting, and few rows are left to put together. */
  readonly isByDay: boolean;
}

/** Checks whether figures are grouped by currency: true if one of them is money. */
export const isByCurrency = ({ measures }: Pick<FigureQuestion, 'measures'>): boolean => measures.some(isMoney);

/** Builds the SQL of a dimension's key in rows of a measure. Undefined if the rows don't have the dimension. */
export function buildKeySql(
  dimension: Dimension,
  measure: Measure,
  { setting, shift }: Pick<FigureQuestion, 'setting' | 'shift'>,
): string | undefined {
  if (dimension.kind === 'time') {
    const bucket = timeSql[dimension.name];
    if (measure.day === null || bucket === undefined) return undefined;
    return bucket(shiftDay(expandSql(measure.day, setting), shift));
  }
  const sql = dimension.of[measure.fact];
  return sql === undefined ? undefined : expandSql(sql, measure.day === null ? setting : toNow(setting));
}

/** Removes the day of balances, which other figures don't have. */
const toNow = (setting: Setting): Setting => ({ ...setting, asOf: undefined });

const shiftDay = (day: string, shift: DayShift | undefined): string =>
  shift === undefined ? day : `min(date(${day}, '${shift.by}'), ${formatDayLiteral(shift.to)})`;

export const hasDimension = (measure: Measure, dimension: Dimension): boolean =>
  dimension.kind === 'time'
    ? measure.day !== null || (hasHistory(measure) && hasSpans(dimension.name))
    : dimension.of[measure.fact] !== undefined;

/**
 * Lists the statements that answer a question: one for each fact and day that it looks at, one more where records may lack
 * that day, and of balances over time one for each day, week or month.
 */
export function listFactQueries(question: FigureQuestion): readonly FactQuery[] {
  const places = question.measures.map((measure, place) => ({ measure, place }));
  const groups = Map.groupBy(places, ({ measure }) => `${measure.fact} ${measure.day ?? ''}`);
  return [...groups.values()].flatMap((group) => {
    if (getFirstMeasure(group).day === null) return listBalanceQueries(question, group);
    const flows: FigureQuestion = { ...question, setting: toNow(question.setting) };
    return [
      buildFactQuery(flows, group),
      ...buildUndatedQueries(
        flows,
        group.filter(({ measure }) => measure.mayLackDay === true),
      ),
    ];
  });
}

function listBalanceQueries(question: FigureQuestion, group: readonly PlacedMeasure[]): readonly FactQuery[] {
  const span = question.by.find(({ kind }) => kind === 'time');
  const settings = span === undefined ? [{ setting: question.setting }] : listSpans(question, span.name);
  return settings.map(({ setting, ...label }) => {
    const placed = group.map(({ measure, place }) => ({ measure: toMeasureThen(measure, setting), place }));
    const key = 'key' in label ? `'${label.key}'` : undefined;
    return buildFactQuery({ ...question, setting }, placed, key);
  });
}

interface SettingSpan {
  readonly key: string;
  readonly setting: Setting;
}

/** Lists the days, weeks or months of a period with the day at whose end a balance of each is asked for. */
function listSpans({ setting, shift }: FigureQuestion, name: string): readonly SettingSpan[] {
  const period = shift?.period ?? setting.period;
  const moveBack = shift?.moveBack ?? ((day: string) => day);
  return (listTimeKeys(name, period) ?? []).flatMap((key): readonly SettingSpan[] => {
    const days = findKeyPeriod(name, key, period);
    if (days === undefined || days.from > setting.today) return [];
    const movedPeriod = { from: moveBack(days.from), to: moveBack(days.to) };
    return [{ key, setting: { ...setting, period: movedPeriod, asOf: toBalanceDay(movedPeriod.to, setting) } }];
  });
}

/** A measure as it is computed for the day of its balances. */
function toMeasureThen(measure: Measure, { asOf }: Setting): Measure {
  if (asOf === undefined || !hasHistory(measure)) return measure;
  const { where = measure.where, sum = measure.sum } = measure.history ?? {};
  return { ...measure, sum, ...(where !== undefined && { where }) };
}

/** The rows of a fact for measures of it, as they were on the day of their balances. */
function readRows(measures: readonly Measure[], fact: Fact, setting: Setting): Pick<Fact, 'from' | 'tables'> {
  if (setting.asOf === undefined || !measures.some(hasHistory) || fact.history === undefined) return fact;
  const { from, tables } = fact.history;
  const usesPeriod = measures.some((measure) => measure.usesPeriod === true) ? '1 = 1' : '1 = 0';
  return { from: expandSql(from.replaceAll('$usesPeriod', usesPeriod), setting), tables: [...fact.tables, ...tables] };
}

interface PlacedMeasure {
  readonly measure: Measure;
  readonly place: number;
}

function buildFactQuery(question: FigureQuestion, group: readonly PlacedMeasure[], spanKey?: string): FactQuery {
  const measure = getFirstMeasure(group);
  const isByDay = spanKey === undefined && group.every(({ measure: { distinct } }) => distinct === undefined);
  const keys = question.by.map((dimension) =>
    dimension.kind === 'time' && spanKey !== undefined ? spanKey : groupSql(dimension, measure, question, isByDay),
  );
  const isMet = hasOneCondition(group);
  const figures = group.map((placed) => buildFigureSql(placed, question.setting, isMet));
  const conditions = [
    ...filterSql(question, measure),
    ...buildPeriodSql(question, measure),
    ...buildWhereSql(group, question.setting),
  ];
  return buildGroupingQuery(question, group, { keys, figures, conditions, isByDay });
}

function groupSql(dimension: Dimension, measure: Measure, question: FigureQuestion, isByDay: boolean): string {
  if (isByDay && dimension.kind === 'time' && measure.day !== null)
    return shiftDay(expandSql(measure.day, question.setting), question.shift);
  return buildKeySql(dimension, measure, question) ?? noKey;
}

const noKey = 'null';

/** Builds the query that counts rows without the day that decides the period. Empty if no row can lack it. */
function buildUndatedQueries(question: FigureQuestion, group: readonly PlacedMeasure[]): readonly FactQuery[] {
  const [first] = group;
  if (first === undefined || first.measure.day === null) return [];
  const { measure } = first;
  const isMet = hasOneCondition(group);
  const figures = group.map(({ measure: { where }, place }) => {
    const counted = where === undefined || isMet ? '*' : `case when ${expandSql(where, question.setting)} then 1 end`;
    return `null as v${place}, null as p${place}, 0 as n${place}, 0 as u${place}, count(${counted}) as d${place}`;
  });
  const conditions = [
    ...filterSql(question, measure),
    buildMissingDaySql(first.measure.day, question.setting),
    ...buildWhereSql(group, question.setting),
  ];
  const keys = question.by.map(() => noKey);
  return [buildGroupingQuery(question, group, { keys, figures, conditions, isByDay: false })];
}

function getFirstMeasure([first]: readonly PlacedMeasure[]): Measure {
  if (first === undefined) throw new Error('no measure');
  return first.measure;
}

interface Parted {
  readonly keys: readonly string[];
  readonly figures: readonly string[];
  readonly conditions: readonly string[];
  readonly isByDay: boolean;
}

function buildGroupingQuery(
  question: FigureQuestion,
  group: readonly PlacedMeasure[],
  { keys, figures, conditions, isByDay }: Parted,
): FactQuery {
  const measure = getFirstMeasure(group);
  const fact = getFact(measure.fact);
  const currency = buildCurrencySql(question, fact);
  const { joins } = readBy(fact, [...keys, ...figures, ...conditions]);
  // What is the same in every row would only keep an index from giving the groups in order.
  const grouped = [...keys, currency].flatMap((key, place) => (key === noKey ? [] : [String(place + 1)]));
  const keyColumns = keys.map((key, place) => `${key} as k${place}`);
  const text = [
    `select ${[...keyColumns, `${currency} as currency`, ...figures].join(', ')}`,
    `from ${[
      readRows(
        group.map((placed) => placed.measure),
        fact,
        question.setting,
      ).from,
      ...joins,
    ].join(' ')}`,
    conditions.length > 0 ? `where ${conditions.join(' and ')}` : '',
    // Of no rows there is no figure.
    grouped.length > 0 ? `group by ${grouped.join(', ')}` : 'having count(*) > 0',
  ];
  return {
    text: text.filter((part) => part !== '').join('\n'),
    parameters: question.filters.flatMap(({ parameters }) => parameters),
    places: group.map(({ place }) => place),
    isByDay,
  };
}

/** Builds the condition that covers all measures of a query, so that a partial index can be used. */
function buildWhereSql(group: readonly PlacedMeasure[], setting: Setting): readonly string[] {
  const conditions = new Set(group.map(({ measure }) => measure.where));
  const texts = [...conditions].flatMap((where) => (where === undefined ? [] : `(${expandSql(where, setting)})`));
  return texts.length < conditions.size ? [] : [`(${texts.join(' or ')})`];
}

const hasOneCondition = (group: readonly PlacedMeasure[]): boolean =>
  new Set(group.map(({ measure }) => measure.where)).size === 1;

/** SQL of the amounts that a row adds to a figure, and of the conditions that they are known. */
interface RowParts {
  readonly where: string | undefined;
  readonly sum: string;
  readonly per: string | undefined;
  readonly knownConditions: readonly string[];
}

function getRowParts(measure: Measure, setting: Setting): RowParts {
  const [sum, per, where] = [measure.sum, measure.per, measure.where].map((sql) => sql && expandSql(sql, setting));
  return { where, sum: sum ?? 'null', per, knownConditions: [sum, per].flatMap((sql) => buildKnownSql(sql)) };
}

/** Builds the condition that an expression is known. A plain number always is. */
const buildKnownSql = (sql: string | undefined): readonly string[] =>
  sql === undefined || /^\d+$/.test(sql) ? [] : [`(${sql}) is not null`];

/** Builds the columns of a figure. `isMet` means that the query only has rows that meet the measure's condition. */
function buildFigureSql({ measure, place }: PlacedMeasure, setting: Setting, isMet: boolean): string {
  const { where, sum, per, knownConditions } = getRowParts(measure, setting);
  const whereConditions = where === undefined || isMet ? [] : [`(${where})`];
  const counts = [...whereConditions, ...knownConditions];
  const buildSum = (expression: string) =>
    `sum(${buildCaseSql([...whereConditions, ...(per === undefined ? [] : knownConditions)], expression)})`;
  const n = `count(${counts.length === 0 ? '*' : buildCaseSql(counts, '1')})`;
  const value =
    measure.distinct === undefined ? buildSum(sum) : `count(distinct ${buildCaseSql(counts, measure.distinct.column)})`;
  const rows = `count(${whereConditions.length === 0 ? '*' : buildCaseSql(whereConditions, '1')})`;
  return [
    `${value} as v${place}`,
    `${per === undefined ? 'null' : buildSum(per)} as p${place}`,
    `${n} as n${place}`,
    `${knownConditions.length === 0 ? '0' : `${rows} - ${n}`} as u${place}`,
    `0 as d${place}`,
  ].join(', ');
}

const buildCaseSql = (conditions: readonly string[], value: string): string =>
  conditions.length === 0 ? value : `case when ${conditions.join(' and ')} then ${value} end`;

const filterSql = (question: FigureQuestion, measure: Measure): readonly string[] =>
  question.filters.map(({ dimension, condition }) =>
    condition(`(${buildKeySql(dimension, measure, question) ?? 'null'})`),
  );

const buildPeriodSql = ({ setting }: FigureQuestion, { day }: Measure): readonly string[] =>
  day === null ? [] : [`(${isInPeriodSql(day, setting)})`];

/** Lists the collections that a question reads. Those that only provide names are separate. */
export function listTables(question: FigureQuestion): {
  readonly rows: readonly CollectionName[];
  readonly names: readonly CollectionName[];
} {
  const rows = new Set(question.measures.flatMap((measure) => listMeasureTables(question, measure)));
  const names = question.by.flatMap((dimension) => (dimension.kind === 'party' ? [dimension.table] : []));
  return { rows: [...rows], names: [...new Set(names)].filter((table) => !rows.has(table)) };
}

function listMeasureTables(question: FigureQuestion, measure: Measure): readonly CollectionName[] {
  const keys = [...question.by, ...question.filters.map(({ dimension }) => dimension)].map(
    (dimension) => buildKeySql(dimension, measure, question) ?? '',
  );
  const { sum, per = '', where = '', day, distinct } = toMeasureThen(measure, question.setting);
  const fact = getFact(measure.fact);
  const { tables } = readRows([measure], fact, question.setting);
  return readBy({ ...fact, tables }, [sum, per, where, day ?? '', distinct?.column ?? '', ...keys]).tables;
}

/**
 * Builds the query for one page of the records behind a figure, largest of each currency first. Distinct records appear
 * once, by id.
 */
export function buildContributionQuery(
  question: FigureQuestion,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): SqlStatement {
  const { from, fact, sum, per, measure, parameters } = buildContributions(question);
  const day = measure.day === null ? 'null' : expandSql(measure.day, question.setting);
  const { distinct } = measure;
  const [id, number, group] =
    distinct === undefined
      ? [fact.record.id, fact.record.number, '']
      : [distinct.column, `min(${fact.record.number})`, `group by ${distinct.column}`];
  const text = `select ${id} as id, ${number} as number, ${day} as day, ${buildCurrencySql(question, fact)} as currency, ${sum} as sum, ${per ?? 'null'} as per, ${buildPartySql(question, measure)} as party
${from} ${group}
order by 4, abs(${sum}) desc, ${per === null ? '' : `abs(${per}) desc, `}2, 1
limit ${limit} offset ${skip}`;
  return { text, parameters };
}

/** Builds the query for the totals of these records, by currency. */
export function buildContributionTotals(question: FigureQuestion): SqlStatement {
  const { from, fact, sum, per, measure, parameters } = buildContributions(question);
  const [count, total] =
    measure.distinct === undefined
      ? ['count(*)', `sum(${sum})`]
      : [`count(distinct ${measure.distinct.column})`, `count(distinct ${measure.distinct.column})`];
  const text = `select ${buildCurrencySql(question, fact)} as currency, ${count} as n, ${total} as sum, ${per === null ? 'null' : `sum(${per})`} as per
${from}
group by 1 order by 1`;
  return { text, parameters };
}

/** Builds the SQL of the dimension that is listed with the records. */
function buildPartySql(question: FigureQuestion, measure: Measure): string {
  const [party] = question.by;
  return (party && buildKeySql(party, measure, question)) ?? 'null';
}

const buildCurrencySql = (question: FigureQuestion, { currency }: Fact): string =>
  isByCurrency(question) && currency !== null ? currency : noKey;

/** Builds the parts of a query on the records behind a figure. Records that add nothing are left out. */
function buildContributions(question: FigureQuestion) {
  const [requested] = question.measures;
  if (requested === undefined) throw new Error('no measure');
  const measure = toMeasureThen(requested, question.setting);
  const fact: Fact = getFact(measure.fact);
  const { where, knownConditions, ...parts } = getRowParts(measure, question.setting);
  const [sum, per] = [`(${parts.sum})`, parts.per === undefined ? null : `(${parts.per})`];
  const adds = per === null ? `${sum} <> 0` : `(${sum} <> 0 or ${per} <> 0)`;
  const whereConditions = where === undefined ? [] : [`(${where})`];
  const conditions = [
    ...filterSql(question, measure),
    ...buildPeriodSql(question, measure),
    ...whereConditions,
    ...knownConditions,
    adds,
  ];
  const { joins } = readBy(fact, [
    ...conditions,
    fact.record.number,
    fact.currency ?? '',
    buildPartySql(question, measure),
  ]);
  return {
    measure,
    fact,
    sum,
    per,
    from: `from ${[readRows([measure], fact, question.setting).from, ...joins].join(' ')} where ${conditions.join(' and ')}`,
    parameters: question.filters.flatMap(({ parameters: values }) => values),
  };
}
