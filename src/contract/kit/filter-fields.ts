/**
 * Filters as data: a collection declares its fields and their kinds; request schema, types, document and the
 * service's query are derived from that.
 */
export type FilterField = (
  | { readonly kind: 'uuid' | 'key' | 'string' | 'int' | 'float' | 'bool' | 'datetime' | 'date' }
  | { readonly kind: 'enum' | 'requiredEnum' | 'enumArray'; readonly values: readonly string[] }
  | { readonly kind: 'flag' }
) & {
  /**
   * The field of a record that it stands for, such as `orders.id`, where that does not follow from its name: a client
   * checks with it whether an API has applied the filter.
   */
  readonly path?: string;
};

export type FilterFields = Readonly<Record<string, FilterField>>;

export const uuidField = { kind: 'uuid' } as const;
export const keyField = { kind: 'key' } as const;
export const stringField = { kind: 'string' } as const;
export const intField = { kind: 'int' } as const;
export const floatField = { kind: 'float' } as const;
export const boolField = { kind: 'bool' } as const;
/** An instant; a plain date, and a date-time without a zone, are in the organization's zone. */
export const datetimeField = { kind: 'datetime' } as const;
/** A civil date; a date-time is cut to its date. */
export const dateField = { kind: 'date' } as const;
/** `overdue: true`: a boolean shortcut without operators. */
export const flagField = { kind: 'flag' } as const;
export const defineEnumField = <const Value extends string>(values: readonly Value[]) =>
  ({ kind: 'enum', values }) as const;
/** Defines an enum field that every record has, so that it can't be filtered for null. */
export const defineRequiredEnumField = <const Value extends string>(values: readonly Value[]) =>
  ({ kind: 'requiredEnum', values }) as const;
export const defineEnumArrayField = <const Value extends string>(values: readonly Value[]) =>
  ({ kind: 'enumArray', values }) as const;

/** Declares the field of a record that a filter field stands for. */
export const readFrom = <const Field extends FilterField>(field: Field, path: string) => ({ ...field, path }) as const;
