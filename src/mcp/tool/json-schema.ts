import * as z from 'zod';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';

export type AdvertisedSchema = Readonly<Record<string, unknown>>;

/** Builds the JSON Schema of an object that clients get. */
export function buildAdvertisedSchema(schema: z.ZodObject, io: 'input' | 'output'): AdvertisedSchema {
  // Converting an object schema gives an object, and slimming it leaves one.
  return reduceSchema(z.toJSONSchema(schema, { target: 'draft-2020-12', io }), io) as AdvertisedSchema;
}

/** Keywords of limits. The gate checks the limits, and some hosts refuse a schema that has them. */
const limitKeywords = new Set([
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
]);

/**
 * Removes parts of a schema that cost tokens and help no reader, and writes the rest in keywords that every host
 * accepts.
 */
function reduceSchema(value: unknown, io: 'input' | 'output'): unknown {
  if (Array.isArray(value)) return value.map((item) => reduceSchema(item, io));
  if (!isPlainRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(simplifyKeywords(value))
      .filter(([key, member]) => !isNoise(key, member, value) && !(io === 'output' && isClosing(key, member)))
      .map(([key, member]) => [key, reduceSchema(member, io)]),
  );
}

/**
 * Replaces `const` with an `enum` of one word, and several types with the first, since the gate decides what else is
 * accepted.
 */
function simplifyKeywords({ const: only, anyOf, ...schema }: AdvertisedSchema): AdvertisedSchema {
  const [first] = Array.isArray(anyOf) ? anyOf : [];
  return {
    ...schema,
    ...(isPlainRecord(first) && first),
    ...(typeof only === 'string' && { enum: [only] }),
  };
}

function isNoise(key: string, member: unknown, parent: AdvertisedSchema): boolean {
  if (key === '$schema') return typeof member === 'string';
  if (limitKeywords.has(key)) return typeof member === 'number';
  // Every name of a member is a string, and an empty schema lets every member through.
  if (key === 'propertyNames') return JSON.stringify(member) === '{"type":"string"}';
  if (key === 'additionalProperties') return JSON.stringify(member) === '{}';
  return key === 'pattern' && typeof member === 'string' && typeof parent['format'] === 'string';
}

/** Results stay open: a client that listed the tools before a member was added goes on reading them. */
const isClosing = (key: string, member: unknown) => key === 'additionalProperties' && member === false;
