/** One row per code: what HTTP says, whether the same call may succeed later, and what a tool tells the model to do next. */
export interface ErrorKind {
  /** HTTP status, or null for failures that never were an HTTP answer. */
  readonly status: number | null;
  /** The code that the answer has, where this one only stands in its details: programs that know but that one read it right. */
  readonly within?: string;
  readonly retryable: boolean;
  readonly advice: string;
  readonly command?: HelpfulCommand;
}

/** A command of the command line that helps a person on. Whoever shows it knows how it is typed on this machine. */
export interface HelpfulCommand {
  /** Words of the command, without the name of the program. */
  readonly words: string;
  /** Effect of the command, as the end of a sentence about it. */
  readonly does: string;
}

const doctor = { words: 'doctor', does: 'says what is wrong' } as const;

export const errorKinds = {
  BAD_REQUEST: { status: 400, retryable: false, advice: 'Correct the named field and call again.' },
  UNAUTHORIZED: { status: 401, retryable: false, advice: 'Check the client id and secret.', command: doctor },
  FORBIDDEN: {
    status: 403,
    retryable: false,
    advice: 'The API client lacks the scope for this; ask an administrator.',
  },
  NOT_FOUND: { status: 404, retryable: false, advice: 'Look the record up with `find` first.' },
  CONFLICT: { status: 409, retryable: false, advice: 'Read the record again: its state does not allow this now.' },
  DUPLICATE_KEY: {
    status: 409,
    retryable: false,
    advice: 'A record with this client key exists; use it or choose another key.',
  },
  RECORD_CHANGED: {
    status: 409,
    within: 'CONFLICT',
    retryable: false,
    advice: 'Call the tool again: it plans with the record as it is now.',
  },
  STILL_RUNNING: {
    status: 409,
    within: 'CONFLICT',
    retryable: true,
    advice: 'The same request is still being worked on: wait a moment, then ask again.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    retryable: false,
    advice: 'Send less: bodies are limited to 1 MB, files to 100 MB.',
  },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, retryable: false, advice: 'Send exactly the declared content type.' },
  VALIDATION_ERROR: { status: 422, retryable: false, advice: 'The request breaks a rule; see the named fields.' },
  RATE_LIMIT_EXCEEDED: { status: 429, retryable: true, advice: 'Wait the stated seconds, then call again.' },
  INTERNAL_ERROR: { status: 500, retryable: true, advice: 'Try once more; if it stays, report the request id.' },
  NOT_IMPLEMENTED: { status: 501, retryable: false, advice: 'This service does not offer the operation yet.' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    retryable: true,
    advice: 'The API is unavailable for the moment; try again shortly.',
  },
  OUTCOME_UNKNOWN: {
    status: 503,
    within: 'SERVICE_UNAVAILABLE',
    retryable: true,
    advice: 'The change may have been made: look before doing it again.',
  },
  GATEWAY_TIMEOUT: {
    status: 504,
    retryable: true,
    advice: 'The query took too long: narrow the filter.',
  },
  UNREACHABLE: {
    status: null,
    retryable: true,
    advice: 'The API cannot be reached; check the address and the network.',
    command: doctor,
  },
  TIMEOUT: {
    status: null,
    retryable: true,
    advice: 'The API did not answer in time; try again shortly.',
  },
  CANCELLED: { status: null, retryable: false, advice: 'The caller stopped the request.' },
  BAD_RESPONSE: {
    status: null,
    retryable: false,
    advice: 'The API answered in a form that is not understood; check the address.',
    command: doctor,
  },
  AMBIGUOUS: { status: null, retryable: false, advice: 'Ask which one is meant; do not guess.' },
  REFUSED: { status: null, retryable: false, advice: 'The policy or a rule does not allow this.' },
  WRITES_STOPPED: {
    status: null,
    retryable: false,
    advice: 'A person has to let writes go on; do not try again before.',
    command: { words: 'policy resume', does: "lets them go on, for a person with the approver's secret" },
  },
  APPROVAL_PENDING: { status: null, retryable: true, advice: 'A person has to approve first.' },
  APPROVAL_DENIED: { status: null, retryable: false, advice: 'A person said no; nothing was changed.' },
  APPROVAL_EXPIRED: { status: null, retryable: false, advice: 'Make a new plan by calling the tool again.' },
  APPROVAL_UNKNOWN: { status: null, retryable: false, advice: 'See `list_approvals` for the ids of this requester.' },
  COPY_UNAVAILABLE: {
    status: null,
    retryable: true,
    advice: 'Only the copy of the records on this machine is concerned; the records themselves are as they were.',
  },
  STORE_UNAVAILABLE: {
    status: null,
    retryable: true,
    advice: 'This is about a database of Waybill itself: tell the person, and call again once it is mended.',
  },
  CONFIGURATION: { status: null, retryable: false, advice: 'Correct the named setting.' },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof errorKinds;

/** The codes of a failed request: what programs rely on. */
export type ApiErrorCode = {
  [Code in ErrorCode]: (typeof errorKinds)[Code] extends { status: number; within?: never } ? Code : never;
}[ErrorCode];

/** Codes that stand in the details of another one and say more than that. */
export const detailCodes = ['RECORD_CHANGED', 'STILL_RUNNING', 'OUTCOME_UNKNOWN'] as const;
export type DetailCode = (typeof detailCodes)[number];

export interface ErrorDetail {
  readonly field: string;
  readonly message: string;
  readonly code?: DetailCode | undefined;
}

export interface ErrorExtras {
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly retryAfterSeconds?: number | undefined;
  readonly requestId?: string | undefined;
  readonly command?: HelpfulCommand | undefined;
  readonly isOpen?: boolean | undefined;
  readonly cause?: unknown;
}

/** The one error class: thrown by the service, rebuilt by the client from a problem body, shown by the tools. */
export class WaybillError extends Error {
  readonly code: ErrorCode;
  readonly details: readonly ErrorDetail[];
  readonly retryAfterSeconds: number | undefined;
  readonly requestId: string | undefined;
  readonly command: HelpfulCommand | undefined;
  /** The write that failed like this had left, and may have been carried out. */
  readonly isOpen: boolean;

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message, extras.cause === undefined ? undefined : { cause: extras.cause });
    this.name = 'WaybillError';
    this.code = code;
    this.details = extras.details ?? [];
    this.retryAfterSeconds = extras.retryAfterSeconds;
    this.requestId = extras.requestId;
    this.command = extras.command;
    this.isOpen = extras.isOpen ?? false;
  }
}

/** The command that helps a person on: the error's own, or the one of its kind. */
export const findHelpfulCommand = ({ code, command }: WaybillError): HelpfulCommand | undefined => {
  const kind: ErrorKind = errorKinds[code];
  return command ?? kind.command;
};

/** Creates a refusal that names one field: the commonest shape of 400, 413 and 422. */
export function createFieldError(
  code: 'BAD_REQUEST' | 'VALIDATION_ERROR' | 'PAYLOAD_TOO_LARGE',
  field: string,
  message: string,
  cause?: unknown,
): WaybillError {
  return new WaybillError(code, `${field}: ${message}`, { details: [{ field, message }], cause });
}
