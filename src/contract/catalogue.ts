import { isPlainRecord } from '../domain/kit/plain-record.ts';
import type { ApiErrorCode } from '../errors.ts';
import { getDocumentedBody, toJsonSchema, type JsonSchema } from './kit/json-schema.ts';
import type { Effect, FieldGate, Gate } from './kit/gate.ts';
import { listPathParameters, type Operation } from './kit/operation.ts';
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

/** Default gate of each effect. */
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

/** Returns all operations in the order of the table. */
export function catalogue(): readonly CatalogueEntry[] {
  entries ??= Object.entries<Readonly<Record<string, Operation>>>(operations).flatMap(([resource, group]) =>
    // The names are the keys of the very table OperationName is mapped over.
    Object.entries(group).map(([verb, operation]) => buildEntry(`${resource}.${verb}` as OperationName, operation)),
  );
  return entries;
}

/** Returns the gate of an operation, or of one call if its flat input is given: some fields need a stricter gate. */
export function getGate(operation: Operation, input: Readonly<Record<string, unknown>> = {}): Gate {
  const operationGate = operation.gate ?? gateByEffect[operation.effect];
  return Object.values(getFieldGates(operation, input)).reduce(pickStricter, operationGate);
}

/** Lists the fields of an input that need exactly this gate. */
export const listFieldsAskingFor = (
  gate: Gate,
  operation: Operation,
  input: Readonly<Record<string, unknown>>,
): readonly string[] =>
  Object.entries(getFieldGates(operation, input)).flatMap(([field, fieldGate]) => (fieldGate === gate ? [field] : []));

/** Returns the gate of each field in the body. Path and query parameters need none. */
function getFieldGates(operation: Operation, input: Readonly<Record<string, unknown>>): Readonly<Record<string, Gate>> {
  if (operation.effect === 'read') return {};
  const addressing = new Set([...listPathParameters(operation.path), ...Object.keys(operation.query?.shape ?? {})]);
  const sent = Object.entries(input).filter(([field, value]) => value !== undefined && !addressing.has(field));
  return Object.fromEntries(sent.map(([field, value]) => [field, getValueGate(operation.fieldGates?.[field], value)]));
}

/** Returns the gate of a field's value. A field without a declared gate needs an approval. */
function getValueGate(declared: FieldGate = 'approve', value: unknown): Gate {
  if (typeof declared === 'string') return declared;
  if ('members' in declared) return getMembersGate(declared, value);
  // Of several values the one that asks for most counts.
  if (Array.isArray(value)) return value.map((item) => getValueGate(declared, item)).reduce(pickStricter, 'none');
  return typeof value === 'string' && Object.hasOwn(declared.values, value)
    ? (declared.values[value] ?? declared.others)
    : declared.others;
}

/** Returns the strictest gate of an object's members. A value that isn't an object counts as an unknown member. */
function getMembersGate({ members, others }: Extract<FieldGate, { readonly members: object }>, value: unknown): Gate {
  if (!isPlainRecord(value)) return others;
  return Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([name]) => (Object.hasOwn(members, name) ? (members[name] ?? others) : others))
    .reduce(pickStricter, 'none');
}

/** Returns the JSON Schema of an operation's flat input, which is built on first use. */
export function getInputSchema(operation: Operation): JsonSchema {
  const cachedSchema = inputs.get(operation);
  if (cachedSchema) return cachedSchema;
  const schema = buildFlatInput(operation);
  inputs.set(operation, schema);
  return schema;
}

function buildEntry(name: OperationName, operation: Operation): CatalogueEntry {
  const { summary, method, path, effect, errors, extension = false } = operation;
  const inputSchema = () => getInputSchema(operation);
  return { name, summary, method, path, effect, gate: getGate(operation), errors, extension, operation, inputSchema };
}

function pickStricter(a: Gate, b: Gate): Gate {
  return gatesByStrictness.indexOf(a) >= gatesByStrictness.indexOf(b) ? a : b;
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

function buildFlatInput(operation: Operation): JsonSchema {
  const body = getDocumentedBody(operation);
  const path = listPathParameters(operation.path);
  const query = operation.query ? toObjectSchema(toJsonSchema(operation.query, 'input')) : {};
  const sent = body ? toObjectSchema(toJsonSchema(body, 'input')) : {};
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

/** Returns the definition of a schema, also if it was converted to a reference to it. */
function toObjectSchema(json: JsonSchema): ObjectSchema {
  const whole: ObjectSchema = json;
  const [, name] = /^#\/\$defs\/(.+)$/.exec(String(json.$ref)) ?? [];
  if (name === undefined) return whole;
  const { [name]: definition, ...$defs } = whole.$defs ?? {};
  return { ...definition, $defs };
}

function describePath(name: string): string {
  return name === 'id' ? 'uuid or client key' : 'uuid';
}
