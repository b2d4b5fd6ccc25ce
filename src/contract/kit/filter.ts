import * as z from 'zod';
import { buildPage, Uuid } from './shapes.ts';
import type { FilterField, FilterFields } from './filter-fields.ts';
import type { Operation } from './operation.ts';

const equality = ['equalTo', 'notEqualTo'] as const;
const membership = ['in', 'notIn'] as const;
const order = ['lessThan', 'lessThanOrEqualTo', 'greaterThan', 'greaterThanOrEqualTo', 'lte', 'gte'] as const;
const substring = ['includes', 'notIncludes', 'startsWith', 'notStartsWith', 'endsWith', 'notEndsWith'] as const;

/** Operators of each kind of field. */
export const operatorsByKind = {
  uuid: [...equality, ...membership, 'isNull'],
  key: [...equality, ...membership, 'isNull'],
  string: [...equality, ...membership, ...substring, 'isNull'],
  int: [...equality, ...order, ...membership, 'isNull'],
  float: [...equality, ...order, 'isNull'],
  bool: [...equality, 'isNull'],
  datetime: [...equality, ...order, 'isNull'],
  date: [...equality, ...order, 'isNull'],
  enum: [...equality, ...membership, 'isNull'],
  requiredEnum: [...equality, ...membership],
  enumArray: ['includes', 'notIncludes', 'contains', 'containsAll', 'containsAny', 'isNull'],
} as const satisfies Record<Exclude<FilterField['kind'], 'flag'>, readonly string[]>;

export type FilterOperator = (typeof operatorsByKind)[keyof typeof operatorsByKind][number];

const scalarSchemas = {
  uuid: Uuid,
  key: z.string(),
  string: z.string(),
  int: z.int(),
  float: z.number(),
  bool: z.boolean(),
  datetime: z.string().meta({ format: 'date-time' }),
  date: z.string().meta({ format: 'date' }),
} as const;

/** Names of the operator objects in the document. */
const operatorNames = {
  uuid: 'UuidFilter',
  key: 'KeyFilter',
  string: 'StringFilter',
  int: 'IntFilter',
  float: 'FloatFilter',
  bool: 'BoolFilter',
  datetime: 'DateTimeFilter',
  date: 'DateFilter',
} as const satisfies Record<keyof typeof scalarSchemas, string>;

function buildOperatorObject(kind: keyof typeof operatorsByKind, value: z.ZodType): z.ZodObject {
  const shape: Record<string, z.ZodType> = {};
  for (const operator of operatorsByKind[kind]) {
    const list = operator === 'in' || operator === 'notIn' || operator === 'containsAll' || operator === 'containsAny';
    shape[operator] = (operator === 'isNull' ? z.boolean() : list ? z.array(value) : value).optional();
  }
  return z.strictObject(shape);
}

const operatorSchemas = Object.fromEntries(
  Object.entries(scalarSchemas).map(([kind, value]) => [
    kind,
    buildOperatorObject(kind as keyof typeof scalarSchemas, value).meta({
      id: operatorNames[kind as keyof typeof scalarSchemas],
    }),
  ]),
);

/** Returns the schema of one field of a filter. */
export function getFieldSchema(field: FilterField): z.ZodType {
  if (field.kind === 'flag') return z.boolean();
  if ('values' in field) return buildOperatorObject(field.kind, z.enum(field.values));
  // Every scalar kind has its entry: the table above is built from the same keys.
  return operatorSchemas[field.kind] as z.ZodType;
}

/**
 * The request body of a filter operation. The filter itself is checked by the service field by field, because an
 * unknown field is reported in `errors` and not refused; the documented form is built from the declaration.
 */
function filterRequest(name: string, fields: FilterFields, pageSizeMax: number): z.ZodObject {
  const documented: z.ZodType = z
    .looseObject({
      ...Object.fromEntries(
        Object.entries(fields).map(([field, declared]) => [field, getFieldSchema(declared).optional()]),
      ),
      get and() {
        return z.array(documented).optional();
      },
      get or() {
        return z.array(documented).optional();
      },
      get not() {
        return documented.optional();
      },
    })
    .meta({ id: `${name}Filter` });
  const body = z.strictObject({
    filter: z.record(z.string(), z.unknown()).optional(),
    pageSize: z.int().min(1).max(pageSizeMax).default(50),
    cursor: z.string().max(2000).nullish(),
  });
  filterBodies.set(body, body.extend({ filter: documented.optional() }));
  return body;
}

/** Documented bodies, by the wider bodies that are parsed. */
export const filterBodies = new Map<z.ZodType, z.ZodType>();

interface FilterDeclaration<Fields extends FilterFields> {
  /** Singular resource name, PascalCase; names the filter schema in the document. */
  readonly name: string;
  readonly path: `/${string}/filter`;
  readonly summary: string;
  readonly fields: Fields;
  readonly item: z.ZodType;
  readonly page: 'pageInfo' | 'pagination';
  readonly pageSizeMax?: number;
  readonly extension?: true;
}

/** Keeps the literal types of its fields, for the queries that follow from them. */
interface FilterOperation<Fields extends FilterFields> extends Operation {
  readonly filter: Fields;
}

/** Declares `POST /<collection>/filter`. */
export function filterOperation<const Fields extends FilterFields>(
  declared: FilterDeclaration<Fields>,
): FilterOperation<Fields> {
  return {
    method: 'POST',
    path: declared.path,
    summary: declared.summary,
    effect: 'read',
    body: filterRequest(declared.name, declared.fields, declared.pageSizeMax ?? 250),
    bodyOptional: true,
    status: 200,
    response: buildPage(declared.item, declared.page),
    errors: ['BAD_REQUEST'],
    page: declared.page,
    filter: declared.fields,
    ...(declared.extension ? { extension: true } : {}),
  };
}
