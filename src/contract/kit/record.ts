import * as z from 'zod';
import type { ApiErrorCode } from '../../errors.ts';
import type { Effect, FieldGate, Gate } from './gate.ts';
import type { Operation } from './operation.ts';
import { ById } from './shapes.ts';

/** Differences between resources with the same operation. */
interface Variation {
  readonly summary: string;
  readonly effect?: Effect;
  readonly gate?: Gate;
  readonly fieldGates?: Readonly<Record<string, FieldGate>>;
  /** Errors in addition to those of every such operation. */
  readonly moreErrors?: readonly ApiErrorCode[];
}

type RecordPath = `/${string}/{id}${string}`;

interface CreateVariation extends Variation {
  readonly path: `/${string}`;
  readonly body: z.ZodType;
  readonly response: z.ZodType;
}

interface ReadVariation extends Variation {
  readonly path: RecordPath;
  readonly response: z.ZodType;
}

interface ChangeVariation extends CreateVariation {
  readonly path: RecordPath;
}

interface Deletion extends Variation {
  readonly path: RecordPath;
}

/** Lists the error of a duplicate client key, if the body has a key. */
const listKeyErrors = (body: z.ZodType): readonly ApiErrorCode[] =>
  body instanceof z.ZodObject && 'key' in body.shape ? ['DUPLICATE_KEY'] : [];

/** Declares `POST /<collection>`. */
export function createOperation({ moreErrors = [], ...declared }: CreateVariation): Operation {
  return {
    method: 'POST',
    effect: 'write',
    status: 201,
    ...declared,
    errors: ['BAD_REQUEST', ...listKeyErrors(declared.body), ...moreErrors],
  };
}

/** Declares `GET /<collection>/{id}` or a report below it. */
export function getOperation({ moreErrors = [], ...declared }: ReadVariation): Operation {
  return {
    method: 'GET',
    effect: 'read',
    query: ById,
    status: 200,
    ...declared,
    errors: ['NOT_FOUND', ...moreErrors],
  };
}

/** Declares `PATCH /<collection>/{id}`. */
export function updateOperation({ moreErrors = [], ...declared }: ChangeVariation): Operation {
  return {
    method: 'PATCH',
    effect: 'write',
    query: ById,
    status: 200,
    ...declared,
    errors: ['BAD_REQUEST', 'NOT_FOUND', ...listKeyErrors(declared.body), ...moreErrors],
  };
}

/** Declares `DELETE /<collection>/{id}`. */
export function deleteOperation({ moreErrors = [], ...declared }: Deletion): Operation {
  return {
    method: 'DELETE',
    effect: 'destructive',
    query: ById,
    status: 204,
    ...declared,
    errors: ['NOT_FOUND', ...moreErrors],
  };
}
