import type { Operation } from '../../contract/kit/operation.ts';
import { noteIncomplete } from '../../contract/kit/sent-fields.ts';
import { WaybillError } from '../../errors.ts';
import { waitOrAbort } from './abort.ts';
import { isObject } from '../responses/json-object.ts';
import { readPageMetadata } from '../responses/page-metadata.ts';
import { readDeclared, UnreadableValue } from '../responses/response-reader.ts';

/** Reads the body as it arrives; an aborted signal ends it even when the sender does not know the signal. */
export async function* readChunks(
  response: Response,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = response.body?.getReader();
  if (!reader) return;
  try {
    for (;;) {
      const { done, value } = await waitOrAbort(reader.read(), signal);
      if (done) return;
      yield value;
    }
  } finally {
    // A stream that failed repeats its error here; it was thrown above already.
    reader.cancel().catch(() => {});
  }
}

export async function readBytes(response: Response, bytesMax: number, signal: AbortSignal): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of readChunks(response, signal)) {
    size += chunk.length;
    if (size > bytesMax) throw new WaybillError('BAD_RESPONSE', `the answer is larger than ${bytesMax} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads the first `bytesMax` bytes as text: enough for a problem body, and no more of an endless page. */
export async function readText(response: Response, bytesMax: number, signal: AbortSignal): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for await (const chunk of readChunks(response, signal)) {
    text += decoder.decode(chunk, { stream: true });
    size += chunk.length;
    if (size > bytesMax) break;
  }
  return text;
}

export interface JsonResponse {
  readonly operation: string;
  readonly declared: Operation;
  readonly status: number;
  readonly bytes: Uint8Array;
  readonly requestId: string | undefined;
}

/** Returns the body as the API sent it. */
export function parseJsonResponse(response: JsonResponse): unknown {
  const { declared, bytes } = response;
  if (!declared.response) return undefined;
  if (bytes.length === 0) throw buildBadResponse(response, 'without a body');
  const value = parse(response);
  const isList = declared.response.def.type === 'array';
  if (isList ? !Array.isArray(value) : !isObject(value)) {
    throw buildBadResponse(response, `without a JSON ${isList ? 'array' : 'object'}`);
  }
  if (declared.page && isObject(value) && !Array.isArray(value['data']))
    throw buildBadResponse(response, 'without a list of data');
  return value;
}

/**
 * Converts a parsed body to the shape that the contract declares, whatever the API leaves out or writes in another form.
 * Fields and words that the contract does not have pass through. `currency` is that of records that name none.
 */
export function convertResponse(response: JsonResponse, body: unknown, currency?: string): unknown {
  const { declared } = response;
  if (!declared.response) return undefined;
  try {
    const { value, hasGaps, isIncomplete } = readDeclared(
      declared.response,
      declared.page ? readPageMetadata(body, declared.page) : body,
      currency,
    );
    // A page itself may leave out what is for errors only.
    if (hasGaps || (isIncomplete && !declared.page))
      noteIncomplete(declared.page && isObject(value) && Array.isArray(value['data']) ? value['data'] : [value]);
    return value;
  } catch (error) {
    if (!(error instanceof UnreadableValue)) throw error;
    throw buildBadResponse(response, `whose ${error.path} ${error.fault}`);
  }
}

function parse(response: JsonResponse): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(response.bytes));
  } catch {
    // The error of the parser quotes the body, which is not ours to show.
    throw buildBadResponse(response, 'in a form that is not JSON');
  }
}

function buildBadResponse({ operation, declared, status, requestId }: JsonResponse, how: string): WaybillError {
  const doubt = declared.effect === 'read' ? '' : '; the change may have been made';
  return new WaybillError('BAD_RESPONSE', `${operation} was answered with status ${status} ${how}${doubt}`, {
    requestId,
    isOpen: declared.effect !== 'read',
  });
}
