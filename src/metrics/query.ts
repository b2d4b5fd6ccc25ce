import { readBy, type CopyTable, type Fact } from './kit/fact.ts';
import { factNamed } from './kit/facts.ts';
import { type Dimension, timeSql } from './kit/dimension.ts';
import { isMoney, type Measure } from './kit/measure.ts';
import { dayLiteral, expandSql, isInPeriodSql, type Setting } from './kit/setting.ts';

/** A condition on one dimension, as SQL of each fact that has it. */
export interface Filter {
  readonly dimension: Dimension;
  /** With `key` in the place of the dimension's own SQL. */
  readonly condition: (key: string) => string;
  readonly parameters: readonly unknown[];
}

export interface Question {
  readonly measures: readonly Measure[];
  readonly by: readonly Dimension[];
  readonly filters: readonly Filter[];
  readonly setting: Setting;
  /** Days of an earlier period as days of the one that it is compared with. */
  readonly shift?: Shift | undefined;
}

/** How far days are moved, and the last day that they become. */
export interface Shift {
  readonly by: string;
  readonly to: string;
}

export interface Statement {
  readonly text: string;
  readonly parameters: readonly unknown[];
}

/** One pass over a fact: its measures that look at the same day. */
export interface FactQuery extends Statement {
  /** Places of its measures in the question. */
  readonly places: readonly number[];
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
  return sql === undefined ? undefined : expandSql(sql, setting);
}

const shiftedDay = (day: string, shift: Shift | undefined): string =>
  shift === undefined ? day : `min(date(${day}, '${shift.by}'), ${dayLiteral(shift.to)})`;

export const hasDimension = (measure: Measure, dimension: Dimension): boolean =>
  dimension.kind === 'time' ? measure.day !== null : dimension.of[measure.fact] !== undefined;

/** The statements that answer a question, one for each fact and day that it looks at. */
export function factQueries(question: Question): readonly FactQuery[] {
  const places = question.measures.map((measure, place) => ({ measure, place }));
  const groups = Map.groupBy(places, ({ measure }) => `${measure.fact} ${measure.day ?? ''}`);
  return [...groups.values()].map((group) => factQuery(question, group));
}

interface Placed {
  readonly measure: Measure;
  readonly place: number;
}

function factQuery(question: Question, group: readonly Placed[]): FactQuery {
  const [first] = group;
  if (first === undefined) throw new Error('no measure');
  const { measure } = first;
  const fact = factNamed(measure.fact);
  const keys = question.by.map((dimension) => keySql(dimension, measure, question) ?? 'null');
  const currency = isByCurrency(question) && fact.currency !== null ? fact.currency : 'null';
  const figures = group.map((one) => figureSql(one, question.setting));
  const conditions = [...filterSql(question, measure), ...periodSql(question, measure)];
  const { joins } = readBy(fact, [...keys, ...figures, ...conditions]);
  const named = keys.map((key, place) => `${key} as k${place}`);
  const text = [
    `select ${[...named, `${currency} as currency`, ...figures].join(', ')}`,
    `from ${[fact.from, ...joins].join(' ')}`,
    conditions.length > 0 ? `where ${conditions.join(' and ')}` : '',
    `group by ${[...keys.map((_, place) => String(place + 1)), String(keys.length + 1)].join(', ')}`,
  ];
  return {
    text: text.filter((part) => part !== '').join('\n'),
    parameters: question.filters.flatMap(({ parameters }) => parameters),
    places: group.map(({ place }) => place),
  };
}

/** What a row adds to the parts of a figure. */
export function partsSql(
  measure: Measure,
  setting: Setting,
): { readonly counts: string; readonly sum: string; readonly per: string | null } {
  const [sum, per, where] = [measure.sum, measure.per, measure.where].map((sql) => sql && expandSql(sql, setting));
  const known = [`(${sum}) is not null`, per === undefined ? '' : `(${per}) is not null`, hasDaySql(measure, setting)];
  return {
    counts: [where === undefined ? '' : `(${where})`, ...known].filter((part) => part !== '').join(' and '),
    sum: `(${sum})`,
    per: per === undefined ? null : `(${per})`,
  };
}

/** Rows without the day stay in a statement, so that they can be counted. */
const hasDaySql = ({ day, mayLackDay }: Measure, setting: Setting): string =>
  day !== null && mayLackDay === true ? `${expandSql(day, setting)} is not null` : '';

function figureSql({ measure, place }: Placed, setting: Setting): string {
  const { counts, sum, per } = partsSql(measure, setting);
  const where = measure.where === undefined ? '1' : `(${expandSql(measure.where, setting)})`;
  const day = hasDaySql(measure, setting) || '1';
  const value =
    measure.distinct === undefined
      ? `sum(case when ${counts} then ${sum} end)`
      : `count(distinct case when ${counts} then ${measure.distinct.column} end)`;
  return [
    `${value} as v${place}`,
    `${per === null ? 'null' : `sum(case when ${counts} then ${per} end)`} as p${place}`,
    `count(case when ${counts} then 1 end) as n${place}`,
    `count(case when ${where} and ${day} and not (${counts}) then 1 end) as u${place}`,
    `count(case when ${where} and not (${day}) then 1 end) as d${place}`,
  ].join(', ');
}

const filterSql = (question: Question, measure: Measure): readonly string[] =>
  question.filters.map(({ dimension, condition }) => condition(`(${keySql(dimension, measure, question) ?? 'null'})`));

function periodSql({ setting }: Question, { day, mayLackDay }: Measure): readonly string[] {
  if (day === null) return [];
  const isIn = isInPeriodSql(day, setting);
  return [mayLackDay === true ? `(${isIn} or ${expandSql(day, setting)} is null)` : `(${isIn})`];
}

/** Collections that have to be up to date for a question; those that only give names are apart. */
export function tablesOf(question: Question): {
  readonly rows: readonly CopyTable[];
  readonly names: readonly CopyTable[];
} {
  const rows = new Set(question.measures.flatMap((measure) => tablesOfMeasure(question, measure)));
  const names = question.by.flatMap((dimension) => (dimension.kind === 'party' ? [dimension.table] : []));
  return { rows: [...rows], names: [...new Set(names)].filter((table) => !rows.has(table)) };
}

function tablesOfMeasure(question: Question, measure: Measure): readonly CopyTable[] {
  const keys = [...question.by, ...question.filters.map(({ dimension }) => dimension)].map(
    (dimension) => keySql(dimension, measure, question) ?? '',
  );
  const { sum, per = '', where = '', day, distinct } = measure;
  return readBy(factNamed(measure.fact), [sum, per, where, day ?? '', distinct?.column ?? '', ...keys]).tables;
}

/** Records that make up a figure, the largest first; one page of them. What counts once stands there once, by its id. */
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
order by abs(${sum}) desc, ${per === null ? '' : `abs(${per}) desc, `}2, 1
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
  isByCurrency(question) && currency !== null ? currency : 'null';

/** Records that add nothing, neither above nor below the line, are left out. */
function contributions(question: Question) {
  const [measure] = question.measures;
  if (measure === undefined) throw new Error('no measure');
  const fact: Fact = factNamed(measure.fact);
  const { counts, sum, per } = partsSql(measure, question.setting);
  const adds = per === null ? `${sum} <> 0` : `(${sum} <> 0 or ${per} <> 0)`;
  const conditions = [...filterSql(question, measure), ...periodSql(question, measure), counts, adds];
  const { joins } = readBy(fact, [...conditions, fact.record.number, fact.currency ?? '', partySql(question, measure)]);
  return {
    measure,
    fact,
    sum,
    per,
    from: `from ${[fact.from, ...joins].join(' ')} where ${conditions.join(' and ')}`,
    parameters: question.filters.flatMap(({ parameters: values }) => values),
  };
}
