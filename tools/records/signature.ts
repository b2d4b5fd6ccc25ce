import type { JsonSchema } from '../../src/contract/kit/json-schema.ts';
import { isPlainRecord } from '../../src/domain/kit/plain-record.ts';

const charactersMax = 900;

/** An input schema in one line: `id*, status?: DRAFT|QUOTED, amount?: number`; a star marks what is required. */
export function signatureOf(schema: JsonSchema): string {
  const text = membersText(schema);
  return text.length > charactersMax ? `${text.slice(0, charactersMax)}… (search the exact name for the rest)` : text;
}

/** The shapes that a schema refers to, each in one line by its name. */
export function shapesOf(schema: JsonSchema): Readonly<Record<string, string>> {
  const shapes = isPlainRecord(schema) && isPlainRecord(schema['$defs']) ? schema['$defs'] : {};
  return Object.fromEntries(
    Object.entries(shapes).map(([name, shape]) => [
      name,
      Object.keys(membersOf(shape)).length > 0 ? membersText(shape) : typeOf(shape, schema),
    ]),
  );
}

function membersText(schema: unknown): string {
  const properties = membersOf(schema);
  const required = requiredOf(schema);
  const parts = Object.entries(properties).map(
    ([name, inner]) => `${name}${required.has(name) ? '*' : '?'}: ${typeOf(inner, schema)}`,
  );
  return parts.length === 0 ? 'nothing' : parts.join(', ');
}

type Loose = Readonly<Record<string, unknown>>;

const membersOf = (schema: unknown): Loose =>
  isPlainRecord(schema) && isPlainRecord(schema['properties']) ? schema['properties'] : {};
const requiredOf = (schema: unknown): ReadonlySet<unknown> =>
  new Set(isPlainRecord(schema) && Array.isArray(schema['required']) ? schema['required'] : []);

function typeOf(inner: unknown, root: unknown): string {
  if (!isPlainRecord(inner)) return 'any';
  if (typeof inner['$ref'] === 'string') return named(inner['$ref']);
  if (Array.isArray(inner['enum'])) return enumText(inner['enum']);
  if (typeof inner['const'] === 'string') return inner['const'];
  const options = inner['anyOf'] ?? inner['oneOf'];
  if (Array.isArray(options)) return [...new Set(options.map((option) => typeOf(option, root)))].join(' or ');
  if (inner['type'] === 'array') return `${typeOf(inner['items'], root)}[]`;
  if (inner['type'] === 'object') return objectText(inner, root);
  if (typeof inner['format'] === 'string') return inner['format'];
  return typeof inner['type'] === 'string' ? inner['type'] : 'any';
}

const enumValuesShown = 8;

function enumText(values: readonly unknown[]): string {
  const shown = values.slice(0, enumValuesShown).map(String).join('|');
  return values.length > enumValuesShown ? `${shown}|…` : shown;
}

const named = (reference: string) => reference.split('/').at(-1) ?? 'object';

function objectText(inner: Loose, root: unknown): string {
  const names = Object.keys(membersOf(inner));
  if (names.length === 0 || inner === root) return 'object';
  const required = requiredOf(inner);
  return `{${names.map((name) => (required.has(name) ? `${name}*` : name)).join(', ')}}`;
}
