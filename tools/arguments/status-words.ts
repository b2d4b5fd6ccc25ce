import { isAmong, matchAny, type Rule } from '../../src/domain/rules/rule.ts';
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
  /** All of it in words, `open` or `PAID or VOIDED`. */
  readonly words: string;
}

const spellings: Readonly<Record<string, string>> = { CANCELLED: 'CANCELED' };

/** Reads `BOOKED`, `booked, in transit`, or `active or delivered`: each status once. */
export function parseStatuses<Status extends string, Name extends string, Field extends string>(
  text: string,
  { field, allStatuses, groups }: StatusKinds<Status, Name, Field>,
): StatusChoice<Status, Field | Name> {
  const words = text
    .split(/,|;|\bor\b|\band\b/i)
    .map(toWord)
    .filter((word) => word !== '');
  const isKnown = (word: string) => word in groups || allStatuses.some((status) => status === word);
  if (words.length === 0 || !words.every(isKnown)) {
    const all = [...Object.keys(groups).map(toGroupText), ...allStatuses].join(', ');
    throw createFieldError('BAD_REQUEST', field, `there is no such status; use ${all}`);
  }
  const statuses = [...new Set(words.flatMap((word) => allStatuses.filter((status) => status === word)))];
  const groupNames = [...new Set(words.filter((word) => word in groups))];
  const rules: readonly Rule<Field | Name>[] = [
    ...groupNames.flatMap((group) => groups[group] ?? []),
    ...(statuses.length > 0 ? [isAmong(field, statuses)] : []),
  ];
  const [first] = rules;
  return {
    rule: first !== undefined && rules.length === 1 ? first : matchAny(...rules),
    statuses,
    groups: groupNames,
    words: [...groupNames.map(toGroupText), ...statuses].join(' or '),
  };
}

function toWord(part: string): string {
  const typed = part
    .trim()
    .toUpperCase()
    .replace(/[\s-]+/g, '_');
  return spellings[typed] ?? typed;
}

const toGroupText = (group: string): string => group.toLowerCase().replaceAll('_', ' ');
