import { isAmong, matchAny, type Rule } from '../../src/domain/rules/rule.ts';
import { findCode, formatCode } from '../../src/domain/text/code-words.ts';
import { createFieldError } from '../../src/errors.ts';

export interface StatusKinds<Status extends string, Name extends string, Field extends string> {
  /** The argument that is read, and the field of the record. */
  readonly field: Name;
  readonly allStatuses: readonly Status[];
  /** Words for several at once, such as `active`, in capitals: the rule says which records they mean. */
  readonly groups: Readonly<Record<string, Rule<Field>>>;
}

/** The statuses that a question is about. */
export interface StatusChoice<Status extends string, Field extends string> {
  readonly rule: Rule<Field>;
  /** Those that were named one by one. */
  readonly statuses: readonly Status[];
  /** Groups that were named, in capitals. */
  readonly groups: readonly string[];
  /** All of it in words, `open` or `paid or voided`. */
  readonly words: string;
}

/** Reads `BOOKED`, `booked, in transit`, or `active or delivered`: each status once. */
export function parseStatuses<Status extends string, Name extends string, Field extends string>(
  text: string,
  { field, allStatuses, groups }: StatusKinds<Status, Name, Field>,
): StatusChoice<Status, Field | Name> {
  const words = text
    .split(/,|;|\bor\b|\band\b/i)
    .map((word) => word.trim())
    .filter((word) => word !== '');
  const allGroups = Object.keys(groups);
  const isKnown = (word: string) => findCode(word, [...allGroups, ...allStatuses]) !== undefined;
  if (words.length === 0 || !words.every(isKnown)) {
    const all = [...allGroups, ...allStatuses].map(formatCode).join(', ');
    throw createFieldError('BAD_REQUEST', field, `there is no such status; use ${all}`);
  }
  const groupNames = [...new Set(words.flatMap((word) => findCode(word, allGroups) ?? []))];
  // A group may have the name of a status, and then stands for it.
  const singles = words.filter((word) => findCode(word, allGroups) === undefined);
  const statuses = [...new Set(singles.flatMap((word) => findCode(word, allStatuses) ?? []))];
  const rules: readonly Rule<Field | Name>[] = [
    ...groupNames.flatMap((group) => groups[group] ?? []),
    ...(statuses.length > 0 ? [isAmong(field, statuses)] : []),
  ];
  const [first] = rules;
  return {
    rule: first !== undefined && rules.length === 1 ? first : matchAny(...rules),
    statuses,
    groups: groupNames,
    words: [...groupNames, ...statuses].map(formatCode).join(' or '),
  };
}
