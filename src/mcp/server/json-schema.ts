import type { StandardSchemaWithJSON } from '@modelcontextprotocol/server';
import { z } from 'zod';
import { isPlainRecord } from '../text/canonical.ts';

type JsonSchema = Record<string, unknown>;

/**
 * A schema as the protocol library wants it, converted to JSON Schema once per process. It lets every value through:
 * the gate checks arguments and results itself, so that what is wrong is answered in this product's own error shape.
 */
export function advertised(schema: z.ZodObject, io: 'input' | 'output'): StandardSchemaWithJSON {
  let json: JsonSchema | undefined;
  const convert = () => (json ??= slim(z.toJSONSchema(schema, { target: 'draft-2020-12', io })) as JsonSchema);
  return {
    '~standard': {
      version: 1,
      vendor: 'waybill',
      validate: (value: unknown) => ({ value }),
      jsonSchema: { input: convert, output: convert },
    },
  };
}

/** Lengths and sizes are checked by the gate; a model needs none of them to fill in an argument. */
const bounds = new Set(['minLength', 'maxLength', 'minItems', 'maxItems']);

/** Leaves out what costs tokens and tells nothing: the dialect, lengths, the bounds of safe integers, patterns of named formats. */
function slim(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(slim);
  if (!isPlainRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, member]) => !isNoise(key, member, value))
      .map(([key, member]) => [key, slim(member)]),
  );
}

function isNoise(key: string, member: unknown, parent: JsonSchema): boolean {
  if (key === '$schema') return typeof member === 'string';
  if (bounds.has(key)) return typeof member === 'number';
  if (key === 'minimum') return member === Number.MIN_SAFE_INTEGER;
  if (key === 'maximum') return member === Number.MAX_SAFE_INTEGER;
  return key === 'pattern' && typeof member === 'string' && typeof parent['format'] === 'string';
}
