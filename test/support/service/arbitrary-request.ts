import * as fc from 'fast-check';
import type { CatalogueEntry } from '../../../src/contract/catalogue.ts';
import { getDocumentedBody, toJsonSchema } from '../../../src/contract/kit/json-schema.ts';
import { findKind, buildPath } from './kinds.ts';
import { type SampleSchema, buildSampleBody } from './samples.ts';
import type { KnownIds } from './seeded-service.ts';

/** A request as somebody hostile, or merely careless, might send it. */
export interface WildRequest {
  readonly entry: CatalogueEntry;
  readonly path: string;
  readonly body: string | undefined;
  readonly headers: Record<string, string>;
}

const oddities = [
  '',
  ' ',
  '0',
  '-1',
  'null',
  'undefined',
  '__proto__',
  'constructor',
  '../../etc/passwd',
  '%00',
  "'; drop table bill; --",
  '"*" NEAR(a b) -c',
  '<script>alert(1)</script>',
  '=1+1',
  '\u202Egnp.exe',
  '\u{1F69A}\u{1F69B}',
  '\uD800',
  'İstanbul ß ﬁ',
  'x'.repeat(5000),
  '2026-02-30',
  '9999-12-31',
  '0000-00-00',
  '2026-11-20T24:00:00Z',
];

const numbers = [0, -0, -1, 1, 0.1, 0.005, 1e-7, 2 ** 31, 2 ** 53, -(2 ** 53), 1e21, 1e308];

const odd = fc.oneof(fc.constantFrom(...oddities), fc.string({ unit: 'binary', maxLength: 40 }));
const text = fc.oneof(
  { arbitrary: fc.constantFrom('Acme Foods', 'LINEHAUL', 'TL', 'x', 'Net 30'), weight: 12 },
  { arbitrary: odd, weight: 1 },
);
const anything = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  odd,
  fc.constantFrom(...numbers),
  fc.constantFrom(null, true, false, [], {}, [null], [[]], { id: null }),
);

/** The id for a place in a body or a path: mostly of a record of the kind that belongs there. */
type IdAt = (names: readonly string[]) => fc.Arbitrary<string>;

/** Generates requests of one operation that mostly name existing records. */
export function generateRequest(entry: CatalogueEntry, ids: KnownIds): fc.Arbitrary<WildRequest> {
  const strays = fc.oneof(fc.constantFrom(...Object.values(ids).flat()), fc.uuid());
  const pickId = (knownIds: readonly string[]) =>
    knownIds.length === 0
      ? strays
      : fc.oneof({ arbitrary: fc.constantFrom(...knownIds), weight: 9 }, { arbitrary: strays, weight: 1 });
  const generateId: IdAt = (names) => {
    const kind = findKind(entry, names);
    return kind === null ? strays : pickId(ids[kind]);
  };
  const path = fc
    .infiniteStream(fc.nat())
    .map((picks) => buildPath(entry, (kind) => ids[kind][(picks.next().value ?? 0) % ids[kind].length] ?? 'none'));
  return fc
    .record({ path: generatePath(entry, path, strays), body: generateBody(entry, generateId), headers: wildHeaders })
    .map((request) => ({ entry, ...request }));
}

function generatePath(
  { path, operation }: CatalogueEntry,
  good: fc.Arbitrary<string>,
  strays: fc.Arbitrary<string>,
): fc.Arbitrary<string> {
  const stray = fc.oneof(strays, odd.map(encode)).map((value) => `/v1${path.replaceAll(/\{\w+\}/g, () => value)}`);
  const base = path.includes('{')
    ? fc.oneof({ arbitrary: good, weight: 6 }, { arbitrary: stray, weight: 1 })
    : fc.constant(`/v1${path}`);
  const parameters = Object.keys(operation.query?.shape ?? {});
  if (parameters.length === 0) return base;
  const value = fc.oneof(strays, odd, fc.constantFrom('id', 'key', '30'));
  const query = fc.dictionary(fc.constantFrom(...parameters), value, { maxKeys: 2 });
  const queryOrNone = fc.oneof({ arbitrary: fc.constant({}), weight: 4 }, { arbitrary: query, weight: 1 });
  return fc.tuple(base, queryOrNone).map(([address, pairs]) => {
    const search = Object.entries(pairs).map(([name, text]) => `${name}=${encode(text)}`);
    return search.length === 0 ? address : `${address}?${search.join('&')}`;
  });
}

/** Encodes a value for an address. A lone surrogate has no encoding: it becomes the replacement character. */
const encode = (value: string) => encodeURIComponent(value.toWellFormed()) || '%20';

const wildHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { arbitrary: fc.constant({}), weight: 9 },
  {
    arbitrary: fc.constantFrom<Record<string, string>>(
      { 'idempotency-key': 'a' },
      { 'idempotency-key': 'k'.repeat(300) },
      { accept: 'text/csv' },
      { accept: 'application/pdf' },
      { accept: ';;;' },
      { 'x-request-id': 'a b' },
      { 'content-type': 'text/plain' },
    ),
    weight: 1,
  },
);

function generateBody(entry: CatalogueEntry, idAt: IdAt): fc.Arbitrary<string | undefined> {
  if (entry.method === 'GET') return fc.constant(undefined);
  const schema = getDocumentedBody(entry.operation);
  // JSON Schema has no closed type; Schema holds the words that our own schemas use.
  const json = (schema ? toJsonSchema(schema, 'input') : {}) as SampleSchema;
  const fitting = schema ? generateShape({ root: json, idAt }, json, []) : fc.constant({});
  return fc.oneof(
    { arbitrary: fitting.map(serialize), weight: 12 },
    {
      arbitrary: fc
        .tuple(fitting, anything, fc.nat())
        .map(([value, part, at]) => serialize(replacePart(value, part, at))),
      weight: 6,
    },
    { arbitrary: anything.map(serialize), weight: 1 },
    { arbitrary: odd, weight: 1 },
    { arbitrary: fc.constant(serialize(buildSampleBody(entry))), weight: 1 },
  );
}

const serialize = (value: unknown): string => JSON.stringify(value) ?? '';

interface ShapeContext {
  readonly root: SampleSchema;
  readonly idAt: IdAt;
}

const depthMax = 9;

/**
 * Generates values of the declared shape: few of the optional fields, ids of existing records, and now and then odd
 * values.
 */
function generateShape(
  context: ShapeContext,
  schema: SampleSchema,
  names: readonly string[],
  depth = 0,
): fc.Arbitrary<unknown> {
  if (depth > depthMax) return fc.constant({});
  const generatePart = (part: SampleSchema) => generateShape(context, part, names, depth + 1);
  if (schema.$ref !== undefined)
    return generatePart(
      schema.$ref === '#' ? context.root : (context.root.$defs?.[schema.$ref.slice('#/$defs/'.length)] ?? {}),
    );
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map(generatePart));
  if (schema.allOf) return fc.tuple(...schema.allOf.map(generatePart)).map((parts) => Object.assign({}, ...parts));
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') return generateObject(context, schema, names, depth);
  if (type === 'array') {
    const minLength = Math.max(1, schema.minItems ?? 0);
    return fc.array(generatePart(schema.items ?? {}), { minLength, maxLength: minLength + 1 });
  }
  return generatePlain(schema, () => context.idAt(names));
}

function generateObject(
  context: ShapeContext,
  schema: SampleSchema,
  names: readonly string[],
  depth: number,
): fc.Arbitrary<unknown> {
  const properties = Object.entries(schema.properties ?? {});
  const generateValue = (name: string, part: SampleSchema) => generateShape(context, part, [...names, name], depth + 1);
  const required = new Set(schema.required ?? []);
  const fields = properties.map(([name, part]) => {
    const weight = required.has(name) ? 30 : 1;
    return fc
      .oneof(
        { arbitrary: generateValue(name, part), weight },
        { arbitrary: fc.constant(undefined), weight: required.has(name) ? 1 : 3 },
      )
      .map((propertyValue) => [name, propertyValue] as const);
  });
  return fc
    .tuple(...fields)
    .map((pairs) => Object.fromEntries(pairs.filter(([, propertyValue]) => propertyValue !== undefined)));
}

function generatePlain(schema: SampleSchema, id: () => fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  const mixRarely = <Value>(usual: fc.Arbitrary<Value>, strange: fc.Arbitrary<Value>) =>
    fc.oneof({ arbitrary: usual, weight: 12 }, { arbitrary: strange, weight: 1 });
  if (type === 'integer') return mixRarely(fc.integer({ min: 1, max: 20 }), fc.constantFrom(...numbers));
  if (type === 'number') return mixRarely(fc.integer({ min: 1, max: 5000 }), fc.constantFrom(...numbers));
  if (type === 'boolean') return fc.boolean();
  if (type !== 'string') return anything;
  const usual: Readonly<Record<string, () => fc.Arbitrary<string>>> = {
    uuid: id,
    date: () =>
      mixRarely(fc.constantFrom('2026-11-20', '2026-10-01', '2028-02-29'), fc.constantFrom('1900-01-01', '9999-12-31')),
    'date-time': () => mixRarely(fc.constant('2026-11-20T15:00:00Z'), fc.constant('0001-01-01T00:00:00Z')),
    email: () => fc.constant('desk@broker.test'),
    uri: () => fc.constant('https://hooks.broker.test/in'),
  };
  return mixRarely(usual[schema.format ?? '']?.() ?? text, odd);
}

/** Returns the value with one of its parts, or the whole, replaced. */
function replacePart(value: unknown, part: unknown, at: number): unknown {
  if (typeof value !== 'object' || value === null) return part;
  const names = Object.keys(value);
  const name = names[at % (names.length + 1)];
  if (name === undefined) return part;
  // An array or a plain object: both take the changed place under its name.
  const copy = (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
  copy[name] = at % 3 === 0 ? part : replacePart(copy[name], part, Math.floor(at / 3));
  return copy;
}
