import type { z } from 'zod';
import { nothingChangedHeader } from '../../contract/kit/nothing-changed.ts';
import { type ErrorKind, errorKinds, type ErrorDetail, WaybillError } from '../../errors.ts';
import { classify, CommitUnknown, getDuplicateText, isRefusal, type StoreFailure } from '../../store/store-error.ts';

export const idempotencyHeader = 'Idempotency-Key';

const storeProblems: Record<
  Exclude<StoreFailure, 'duplicate' | 'version' | 'other'>,
  readonly [code: 'SERVICE_UNAVAILABLE' | 'GATEWAY_TIMEOUT', text: string]
> = {
  busy: ['SERVICE_UNAVAILABLE', 'The database is busy; nothing was changed. Try again in a moment.'],
  full: [
    'SERVICE_UNAVAILABLE',
    'The disk that holds the database is full; nothing was changed. Free some space, then try again.',
  ],
  readonly: [
    'SERVICE_UNAVAILABLE',
    'The database may only be read for the moment; nothing was changed. Try again shortly.',
  ],
  corrupt: [
    'SERVICE_UNAVAILABLE',
    "The brokerage's database is damaged; nothing was changed. Restore it from a backup.",
  ],
  pooler: [
    'SERVICE_UNAVAILABLE',
    'The database cannot be used through its connection pooler; nothing was changed. The log of the service says what to set.',
  ],
  displaced: [
    'SERVICE_UNAVAILABLE',
    "The file of the brokerage's database was moved or deleted while the service runs; nothing was changed. Put it back, or restore it and restart the service.",
  ],
  timeout: [
    'GATEWAY_TIMEOUT',
    'A statement took too long; nothing was changed. Narrow the filter of a read, and try a write again in a moment.',
  ],
  unavailable: ['SERVICE_UNAVAILABLE', 'The database cannot be reached; nothing was changed. Try again in a moment.'],
};

/** Converts any failure to the error that callers see. The cause of an unexpected failure is for the log only. */
export function toProblem(error: unknown): WaybillError {
  // Callers are not told where it is.
  if (isRefusal(error)) return error;
  if (error instanceof CommitUnknown) return commitUnknownProblem(error);
  const failure = classify(error);
  if (failure === 'duplicate') return buildDuplicateProblem(error);
  if (failure === 'other' || failure === 'version')
    return new WaybillError('INTERNAL_ERROR', 'The service failed unexpectedly; nothing was changed.', {
      cause: error,
    });
  const [code, text] = storeProblems[failure];
  return new WaybillError(code, text, { cause: error });
}

const commitUnknownProblem = (cause: CommitUnknown) =>
  new WaybillError(
    'OUTCOME_UNKNOWN',
    'The connection to the database was lost while the change was being saved, so it may have been made or not.',
    {
      details: [
        {
          field: idempotencyHeader,
          code: 'OUTCOME_UNKNOWN',
          message: 'the same request with the same key tells whether it was made, and makes it where it was not',
        },
      ],
      cause,
    },
  );

function buildDuplicateProblem(error: unknown): WaybillError {
  const isClientKey = /(\.key\b|_key_key$)/.test(getDuplicateText(error));
  return isClientKey
    ? new WaybillError('DUPLICATE_KEY', 'Another record of this kind already has this key.', {
        details: [{ field: 'key', message: 'is already in use' }],
        cause: error,
      })
    : new WaybillError('CONFLICT', 'Another request changed this at the same moment; read the record and try again.', {
        cause: error,
      });
}

/**
 * Returns true for codes that are thrown before a change is saved. If a change may have been saved, there is another
 * code.
 */
const isGivenUp = (code: WaybillError['code']): boolean => code === 'SERVICE_UNAVAILABLE' || code === 'GATEWAY_TIMEOUT';

/** Protection space that the service names to callers who have to authenticate. */
export const realm = 'brokerage';

/** Builds the challenge of RFC 6750: a token that was sent and refused has an error, a missing one has none. */
const buildBearerChallenge = ({ cause }: WaybillError): string =>
  cause instanceof MissingToken ? `Bearer realm="${realm}"` : `Bearer realm="${realm}", error="invalid_token"`;

/** The cause of a refusal that no token came with. */
export class MissingToken extends Error {}

export function buildProblemResponse(problem: WaybillError, headers: Record<string, string>): Response {
  const { code, message, details, retryAfterSeconds } = problem;
  const kind: ErrorKind = errorKinds[code];
  const body = { error: { code: kind.within ?? code, message, ...(details.length > 0 ? { details } : {}) } };
  return new Response(JSON.stringify(body), {
    status: kind.status ?? 500,
    headers: {
      ...headers,
      'content-type': 'application/problem+json',
      // The rest of the body is not read: nothing more can be said on this connection.
      ...(code === 'PAYLOAD_TOO_LARGE' ? { connection: 'close' } : {}),
      ...(code === 'UNAUTHORIZED' && { 'www-authenticate': buildBearerChallenge(problem) }),
      ...(isGivenUp(code) && { [nothingChangedHeader]: 'true' }),
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
    },
  });
}

/** Builds the 400 of schema violations, which lists every failing field. */
export function buildSchemaProblem(error: z.ZodError): WaybillError {
  const details = error.issues.flatMap(toDetails);
  const [first] = details;
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : '';
  return new WaybillError('BAD_REQUEST', `${first?.field ?? 'body'}: ${first?.message ?? 'is not valid'}${more}`, {
    details,
  });
}

function toDetails(issue: z.core.$ZodIssue): ErrorDetail[] {
  const at = issue.path.map(String).join('.');
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => ({ field: at === '' ? key : `${at}.${key}`, message: 'is not a known field' }));
  }
  return [{ field: at === '' ? 'body' : at, message: formatIssue(issue) }];
}

/** Formats an issue. If a union itself says nothing, it lists what its alternatives say. */
function formatIssue(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'invalid_union' || issue.message !== 'Invalid input') return issue.message;
  const reasons = issue.errors.map((alternative) => {
    const [first] = alternative;
    if (first === undefined) return '';
    const [at, text] = [first.path.map(String).join('.'), formatIssue(first)];
    return at === '' ? text : `${at}: ${text}`;
  });
  return `fits none of its forms (${[...new Set(reasons)].filter(Boolean).join('; or ')})`;
}
