import * as z from 'zod';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema that clients are given of an object. */
export function advertisedSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  // Converting an object schema gives an object, and slimming it leaves one.
  return slim(z.toJSONSchema(schema, { target: 'draft-2020-12', io }), io) as JsonSchema;
}

/** Bounds are checked by the gate, and some hosts refuse a schema that has them. */
const bounds = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
]);

/** Leaves out what costs tokens and helps no reader, and says the rest in words that every host takes. */
function slim(value: unknown, io: 'input' | 'output'): unknown {
  if (Array.isArray(value)) return value.map((item) => slim(item, io));
  if (!isPlainRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(plainWords(value))
      .filter(([key, member]) => !isNoise(key, member, value) && !(io === 'output' && isClosing(key, member)))
      .map(([key, member]) => [key, slim(member, io)]),
  );
}

/** One word in place of `const`; of several types the first, since what else is taken is decided by the gate. */
function plainWords({ const: only, anyOf, ...schema }: JsonSchema): JsonSchema {
  const [first] = Array.isArray(anyOf) ? anyOf : [];
  return {
    ...schema,
    ...(isPlainRecord(first) && first),
    ...(typeof only === 'string' && { enum: [only] }),
  };
}

function isNoise(key: string, member: unknown, parent: JsonSchema): boolean {
  if (key === '$schema') return typeof member === 'string';
  if (bounds.has(key)) return typeof member === 'number';
  // Every name of a member is a string, and an empty schema lets every member through.
  if (key === 'propertyNames') return JSON.stringify(member) === '{"type":"string"}';
  if (key === 'additionalProperties') return JSON.stringify(member) === '{}';
  return key === 'pattern' && typeof member === 'string' && typeof parent['format'] === 'string';
}

/** Results stay open: a client that listed the tools before a member was added goes on reading them. */
const isClosing = (key: string, member: unknown) => key === 'additionalProperties' && member === false;
