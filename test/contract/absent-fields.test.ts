import { expect, test } from 'vitest';
import * as z from 'zod';
import { findFill, isNullIfAbsent } from '../../src/contract/kit/absent.ts';
import { operations } from '../../src/contract/operations.ts';

interface ResponseObject {
  readonly path: string;
  readonly fields: Readonly<Record<string, z.ZodType>>;
}

/** Lists every object of a response once, with the path that leads to it. */
function listObjects(schema: z.ZodType, path: string, seen: Set<z.ZodType>): ResponseObject[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  if (schema instanceof z.ZodObject) {
    const fields = schema.shape as Readonly<Record<string, z.ZodType>>;
    const inner = Object.entries(fields).flatMap(([name, part]) => listObjects(part, `${path}.${name}`, seen));
    return [{ path: schema.meta()?.id ?? path, fields }, ...inner];
  }
  if (schema instanceof z.ZodArray) return listObjects(schema.element as z.ZodType, path, seen);
  if (schema instanceof z.ZodNullable || schema instanceof z.ZodOptional)
    return listObjects(schema.unwrap() as z.ZodType, path, seen);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((part) => listObjects(part as z.ZodType, path, seen));
  return [];
}

const seen = new Set<z.ZodType>();
const objects = Object.values(operations).flatMap((resource) =>
  Object.entries(resource as Readonly<Record<string, { readonly response?: z.ZodType }>>).flatMap(
    ([name, { response }]) => (response ? listObjects(response, name, seen) : []),
  ),
);

/** Flags outside of records: those of a page's metadata, which is read separately, and of a saved search. */
const otherFlags = new Set(['hasNextPage', 'hasPreviousPage', 'desc']);

test('a yes or no that an API leaves out is unknown, never no', () => {
  const requiredFlags = objects.flatMap(({ path, fields }) =>
    Object.entries(fields)
      .filter(([name, field]) => field instanceof z.ZodBoolean && !isNullIfAbsent(field) && !otherFlags.has(name))
      .map(([name]) => `${path}.${name}`),
  );

  expect(requiredFlags).toEqual([]);
});

test('a record without a number or name gets its display name from the reader', () => {
  const unnamed = objects.flatMap(({ path, fields }) =>
    ['friendlyId', 'name']
      .filter((name) => 'id' in fields && fields[name] instanceof z.ZodString && !findFill(fields[name]))
      .map((name) => `${path}.${name}`),
  );

  expect(objects.length).toBeGreaterThan(100);
  expect(unnamed).toEqual([]);
});
