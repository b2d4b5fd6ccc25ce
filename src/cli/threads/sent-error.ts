import { type ErrorCode, type ErrorExtras, WaybillError } from '../../errors.ts';

/** An error as it crosses from one thread to another. */
export interface SentError extends Pick<ErrorExtras, 'details' | 'retryAfterSeconds' | 'command'> {
  readonly code: ErrorCode;
  readonly message: string;
}

export function toSentError(error: unknown): SentError {
  if (!(error instanceof WaybillError)) return { code: 'INTERNAL_ERROR', message: String(error) };
  const { code, message, details, retryAfterSeconds, command } = error;
  return { code, message, details, retryAfterSeconds, command };
}

export const restoreError = (error: SentError): WaybillError => new WaybillError(error.code, error.message, error);
