import * as z from 'zod';
import { addYears } from '../../domain/kit/dates.ts';
import { readInstant } from '../../domain/places/local-time.ts';
import { type ErrorDetail, WaybillError } from '../../errors.ts';

/** First day that a request may write: no record of the trade that is still worked on is older. */
const firstDay = '1990-01-01';
/** Number of years ahead of today that a request may write dates. */
const yearsAhead = 10;

interface OrganizationDay {
  /** Civil date. */
  readonly today: string;
  readonly organization: { readonly timeZone: string };
}

/**
 * Brings the dates of a write into the form in which they are stored: instants in UTC, those without a zone read in the
 * organization's. Refuses dates before 1990 or more than ten years ahead, which are typing errors, and names each.
 */
export function readStatedDates<Input extends object>(
  schema: z.ZodType | undefined,
  input: Input,
  { today, organization }: OrganizationDay,
): Input {
  if (schema === undefined || !hasDates(schema)) return input;
  const lastDay = addYears(today, yearsAhead);
  const details: ErrorDetail[] = [];
  const read = (text: string, field: string): string => {
    const stored = text.length === firstDay.length ? text : readInstant(text, organization.timeZone);
    if (stored.slice(0, firstDay.length) < firstDay || stored.slice(0, firstDay.length) > lastDay)
      details.push({ field, message: `must be from ${firstDay} to ${lastDay}` });
    return stored;
  };
  // The same object with other texts in the places of texts.
  const changed = changeDates(schema, input, [], read) as Input;
  const [first] = details;
  if (first) throw new WaybillError('VALIDATION_ERROR', `${first.field}: ${first.message}`, { details });
  return changed;
}

type ChangeDate = (text: string, field: string) => string;

function changeDates(schema: z.ZodType, value: unknown, path: readonly string[], change: ChangeDate): unknown {
  if (!hasDates(schema) || value === undefined || value === null) return value;
  if (typeof value === 'string') return change(value, path.join('.'));
  if (schema instanceof z.ZodArray && Array.isArray(value))
    return value.map((item, index) => changeDates(toSchema(schema.element), item, [...path, String(index)], change));
  const { inner } = listParts(schema);
  if (inner) return changeDates(inner, value, path, change);
  if (!(schema instanceof z.ZodObject)) return value;
  const shape: Readonly<Record<string, z.ZodType>> = schema.shape;
  return Object.fromEntries(
    Object.entries(value).map(([name, entry]) => {
      const part = Object.hasOwn(shape, name) ? shape[name] : undefined;
      return [name, part ? changeDates(part, entry, [...path, name], change) : entry];
    }),
  );
}

/** Answers for the schemas that were looked through: whether they have dates. */
const schemasWithDates = new WeakMap<z.ZodType, boolean>();

/** Returns whether a date or an instant stands anywhere in a schema. No schema of a write contains itself. */
function hasDates(schema: z.ZodType): boolean {
  const hasAny = schemasWithDates.get(schema) ?? (isDate(schema) || listParts(schema).all.some(hasDates));
  schemasWithDates.set(schema, hasAny);
  return hasAny;
}

const isDate = (schema: z.ZodType): boolean => schema instanceof z.ZodISODate || schema instanceof z.ZodISODateTime;

interface SchemaParts {
  readonly all: readonly z.ZodType[];
  /** The schema that this one only wraps. */
  readonly inner?: z.ZodType;
}

function listParts(schema: z.ZodType): SchemaParts {
  if (schema instanceof z.ZodObject) return { all: Object.values(schema.shape).map(toSchema) };
  if (schema instanceof z.ZodArray) return { all: [toSchema(schema.element)] };
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) {
    const inner = toSchema(schema.unwrap());
    return { all: [inner], inner };
  }
  return { all: [] };
}

/**
 * Types a part of a schema as a schema. Every schema of classic zod is one, but its parts have the types of the core.
 */
const toSchema = (part: unknown): z.ZodType => part as z.ZodType;
