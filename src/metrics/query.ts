import type { CollectionName } from '../copy-tables/index.ts';
import { readBy, type Fact } from './kit/fact.ts';
import { factNamed } from './kit/facts.ts';
import { type Dimension, timeSql } from './kit/dimension.ts';
import { hasHistory, isMoney, type Measure } from './kit/measure.ts';
import { dayLiteral, expandSql, isInPeriodSql, lacksDaySql, type Period, type Setting, toAsOf } from './kit/setting.ts';
import { hasSpans, periodOfKey, timeKeys } from './kit/spans.ts';

/** A condition on one dimension, as SQL of each fact that has it. */
export interface Filter {
  readonly dimension: Dimension;
  /** With `key` in the place of the dimension's own SQL. */
  readonly condition: (key: string) => string;
  readonly parameters: readonly unknown[];
  /** Keys that it asks for by name, with the words of the person: an answer says of each what it has, if only that it has nothing. */
  readonly named?: readonly NamedKeys[];
}

/** A word of a filter, and the keys of its dimension that it stands for. */
export interface NamedKeys {
  readonly word: string;
  readonly keys: readonly string[];
}

export interface Question {
  readonly measures: readonly Measure[];
  readonly by: readonly Dimension[];
  readonly filters: readonly Filter[];
  readonly setting: Setting;
  /** Days of an earlier period as days of the one that it is compared with. */
  readonly shift?: Shift | undefined;
}

/** How far days are moved, the last day that they become, and the period that they are moved to. */
export interface Shift {
  readonly by: string;
  readonly to: string;
  readonly period: Period;
  /** Moves a day of that period back to the day that it is compared with. */
  readonly moveBack: (day: string) => string;
}

export interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** One pass over a fact: its measures that look at the same day. */
export interface FactQuery extends Statement {
  /** Places of its measures in the question. */
  readonly places: readonly number[];
  /** Keys of time are days: an index of days gives them without sorting, and few rows are left to put together. */
  readonly isByDay: boolean;
}

/** Whether figures are kept apart by currency: as soon as one of them is money. */
export const isByCurrency = ({ measures }: Pick<Question, 'measures'>): boolean => measures.some(isMoney);

/** SQL of a dimension's key in rows of a measure; undefined where they do not have it. */
export function keySql(
  dimension: Dimension,
  measure: Measure,
  { setting, shift }: Pick<Question, 'setting' | 'shift'>,
): string | undefined {
  if (dimension.kind === 'time') {
    const bucket = timeSql[dimension.name];
    if (measure.day === null || bucket === undefined) return undefined;
    return bucket(shiftedDay(expandSql(measure.day, setting), shift));
  }
  const sql = dimension.of[measure.fact];
  return sql === undefined ? undefined : expandSql(sql, measure.day === null ? setting : toNow(setting));
}

/** Only balances are asked for at the end of a day. */
const toNow = (setting: Setting): Setting => ({ ...setting, asOf: undefined });

const shiftedDay = (day: string, shift: Shift | undefined): string =>
  shift === undefined ? day : `min(date(${day}, '${shift.by}'), ${dayLiteral(shift.to)})`;

export const hasDimension = (measure: Measure, dimension: Dimension): boolean =>
  dimension.kind === 'time'
    ? measure.day !== null || (hasHistory(measure) && hasSpans(dimension.name))
    : dimension.of[measure.fact] !== undefined;

/**
 * Lists the statements that answer a question: one for each fact and day that it looks at, one more where records may lack
 * that day, and of balances over time one for each day, week or month.
 */
export function factQueries(question: Question): readonly FactQuery[] {
  const places = question.measures.map((measure, place) => ({ measure, place }));
  const groups = Map.groupBy(places, ({ measure }) => `${measure.fact} ${measure.day ?? ''}`);
  return [...groups.values()].flatMap((group) => {
    if (firstOf(group).day === null) return listBalanceQueries(question, group);
    const flows: Question = { ...question, setting: toNow(question.setting) };
    return [
      factQuery(flows, group),
      ...undatedQueries(
        flows,
        group.filter(({ measure }) => measure.mayLackDay === true),
      ),
    ];
  });
}

function listBalanceQueries(question: Question, group: readonly Placed[]): readonly FactQuery[] {
  const span = question.by.find(({ kind }) => kind === 'time');
  const settings = span === undefined ? [{ setting: question.setting }] : listSpans(question, span.name);
  return settings.map(({ setting, ...named }) => {
    const placed = group.map(({ measure, place }) => ({ measure: toMeasureThen(measure, setting), place }));
    const key = 'key' in named ? `'${named.key}'` : undefined;
    return factQuery({ ...question, setting }, placed, key);
  });
}

interface Span {
  readonly key: string;
  readonly setting: Setting;
}

/** Lists the days, weeks or months of a period with the day at whose end a balance of each is asked for. */
function listSpans({ setting, shift }: Question, name: string): readonly Span[] {
  const period = shift?.period ?? setting.period;
  const moveBack = shift?.moveBack ?? ((day: string) => day);
  return (timeKeys(name, period) ?? []).flatMap((key): readonly Span[] => {
    const days = periodOfKey(name, key, period);
    if (days === undefined || days.from > setting.today) return [];
    const own = { from: moveBack(days.from), to: moveBack(days.to) };
    return [{ key, setting: { ...setting, period: own, asOf: toAsOf(own.to, setting) } }];
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

interface Placed {
  readonly measure: Measure;
  readonly place: number;
}

function factQuery(question: Question, group: readonly Placed[], spanKey?: string): FactQuery {
  const measure = firstOf(group);
  const isByDay = spanKey === undefined && group.every(({ measure: { distinct } }) => distinct === undefined);
  const keys = question.by.map((dimension) =>
    dimension.kind === 'time' && spanKey !== undefined ? spanKey : groupSql(dimension, measure, question, isByDay),
  );
  const isMet = hasOneCondition(group);
  const figures = group.map((one) => figureSql(one, question.setting, isMet));
  const conditions = [
    ...filterSql(question, measure),
    ...periodSql(question, measure),
    ...whereSql(group, question.setting),
  ];
  return groupingQuery(question, group, { keys, figures, conditions, isByDay });
}

function groupSql(dimension: Dimension, measure: Measure, question: Question, isByDay: boolean): string {
  if (isByDay && dimension.kind === 'time' && measure.day !== null)
    return shiftedDay(expandSql(measure.day, question.setting), question.shift);
  return keySql(dimension, measure, question) ?? noKey;
}

const noKey = 'null';

/** How many rows would count if they had the day that decides the period; none where no measure's rows may lack it. */
function undatedQueries(question: Question, group: readonly Placed[]): readonly FactQuery[] {
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
    lacksDaySql(first.measure.day, question.setting),
    ...whereSql(group, question.setting),
  ];
  const keys = question.by.map(() => noKey);
  return [groupingQuery(question, group, { keys, figures, conditions, isByDay: false })];
}

function firstOf([first]: readonly Placed[]): Measure {
  if (first === undefined) throw new Error('no measure');
  return first.measure;
}

interface Parted {
  readonly keys: readonly string[];
  readonly figures: readonly string[];
  readonly conditions: readonly string[];
  readonly isByDay: boolean;
}

function groupingQuery(
  question: Question,
  group: readonly Placed[],
  { keys, figures, conditions, isByDay }: Parted,
): FactQuery {
  const measure = firstOf(group);
  const fact = factNamed(measure.fact);
  const currency = currencySql(question, fact);
  const { joins } = readBy(fact, [...keys, ...figures, ...conditions]);
  // What is the same in every row would only keep an index from giving the groups in order.
  const grouped = [...keys, currency].flatMap((key, place) => (key === noKey ? [] : [String(place + 1)]));
  const named = keys.map((key, place) => `${key} as k${place}`);
  const text = [
    `select ${[...named, `${currency} as currency`, ...figures].join(', ')}`,
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

/** What every measure of a pass asks of its rows, so that an index of those rows alone serves it. */
function whereSql(group: readonly Placed[], setting: Setting): readonly string[] {
  const conditions = new Set(group.map(({ measure }) => measure.where));
  const texts = [...conditions].flatMap((where) => (where === undefined ? [] : `(${expandSql(where, setting)})`));
  return texts.length < conditions.size ? [] : [`(${texts.join(' or ')})`];
}

const hasOneCondition = (group: readonly Placed[]): boolean =>
  new Set(group.map(({ measure }) => measure.where)).size === 1;

/** What a row adds to the parts of a figure, and what has to be known of it. */
interface RowParts {
  readonly where: string | undefined;
  readonly sum: string;
  readonly per: string | undefined;
  readonly known: readonly string[];
}

function rowParts(measure: Measure, setting: Setting): RowParts {
  const [sum, per, where] = [measure.sum, measure.per, measure.where].map((sql) => sql && expandSql(sql, setting));
  return { where, sum: sum ?? 'null', per, known: [sum, per].flatMap((sql) => knownSql(sql)) };
}

/** A plain number is always known. */
const knownSql = (sql: string | undefined): readonly string[] =>
  sql === undefined || /^\d+$/.test(sql) ? [] : [`(${sql}) is not null`];

/** `isMet`: the statement holds only rows that the measure asks for. */
function figureSql({ measure, place }: Placed, setting: Setting, isMet: boolean): string {
  const { where, sum, per, known } = rowParts(measure, setting);
  const asked = where === undefined || isMet ? [] : [`(${where})`];
  const counts = [...asked, ...known];
  const total = (of: string) => `sum(${ifAll([...asked, ...(per === undefined ? [] : known)], of)})`;
  const n = `count(${counts.length === 0 ? '*' : ifAll(counts, '1')})`;
  const value =
    measure.distinct === undefined ? total(sum) : `count(distinct ${ifAll(counts, measure.distinct.column)})`;
  const rows = `count(${asked.length === 0 ? '*' : ifAll(asked, '1')})`;
  return [
    `${value} as v${place}`,
    `${per === undefined ? 'null' : total(per)} as p${place}`,
    `${n} as n${place}`,
    `${known.length === 0 ? '0' : `${rows} - ${n}`} as u${place}`,
    `0 as d${place}`,
  ].join(', ');
}

const ifAll = (conditions: readonly string[], value: string): string =>
  conditions.length === 0 ? value : `case when ${conditions.join(' and ')} then ${value} end`;

const filterSql = (question: Question, measure: Measure): readonly string[] =>
  question.filters.map(({ dimension, condition }) => condition(`(${keySql(dimension, measure, question) ?? 'null'})`));

const periodSql = ({ setting }: Question, { day }: Measure): readonly string[] =>
  day === null ? [] : [`(${isInPeriodSql(day, setting)})`];

/** Collections that have to be up to date for a question; those that only give names are apart. */
export function tablesOf(question: Question): {
  readonly rows: readonly CollectionName[];
  readonly names: readonly CollectionName[];
} {
  const rows = new Set(question.measures.flatMap((measure) => tablesOfMeasure(question, measure)));
  const names = question.by.flatMap((dimension) => (dimension.kind === 'party' ? [dimension.table] : []));
  return { rows: [...rows], names: [...new Set(names)].filter((table) => !rows.has(table)) };
}

function tablesOfMeasure(question: Question, measure: Measure): readonly CollectionName[] {
  const keys = [...question.by, ...question.filters.map(({ dimension }) => dimension)].map(
    (dimension) => keySql(dimension, measure, question) ?? '',
  );
  const { sum, per = '', where = '', day, distinct } = toMeasureThen(measure, question.setting);
  const fact = factNamed(measure.fact);
  const { tables } = readRows([measure], fact, question.setting);
  return readBy({ ...fact, tables }, [sum, per, where, day ?? '', distinct?.column ?? '', ...keys]).tables;
}

/** Records that make up a figure, the largest of each currency first; one page. What counts once stands there once, by its id. */
export function contributionQuery(
  question: Question,
  { skip, limit }: { readonly skip: number; readonly limit: number },
): Statement {
  const { from, fact, sum, per, measure, parameters } = contributions(question);
  const day = measure.day === null ? 'null' : expandSql(measure.day, question.setting);
  const { distinct } = measure;
  const [id, number, group] =
    distinct === undefined
      ? [fact.record.id, fact.record.number, '']
      : [distinct.column, `min(${fact.record.number})`, `group by ${distinct.column}`];
  const text = `select ${id} as id, ${number} as number, ${day} as day, ${currencySql(question, fact)} as currency, ${sum} as sum, ${per ?? 'null'} as per, ${partySql(question, measure)} as party
${from} ${group}
order by 4, abs(${sum}) desc, ${per === null ? '' : `abs(${per}) desc, `}2, 1
limit ${limit} offset ${skip}`;
  return { text, parameters };
}

/** What all of them come to, by currency. */
export function contributionTotals(question: Question): Statement {
  const { from, fact, sum, per, measure, parameters } = contributions(question);
  const [count, total] =
    measure.distinct === undefined
      ? ['count(*)', `sum(${sum})`]
      : [`count(distinct ${measure.distinct.column})`, `count(distinct ${measure.distinct.column})`];
  const text = `select ${currencySql(question, fact)} as currency, ${count} as n, ${total} as sum, ${per === null ? 'null' : `sum(${per})`} as per
${from}
group by 1 order by 1`;
  return { text, parameters };
}

/** The one dimension that is asked for along with the records. */
function partySql(question: Question, measure: Measure): string {
  const [party] = question.by;
  return (party && keySql(party, measure, question)) ?? 'null';
}

const currencySql = (question: Question, { currency }: Fact): string =>
  isByCurrency(question) && currency !== null ? currency : noKey;

/** Records that add nothing, neither above nor below the line, are left out. */
function contributions(question: Question) {
  const [requested] = question.measures;
  if (requested === undefined) throw new Error('no measure');
  const measure = toMeasureThen(requested, question.setting);
  const fact: Fact = factNamed(measure.fact);
  const { where, known, ...parts } = rowParts(measure, question.setting);
  const [sum, per] = [`(${parts.sum})`, parts.per === undefined ? null : `(${parts.per})`];
  const adds = per === null ? `${sum} <> 0` : `(${sum} <> 0 or ${per} <> 0)`;
  const asked = where === undefined ? [] : [`(${where})`];
  const conditions = [...filterSql(question, measure), ...periodSql(question, measure), ...asked, ...known, adds];
  const { joins } = readBy(fact, [...conditions, fact.record.number, fact.currency ?? '', partySql(question, measure)]);
  return {
    measure,
    fact,
    sum,
    per,
    from: `from ${[readRows([measure], fact, question.setting).from, ...joins].join(' ')} where ${conditions.join(' and ')}`,
    parameters: question.filters.flatMap(({ parameters: values }) => values),
  };
}
