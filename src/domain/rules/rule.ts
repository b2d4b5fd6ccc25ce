/** A value of a field; null if the record has none. */
export type RuleValue = string | number | null;

/** A value that is only known when the question is asked, such as today: the predicate and the SQL take it by name. */
export interface GivenValue<Name extends string> {
  readonly given: Name;
}

/** The value of another field of the same record. */
export interface FieldValue<Field extends string> {
  readonly field: Field;
}

type ComparisonOperator = '=' | '<' | '<=' | '>' | '>=';

/**
 * A condition on the fields of a record. It is declared once, and read by people, by TypeScript (`isMet`) and by databases
 * (`toSql`). A field without a value meets no condition but `isMissing`, in either form.
 */
export type Rule<Field extends string, Name extends string = never> =
  | { readonly kind: 'among' | 'not among'; readonly field: Field; readonly words: readonly string[] }
  | {
      readonly kind: 'compare';
      readonly field: Field;
      readonly comparison: ComparisonOperator;
      readonly value: string | number | GivenValue<Name> | FieldValue<Field>;
    }
  | { readonly kind: 'missing'; readonly field: Field }
  | { readonly kind: 'all' | 'any'; readonly rules: readonly Rule<Field, Name>[] };

/** Any of these words. */
export const isAmong = <Field extends string>(field: Field, words: readonly string[]): Rule<Field> => ({
  kind: 'among',
  field,
  words,
});

/** None of these words: a word that this version doesn't know meets it. */
export const isNotAmong = <Field extends string>(field: Field, words: readonly string[]): Rule<Field> => ({
  kind: 'not among',
  field,
  words,
});

export const isComparedTo = <Field extends string, Name extends string = never>(
  field: Field,
  comparison: ComparisonOperator,
  value: string | number | GivenValue<Name>,
): Rule<Field, Name> => ({ kind: 'compare', field, comparison, value });

/** No value is on record. */
export const isMissing = <Field extends string>(field: Field): Rule<Field> => ({ kind: 'missing', field });

/** Compares two fields of a record. */
export const isComparedToField = <Field extends string>(
  field: Field,
  comparison: ComparisonOperator,
  other: Field,
): Rule<Field> => ({ kind: 'compare', field, comparison, value: { field: other } });

/** Every one of these rules. */
export const matchAll = <Field extends string, Name extends string = never>(
  ...rules: readonly Rule<Field, Name>[]
): Rule<Field, Name> => ({ kind: 'all', rules });

/** One of these rules at least. */
export const matchAny = <Field extends string, Name extends string = never>(
  ...rules: readonly Rule<Field, Name>[]
): Rule<Field, Name> => ({ kind: 'any', rules });

/** Met by every record. */
export const everyRecord: Rule<never> = { kind: 'all', rules: [] };

export type GivenValues<Name extends string> = Readonly<Record<Name, RuleValue>>;

/** Returns whether a record meets the rule. */
export function isMet<Field extends string>(rule: Rule<Field>, record: Readonly<Record<Field, RuleValue>>): boolean;
export function isMet<Field extends string, Name extends string>(
  rule: Rule<Field, Name>,
  record: Readonly<Record<Field, RuleValue>>,
  given: GivenValues<Name>,
): boolean;
export function isMet<Field extends string, Name extends string>(
  rule: Rule<Field, Name>,
  record: Readonly<Record<Field, RuleValue>>,
  givenValues?: GivenValues<Name>,
): boolean {
  switch (rule.kind) {
    case 'all':
      return rule.rules.every((part) => isMet(part, record, givenValues ?? createNoValues<Name>()));
    case 'any':
      return rule.rules.some((part) => isMet(part, record, givenValues ?? createNoValues<Name>()));
    case 'missing':
      return record[rule.field] === null;
    case 'compare': {
      return isOrdered(record[rule.field], rule.comparison, findValue(rule.value, record, givenValues));
    }
    default: {
      const value = record[rule.field];
      return value !== null && rule.words.includes(String(value)) === (rule.kind === 'among');
    }
  }
}

function findValue<Field extends string, Name extends string>(
  value: string | number | GivenValue<Name> | FieldValue<Field>,
  record: Readonly<Record<Field, RuleValue>>,
  givenValues: GivenValues<Name> | undefined,
): RuleValue {
  if (typeof value !== 'object') return value;
  return 'field' in value ? record[value.field] : (givenValues?.[value.given] ?? null);
}

/** Creates the values of a rule that names none. */
export const createNoValues = <Name extends string>() => ({}) as GivenValues<Name>;

function isOrdered(value: RuleValue, comparison: ComparisonOperator, otherValue: RuleValue): boolean {
  if (value === null || otherValue === null) return false;
  if (comparison === '=') return value === otherValue;
  if (value === otherValue) return comparison === '<=' || comparison === '>=';
  return value < otherValue === comparison.startsWith('<');
}
