import * as z from 'zod';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { findCode } from '../../domain/text/code-words.ts';

/**
 * Returns arguments in the forms that a schema asks for, at any depth. Hosts send null or "" for an argument that they
 * leave out, numbers and booleans as text, a list of one as its element, an object as its JSON text, and a code in the words
 * that answers print for it. Only the form changes: the schema refuses what would need a guess, such as "1,250.00" for a number.
 */
export function interpretArguments(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrapSchema(schema);
  if (inner instanceof z.ZodUnion) return interpretOption(inner, value);
  const converted = convertForm(inner, value);
  if (inner instanceof z.ZodArray && Array.isArray(converted)) {
    // Zod types an element loosely; every schema of this project is a full one.
    return converted.map((item) => interpretArguments(inner.element as z.ZodType, item));
  }
  return inner instanceof z.ZodObject && isPlainRecord(converted) ? interpretMembers(inner, converted) : converted;
}

/**
 * Replaces words with the codes of a schema's enumerations, at any depth: "in review" with `IN_REVIEW`. Nothing else
 * changes, so that an input of the API keeps each null and each text.
 */
export function interpretCodes(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrapSchema(schema);
  if (inner instanceof z.ZodEnum) return readCode(inner, value);
  if (inner instanceof z.ZodUnion) {
    // Zod types an option loosely; every schema of this project is a full one.
    const options = inner.options as readonly z.ZodType[];
    if (options.some((option) => option.safeParse(value).success)) return value;
    return (
      options.map((option) => interpretCodes(option, value)).find((item) => inner.safeParse(item).success) ?? value
    );
  }
  if (inner instanceof z.ZodArray && Array.isArray(value))
    // An element is a full schema, too.
    return value.map((item) => interpretCodes(inner.element as z.ZodType, item));
  if (!(inner instanceof z.ZodObject) || !isPlainRecord(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const memberSchema: unknown = Object.hasOwn(inner.shape, name) ? inner.shape[name] : undefined;
    return [name, memberSchema instanceof z.ZodType ? interpretCodes(memberSchema, member) : member] as const;
  });
  return Object.fromEntries(members);
}

function interpretMembers({ shape }: z.ZodObject, value: Readonly<Record<string, unknown>>) {
  const members = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    const schema: unknown = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (!(schema instanceof z.ZodType)) return [[name, member]];
    return isLeftOut(schema, member) ? [] : [[name, interpretArguments(schema, member)]];
  });
  return Object.fromEntries(members);
}

/**
 * Returns true if a value means that the caller leaves out an optional argument. A null that the schema accepts is a
 * value.
 */
function isLeftOut(schema: z.ZodType, value: unknown): boolean {
  if (value !== null && value !== '') return false;
  return schema.safeParse(undefined).success && !schema.safeParse(null).success;
}

/** Prefers the option that takes the value as it is: "3" stays text where text is allowed. */
function interpretOption(union: z.ZodUnion, value: unknown): unknown {
  // Zod types an option loosely; every schema of this project is a full one.
  const options = union.options as readonly z.ZodType[];
  const exact = options.find((option) => option.safeParse(value).success);
  for (const option of exact === undefined ? options : [exact]) {
    const interpreted = interpretArguments(option, value);
    if (option.safeParse(interpreted).success) return interpreted;
  }
  return value;
}

function unwrapSchema(schema: z.ZodType): z.ZodType {
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodLazy;
  // The schema inside a wrapper is a full one, too.
  return isWrapper ? unwrapSchema(schema.unwrap() as z.ZodType) : schema;
}

function convertForm(schema: z.ZodType, value: unknown): unknown {
  const parsed = isComposite(schema) ? readJson(value) : value;
  if (schema instanceof z.ZodArray) return isSingleValue(parsed) ? [parsed] : parsed;
  const single = isSingular(schema) && Array.isArray(parsed) && parsed.length === 1 ? (parsed[0] as unknown) : parsed;
  if (schema instanceof z.ZodNumber) return readNumber(single);
  if (schema instanceof z.ZodBoolean) return readBoolean(single);
  if (schema instanceof z.ZodEnum) return readCode(schema, single);
  return schema instanceof z.ZodString && Number.isSafeInteger(single) ? String(single) : single;
}

const isComposite = (schema: z.ZodType) =>
  schema instanceof z.ZodObject || schema instanceof z.ZodRecord || schema instanceof z.ZodArray;

const isSingular = (schema: z.ZodType) =>
  schema instanceof z.ZodObject ||
  schema instanceof z.ZodNumber ||
  schema instanceof z.ZodBoolean ||
  schema instanceof z.ZodString ||
  schema instanceof z.ZodEnum;

/** Returns whether a value may be the only element of a list; "" and null are no element. */
const isSingleValue = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && !Array.isArray(value);

function readJson(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    // The schema refuses the text by its name.
    return value;
  }
}

/** A number as JSON writes it, without an exponent; more digits than these lose some of them. */
const plainNumber = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/;
const exactDigits = 15;

function readNumber(value: unknown): unknown {
  if (typeof value !== 'string' || !plainNumber.test(value)) return value;
  return value.replaceAll(/\D/g, '').length <= exactDigits ? Number(value) : value;
}

const booleanTexts: Readonly<Record<string, boolean>> = { true: true, True: true, false: false, False: false };

function readBoolean(value: unknown): unknown {
  return typeof value === 'string' && Object.hasOwn(booleanTexts, value) ? booleanTexts[value] : value;
}

/** Words that answers print for the values of an enumeration, where they aren't those of `formatCode`. */
const printedWords = new WeakMap<z.ZodType, Readonly<Record<string, string>>>();

/** Makes an enumeration accept the words that answers print for its values, as well as the values. */
export function acceptWords<Codes extends z.ZodEnum>(schema: Codes, words: Readonly<Record<string, string>>): Codes {
  printedWords.set(schema, words);
  return schema;
}

function readCode(schema: z.ZodEnum, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const codes = schema.options.filter((option) => typeof option === 'string');
  if (codes.includes(value)) return value;
  const words = Object.entries(printedWords.get(schema) ?? {});
  const [printed] = words.find(([, text]) => findCode(value, [text]) !== undefined) ?? [];
  return printed ?? findCode(value, codes) ?? value;
}
