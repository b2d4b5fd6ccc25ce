import type { JsonSchema } from '../../src/contract/kit/json-schema.ts';
import { isPlainRecord } from '../../src/domain/kit/plain-record.ts';

const charactersMax = 900;

/**
 * Formats an input schema in one line: `id*, status?: DRAFT|QUOTED, amount?: number`. A star marks a required field.
 */
export function formatSignature(schema: JsonSchema): string {
  const text = formatMembers(schema);
  return text.length > charactersMax ? `${text.slice(0, charactersMax)}… (search the exact name for the rest)` : text;
}

/** Lists the shapes that a schema refers to, by name, each in one line. */
export function listShapes(schema: JsonSchema): Readonly<Record<string, string>> {
  const shapes = isPlainRecord(schema) && isPlainRecord(schema['$defs']) ? schema['$defs'] : {};
  return Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => [
      name,
      Object.keys(getMembers(shape)).length > 0 ? formatMembers(shape) : formatType(shape, schema),
    ]),
  );
}

function formatMembers(schema: unknown): string {
  const properties = getMembers(schema);
  const required = getRequired(schema);
  const parts = Object.entries(properties).map(
    ([name, inner]) => `${name}${required.has(name) ? '*' : '?'}: ${formatType(inner, schema)}`,
  );
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}

type Loose = Readonly<Record<string, unknown>>;

const getMembers = (schema: unknown): Loose =>
  isPlainRecord(schema) && isPlainRecord(schema['properties']) ? schema['properties'] : {};
const getRequired = (schema: unknown): ReadonlySet<unknown> =>
  new Set(isPlainRecord(schema) && Array.isArray(schema['required']) ? schema['required'] : []);

function formatType(inner: unknown, root: unknown): string {
  if (!isPlainRecord(inner)) return 'any';
  if (typeof inner['$ref'] === 'string') return getReferenceName(inner['$ref']);
  if (Array.isArray(inner['enum'])) return formatEnum(inner['enum']);
  if (typeof inner['const'] === 'string') return inner['const'];
  const options = inner['anyOf'] ?? inner['oneOf'];
  if (Array.isArray(options)) return [...new Set(options.map((option) => formatType(option, root)))].join(' or ');
  if (inner['type'] === 'array') return `${formatType(inner['items'], root)}[]`;
  if (inner['type'] === 'object') return formatObject(inner, root);
  if (typeof inner['format'] === 'string') return inner['format'];
  return typeof inner['type'] === 'string' ? inner['type'] : 'any';
}

const enumValuesShown = 8;

function formatEnum(values: readonly unknown[]): string {
  const shownValues = values.slice(0, enumValuesShown).map(String).join('|');
  return values.length > enumValuesShown ? `${shownValues}|…` : shownValues;
}

const getReferenceName = (reference: string) => reference.split('/').at(-1) ?? 'object';

function formatObject(inner: Loose, root: unknown): string {
  const names = Object.keys(getMembers(inner));
  if (names.length === 0 || inner === root) return 'object';
  const required = getRequired(inner);
  return `{${names.map((name) => (required.has(name) ? `${name}*` : name)).join(', ')}}`;
}
