import type { CatalogueEntry } from '../../../src/contract/catalogue.ts';
import { getDocumentedBody, toJsonSchema, type JsonSchema } from '../../../src/contract/kit/json-schema.ts';
import type { OperationName } from '../../../src/contract/operation-names.ts';

/** An id that no record has. */
export const nobody = '00000000-0000-4000-8000-000000000000';

const textByFormat: Readonly<Record<string, string>> = {
  uuid: nobody,
  date: '2026-11-20',
  'date-time': '2026-11-20T15:00:00.000Z',
  email: 'desk@broker.test',
  uri: 'https://hooks.broker.test/in',
};

/** Fields that satisfy the rules between fields, which a schema alone does not say. */
const completed: Partial<Record<OperationName, (body: object) => object>> = {
  'invoices.batchGenerate': () => ({ orderIds: [nobody] }),
};

const bodies = new Map<OperationName, unknown>();

/** Builds the smallest body that an operation accepts as well-formed; undefined if it takes none. */
export function buildSampleBody(entry: CatalogueEntry): unknown {
  if (!bodies.has(entry.name)) bodies.set(entry.name, makeBody(entry));
  return bodies.get(entry.name);
}

function makeBody({ name, operation }: CatalogueEntry): unknown {
  const schema = getDocumentedBody(operation);
  if (!schema) return operation.method === 'GET' ? undefined : {};
  const json = toJsonSchema(schema, 'input');
  const body = buildSample(json, json);
  return completed[name]?.(body as object) ?? body;
}

export interface SampleSchema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly SampleSchema[];
  readonly oneOf?: readonly SampleSchema[];
  readonly allOf?: readonly SampleSchema[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly items?: SampleSchema;
  readonly properties?: Readonly<Record<string, SampleSchema>>;
  readonly required?: readonly string[];
  readonly $defs?: Readonly<Record<string, SampleSchema>>;
}

function buildSample(schema: SampleSchema | JsonSchema, root: SampleSchema | JsonSchema): unknown {
  // JSON Schema has no closed type; these are the words that our own schemas use.
  const { $ref, anyOf, oneOf, allOf, ...schemaPart } = schema as SampleSchema;
  if ($ref !== undefined) return buildSample(resolveReference($ref, root), root);
  if (schemaPart.const !== undefined) return schemaPart.const;
  if (schemaPart.enum) return schemaPart.enum[0];
  const [choice] = anyOf ?? oneOf ?? [];
  if (choice) return buildSample(choice, root);
  if (allOf) return Object.assign({}, ...allOf.map((part) => buildSample(part, root)));
  return buildTypeSample(schemaPart, root);
}

function resolveReference($ref: string, root: SampleSchema | JsonSchema): SampleSchema {
  // As in `sample`.
  const target = $ref === '#' ? (root as SampleSchema) : (root as SampleSchema).$defs?.[$ref.replace('#/$defs/', '')];
  if (!target) throw new Error(`no schema ${$ref}`);
  return target;
}

function buildTypeSample(schema: SampleSchema, root: SampleSchema | JsonSchema): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') {
    const names = schema.required ?? [];
    return Object.fromEntries(names.map((name) => [name, buildSample(schema.properties?.[name] ?? {}, root)]));
  }
  if (type === 'array')
    return Array.from({ length: schema.minItems ?? 0 }, () => buildSample(schema.items ?? {}, root));
  if (type === 'integer' || type === 'number') return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1;
  if (type === 'boolean') return false;
  if (type === 'string') return textByFormat[schema.format ?? ''] ?? 'x'.repeat(Math.max(1, schema.minLength ?? 1));
  return null;
}

/** Builds the path of an operation with one id in every place. */
export const buildSamplePath = ({ path }: CatalogueEntry, id: string = nobody): string =>
  `/v1${path.replaceAll(/\{\w+\}/g, id)}`;

/** A place in a body where a value of some kind belongs. */
export interface BodyPlace {
  /** Names on the way to it, arrays left out: `applications`, `billId`. */
  readonly names: readonly string[];
  /** Part of every well-formed body. */
  readonly isRequired: boolean;
  /** The least body with this value there. */
  readonly body: (value: string) => unknown;
  /** The given body with this value there. */
  readonly within: (body: unknown, value: string) => unknown;
}

/** Lists the places in a body that hold a uuid, each with the smallest body that has it. */
export const listIdPlaces = (schema: JsonSchema, sampled: unknown): readonly BodyPlace[] =>
  listPlaces(schema, sampled, ({ format }) => format === 'uuid');

/** Lists the places in a body whose schema fits, each with the smallest body that has it. */
export function listPlaces(
  schema: JsonSchema,
  sampled: unknown,
  fits: (schema: SampleSchema) => boolean,
): readonly BodyPlace[] {
  return [...iteratePlaces({ root: schema, fits }, schema, [])].map(({ names, isRequired, set }) => ({
    names,
    isRequired,
    body: (id) => set(sampled, id),
    within: set,
  }));
}

interface SchemaPlace {
  readonly names: readonly string[];
  readonly isRequired: boolean;
  readonly set: (value: unknown, id: string) => unknown;
}

interface PlaceLookup {
  readonly root: SampleSchema | JsonSchema;
  readonly fits: (schema: SampleSchema) => boolean;
}

function* iteratePlaces(
  lookup: PlaceLookup,
  schema: SampleSchema | JsonSchema,
  refs: readonly string[],
): Iterable<SchemaPlace> {
  const { root } = lookup;
  // As in `sample`.
  const { $ref, anyOf, oneOf, items, minItems = 1, properties, required = [] } = schema as SampleSchema;
  if ($ref !== undefined) {
    if (refs.includes($ref)) return;
    yield* iteratePlaces(lookup, resolveReference($ref, root), [...refs, $ref]);
    return;
  }
  if (lookup.fits(schema)) yield { names: [], isRequired: true, set: (_, id) => id };
  for (const choice of anyOf ?? oneOf ?? []) {
    for (const place of iteratePlaces(lookup, choice, refs)) yield moveIntoChoice(place, choice, root);
  }
  for (const place of items ? iteratePlaces(lookup, items, refs) : []) {
    const moreItems = Array.from({ length: minItems - 1 }, () => buildSample(items ?? {}, root));
    yield {
      ...place,
      isRequired: false,
      set: (_, id) => [place.set(buildSample(items ?? {}, root), id), ...moreItems],
    };
  }
  for (const [name, inner] of Object.entries(properties ?? {})) {
    // Deeper combinations of a filter say nothing new.
    if (['and', 'or', 'not'].includes(name)) continue;
    for (const place of iteratePlaces(lookup, inner, refs))
      yield moveIntoProperty(place, name, inner, required.includes(name), root);
  }
}

/**
 * Moves a place into a choice of a schema. Samples are made of the first choice; another choice starts from a sample of
 * its own.
 */
const moveIntoChoice = (place: SchemaPlace, choice: SampleSchema, root: SampleSchema | JsonSchema): SchemaPlace => ({
  ...place,
  isRequired: false,
  set: (_, id) => place.set(buildSample(choice, root), id),
});

const moveIntoProperty = (
  place: SchemaPlace,
  name: string,
  inner: SampleSchema,
  isRequired: boolean,
  root: SampleSchema | JsonSchema,
): SchemaPlace => ({
  names: [name, ...place.names],
  isRequired: isRequired && place.isRequired,
  set(value, id) {
    const parent = value as Record<string, unknown>;
    return { ...parent, [name]: place.set(parent[name] ?? buildSample(inner, root), id) };
  },
});
