import { isPlainRecord } from '../domain/kit/plain-record.ts';
import type { ApiErrorCode } from '../errors.ts';
import { documentedBody, jsonSchemaOf, type JsonSchema } from './kit/json-schema.ts';
import type { Effect, FieldGate, Gate } from './kit/gate.ts';
import { pathParameters, type Operation } from './kit/operation.ts';
import type { OperationName } from './operation-names.ts';
import { operations } from './operations.ts';

export interface CatalogueEntry {
  readonly name: OperationName;
  readonly summary: string;
  readonly method: Operation['method'];
  readonly path: string;
  readonly effect: Effect;
  readonly gate: Gate;
  readonly errors: readonly ApiErrorCode[];
  readonly extension: boolean;
  readonly operation: Operation;
  /** The flat input: path parameters, query and body in one object. */
  readonly inputSchema: () => JsonSchema;
}

/** Who has to say yes where a declaration does not. */
export const gateByEffect = {
  read: 'none',
  write: 'audit',
  mail: 'confirm',
  money: 'approve',
  destructive: 'approve',
} as const satisfies Record<Effect, Gate>;

const gatesByStrictness = ['none', 'audit', 'confirm', 'approve', 'off'] as const satisfies readonly Gate[];

let entries: readonly CatalogueEntry[] | undefined;
const inputs = new WeakMap<Operation, JsonSchema>();

/** Every operation, in the order of the table. */
export function catalogue(): readonly CatalogueEntry[] {
  entries ??= Object.entries<Readonly<Record<string, Operation>>>(operations).flatMap(([resource, group]) =>
    // The names are the keys of the very table OperationName is mapped over.
    Object.entries(group).map(([verb, operation]) => entryOf(`${resource}.${verb}` as OperationName, operation)),
  );
  return entries;
}

/** The gate of a call; given its flat input, of exactly this call: some fields ask for a stricter gate than the rest. */
export function gateOf(operation: Operation, input: Readonly<Record<string, unknown>> = {}): Gate {
  const own = operation.gate ?? gateByEffect[operation.effect];
  return Object.values(gatesOfFields(operation, input)).reduce(stricterOf, own);
}

/** The fields of an input that ask for exactly this gate. */
export const fieldsAskingFor = (
  gate: Gate,
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
): readonly string[] =>
  Object.entries(gatesOfFields(operation, input)).flatMap(([field, asked]) => (asked === gate ? [field] : []));

/** What each field that is sent asks for; the addressing ones ask for nothing of their own. */
function gatesOfFields(operation: Operation, input: Readonly<Record<string, unknown>>): Readonly<Record<string, Gate>> {
  if (operation.effect === 'read') return {};
  const addressing = new Set([...pathParameters(operation.path), ...Object.keys(operation.query?.shape ?? {})]);
  const sent = Object.entries(input).filter(([field, value]) => value !== undefined && !addressing.has(field));
  return Object.fromEntries(sent.map(([field, value]) => [field, gateOfValue(operation.fieldGates?.[field], value)]));
}

/** A field that nobody has decided on asks for an approval. */
function gateOfValue(declared: FieldGate = 'approve', value: unknown): Gate {
  if (typeof declared === 'string') return declared;
  if ('members' in declared) return gateOfMembers(declared, value);
  // Of several values the one that asks for most counts.
  if (Array.isArray(value)) return value.map((one) => gateOfValue(declared, one)).reduce(stricterOf, 'none');
  return typeof value === 'string' && Object.hasOwn(declared.values, value)
    ? (declared.values[value] ?? declared.others)
    : declared.others;
}

/** Of several members the one that asks for most counts; what is no object asks for what an unknown member does. */
function gateOfMembers({ members, others }: Extract<FieldGate, { readonly members: object }>, value: unknown): Gate {
  if (!isPlainRecord(value)) return others;
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name]) => (Object.hasOwn(members, name) ? (members[name] ?? others) : others))
    .reduce(stricterOf, 'none');
}

/** JSON Schema of the flat input of an operation; made when first asked for. */
export function inputSchemaOf(operation: Operation): JsonSchema {
  const known = inputs.get(operation);
  if (known) return known;
  const schema = flatInput(operation);
  inputs.set(operation, schema);
  return schema;
}

function entryOf(name: OperationName, operation: Operation): CatalogueEntry {
  const { summary, method, path, effect, errors, extension = false } = operation;
  const inputSchema = () => inputSchemaOf(operation);
  return { name, summary, method, path, effect, gate: gateOf(operation), errors, extension, operation, inputSchema };
}

function stricterOf(one: Gate, other: Gate): Gate {
  return gatesByStrictness.indexOf(one) >= gatesByStrictness.indexOf(other) ? one : other;
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

function flatInput(operation: Operation): JsonSchema {
  const body = documentedBody(operation);
  const path = pathParameters(operation.path);
  const query = operation.query ? objectSchema(jsonSchemaOf(operation.query, 'input')) : {};
  const sent = body ? objectSchema(jsonSchemaOf(body, 'input')) : {};
  const required = [...path, ...(query.required ?? []), ...(operation.bodyOptional ? [] : (sent.required ?? []))];
  const $defs = { ...query.$defs, ...sent.$defs };
  return {
    type: 'object',
    properties: {
      ...Object.fromEntries(path.map((name) => [name, { type: 'string', description: describePath(name) }])),
      ...query.properties,
      ...sent.properties,
    },
    ...(required.length > 0 ? { required } : {}),
    additionalProperties: false,
    ...(Object.keys($defs).length > 0 ? { $defs } : {}),
  };
}

/** A named schema converts to a reference to its own definition: here the definition itself is wanted. */
function objectSchema(json: JsonSchema): ObjectSchema {
  const whole: ObjectSchema = json;
  const [, name] = /^#\/\$defs\/(.+)$/.exec(String(json.$ref)) ?? [];
  if (name === undefined) return whole;
  const { [name]: own, ...$defs } = whole.$defs ?? {};
  return { ...own, $defs };
}

function describePath(name: string): string {
  return name === 'id' ? 'uuid or client key' : 'uuid';
}
