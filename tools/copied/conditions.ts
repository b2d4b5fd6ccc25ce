/** A condition of a query over the copy, with the values of its places. */
export interface Condition {
  readonly text: string;
  readonly values: readonly unknown[];
}

type Value = string | number | null;

/** Any number of values takes one place. */
export const isOneOf = (column: string, values: readonly Value[]): Condition => ({
  text: `${column} in (select value from json_each(?))`,
  values: [JSON.stringify(values)],
});

export const isNoneOf = (column: string, values: readonly Value[]): Condition => ({
  text: `${column} not in (select value from json_each(?))`,
  values: [JSON.stringify(values)],
});

export const isEqual = (column: string, value: Value): Condition => ({ text: `${column} = ?`, values: [value] });

export const isNull = (column: string): Condition => ({ text: `${column} is null`, values: [] });

export const isFrom = (column: string, value: Value): Condition => ({ text: `${column} >= ?`, values: [value] });

export const isOver = (column: string, value: Value): Condition => ({ text: `${column} > ?`, values: [value] });

export const isUntil = (column: string, value: Value): Condition => ({ text: `${column} <= ?`, values: [value] });

/** Both ends included. */
export const isBetween = (column: string, first: Value, last: Value): Condition => ({
  text: `${column} between ? and ?`,
  values: [first, last],
});

/** Everything where no value is asked for. */
export const isEqualWhereAsked = (column: string, value: Value | undefined): Condition =>
  value === undefined ? allOf([]) : isEqual(column, value);

/** Days from one to another, both included; null leaves an end open. */
interface Days {
  readonly from: string | null;
  readonly to: string | null;
}

/** A day within a range; one that is not known is in none. */
export const isWithin = (column: string, { from, to }: Days): Condition =>
  allOf([...(from === null ? [] : [isFrom(column, from)]), ...(to === null ? [] : [isUntil(column, to)])]);

/** Without any: everything. */
export const allOf = (conditions: readonly Condition[]): Condition => joined(conditions, ' and ', 'true');

/** Without any: nothing. */
export const anyOf = (conditions: readonly Condition[]): Condition => joined(conditions, ' or ', 'false');

function joined(conditions: readonly Condition[], word: string, empty: string): Condition {
  return {
    text: conditions.length === 0 ? empty : conditions.map(({ text }) => `(${text})`).join(word),
    values: conditions.flatMap(({ values }) => values),
  };
}
