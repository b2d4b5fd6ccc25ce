import * as z from 'zod';

/** A record as an API sends it. It is declared here, because an import of domain would make the longest chain longer. */
type SentRecord = Readonly<Record<string, unknown>>;

/**
 * Computes a field that an API leaves out, from the rest of its record and from the record that contains it; undefined
 * where neither says it.
 */
export type FillField = (record: SentRecord, owner: SentRecord | undefined) => unknown;

const fills = new WeakMap<z.ZodType, FillField>();

/** Declares how a reader fills a field of a response that not every API sends. Our own service sends it. */
export function ifAbsent<Schema extends z.ZodType>(schema: Schema, fill: FillField): Schema {
  // A schema of its own: others may be declared with the same one.
  const declared = schema.clone();
  fills.set(declared, fill);
  return declared;
}

/** Returns the rule for a field, or undefined where there is none. */
export const findFill = (schema: z.ZodType): FillField | undefined => fills.get(schema);

const nullable = new WeakSet<z.ZodType>();

/**
 * Declares a field of a response that readers get as null where an API leaves it out. Our own service always sends it, so
 * its document says so.
 */
export function nullIfAbsent<Schema extends z.ZodType>(schema: Schema): Schema {
  // A schema of its own: others may be declared with the same one.
  const declared = schema.clone();
  const fill = fills.get(schema);
  if (fill) fills.set(declared, fill);
  nullable.add(declared);
  return declared;
}

/** Declares the shape of a reference to another record, which readers get as null where an API sends none. */
export function asReference<Schema extends z.ZodType>(schema: Schema): Schema {
  nullable.add(schema);
  return schema;
}

const conditional = new WeakSet<z.ZodType>();

/** Declares an optional field that only some records have: where it is left out, nothing is missing. */
export function onlyForSome<Schema extends z.ZodType>(schema: Schema): Schema {
  const declared = schema.clone();
  conditional.add(declared);
  return declared;
}

/** Checks whether a record may lack a field without being incomplete. */
export const isOnlyForSome = (schema: z.ZodType): boolean => conditional.has(schema);

/** Checks whether readers get null for a field that an API leaves out. */
export const isNullIfAbsent = (schema: z.ZodType): boolean => nullable.has(schema);

/** A yes or no of a response, which is unknown where an API leaves it out: no is what it said only where it sent it. */
export const SentFlag = nullIfAbsent(z.boolean());

const shortIdLength = 8;

/**
 * Returns what people call a record: its number, else its key, reference, name, code or mail address, else the start of
 * its id.
 */
export function findDisplayName(record: SentRecord): string | undefined {
  const names = [record['friendlyId'], record['key'], record['reference'], record['name'], record['companyName']];
  const name = [...names, record['code'], record['email']].find(
    (text) => typeof text === 'string' && text.trim() !== '',
  );
  // It is text, as the line before has checked.
  if (name !== undefined) return name as string;
  return typeof record['id'] === 'string' ? record['id'].slice(0, shortIdLength) : undefined;
}

const nameFills = new WeakSet<FillField>([findDisplayName]);

/** Declares a rule that finds a name or a substitute for it. */
export function asNameFill(fill: FillField): FillField {
  nameFills.add(fill);
  return fill;
}

/** Checks whether a computed value only stands in for a name: it may be shown, and must not be compared. */
export const isStandIn = (fill: FillField, value: unknown, record: SentRecord): boolean =>
  nameFills.has(fill) && value === findDisplayName(record);

/** Code of ISO 4217 for no currency: such amounts are never added to those of a currency that is named. */
export const unknownCurrency = 'XXX';

/** Returns the currency of a record that names none: that of the record that contains it, or the code for none. */
export const findCurrency: FillField = (_record, owner) => owner?.['currency'] ?? unknownCurrency;

/** Returns the id of the record that contains this one. */
export const findOwnerId: FillField = (_record, owner) => owner?.['id'];

/** Returns the id of a record's customer. */
export const findCustomerId: FillField = ({ customer }) => (isRecord(customer) ? customer['id'] : undefined);

export const isRecord = (value: unknown): value is SentRecord => typeof value === 'object' && value !== null;

export const isText = (value: unknown): value is string => typeof value === 'string';
