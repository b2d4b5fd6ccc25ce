import {
  type ApiErrorCode,
  type DetailCode,
  detailCodes,
  type ErrorCode,
  type ErrorDetail,
  type ErrorKind,
  errorKinds,
  WaybillError,
} from '../../errors.ts';
import { retryAfterSeconds } from './backoff.ts';
import { toSafeText } from './text.ts';

const messageLengthMax = 300;
const fieldLengthMax = 200;
const detailsMax = 50;

/** A response that is not a success, read but not understood yet. */
export interface RefusedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Exact texts that must not appear in the error. */
  readonly secrets: readonly string[];
}

/** Codes of statuses whose body names none; everything else follows from the hundreds. */
const codesByStatus: Readonly<Record<number, ErrorCode>> = {
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'NOT_IMPLEMENTED',
  408: 'TIMEOUT',
  409: 'CONFLICT',
  410: 'NOT_FOUND',
  412: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'VALIDATION_ERROR',
  429: 'RATE_LIMIT_EXCEEDED',
  501: 'NOT_IMPLEMENTED',
  502: 'SERVICE_UNAVAILABLE',
  503: 'SERVICE_UNAVAILABLE',
  504: 'GATEWAY_TIMEOUT',
};

/** Rebuilds the error from a problem body: nested or flat, of OAuth, or the page of a proxy in between. */
export function toApiError(refusal: RefusedResponse): WaybillError {
  const { status, headers, now, secrets } = refusal;
  const { code, message, details: sent } = readProblemFields(refusal.text);
  const details = listDetails(sent, secrets);
  const waitSeconds = retryAfterSeconds(headers, now);
  return new WaybillError(
    refineCode(chooseCode(status, code), details, waitSeconds),
    toSafeText(message, { lengthMax: messageLengthMax, secrets }) || buildFallbackMessage(status),
    {
      details,
      retryAfterSeconds: waitSeconds,
      requestId: readRequestId(headers),
    },
  );
}

export function readRequestId(headers: Headers): string | undefined {
  const id = headers.get('x-request-id');
  return id !== null && /^[\w.:@/+=-]{1,128}$/.test(id) ? id : undefined;
}

interface ProblemFields {
  readonly code?: unknown;
  readonly message?: unknown;
  readonly details?: unknown;
}

export function readProblemFields(text: string): ProblemFields {
  const body = parseJsonObject(text);
  if (!body) return {};
  const { error } = body;
  if (typeof error === 'object' && error !== null) return error;
  return {
    code: error ?? body['code'],
    message: body['message'] ?? body['error_description'] ?? body['detail'] ?? body['title'],
    details: body['details'],
  };
}

/** Returns true if a body describes a problem, in any of the forms that APIs have. */
export function hasProblem(text: string): boolean {
  const { code, message } = readProblemFields(text);
  return [code, message].some((field) => typeof field === 'string' && field !== '');
}

function parseJsonObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    // Any JSON object may be read by key; its values stay unknown.
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    // Proxies respond with pages that are not JSON; the status still says what happened.
    return undefined;
  }
}

function chooseCode(status: number, reportedCode: unknown): ErrorCode {
  const code = typeof reportedCode === 'string' ? reportedCode.toUpperCase() : '';
  if (isApiCode(code) && isSameStatusClass(errorKinds[code].status, status)) return code;
  return codesByStatus[status] ?? (status >= 500 ? 'INTERNAL_ERROR' : status >= 400 ? 'BAD_REQUEST' : 'BAD_RESPONSE');
}

/**
 * Returns the more exact code that the details give. A conflict that says when to try again is a request that is still
 * running, in any API.
 */
function refineCode(code: ErrorCode, details: readonly ErrorDetail[], waitSeconds: number | undefined): ErrorCode {
  const isWithin = (exact: DetailCode) => errorKinds[exact].within === code;
  const exactCode = details.map((detail) => detail.code).find((exact) => exact !== undefined && isWithin(exact));
  return exactCode ?? (code === 'CONFLICT' && waitSeconds !== undefined ? 'STILL_RUNNING' : code);
}

/** Codes that never travel over HTTP (approvals, policy) are not the API's to say. */
function isApiCode(code: string): code is ApiErrorCode {
  if (!Object.hasOwn(errorKinds, code)) return false;
  // It is one of the table's own names.
  const kind: ErrorKind = errorKinds[code as ErrorCode];
  return kind.status !== null && kind.within === undefined;
}

function isSameStatusClass(first: number, second: number): boolean {
  return Math.floor(first / 100) === Math.floor(second / 100);
}

function buildFallbackMessage(status: number): string {
  if (status >= 300 && status < 400) return `the API answered with a redirect (status ${status})`;
  return `the API answered with status ${status}`;
}

function listDetails(details: unknown, secrets: readonly string[]): ErrorDetail[] {
  if (!Array.isArray(details)) return [];
  return details.slice(0, detailsMax).flatMap((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return [];
    const { field, message, code: reportedCode } = entry as { field?: unknown; message?: unknown; code?: unknown };
    const code = detailCodes.find((detailCode) => detailCode === reportedCode);
    const safeDetail = {
      ...(code && { code }),
      field: toSafeText(field, { lengthMax: fieldLengthMax, secrets }),
      message: toSafeText(message, { lengthMax: messageLengthMax, secrets }),
    };
    return safeDetail.field || safeDetail.message ? [safeDetail] : [];
  });
}
