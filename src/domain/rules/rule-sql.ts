import { type GivenValues, createNoValues, type Rule, type RuleValue } from './rule.ts';

/** SQL text with a `?` for each of the values. */
export interface RuleSql {
  readonly text: string;
  readonly values: readonly RuleValue[];
}

/** Alias of a table, or the columns of fields whose names differ (`owedCents` is `owed_cents`). */
type RuleColumns<Field extends string> = string | Readonly<Partial<Record<Field, string>>>;

/**
 * Prints the rule for rows of a table. Words and numbers of the declaration stand in the text, so that it is always the
 * same text, as a partial index needs it; given values are parameters.
 */
export function toSql<Field extends string>(rule: Rule<Field>, columns?: RuleColumns<Field>): RuleSql;
export function toSql<Field extends string, Name extends string>(
  rule: Rule<Field, Name>,
  columns: RuleColumns<Field> | undefined,
  given: GivenValues<Name>,
): RuleSql;
export function toSql<Field extends string, Name extends string>(
  rule: Rule<Field, Name>,
  columns?: RuleColumns<Field>,
  givenValues?: GivenValues<Name>,
): RuleSql {
  switch (rule.kind) {
    case 'all':
    case 'any': {
      const parts = rule.rules.map((part) => toSql(part, columns, givenValues ?? createNoValues<Name>()));
      const texts = parts.map((part, place) => wrap(part.text, rule.rules[place]?.kind));
      return {
        text: texts.join(rule.kind === 'all' ? ' and ' : ' or ') || String(rule.kind === 'all'),
        values: parts.flatMap(({ values }) => values),
      };
    }
    case 'missing':
      return { text: `${toColumn(rule.field, columns)} is null`, values: [] };
    case 'compare': {
      const start = `${toColumn(rule.field, columns)} ${rule.comparison}`;
      if (typeof rule.value !== 'object') return { text: `${start} ${printConstant(rule.value)}`, values: [] };
      if ('field' in rule.value) return { text: `${start} ${toColumn(rule.value.field, columns)}`, values: [] };
      return { text: `${start} ?`, values: [givenValues?.[rule.value.given] ?? null] };
    }
    default: {
      const column = toColumn(rule.field, columns);
      return { text: printWords(column, rule.kind, rule.words.map(printConstant)), values: [] };
    }
  }
}

/** Prints a rule without given values, as the condition of an index or a part of a longer query. */
export const printRule = <Field extends string>(rule: Rule<Field>, columns?: RuleColumns<Field>): string =>
  toSql(rule, columns).text;

function printWords(column: string, kind: 'among' | 'not among', words: readonly string[]): string {
  const isNegated = kind === 'not among';
  if (words.length === 0) return isNegated ? `${column} is not null` : 'false';
  if (words.length === 1) return `${column} ${isNegated ? '<>' : '='} ${words.join()}`;
  return `${column} ${isNegated ? 'not in' : 'in'} (${words.join(', ')})`;
}

const wrap = (text: string, kind: string | undefined): string =>
  kind === 'all' || kind === 'any' ? `(${text})` : text;

function toColumn<Field extends string>(field: Field, columns: RuleColumns<Field> | undefined): string {
  const column = typeof columns === 'string' ? undefined : columns?.[field];
  const name = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return column ?? (typeof columns === 'string' ? `${columns}.${name}` : name);
}

/** Prints a constant of a rule into SQL. Only words in capitals and whole numbers are allowed. */
function printConstant(value: string | number): string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value === 'string' && /^[A-Z][A-Z_]*$/.test(value)) return `'${value}'`;
  throw new Error(`${JSON.stringify(value)} is no constant of a rule`);
}
