import { isJsonContentType, readRequestBody } from '@modelcontextprotocol/server';
import { isPlainRecord } from '../../domain/kit/plain-record.ts';
import { normalizeMessage } from '../input/incoming-message.ts';
import { refuseMessage } from './refusal.ts';

/** Message of a client; undefined for a request without a body. */
export interface McpMessage {
  readonly body: unknown;
}

/** Above what `upload_document` takes in one call, with room for its base64. */
const bodyBytesMax = 4 * 1024 * 1024;

/** Largest size of a subscription, which stays in memory as long as its stream: room for a thousand addresses. */
const subscriptionCharactersMax = 256 * 1024;

const parseError = -32_700;

/** Returns true if a message subscribes to changes. */
export const isSubscription = (message: unknown): boolean =>
  isPlainRecord(message) && message['method'] === 'subscriptions/listen';

/** Reads the body of a request, or returns the answer that refuses it. The log needs the message. */
export async function readMessage(request: Request): Promise<McpMessage | { readonly refusal: Response }> {
  // What is wrong with another method or type the library says itself.
  if (request.method !== 'POST' || !isJsonContentType(request.headers.get('content-type'))) return { body: undefined };
  const read = await readRequestBody(request, bodyBytesMax);
  if (read.tooLarge)
    return {
      refusal: refuseMessage(
        413,
        `A message has at most ${bodyBytesMax / 1024 / 1024} MiB; send a larger file to an upload address.`,
      ),
    };
  try {
    // The library checks what is in it.
    const body = normalizeMessage(JSON.parse(read.text));
    const isTooLarge = isSubscription(body) && read.text.length > subscriptionCharactersMax;
    return isTooLarge
      ? { refusal: refuseMessage(413, `A subscription has at most ${subscriptionCharactersMax} characters.`) }
      : { body };
  } catch {
    return { refusal: refuseMessage(400, 'The body of the request is not JSON.', parseError) };
  }
}
