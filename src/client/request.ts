import type { MediaType, RawOptions, RawResponse, OperationInput } from './calls/call-options.ts';
import type { Operation } from '../contract/kit/operation.ts';
import { unchangedHeader, formatUnchanged } from '../contract/kit/record-version.ts';
import { createFieldError, WaybillError } from '../errors.ts';
import type { CapabilityVerdict } from './capabilities/api-capabilities.ts';
import { readBytes } from './transport/json-response.ts';
import type { Pacing } from './transport/pacing.ts';
import { toWireInput } from './transport/path.ts';
import { toApiError } from './transport/problem.ts';
import { isRepeatableWithoutKey, isWriting } from './capabilities/idempotency-keys.ts';
import { type Bearer, send, type Transport } from './transport/transport.ts';

const idempotencyKeyPattern = /^[\x21-\x7e]{1,255}$/;

interface OperationRequest {
  readonly name: string;
  readonly operation: Operation;
  readonly input: OperationInput;
  /** Verdict on the API's Idempotency-Keys; for writes. */
  readonly keys?: CapabilityVerdict;
  /** Sent once, whatever becomes of it. */
  readonly isOnce?: boolean;
}

interface ClientRequestContext {
  readonly transport: Transport;
  readonly baseUrl: string;
  readonly bearer: Bearer;
  readonly pacing: Pacing;
}

/** Turns a declared operation and its flat input into an authorized, paced exchange. */
export function requestOperation({ transport, baseUrl, bearer, pacing }: ClientRequestContext) {
  return async (
    { name, operation, input, keys = 'unknown', isOnce = false }: OperationRequest,
    options: RawOptions,
  ): Promise<RawResponse> => {
    const accept = requireMediaType(operation, options.accept);
    const { target, body } = toWireInput(operation, input);
    const isWrite = isWriting(operation);
    const isKeyed = keys === 'proven';
    const response = await send(transport, {
      operation: name,
      method: operation.method,
      url: `${baseUrl}${target}`,
      headers: {
        accept,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(isWrite && options.idempotencyKey !== undefined
          ? { 'idempotency-key': requireKey(options.idempotencyKey) }
          : {}),
        ...(options.traceparent !== undefined && { traceparent: options.traceparent }),
        ...(options.unchanged?.length ? { [unchangedHeader]: formatUnchanged(options.unchanged) } : {}),
      },
      body: body === undefined ? undefined : () => body,
      isRepeatable: !isOnce && (!isWrite || isKeyed || isRepeatableWithoutKey(operation, input)),
      isWrite,
      isKeyed,
      bearer,
      pacing,
      clock: transport.clock,
      signal: options.signal,
      onOpen: options.onOpen,
      recheck: options.recheck,
      remainingMs: options.remainingMs,
      read: async (response, signal, meta): Promise<RawResponse> => {
        const bytes = await readBytes(response, transport.limits.responseBytesMax, signal);
        options.onResponse?.(meta);
        return toRawResponse(response, bytes, meta.requestId);
      },
      problem: toApiError,
    });
    if (accept !== 'application/json' && response.contentType !== accept) {
      throw new WaybillError('BAD_RESPONSE', `${name} was not answered as ${accept}`, {
        requestId: response.requestId,
      });
    }
    return response;
  };
}

function toRawResponse(response: Response, bytes: Uint8Array, requestId: string | undefined): RawResponse {
  const [contentType = ''] = (response.headers.get('content-type') ?? '').split(';');
  return {
    status: response.status,
    contentType: contentType.trim().toLowerCase(),
    requestId,
    bytes,
    text: () => new TextDecoder().decode(bytes),
  };
}

function requireMediaType(operation: Operation, accept: MediaType = 'application/json'): MediaType {
  if (accept === 'application/json' || operation.alternates?.includes(accept)) return accept;
  throw createFieldError('BAD_REQUEST', 'accept', `this operation is not offered as ${accept}`);
}

function requireKey(key: string): string {
  if (idempotencyKeyPattern.test(key)) return key;
  throw createFieldError('BAD_REQUEST', 'idempotencyKey', 'must be 1 to 255 visible ASCII characters');
}
