import type * as z from 'zod';
import { formatCode } from '../../domain/text/code-words.ts';

type Issue = z.core.$ZodIssue;

/** Messages that a schema does not set itself. */
const usualMessage = /^(?:Invalid|Too small|Too big|Unrecognized)\b/;

/** Describes what is wrong with a value: "must be one of open, paid". A message that the schema sets stays. */
export function describeInputIssue(issue: Issue): string {
  if (!usualMessage.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_value':
      return describeValues(issue.values.map(formatValue));
    case 'invalid_type':
      return issue.message.endsWith('received undefined') ? 'is missing' : `must be ${formatType(issue.expected)}`;
    case 'too_small':
      return describeSize(issue.origin, 'at least', Number(issue.minimum));
    case 'too_big':
      return describeSize(issue.origin, 'at most', Number(issue.maximum));
    case 'unrecognized_keys':
      return `has no ${issue.keys.join(', ')}`;
    case 'invalid_format':
      return `must be ${formats[issue.format] ?? 'written in the usual way'}`;
    case 'invalid_union':
      return describeOptions(issue.errors);
    default:
      return 'is not understood';
  }
}

const formatValue = (value: unknown): string =>
  typeof value === 'string' && /^(?:[A-Z][A-Z0-9_]*|[a-z]+(?:_[a-z]+)+)$/.test(value)
    ? formatCode(value)
    : String(value);

const describeValues = (values: readonly string[]): string =>
  `must be ${values.length === 1 ? '' : 'one of '}${values.join(', ')}`;

const types: Readonly<Record<string, string>> = {
  array: 'a list',
  boolean: 'true or false',
  int: 'a whole number',
  number: 'a number',
  object: 'an object',
  record: 'an object',
  string: 'text',
};

const formatType = (type: string): string => types[type] ?? type;

const formats: Readonly<Record<string, string>> = {
  date: 'a date such as 2026-12-01',
  datetime: 'a time such as 2026-12-01T08:00:00Z',
  email: 'an e-mail address',
  time: 'a time such as 08:00',
  url: 'a web address',
  uuid: 'a uuid',
};

const units: Readonly<Record<string, string>> = { array: 'items', string: 'characters' };

function describeSize(origin: string, limit: 'at least' | 'at most', size: number): string {
  const unit = units[origin];
  if (unit === undefined) return `must be ${limit} ${size}`;
  if (size === 1) return limit === 'at least' ? 'must not be empty' : `must have one ${unit.replace(/s$/, '')} at most`;
  return `must have ${limit} ${size} ${unit}`;
}

/** Describes a value that fits none of several forms, by the form that comes closest. */
function describeOptions(options: readonly (readonly Issue[])[]): string {
  const [closest] = options
    .flatMap(([issue]) => issue ?? [])
    .filter(({ path }) => path.length > 0)
    .toSorted((issue, other) => other.path.length - issue.path.length);
  if (closest !== undefined) return `${closest.path.map(String).join('.')} ${describeInputIssue(closest)}`;
  const texts = options.flatMap(([issue]) => (issue === undefined ? [] : [describeInputIssue(issue)]));
  return [...new Set(texts)].map((text, index) => (index === 0 ? text : text.replace(/^must be /, ''))).join(' or ');
}
