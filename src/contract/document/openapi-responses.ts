import { type ApiErrorCode, errorKinds } from '../../errors.ts';
import type { Components } from './components.ts';
import type { JsonSchema } from '../kit/json-schema.ts';
import type { Operation } from '../kit/operation.ts';
import { Problem } from '../kit/problem.ts';

/** Errors of every authenticated call. */
const everywhere = [
  // Even where none is declared, a query parameter may be sent, and is refused.
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'RATE_LIMIT_EXCEEDED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
  'GATEWAY_TIMEOUT',
] as const satisfies readonly ApiErrorCode[];

/** A reused key: with another request, or while the first is still running. */
const withIdempotencyKey = ['VALIDATION_ERROR', 'CONFLICT'] as const satisfies readonly ApiErrorCode[];
const withBody = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const satisfies readonly ApiErrorCode[];

const text = { type: 'string' } as const;
const count = { type: 'integer', minimum: 0 } as const;

/** Header components of the document. */
export const responseHeaders = {
  'X-Request-Id': { description: 'Identifies the request in the log.', schema: text },
  'X-RateLimit-Limit': { description: 'Requests per minute.', schema: count },
  'X-RateLimit-Remaining': { description: 'Requests left in this minute.', schema: count },
  Date: { description: "The present in the organization's business; a sandbox's may be ahead.", schema: text },
  'X-Time-Zone': { description: "IANA zone of the organization's civil dates.", schema: text },
  'X-Organization-Id': { description: 'The organization whose records these are.', schema: text },
  'X-Organization-Name': { description: 'Its name, percent-encoded UTF-8.', schema: text },
  'X-Sandbox': { description: 'Present where it is a sandbox.', schema: { type: 'string', enum: ['true'] } },
  'WWW-Authenticate': {
    description: 'The scheme to authenticate with; `error="invalid_token"` where a token was sent.',
    schema: text,
  },
  'Retry-After': { description: 'Seconds to wait.', schema: count },
  'Idempotency-Replayed': {
    description: 'Present when the first result of the same Idempotency-Key is answered again.',
    schema: { type: 'string', enum: ['true'] },
  },
} as const;

type HeaderName = keyof typeof responseHeaders;

const always = ['X-Request-Id', 'X-RateLimit-Limit', 'X-RateLimit-Remaining'] as const satisfies readonly HeaderName[];

const whenDone = [
  ...always,
  'Date',
  'X-Time-Zone',
  'X-Organization-Id',
  'X-Organization-Name',
  'X-Sandbox',
] as const satisfies readonly HeaderName[];

/** Headers of an error response. Only a caller that is authenticated has a limit. */
function listErrorHeaders(codes: readonly ApiErrorCode[]): readonly HeaderName[] {
  if (codes.includes('UNAUTHORIZED')) return ['X-Request-Id', 'WWW-Authenticate'];
  const waits = codes.includes('RATE_LIMIT_EXCEEDED') || codes.includes('CONFLICT');
  return waits ? [...always, 'Retry-After'] : always;
}

const alternateContent = {
  'text/csv': { schema: text },
  'application/pdf': { schema: { type: 'string', contentMediaType: 'application/pdf' } },
} as const;

/** Groups the error codes of an operation by status. */
export function groupErrorsByStatus(operation: Operation): ReadonlyMap<number, readonly ApiErrorCode[]> {
  const codes = new Set<ApiErrorCode>([
    ...operation.errors,
    ...everywhere,
    ...(operation.body ? withBody : []),
    ...(operation.effect === 'read' ? [] : withIdempotencyKey),
  ]);
  return Map.groupBy([...codes].sort(), (code) => errorKinds[code].status);
}

/** Formats the name of the shared response for a set of codes: `BadRequest`, `ConflictOrDuplicateKey`. */
export function formatErrorResponseName(codes: readonly ApiErrorCode[]): string {
  return codes
    .map((code) => code.toLowerCase().replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()))
    .join('Or');
}

/** Details of some error codes for programs. */
const explanations: Partial<Record<ApiErrorCode, string>> = {
  UNSUPPORTED_MEDIA_TYPE: 'The Content-Encoding of the body is none of gzip, deflate and br',
  CONFLICT:
    'With the detail code STILL_RUNNING the first request with this Idempotency-Key is still being worked on: send it again after the seconds of Retry-After; with RECORD_CHANGED a record named in X-If-Unchanged is not as it was read',
  SERVICE_UNAVAILABLE:
    'With the detail code OUTCOME_UNKNOWN a change may have been made or not: the same request with the same Idempotency-Key tells which. Otherwise nothing was changed',
};

/** Builds the shared error responses that operations refer to. */
export function buildErrorResponses(
  operations: readonly Operation[],
  components: Components,
): Record<string, JsonSchema> {
  const content = { 'application/problem+json': { schema: components.of(Problem, 'output') } };
  const responses: Record<string, JsonSchema> = {};
  for (const codes of operations.flatMap((operation) => [...groupErrorsByStatus(operation).values()])) {
    responses[formatErrorResponseName(codes)] ??= {
      description: [codes.join(' or '), ...codes.flatMap((code) => explanations[code] ?? [])].join('. '),
      headers: buildHeaders(listErrorHeaders(codes)),
      content,
    };
  }
  return responses;
}

/** Builds the success response, with each of its media types. */
export function buildSuccessResponse(operation: Operation, components: Components): JsonSchema {
  const { effect, response, status, stream = 'application/json', alternates = [] } = operation;
  const content = {
    ...(response ? { [stream]: { schema: components.of(response, 'output') } } : {}),
    ...Object.fromEntries(alternates.map((type) => [type, alternateContent[type]])),
  };
  return {
    description: status === 204 ? 'Done, nothing to show.' : status === 201 ? 'Created.' : 'Done.',
    headers: buildHeaders(effect === 'read' ? whenDone : [...whenDone, 'Idempotency-Replayed']),
    ...(response ? { content } : {}),
  };
}

function buildHeaders(names: readonly HeaderName[]): JsonSchema {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
