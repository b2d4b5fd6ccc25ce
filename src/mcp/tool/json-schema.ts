import * as z from 'zod';
import { isPlainRecord } from '../text/plain-record.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema that clients are given of an object. */
export function advertisedSchema(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  // Converting an object schema gives an object, and slimming it leaves one.
  return slim(z.toJSONSchema(schema, { target: 'draft-2020-12', io }), io) as JsonSchema;
}

/** Lengths and sizes are checked by the gate; a model needs none of them to fill in an argument. */
const bounds = new Set(['minLength', 'maxLength', 'minItems', 'maxItems']);

/** Leaves out what costs tokens and helps no reader: the dialect, lengths, the bounds of safe integers, patterns of named formats. */
function slim(value: unknown, io: 'input' | 'output'): unknown {
  if (Array.isArray(value)) return value.map((item) => slim(item, io));
  if (!isPlainRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => !isNoise(key, member, value) && !(io === 'output' && isClosing(key, member)))
      .map(([key, member]) => [key, slim(member, io)]),
  );
}

function isNoise(key: string, member: unknown, parent: JsonSchema): boolean {
  if (key === '$schema') return typeof member === 'string';
  if (bounds.has(key)) return typeof member === 'number';
  if (key === 'minimum') return member === Number.MIN_SAFE_INTEGER;
  if (key === 'maximum') return member === Number.MAX_SAFE_INTEGER;
  // Every name of a member is a string, and an empty schema lets every member through.
  if (key === 'propertyNames') return JSON.stringify(member) === '{"type":"string"}';
  if (key === 'additionalProperties') return JSON.stringify(member) === '{}';
  return key === 'pattern' && typeof member === 'string' && typeof parent['format'] === 'string';
}

/** Results stay open: a client that listed the tools before a member was added goes on reading them. */
const isClosing = (key: string, member: unknown) => key === 'additionalProperties' && member === false;
