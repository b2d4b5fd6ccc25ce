import * as z from 'zod';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';

/**
 * Arguments as hosts mean them, at any depth: many send null for what is left out, and some send an object as its JSON
 * text. A null that the schema itself takes keeps its meaning.
 */
export function plainArguments(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrapped(schema);
  if (inner instanceof z.ZodUnion) return optionOf(inner, value);
  const given = isComposite(inner) ? readJson(value) : value;
  if (inner instanceof z.ZodArray && Array.isArray(given)) {
    // Zod types an element loosely; every schema of this project is a full one.
    return given.map((item) => plainArguments(inner.element as z.ZodType, item));
  }
  return inner instanceof z.ZodObject && isPlainRecord(given) ? membersOf(inner, given) : given;
}

function membersOf({ shape }: z.ZodObject, value: Readonly<Record<string, unknown>>) {
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const schema: unknown = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!(schema instanceof z.ZodType)) return [[name, member]];
    return member === null && meansAbsent(schema) ? [] : [[name, plainArguments(schema, member)]];
  });
  return Object.fromEntries(members);
}

const meansAbsent = (schema: z.ZodType) => !schema.safeParse(null).success && schema.safeParse(undefined).success;

function optionOf({ options }: z.ZodUnion, value: unknown): unknown {
  for (const option of options) {
    // Zod types an option loosely; every schema of this project is a full one.
    const schema = option as z.ZodType;
    const plain = plainArguments(schema, value);
    if (schema.safeParse(plain).success) return plain;
  }
  return value;
}

function unwrapped(schema: z.ZodType): z.ZodType {
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodLazy;
  // What is wrapped is a full schema, too.
  return isWrapper ? unwrapped(schema.unwrap() as z.ZodType) : schema;
}

const isComposite = (schema: z.ZodType) =>
  schema instanceof z.ZodObject || schema instanceof z.ZodRecord || schema instanceof z.ZodArray;

function readJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    // The schema refuses the text by its name.
    return value;
  }
}
