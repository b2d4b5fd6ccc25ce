import type * as z from 'zod';

/** Converts a value of an earlier version to the form that the contract declares; returns any other value as it is. */
export type ConvertEarlier = (value: unknown) => unknown;

const conversions = new WeakMap<z.ZodType, ConvertEarlier>();

/** Declares how a reader converts a value that an earlier version of the API sends in another form. */
export function fromEarlier<Schema extends z.ZodType>(schema: Schema, convert: ConvertEarlier): Schema {
  // A schema of its own: others may be declared with the same one.
  const declared = schema.clone();
  conversions.set(declared, convert);
  return declared;
}

/** Returns the conversion of a value, or undefined where no version has another form. */
export const findConversion = (schema: z.ZodType): ConvertEarlier | undefined => conversions.get(schema);
