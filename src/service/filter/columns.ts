import type { FilterFields } from '../../contract/kit/filter-fields.ts';
import { toSnakeCase } from '../shared/fields.ts';

/** Lists the columns of filter fields that have the name of their column. A resource overrides the others. */
export function listPlainColumns<Fields extends FilterFields>(
  fields: Fields,
): { readonly [Name in keyof Fields]: string } {
  // One entry per declared field, which is what the mapped type says; Object.fromEntries loses the keys.
  return Object.fromEntries(Object.keys(fields).map((name) => [name, toSnakeCase(name)])) as {
    [Name in keyof Fields]: string;
  };
}
