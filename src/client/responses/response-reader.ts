import * as z from 'zod';
import {
  findFill,
  type FillField,
  isNullIfAbsent,
  isOnlyForSome,
  isStandIn,
  unknownCurrency,
} from '../../contract/kit/absent.ts';
import { findConversion } from '../../contract/kit/earlier-form.ts';
import { noteGaps } from '../../contract/kit/sent-fields.ts';
import type { JsonObject } from '../../domain/kit/plain-record.ts';
import { isObject } from './json-object.ts';

/** A value of a response that cannot be converted to its declared shape. */
export class UnreadableValue extends Error {
  readonly path: string;
  readonly fault: string;

  constructor(path: string, fault: string) {
    super(`${path} ${fault}`);
    this.path = path;
    this.fault = fault;
  }
}

interface ValueContext {
  /** The record that contains the value. */
  readonly owner?: JsonObject;
  /** Currency of records that name none and are in no record that does. */
  readonly currency?: string | undefined;
  /** Called with the path of each record that came without some of its fields. */
  readonly onGaps: (path: string) => void;
}

/** Returns the value in its declared shape; the same object where nothing had to change. */
type ReadValue = (value: unknown, path: string, surroundings: ValueContext) => unknown;

/** Value in its declared shape, and where something is missing in it. */
interface ReadResponse {
  readonly value: unknown;
  /** True if a record below the value came without some of its fields. */
  readonly hasGaps: boolean;
  /** True if the value itself came without some of its fields. */
  readonly isIncomplete: boolean;
}

/** Converts a JSON value to the shape that a schema declares; `currency` is that of records that name none. */
export function readDeclared(schema: z.ZodType, value: unknown, currency?: string): ReadResponse {
  let hasGaps = false;
  let isIncomplete = false;
  const converted = getReader(schema)(value, '', {
    currency,
    onGaps(path) {
      if (path === '') isIncomplete = true;
      else hasGaps = true;
    },
  });
  return { value: converted, hasGaps, isIncomplete };
}

const readers = new WeakMap<z.ZodType, ReadValue>();

/**
 * Returns the function that converts a JSON value to the shape that a schema declares: a nullable field that is missing
 * becomes null, a missing or null list becomes empty, numbers and texts become what is declared. Further fields and
 * unknown words pass through.
 */
function getReader(schema: z.ZodType): ReadValue {
  const existing = readers.get(schema);
  if (existing) return existing;
  let built: ReadValue | undefined;
  // Set first, for a schema that refers to itself.
  readers.set(schema, (...parameters) => (built ??= buildConverter(schema))(...parameters));
  built = buildConverter(schema);
  readers.set(schema, built);
  return built;
}

type ZodDefinition = z.core.$ZodTypes['_zod']['def'];

// Every schema of the contract is made with zod's own classes, which this union lists.
const getDefinition = (schema: z.ZodType) => schema.def as ZodDefinition;

// The parts of such a schema are of those classes too.
const toSchema = (part: z.core.$ZodType) => part as z.ZodType;

const isAbsent = (value: unknown): value is null | undefined => value === null || value === undefined;

function buildConverter(schema: z.ZodType): ReadValue {
  const convert = findConversion(schema);
  const read = buildReader(schema);
  return convert ? (value, path, owner) => read(convert(value), path, owner) : read;
}

function buildReader(schema: z.ZodType): ReadValue {
  const definition = getDefinition(schema);
  switch (definition.type) {
    case 'object':
      return buildObjectReader(definition, schema.meta()?.id);
    case 'array':
      return buildListReader(getReader(toSchema(definition.element)));
    case 'union':
      return buildUnionReader(definition.options.map(toSchema));
    case 'nullable': {
      const read = getReader(toSchema(definition.innerType));
      return (value, path, surroundings) => (isAbsent(value) ? null : read(value, path, surroundings));
    }
    case 'optional':
    case 'default': {
      const inner = toSchema(definition.innerType);
      const read = getReader(inner);
      const isNullable = getDefinition(inner).type === 'nullable';
      return (value, path, surroundings) =>
        value === undefined || (value === null && !isNullable) ? undefined : read(value, path, surroundings);
    }
    case 'number':
      return readNumber;
    case 'string':
      return readText;
    case 'boolean':
      return readBoolean;
    case 'enum':
      return buildWordReader(Object.values(definition.entries).map(String));
    case 'literal':
      return (value) => (isAbsent(value) ? definition.values[0] : value);
    default:
      return (value) => value;
  }
}

interface FieldReader {
  readonly name: string;
  /** Returns true if a value stays as it is. Most do, and then no path of theirs is formatted. */
  readonly isReady: (value: unknown) => boolean;
  readonly read: ReadValue;
  readonly fill: FillField | undefined;
  /** True if not every record has it. */
  readonly isConditional: boolean;
}

function buildObjectReader({ shape }: z.core.$ZodObjectDef, shapeId: string | undefined): ReadValue {
  const fields = Object.entries(shape).map(([name, part]) => buildFieldReader(name, toSchema(part)));
  // What is computed from other fields comes after them.
  const ordered = fields.toSorted((a, b) => Number(a.fill !== undefined) - Number(b.fill !== undefined));
  return (value, path, { owner, ...common }) => {
    if (!isObject(value)) throw new UnreadableValue(path, isAbsent(value) ? 'is missing' : 'is no object');
    let record = value;
    let surroundings: ValueContext = { owner: record, ...common };
    let gaps: MutableGaps | undefined;
    for (const { name, isReady, read, fill, isConditional } of ordered) {
      const sent = record[name];
      if (isReady(sent)) continue;
      const computed = isAbsent(sent) ? fill?.(record, owner) : undefined;
      const filled = computed === unknownCurrency ? (common.currency ?? computed) : computed;
      if (isAbsent(sent) && !isConditional) gaps = addGap(gaps, name, { sent, fill, filled, record });
      const fieldPath = path === '' ? name : `${path}.${name}`;
      const converted = read(filled ?? sent, fieldPath, surroundings);
      if (converted === sent) continue;
      if (record === value) {
        record = { ...value };
        surroundings = { owner: record, ...common };
      }
      // A copy of its own, as the line before sees to.
      (record as Record<string, unknown>)[name] = converted;
    }
    if (gaps) {
      noteGaps(record, { shape: shapeId, ...gaps });
      common.onGaps(path);
    }
    return record;
  };
}

function buildFieldReader(name: string, schema: z.ZodType): FieldReader {
  const read = getReader(schema);
  const fill = findFill(schema);
  const isConditional = isOnlyForSome(schema);
  const isReady = buildReadiness(schema, fill !== undefined);
  if (!isNullIfAbsent(schema)) return { name, isReady, read, fill, isConditional };
  return {
    name,
    isReady,
    fill,
    isConditional,
    read: (value, path, surroundings) => (isAbsent(value) ? null : read(value, path, surroundings)),
  };
}

/** Builds the test for values that `read` returns unchanged: those of a declared plain type, and null where nothing fills it. */
function buildReadiness(schema: z.ZodType, isFilled: boolean): (value: unknown) => boolean {
  if (findConversion(schema)) return () => false;
  const definition = getDefinition(schema);
  switch (definition.type) {
    case 'nullable': {
      const isReady = buildReadiness(toSchema(definition.innerType), isFilled);
      return (value) => (value === null ? !isFilled : isReady(value));
    }
    case 'optional':
    case 'default':
      return buildReadiness(toSchema(definition.innerType), isFilled);
    case 'number':
    case 'string':
    case 'boolean': {
      const { type } = definition;
      return (value) => typeof value === type;
    }
    case 'enum': {
      const declared = new Set<unknown>(Object.values(definition.entries).map(String));
      return (value) => declared.has(value);
    }
    default:
      return () => false;
  }
}

interface MutableGaps {
  readonly absent: Set<string>;
  readonly standIns: Set<string>;
}

interface MissingValue {
  readonly sent: unknown;
  readonly fill: FillField | undefined;
  readonly filled: unknown;
  readonly record: JsonObject;
}

/** Adds a field that has no value in the response, unless it was sent as null or follows from other fields. */
function addGap(
  gaps: MutableGaps | undefined,
  name: string,
  { sent, fill, filled, record }: MissingValue,
): MutableGaps | undefined {
  const isName = filled !== undefined && fill !== undefined && isStandIn(fill, filled, record);
  const isUnknown = filled === unknownCurrency || (sent === undefined && isAbsent(filled));
  if (!isName && !isUnknown) return gaps;
  const extended = gaps ?? { absent: new Set(), standIns: new Set() };
  (isName ? extended.standIns : extended.absent).add(name);
  return extended;
}

function buildListReader(read: ReadValue): ReadValue {
  return (value, path, surroundings) => {
    if (isAbsent(value)) return [];
    if (!Array.isArray(value)) throw new UnreadableValue(path, 'is no list');
    const entries: readonly unknown[] = value;
    let changed: unknown[] | undefined;
    for (const [index, entry] of entries.entries()) {
      const converted = read(entry, `${path}[${index}]`, surroundings);
      if (converted !== entry) (changed ??= [...entries])[index] = converted;
    }
    return changed ?? value;
  };
}

/**
 * Builds the reader of a union. Objects are distinguished by the words of their fixed fields; other values stay as they
 * are.
 */
function buildUnionReader(options: readonly z.ZodType[]): ReadValue {
  const objects = options.flatMap((option) => (option instanceof z.ZodObject ? [option] : []));
  return (value, path, surroundings) => {
    if (!isObject(value)) return value;
    const fitting =
      objects.find((option) => hasFixedWords(option, value)) ?? (objects.length === 1 ? objects[0] : undefined);
    return fitting ? getReader(fitting)(value, path, surroundings) : value;
  };
}

const hasFixedWords = ({ shape }: z.ZodObject, value: JsonObject): boolean =>
  Object.entries(shape).every(
    // A literal has words of its own kind only.
    ([name, field]) => !(field instanceof z.ZodLiteral) || field.values.has(value[name] as never),
  );

const decimal = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i;

function readNumber(value: unknown, path: string): unknown {
  if (typeof value === 'number') return value;
  if (typeof value === 'string' && decimal.test(value.trim())) return Number(value);
  throw new UnreadableValue(path, isAbsent(value) ? 'is missing' : 'is no number');
}

function readText(value: unknown, path: string): unknown {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  // A record without an id can be neither shown nor changed; any other text may be unknown.
  if (isAbsent(value) && !recordId.test(path)) return '';
  throw new UnreadableValue(path, isAbsent(value) ? 'is missing' : 'is no text');
}

/** Path of the id of the record, or of a record of the page, that a response is about. */
const recordId = /^(?:data\[\d+\]\.)?id$/;

function readBoolean(value: unknown): unknown {
  if (isAbsent(value)) return false;
  if (value === 'true' || value === 'false') return value === 'true';
  return value;
}

/** The word of a field of fixed words that an API does not send. */
export const unknownWord = 'UNKNOWN';

/** Words of earlier versions, by what they became. */
const laterWords: Readonly<Record<string, string>> = {
  PICKUP: 'PICK',
  DELIVERY: 'DROP',
  INVOICE_IN_REVIEW: 'IN_REVIEW',
};

function buildWordReader(words: readonly string[]): ReadValue {
  const declared = new Set(words);
  const byUpperCase = new Map(words.map((word) => [word.toUpperCase(), word]));
  return (value) => {
    if (isAbsent(value)) return unknownWord;
    if (typeof value !== 'string' || declared.has(value)) return value;
    const upper = value.toUpperCase();
    const later = laterWords[upper];
    return byUpperCase.get(upper) ?? (later !== undefined && declared.has(later) ? later : value);
  };
}
