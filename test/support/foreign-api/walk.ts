import * as z from 'zod';

/** A JSON value with the schema that the contract declares for it. */
interface DeclaredValue {
  readonly value: unknown;
  readonly schema: z.ZodType;
  /** Name of the field that holds it; absent for elements of a list and for the whole body. */
  readonly field?: string;
}

/** Changes one declared value before its parts are visited; `undefined` removes the field. */
export type ChangeValue = (declared: DeclaredValue) => unknown;

/** Returns the schema without what makes a field optional or nullable. */
export function unwrap(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    // The inner type of these is a schema.
    return unwrap(schema.unwrap() as z.ZodType);
  return schema;
}

/** Returns the id that the contract gives to the schema of a record. */
export const readSchemaId = (schema: z.ZodType): string | undefined => unwrap(schema).meta()?.id;

/** Applies a change to every value of a response, from the outside in. */
export function changeDeclared(declared: DeclaredValue, change: ChangeValue): unknown {
  const value = change(declared);
  const schema = unwrap(declared.schema);
  if (Array.isArray(value) && schema instanceof z.ZodArray) {
    // The element of a list is a schema.
    const element = schema.element as z.ZodType;
    return value.map((entry: unknown) => changeDeclared({ value: entry, schema: element }, change));
  }
  if (isRecord(value) && schema instanceof z.ZodUnion) {
    const fitting = (schema.options as readonly z.ZodType[]).find((option) => option.safeParse(value).success);
    return fitting ? changeDeclared({ ...declared, value, schema: fitting }, change) : value;
  }
  if (!isRecord(value) || !(schema instanceof z.ZodObject)) return value;
  const shape: Readonly<Record<string, z.ZodType>> = schema.shape;
  return Object.fromEntries(
    Object.entries(value).flatMap(([field, part]) => {
      const partSchema = shape[field];
      const changed = partSchema ? changeDeclared({ value: part, schema: partSchema, field }, change) : part;
      return changed === undefined ? [] : [[field, changed]];
    }),
  );
}

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
