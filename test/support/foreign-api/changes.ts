import * as z from 'zod';
import type { DeclaredRequest, ForeignProfile } from './profile.ts';
import { changeValues } from './profile.ts';
import { addedFields, publishedFilters } from './published.ts';
import { isRecord, readSchemaId, unwrap } from './walk.ts';

type ChangeRequest = NonNullable<ForeignProfile['changeRequest']>;
type ChangeResponse = NonNullable<ForeignProfile['changeResponse']>;

/** Amounts and counts as text, as some JSON serializers write decimals. */
export const writeNumbersAsText = changeValues(({ value, field }) =>
  typeof value === 'number' && field !== undefined && !['pageSize', 'pageNumber', 'totalPages'].includes(field)
    ? String(value)
    : value,
);

/** Shapes of references to records; the references of an order are numbers that people call it by. */
const isReference = (schema: z.ZodType): boolean =>
  /(?<!^Order)Reference$|^ContactMini$/.test(readSchemaId(schema) ?? '');

export const cutReferences = changeValues(({ value, schema }) =>
  isRecord(value) && isReference(schema) ? { id: value['id'], key: value['key'] ?? null } : value,
);

export const removeReferences = changeValues(({ value, schema, field }) =>
  isRecord(value) && isReference(schema) && field !== undefined ? undefined : value,
);

/** Words that no version of the contract has, by the status that they stand for. */
const unknownStatuses: Readonly<Record<string, string>> = {
  IN_REVIEW: 'PENDING_AUDIT',
  PARTIALLY_PAID: 'SHORT_PAID',
  ON_HOLD: 'WAITING',
  SENT_COUNTER: 'COUNTERED_TWICE',
};

export const useUnknownStatuses = changeValues(({ value, field, schema }) =>
  field !== undefined && /status$/i.test(field) && unwrap(schema) instanceof z.ZodEnum && typeof value === 'string'
    ? (unknownStatuses[value] ?? value)
    : value,
);

const combining = ['and', 'or', 'not'];

const readFilter = (body: unknown): unknown => (isRecord(body) ? (body['filter'] ?? {}) : {});

const listPublished = ({ name, operation }: DeclaredRequest): readonly string[] | undefined => {
  const fields = operation.filter ? publishedFilters[name.split('.')[0] ?? ''] : undefined;
  return fields && [...fields, 'deletedAt'];
};

/** Removes the fields that version 1.0.0 does not publish from a filter, at every depth. */
function keepPublished(filter: unknown, published: readonly string[]): unknown {
  if (Array.isArray(filter)) return filter.map((part: unknown) => keepPublished(part, published));
  if (!isRecord(filter)) return filter;
  const entries = Object.entries(filter).flatMap(([field, value]) => {
    if (combining.includes(field)) return [[field, keepPublished(value, published)] as const];
    return published.includes(field) ? [[field, value] as const] : [];
  });
  // An alternative without conditions takes in everything.
  return Object.fromEntries(entries.filter(([field, value]) => field === 'and' || !hasEmptyPart(value, field)));
}

const isEmpty = (part: unknown): boolean => isRecord(part) && Object.keys(part).length === 0;

const hasEmptyPart = (value: unknown, field: string): boolean =>
  combining.includes(field) && (Array.isArray(value) ? value.some(isEmpty) : isEmpty(value));

function listUnpublished(filter: unknown, published: readonly string[]): string[] {
  if (Array.isArray(filter)) return filter.flatMap((part: unknown) => listUnpublished(part, published));
  if (!isRecord(filter)) return [];
  return Object.entries(filter).flatMap(([field, value]) => {
    if (combining.includes(field)) return listUnpublished(value, published);
    return published.includes(field) ? [] : [field];
  });
}

export const applyPublishedFilters: ChangeRequest = (request) => {
  const published = listPublished(request);
  if (!published || !isRecord(request.body)) return request.body;
  return { ...request.body, filter: keepPublished(readFilter(request.body), published) };
};

export const reportUnappliedFilters: ChangeResponse = (body, request) => {
  const published = listPublished(request);
  const unapplied = published ? listUnpublished(readFilter(request.body), published) : [];
  if (!isRecord(body) || unapplied.length === 0) return body;
  return { ...body, errors: unapplied.map((field) => ({ field, message: 'is not a filter field' })) };
};

const isParty = (schema: z.ZodType): boolean => readSchemaId(schema)?.endsWith('Reference') === true;

export const keepPublishedFields = changeValues(({ value, schema }) => {
  const added = addedFields[readSchemaId(schema) ?? ''];
  if (!added || !isRecord(value)) return value;
  // In version 1.0.0 the key of a numbered record is its number.
  const key = added.includes('friendlyId') && 'key' in value && !isParty(schema) ? { key: value['friendlyId'] } : {};
  return Object.fromEntries(Object.entries({ ...value, ...key }).filter(([field]) => !added.includes(field)));
});

/** Reads a filter by the key of a numbered record, which is its number, as one by its number. */
export const filterByNumber: ChangeRequest = ({ name, body }) => {
  if (name !== 'shipments.filter' || !isRecord(body)) return body;
  return { ...body, filter: renameKey(body['filter']) };
};

function renameKey(filter: unknown): unknown {
  if (Array.isArray(filter)) return filter.map(renameKey);
  if (!isRecord(filter)) return filter;
  return Object.fromEntries(
    Object.entries(filter).map(([field, value]) => [
      field === 'key' ? 'friendlyId' : field,
      combining.includes(field) ? renameKey(value) : value,
    ]),
  );
}
