import type { Effect, Gate, FieldGate } from './gate.ts';
import type { z } from 'zod';
import type { ApiErrorCode } from '../../errors.ts';
import type { FilterFields } from './filter-fields.ts';
import type { SearchDeclaration } from './search-fields.ts';

/** One API operation: everything a client, a route, a document and a gate need to know. */
export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Relative to the base address; parameters in braces. */
  readonly path: `/${string}`;
  /** Other paths that answer the same. */
  readonly aliases?: readonly `/${string}`[];
  readonly summary: string;
  readonly effect: Effect;
  /** Overrides the gate that follows from the effect. */
  readonly gate?: Gate;
  /** Gates of the body's fields that are stricter than the operation's own gate. */
  readonly fieldGates?: Readonly<Record<string, FieldGate>>;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** The body may be left out altogether. */
  readonly bodyOptional?: boolean;
  readonly status: 200 | 201 | 204;
  /** Absent on 204. */
  readonly response?: z.ZodType;
  /** Other media types a caller may ask for with Accept. */
  readonly alternates?: readonly ('text/csv' | 'application/pdf')[];
  /** Media type of an answer that is a stream of such responses, one a line: its records are no part of a tool's answer. */
  readonly stream?: 'application/x-ndjson';
  /** Errors beyond those any authenticated call can meet (401, 429, 500, 503, 504). */
  readonly errors: readonly ApiErrorCode[];
  /** Key of the page metadata, on cursor-paged operations. */
  readonly page?: 'pageInfo' | 'pagination';
  /** Declared filter fields, on filter operations. */
  readonly filter?: FilterFields;
  /** Declared criteria, on search operations. */
  readonly search?: SearchDeclaration;
  /** Not part of the published description; this service offers it besides. */
  readonly extension?: true;
}

/** Defines an operation; the type checks its declaration. */
export const defineOperation = (declared: Operation): Operation => declared;

/** Lists the parameters of a path: `id` of `/bills/{id}/approve`. */
export function listPathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '');
}
