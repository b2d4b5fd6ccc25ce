import * as z from 'zod';
import type { ApiErrorCode } from '../../errors.ts';
import { operation, type Effect, type FieldGate, type Gate } from './operation.ts';
import { ById } from './shapes.ts';

/** What may differ between two resources with the same operation. */
interface Variation {
  readonly summary: string;
  readonly effect?: Effect;
  readonly gate?: Gate;
  readonly fieldGates?: Readonly<Record<string, FieldGate>>;
  /** Beyond those every operation of this form can meet. */
  readonly moreErrors?: readonly ApiErrorCode[];
}

interface Creation<Path, Body, Response> extends Variation {
  readonly path: Path;
  readonly body: Body;
  readonly response: Response;
}

interface Reading<Path, Response> extends Variation {
  readonly path: Path;
  readonly response: Response;
}

type RecordPath = `/${string}/{id}${string}`;

/** Only who may send a client key can meet one that is in use. */
const ofKey = (body: z.ZodType): readonly ApiErrorCode[] =>
  body instanceof z.ZodObject && 'key' in body.shape ? ['DUPLICATE_KEY'] : [];

/** Declares `POST /<collection>`. */
export function createOperation<const Path extends `/${string}`, Body extends z.ZodType, Response extends z.ZodType>({
  moreErrors = [],
  ...declared
}: Creation<Path, Body, Response>) {
  return operation({
    method: 'POST',
    effect: 'write',
    status: 201,
    ...declared,
    errors: ['BAD_REQUEST', ...ofKey(declared.body), ...moreErrors],
  });
}

/** Declares `GET /<collection>/{id}` or a report below it. */
export function getOperation<const Path extends RecordPath, Response extends z.ZodType>({
  moreErrors = [],
  ...declared
}: Reading<Path, Response>) {
  return operation({
    method: 'GET',
    effect: 'read',
    query: ById,
    status: 200,
    ...declared,
    errors: ['NOT_FOUND', ...moreErrors],
  });
}

/** Declares `PATCH /<collection>/{id}`. */
export function updateOperation<const Path extends RecordPath, Body extends z.ZodType, Response extends z.ZodType>({
  moreErrors = [],
  ...declared
}: Creation<Path, Body, Response>) {
  return operation({
    method: 'PATCH',
    effect: 'write',
    query: ById,
    status: 200,
    ...declared,
    errors: ['BAD_REQUEST', 'NOT_FOUND', ...ofKey(declared.body), ...moreErrors],
  });
}

/** Declares `DELETE /<collection>/{id}`. */
export function deleteOperation<const Path extends RecordPath>({
  moreErrors = [],
  ...declared
}: Variation & { readonly path: Path }) {
  return operation({
    method: 'DELETE',
    effect: 'destructive',
    query: ById,
    status: 204,
    ...declared,
    errors: ['NOT_FOUND', ...moreErrors],
  });
}
