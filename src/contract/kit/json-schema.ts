import * as z from 'zod';
import { filterBodies } from './filter.ts';
import type { Operation } from './operation.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** A schema may read differently for who sends it (defaults may be left out) and who receives it. */
export type Direction = 'input' | 'output';

type Override = NonNullable<Parameters<typeof z.toJSONSchema>[1]>['override'];
type OverrideContext = Parameters<NonNullable<Override>>[0];

const schemaCache = { input: new WeakMap<z.ZodType, JsonSchema>(), output: new WeakMap<z.ZodType, JsonSchema>() };

/** Standard formats say what these long patterns repeat. */
const formatsWithPattern = new Set(['date', 'date-time', 'email', 'uuid']);

/** Converts a schema to JSON Schema 2020-12, once per process. */
export function toJsonSchema(schema: z.ZodType, direction: Direction): JsonSchema {
  const cachedSchema = schemaCache[direction].get(schema);
  if (cachedSchema) return cachedSchema;
  const { $schema: _, ...json } = z.toJSONSchema(schema, { io: direction, override: tidy });
  schemaCache[direction].set(schema, json);
  return json;
}

/** Returns the documented body. For filters it lists the declared fields, although the service accepts more. */
export function getDocumentedBody(operation: Operation): z.ZodType | undefined {
  return operation.body && (filterBodies.get(operation.body) ?? operation.body);
}

function tidy({ zodSchema, jsonSchema }: OverrideContext): void {
  if (formatsWithPattern.has(jsonSchema.format ?? '')) delete jsonSchema.pattern;
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
  if (zodSchema instanceof z.ZodRecord) delete jsonSchema.propertyNames;
  // Responses may grow by a field within a version: only objects declared strict are closed.
  if (zodSchema instanceof z.ZodObject && !zodSchema.def.catchall) delete jsonSchema.additionalProperties;
}
