import type { FieldError, PageInfo } from '../../contract/types.ts';
import type { JsonObject } from '../../domain/kit/plain-record.ts';
import { isObject } from './json-object.ts';

/** Puts the metadata of a page under its declared name, and says with a boolean whether another page follows. */
export function readPageMetadata(body: unknown, name: 'pageInfo' | 'pagination'): unknown {
  if (!isObject(body)) return body;
  const { pagination, pageInfo, errors, ...rest } = body;
  const metadata = pagination ?? pageInfo;
  const ignored = listFieldErrors(errors);
  return {
    ...rest,
    ...(isObject(metadata) && { [name]: readCursorPage(metadata, body['data']) }),
    ...(ignored.length > 0 && { errors: ignored }),
  };
}

function readCursorPage(metadata: JsonObject, data: unknown): JsonObject {
  const { hasNextPage, hasPreviousPage, pageSize, pageNumber, totalPages } = metadata;
  // A list is told by its numbers where it has them.
  if (typeof pageNumber === 'number' && typeof totalPages === 'number') return metadata;
  const count = Array.isArray(data) ? data.length : 0;
  const endCursor = readCursor(metadata['endCursor']);
  return {
    ...metadata,
    pageSize: Number.isInteger(Number(pageSize)) && pageSize !== undefined ? Number(pageSize) : count,
    hasNextPage: typeof hasNextPage === 'boolean' ? hasNextPage : endCursor !== null && count > 0,
    hasPreviousPage: hasPreviousPage === true,
    endCursor,
  } satisfies PageInfo & JsonObject;
}

function readCursor(cursor: unknown): string | null {
  if (typeof cursor === 'number') return String(cursor);
  return typeof cursor === 'string' && cursor !== '' ? cursor : null;
}

/** Returns the filter fields that the API says it did not apply, in whatever form it says so. */
export function listFieldErrors(errors: unknown): FieldError[] {
  if (Array.isArray(errors)) return errors.flatMap(readFieldError);
  if (!isObject(errors)) return [];
  return Object.entries(errors).map(([field, message]) => ({ field, message: describe(message) }));
}

const fieldNames = ['field', 'path', 'name', 'property', 'pointer'];
const messageNames = ['message', 'detail', 'reason', 'error', 'description'];

function readFieldError(error: unknown): FieldError[] {
  if (typeof error === 'string') return [{ field: error, message: 'was not applied' }];
  if (!isObject(error)) return [];
  const field = fieldNames.map((name) => error[name]).find((value) => value !== undefined);
  const message = messageNames.map((name) => error[name]).find((value) => value !== undefined);
  return [
    { field: Array.isArray(field) ? field.join('.') : describe(field ?? 'a filter'), message: describe(message) },
  ];
}

const describe = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? 'was not applied' : JSON.stringify(value);
