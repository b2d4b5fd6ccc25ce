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

/** What a schema alone does not say: rules between fields. */
const completed: Partial<Record<OperationName, (body: object) => object>> = {
  'invoices.batchGenerate': () => ({ orderIds: [nobody] }),
};

const bodies = new Map<OperationName, unknown>();

/** The least body that an operation accepts as well-formed; undefined when it takes none. */
export function sampleBody(entry: CatalogueEntry): unknown {
  if (!bodies.has(entry.name)) bodies.set(entry.name, makeBody(entry));
  return bodies.get(entry.name);
}

function makeBody({ name, operation }: CatalogueEntry): unknown {
  const schema = getDocumentedBody(operation);
  if (!schema) return operation.method === 'GET' ? undefined : {};
  const json = toJsonSchema(schema, 'input');
  const body = sample(json, json);
  return completed[name]?.(body as object) ?? body;
}

export interface Schema {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly exclusiveMinimum?: number;
  readonly minItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly $defs?: Readonly<Record<string, Schema>>;
}

function sample(schema: Schema | JsonSchema, root: Schema | JsonSchema): unknown {
  // JSON Schema has no closed type; these are the words that our own schemas use.
  const { $ref, anyOf, oneOf, allOf, ...own } = schema as Schema;
  if ($ref !== undefined) return sample(resolved($ref, root), root);
  if (own.const !== undefined) return own.const;
  if (own.enum) return own.enum[0];
  const [choice] = anyOf ?? oneOf ?? [];
  if (choice) return sample(choice, root);
  if (allOf) return Object.assign({}, ...allOf.map((part) => sample(part, root)));
  return ofType(own, root);
}

function resolved($ref: string, root: Schema | JsonSchema): Schema {
  // As in `sample`.
  const found = $ref === '#' ? (root as Schema) : (root as Schema).$defs?.[$ref.replace('#/$defs/', '')];
  if (!found) throw new Error(`no schema ${$ref}`);
  return found;
}

function ofType(schema: Schema, root: Schema | JsonSchema): unknown {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'object') {
    const names = schema.required ?? [];
    return Object.fromEntries(names.map((name) => [name, sample(schema.properties?.[name] ?? {}, root)]));
  }
  if (type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => sample(schema.items ?? {}, root));
  if (type === 'integer' || type === 'number') return schema.minimum ?? (schema.exclusiveMinimum ?? 0) + 1;
  if (type === 'boolean') return false;
  if (type === 'string') return textByFormat[schema.format ?? ''] ?? 'x'.repeat(Math.max(1, schema.minLength ?? 1));
  return null;
}

/** The path of an operation with one id in every place. */
export const pathOf = ({ path }: CatalogueEntry, id: string = nobody): string =>
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

/** Every place in a body that holds a uuid, each with the least body around it. */
export const idPlaces = (schema: JsonSchema, sampled: unknown): readonly BodyPlace[] =>
  listPlaces(schema, sampled, ({ format }) => format === 'uuid');

/** Every place in a body whose own schema fits, each with the least body around it. */
export function listPlaces(
  schema: JsonSchema,
  sampled: unknown,
  fits: (schema: Schema) => boolean,
): readonly BodyPlace[] {
  return [...places({ root: schema, fits }, schema, [])].map(({ names, isRequired, set }) => ({
    names,
    isRequired,
    body: (id) => set(sampled, id),
    within: set,
  }));
}

interface Found {
  readonly names: readonly string[];
  readonly isRequired: boolean;
  readonly set: (value: unknown, id: string) => unknown;
}

interface Lookup {
  readonly root: Schema | JsonSchema;
  readonly fits: (schema: Schema) => boolean;
}

function* places(lookup: Lookup, schema: Schema | JsonSchema, refs: readonly string[]): Iterable<Found> {
  const { root } = lookup;
  // As in `sample`.
  const { $ref, anyOf, oneOf, items, minItems = 1, properties, required = [] } = schema as Schema;
  if ($ref !== undefined) {
    if (refs.includes($ref)) return;
    yield* places(lookup, resolved($ref, root), [...refs, $ref]);
    return;
  }
  if (lookup.fits(schema)) yield { names: [], isRequired: true, set: (_, id) => id };
  for (const choice of anyOf ?? oneOf ?? []) {
    for (const place of places(lookup, choice, refs)) yield inChoice(place, choice, root);
  }
  for (const place of items ? places(lookup, items, refs) : []) {
    const others = Array.from({ length: minItems - 1 }, () => sample(items ?? {}, root));
    yield { ...place, isRequired: false, set: (_, id) => [place.set(sample(items ?? {}, root), id), ...others] };
  }
  for (const [name, inner] of Object.entries(properties ?? {})) {
    // Deeper combinations of a filter say nothing new.
    if (['and', 'or', 'not'].includes(name)) continue;
    for (const place of places(lookup, inner, refs))
      yield inProperty(place, name, inner, required.includes(name), root);
  }
}

/** The first choice is the one that samples are made of; another one starts from a sample of its own. */
const inChoice = (place: Found, choice: Schema, root: Schema | JsonSchema): Found => ({
  ...place,
  isRequired: false,
  set: (_, id) => place.set(sample(choice, root), id),
});

const inProperty = (
  place: Found,
  name: string,
  inner: Schema,
  isRequired: boolean,
  root: Schema | JsonSchema,
): Found => ({
  names: [name, ...place.names],
  isRequired: isRequired && place.isRequired,
  set(value, id) {
    const parent = value as Record<string, unknown>;
    return { ...parent, [name]: place.set(parent[name] ?? sample(inner, root), id) };
  },
});
